locals {
  bucket = "${var.project}-pointwise"
}

module "bucket" {
  source = "../bucket"

  project   = var.project
  location  = var.region
  name      = local.bucket
  retention = merge({ "composed/" = 1 }, var.retention)

  grants = merge(
    {
      for name, each in local.functions : name => merge(
        { member = google_service_account.function[name].member },
        each.objects,
      )
    },
    {
      for member in var.operators : member => {
        member = member
        read   = true
        change = ["runs/", "active/"]
      }
    },
  )
}
