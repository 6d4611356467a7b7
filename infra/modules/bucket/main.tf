locals {
  objects = "projects/_/buckets/${var.name}/objects/"

  # A list is asked of the bucket, not of objects, so that no condition on names can allow it: readers read all.
  readers = {
    for label, each in var.grants : "${label}/read" => {
      member = each.member, role = "roles/storage.objectViewer", prefixes = []
    } if each.read
  }
  lookers = {
    for label, each in var.grants : "${label}/look" => {
      member = each.member, role = "roles/storage.objectViewer", prefixes = each.look
    } if length(each.look) > 0
  }
  creators = {
    for label, each in var.grants : "${label}/create" => {
      member = each.member, role = "roles/storage.objectCreator", prefixes = each.create
    } if length(each.create) > 0
  }
  changers = {
    for label, each in var.grants : "${label}/change" => {
      member = each.member, role = "roles/storage.objectUser", prefixes = each.change
    } if length(each.change) > 0
  }
}

resource "google_storage_bucket" "this" {
  project                     = var.project
  name                        = var.name
  location                    = var.location
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"

  soft_delete_policy {
    retention_duration_seconds = 604800
  }

  dynamic "lifecycle_rule" {
    for_each = var.retention
    content {
      action {
        type = "Delete"
      }
      condition {
        age            = lifecycle_rule.value
        matches_prefix = [lifecycle_rule.key]
      }
    }
  }

  lifecycle_rule {
    action {
      type = "AbortIncompleteMultipartUpload"
    }
    condition {
      age = 7
    }
  }
}

resource "google_storage_bucket_iam_member" "this" {
  for_each = merge(local.readers, local.lookers, local.creators, local.changers)

  bucket = google_storage_bucket.this.name
  role   = each.value.role
  member = each.value.member

  dynamic "condition" {
    for_each = length(each.value.prefixes) > 0 ? [each.value.prefixes] : []
    content {
      title      = replace(each.key, "/", "-")
      expression = join(" || ", [for prefix in condition.value : "resource.name.startsWith(\"${local.objects}${prefix}\")"])
    }
  }
}
