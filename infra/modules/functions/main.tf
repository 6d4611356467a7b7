locals {
  # Waiting for a model costs next to nothing when many wait in one instance; that needs a whole vCPU.
  concurrency = 80
  runtime     = "python313"

  invokers = merge([
    for function, each in var.functions : {
      for label, member in each.invokers : "${function}/${label}" => { function = function, member = member }
    }
  ]...)
  readers = merge([
    for function, each in var.functions : {
      for secret in each.secrets : "${function}/${secret}" => { account = each.account, secret = secret }
    }
  ]...)
}

resource "google_storage_bucket" "sources" {
  project                     = var.project
  name                        = var.source_bucket
  location                    = var.region
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
}

# The digest in the name: a function is built again when its source changed, and only then.
resource "google_storage_bucket_object" "source" {
  for_each = var.functions

  bucket = google_storage_bucket.sources.name
  name   = "${each.key}/${var.sources[each.key].digest}.zip"
  source = var.sources[each.key].archive
}

resource "google_storage_bucket_iam_member" "builder" {
  bucket = google_storage_bucket.sources.name
  role   = "roles/storage.objectViewer"
  member = "serviceAccount:${var.builder}"
}

resource "google_cloudfunctions2_function" "this" {
  for_each = var.functions

  project  = var.project
  location = var.region
  name     = each.key

  build_config {
    runtime         = local.runtime
    entry_point     = replace(each.key, "-", "_")
    service_account = "projects/${var.project}/serviceAccounts/${var.builder}"
    source {
      storage_source {
        bucket = google_storage_bucket.sources.name
        object = google_storage_bucket_object.source[each.key].name
      }
    }
  }

  service_config {
    service_account_email            = each.value.account
    available_cpu                    = "1"
    available_memory                 = each.value.memory
    timeout_seconds                  = each.value.seconds
    min_instance_count               = 0
    max_instance_count               = each.value.max_instances
    max_instance_request_concurrency = local.concurrency
    environment_variables            = each.value.settings

    dynamic "secret_environment_variables" {
      for_each = each.value.secrets
      content {
        key        = secret_environment_variables.value
        secret     = secret_environment_variables.value
        project_id = var.project
        version    = "latest"
      }
    }
  }

  # An instance that may not read its secrets does not start.
  depends_on = [google_secret_manager_secret_iam_member.reader]
}

# A function of the second generation is a service of Cloud Run of the same name: who may invoke it is said there.
resource "google_cloud_run_service_iam_member" "invoker" {
  for_each = local.invokers

  project  = var.project
  location = var.region
  service  = google_cloudfunctions2_function.this[each.value.function].name
  role     = "roles/run.invoker"
  member   = each.value.member
}

resource "google_secret_manager_secret_iam_member" "reader" {
  for_each = local.readers

  project   = var.project
  secret_id = each.value.secret
  role      = "roles/secretmanager.secretAccessor"
  member    = "serviceAccount:${each.value.account}"
}
