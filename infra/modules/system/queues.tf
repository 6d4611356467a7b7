locals {
  # Not bound by what others allow: checks and aggregations take CPU, scheduling lists the bucket.
  own_queues = {
    schedule  = { per_second = 5, concurrent = 10 }
    checks    = { per_second = 100, concurrent = 80 }
    aggregate = { per_second = 20, concurrent = 40 }
    # Models that blueprints bring along with a URL of their own.
    generate-custom = { per_second = 5, concurrent = 10 }
  }
  # By provider: the last part of its queues, whose ids have no underscores. The code makes them the same way.
  parts = { for name in keys(var.providers_of_models) : name => replace(name, "_", "-") }
  queues = merge(
    local.own_queues,
    { for name, each in var.providers_of_models : "generate-${local.parts[name]}" => each.generate },
    { for name, each in var.providers_of_models : "judge-${local.parts[name]}" => each.judge },
  )
  kinds = merge(
    { for name in keys(local.own_queues) : name => split("-", name)[0] },
    { for part in values(local.parts) : "generate-${part}" => "generate" },
    { for part in values(local.parts) : "judge-${part}" => "judge" },
  )
}

module "queues" {
  source = "../queues"

  project  = var.project
  region   = var.region
  queues   = local.queues
  attempts = local.attempts

  enqueuers = merge(
    {
      for name, each in local.functions : name => {
        member = google_service_account.function[name].member
        queues = [for queue, kind in local.kinds : queue if contains(each.enqueues, kind)]
      }
    },
    { for member in var.operators : member => { member = member, queues = ["schedule"] } },
  )
}
