resource "google_cloud_scheduler_job" "cron" {
  project          = var.project
  region           = var.region
  name             = "pointwise-cron"
  description      = "Runs periodic blueprints that are due and queues again what stalled runs lack"
  schedule         = var.cron
  time_zone        = "Etc/UTC"
  attempt_deadline = "1800s"

  retry_config {
    retry_count = 3
  }

  http_target {
    http_method = "POST"
    uri         = local.urls["fetch-and-schedule"]
    body        = base64encode(file("${path.module}/cron.json"))
    headers     = { "Content-Type" = "application/json" }

    oidc_token {
      service_account_email = google_service_account.caller.email
      audience              = local.urls["fetch-and-schedule"]
    }
  }

  depends_on = [module.functions]
}
