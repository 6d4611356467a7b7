locals {
  attempts = 10

  settings = {
    POINTWISE_BUCKET    = local.bucket
    POINTWISE_QUEUES    = "projects/${var.project}/locations/${var.region}"
    POINTWISE_FUNCTIONS = join(",", [for name, url in local.urls : "${name}=${url}"])
    POINTWISE_PROVIDERS = join(",", keys(var.providers_of_models))
    POINTWISE_INVOKER   = google_service_account.caller.email
    POINTWISE_ATTEMPTS  = tostring(local.attempts)
  }

  source_settings = merge(
    {
      POINTWISE_SOURCE         = var.source_of_blueprints.place
      POINTWISE_BRANCHES       = join(",", var.source_of_blueprints.branches)
      POINTWISE_ALLOWED_MODELS = join(",", var.source_of_blueprints.allowed_models)
    },
    { for name, most in var.source_of_blueprints.limits : "POINTWISE_MAX_${name}" => tostring(most) },
  )
}
