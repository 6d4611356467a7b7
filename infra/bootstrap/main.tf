# Once per project, by its owner: what a deployment needs before it can deploy itself.
terraform {
  backend "gcs" {
    prefix = "bootstrap"
  }
}

provider "google" {
  project = var.project
}

locals {
  services = [
    "artifactregistry", "cloudbuild", "cloudfunctions", "cloudscheduler", "cloudtasks", "iam", "iamcredentials",
    "logging", "monitoring", "run", "secretmanager", "storage",
  ]

  accounts = {
    deployer = "Cloud Build of pushes to main: applies"
    planner  = "Cloud Build of pull requests: reads, and plans"
    # Named in modules/system as well, which has the functions built as it.
    function-builder = "Builds the images of functions"
  }

  # The deployer gives rights on what it makes, never on the project.
  roles = {
    deployer = [
      "roles/cloudfunctions.developer", "roles/run.admin", "roles/cloudtasks.queueAdmin",
      "roles/cloudscheduler.admin", "roles/storage.admin", "roles/iam.serviceAccountAdmin",
      "roles/iam.serviceAccountUser", "roles/monitoring.alertPolicyEditor", "roles/logging.logWriter",
    ]
    planner          = ["roles/viewer", "roles/iam.securityReviewer", "roles/logging.logWriter"]
    function-builder = ["roles/artifactregistry.writer", "roles/logging.logWriter"]
  }
  grants = merge([
    for account, roles in local.roles : { for role in roles : "${account}/${role}" => { account = account, role = role } }
  ]...)
}

resource "google_project_service" "this" {
  for_each = toset(local.services)

  project            = var.project
  service            = "${each.key}.googleapis.com"
  disable_on_destroy = false
}

resource "google_service_account" "this" {
  for_each = local.accounts

  project      = var.project
  account_id   = each.key
  display_name = each.value

  depends_on = [google_project_service.this]
}

resource "google_project_iam_member" "this" {
  for_each = local.grants

  project = var.project
  role    = each.value.role
  member  = google_service_account.this[each.value.account].member
}

# Cloud Functions copies what is to be built into a bucket of its own making.
resource "google_project_iam_member" "build_sources" {
  project = var.project
  role    = "roles/storage.objectViewer"
  member  = google_service_account.this["function-builder"].member

  condition {
    title      = "sources-of-functions"
    expression = "resource.name.startsWith(\"projects/_/buckets/gcf-v2-sources-\")"
  }
}

resource "google_storage_bucket_iam_member" "planner_reads_state" {
  bucket = "${var.project}-terraform"
  role   = "roles/storage.objectViewer"
  member = google_service_account.this["planner"].member
}

resource "google_project_iam_member" "log_reader" {
  for_each = var.operators

  project = var.project
  role    = "roles/logging.viewer"
  member  = each.key
}

resource "google_secret_manager_secret" "this" {
  for_each = var.secrets

  project   = var.project
  secret_id = each.key
  replication {
    auto {}
  }

  depends_on = [google_project_service.this]
}

# To say which function may read a secret, one must administer it; so the right is given secret by secret.
resource "google_secret_manager_secret_iam_member" "deployer" {
  for_each = google_secret_manager_secret.this

  project   = var.project
  secret_id = each.value.secret_id
  role      = "roles/secretmanager.admin"
  member    = google_service_account.this["deployer"].member
}
