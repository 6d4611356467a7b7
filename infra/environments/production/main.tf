# Runs are kept; what can be made again from elsewhere is not.
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

  # Below the usual limits of a paid account in its second month; raise them as the provider does.
  providers_of_models = {
    openrouter = {
      key      = "OPENROUTER_API_KEY"
      generate = { per_second = 20, concurrent = 200 }
      judge    = { per_second = 40, concurrent = 400 }
    }
    openai = {
      key        = "OPENAI_API_KEY"
      generate   = { per_second = 10, concurrent = 100 }
      judge      = { per_second = 20, concurrent = 200 }
      embeddings = true
    }
    anthropic = {
      key      = "ANTHROPIC_API_KEY"
      generate = { per_second = 5, concurrent = 50 }
      judge    = { per_second = 10, concurrent = 100 }
    }
    google = {
      key      = "GEMINI_API_KEY"
      generate = { per_second = 5, concurrent = 50 }
      judge    = { per_second = 10, concurrent = 100 }
    }
  }

  source_of_blueprints = {
    place = "github:${var.repository}"
  }

  retention = {
    "cache/"      = 90
    "superseded/" = 30
    "problems/"   = 90
    "sources/"    = 30
    "deliveries/" = 365
    "pending/"    = 30
  }
}
