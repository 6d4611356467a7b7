# What each function is, may do and may know. Everything else in this module is derived from this map.
locals {
  functions = {
    fetch-and-schedule = {
      receives = ["schedule"]
      enqueues = ["schedule", "generate", "judge", "aggregate"]
      objects  = { read = true, change = ["runs/", "active/", "pending/", "deliveries/", "problems/", "sources/", "superseded/"] }
      secrets  = var.source_of_blueprints.token ? ["GITHUB_TOKEN"] : []
      settings = local.source_settings
      callers  = local.callers_and_operators
      memory   = "1Gi"
      seconds  = 1800
    }
    generate = {
      receives = ["generate"]
      enqueues = ["judge", "checks", "aggregate"]
      objects  = { read = true, create = ["runs/", "cache/"] }
      secrets  = local.keys
      settings = {}
      callers  = local.callers
      memory   = "512Mi"
      seconds  = 1800
    }
    judge-point = {
      receives = ["judge", "checks"]
      enqueues = ["generate", "judge", "aggregate"]
      # A verdict that cannot be read is taken out of the cache, or it would be found again by every retry.
      objects  = { read = true, create = ["runs/"], change = ["cache/"] }
      secrets  = local.keys
      settings = {}
      callers  = local.callers
      memory   = "1Gi"
      seconds  = 1800
    }
    aggregate = {
      receives = ["aggregate"]
      enqueues = ["aggregate"]
      # Embeddings are asked for where all responses to a prompt are at hand. What judges them is put together to
      # be read at once, and left to the rule on age.
      objects  = { read = true, create = ["cache/", "composed/"], change = ["runs/", "aggregates/", "index.html"] }
      secrets  = sort([for each in values(var.providers_of_models) : each.key if each.embeddings])
      settings = {}
      callers  = local.callers
      memory   = "1Gi"
      seconds  = 1800
    }
    github-webhook = {
      receives = []
      enqueues = ["schedule"]
      # It has to see what is in the way of a new object: that may be its own, the answer to which got lost.
      objects  = { create = ["pending/"], look = ["pending/"] }
      secrets  = ["POINTWISE_WEBHOOK_SECRET"]
      settings = local.source_settings
      callers  = { everybody = "allUsers" }
      memory   = "512Mi"
      seconds  = 30
    }
  }

  keys                  = sort([for each in values(var.providers_of_models) : each.key])
  callers               = { caller = google_service_account.caller.member }
  callers_and_operators = merge(local.callers, { for member in var.operators : member => member })

  # Known before the functions are there, since they call each other and one calls itself.
  # https://cloud.google.com/run/docs/triggering/https-request#deterministic
  urls = { for name in keys(local.functions) : name => "https://${name}-${var.project_number}.${var.region}.run.app" }

  # A door that is open to everybody costs at most one instance.
  max_instances = {
    for name, each in local.functions : name => 1 + ceil(
      sum(concat([0], [for queue, limits in local.queues : limits.concurrent if contains(each.receives, local.kinds[queue])])) / 80
    )
  }
}

module "functions" {
  source = "../functions"

  project       = var.project
  region        = var.region
  sources       = var.sources
  source_bucket = "${var.project}-pointwise-sources"
  builder       = "function-builder@${var.project}.iam.gserviceaccount.com"

  functions = {
    for name, each in local.functions : name => {
      account       = google_service_account.function[name].email
      invokers      = each.callers
      settings      = merge(local.settings, each.settings)
      secrets       = each.secrets
      memory        = each.memory
      seconds       = each.seconds
      max_instances = local.max_instances[name]
    }
  }
}
