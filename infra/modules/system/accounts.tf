resource "google_service_account" "function" {
  for_each = local.functions

  project      = var.project
  account_id   = each.key
  display_name = "Pointwise: what ${each.key} runs as"
}

# Whom Cloud Tasks and Cloud Scheduler call the functions as.
resource "google_service_account" "caller" {
  project      = var.project
  account_id   = "caller"
  display_name = "Pointwise: what the private functions are called as"
}

# A task that is to be delivered as the caller may be made only by whoever may act as the caller.
resource "google_service_account_iam_member" "acts_as_caller" {
  for_each = merge(
    { for name in keys(local.functions) : name => google_service_account.function[name].member },
    { for member in var.operators : member => member },
  )

  service_account_id = google_service_account.caller.name
  role               = "roles/iam.serviceAccountUser"
  member             = each.value
}

# The smoke test after a deployment calls the private functions as the caller.
resource "google_service_account_iam_member" "smoke_test" {
  service_account_id = google_service_account.caller.name
  role               = "roles/iam.serviceAccountOpenIdTokenCreator"
  member             = "serviceAccount:deployer@${var.project}.iam.gserviceaccount.com"
}
