# Small and cheap: one provider, slow queues, small blueprints, nothing kept long.
terraform {
  backend "gcs" {
    prefix = "pointwise"
  }
}

provider "google" {
  project = var.project
}

module "pointwise" {
  source = "../../modules/system"

  project               = var.project
  project_number        = var.project_number
  region                = "europe-west1"
  sources               = var.sources
  operators             = var.operators
  notification_channels = var.notification_channels

  providers_of_models = {
    openrouter = {
      key      = "OPENROUTER_API_KEY"
      generate = { per_second = 2, concurrent = 10 }
      judge    = { per_second = 5, concurrent = 20 }
    }
  }

  source_of_blueprints = {
    place    = "github:${var.repository}"
    branches = ["staging"]
    limits   = { PROMPTS = 20, MODELS = 5, CALLS = 1000, CALLS_AT_ONCE = 2000 }
  }

  retention = {
    "cache/"      = 14
    "runs/"       = 30
    "superseded/" = 7
    "problems/"   = 30
    "sources/"    = 30
    "deliveries/" = 30
    "pending/"    = 30
  }
}
