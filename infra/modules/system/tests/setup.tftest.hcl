# How the parts are set up, and that they know each other.
mock_provider "google" {}

variables {
  project        = "sandbox"
  project_number = "123456789012"
  region         = "europe-west1"

  sources = {
    fetch-and-schedule = { archive = "fetch-and-schedule.zip", digest = "d1" }
    generate           = { archive = "generate.zip", digest = "d2" }
    judge-point        = { archive = "judge-point.zip", digest = "d3" }
    aggregate          = { archive = "aggregate.zip", digest = "d4" }
    github-webhook     = { archive = "github-webhook.zip", digest = "d5" }
  }

  providers_of_models = {
    openai = {
      key      = "OPENAI_API_KEY"
      generate = { per_second = 10, concurrent = 100 }
      judge    = { per_second = 20, concurrent = 200 }
    }
    anthropic = {
      key      = "ANTHROPIC_API_KEY"
      generate = { per_second = 5, concurrent = 50 }
      judge    = { per_second = 10, concurrent = 100 }
    }
  }

  source_of_blueprints = { place = "github:example/blueprints" }
  retention            = { "cache/" = 30, "superseded/" = 7 }
  operators            = ["group:evals@example.com"]
}

run "the_parts_know_each_other" {
  assert {
    condition     = output.urls["judge-point"] == "https://judge-point-123456789012.europe-west1.run.app"
    error_message = "The URL of a function is made of name, project and region."
  }
  assert {
    condition = alltrue([
      for settings in values(module.functions.settings) : (
        settings.POINTWISE_BUCKET == "sandbox-pointwise"
        && settings.POINTWISE_QUEUES == "projects/sandbox/locations/europe-west1"
        && settings.POINTWISE_PROVIDERS == "anthropic,openai"
        && settings.POINTWISE_INVOKER == google_service_account.caller.email
        && settings.POINTWISE_ATTEMPTS == "10"
        && toset(split(",", settings.POINTWISE_FUNCTIONS)) == toset([for name, url in output.urls : "${name}=${url}"])
      )
    ])
    error_message = "Every function is told where the others are."
  }
  assert {
    condition = (
      [for name, settings in module.functions.settings : name if contains(keys(settings), "POINTWISE_SOURCE")]
      == ["fetch-and-schedule", "github-webhook"]
    )
    error_message = "Only what takes blueprints in is told where they are."
  }
}

run "without_embeddings_aggregate_knows_no_secret" {
  assert {
    condition     = length(output.access.mounts["aggregate"]) == 0
    error_message = "A provider that nobody said to have embeddings of is asked for none."
  }
}

run "what_was_put_together_to_be_read_is_deleted" {
  assert {
    condition     = output.retention == { "cache/" = 30, "composed/" = 1, "superseded/" = 7 }
    error_message = "Nobody deletes what aggregate composes but a rule on its age, which every deployment has."
  }
}

run "the_cron_calls_with_identity" {
  assert {
    condition = (
      google_cloud_scheduler_job.cron.http_target[0].uri == output.urls["fetch-and-schedule"]
      && google_cloud_scheduler_job.cron.http_target[0].oidc_token[0].service_account_email == google_service_account.caller.email
      && google_cloud_scheduler_job.cron.http_target[0].oidc_token[0].audience == output.urls["fetch-and-schedule"]
    )
    error_message = "The cron calls fetch-and-schedule as the caller, with a token for it."
  }
  assert {
    condition     = google_cloud_scheduler_job.cron.http_target[0].headers["Content-Type"] == "application/json"
    error_message = "Only JSON is taken for a task."
  }
}

run "rates_are_those_of_the_providers" {
  assert {
    condition = (
      module.queues.limits["generate-openai"] == { per_second = 10, concurrent = 100 }
      && module.queues.limits["judge-anthropic"] == { per_second = 10, concurrent = 100 }
    )
    error_message = "A queue has the rate of its provider and kind."
  }
}

run "a_provider_whose_name_has_an_underscore" {
  variables {
    providers_of_models = {
      my_lab = {
        key      = "MY_LAB_API_KEY"
        generate = { per_second = 1, concurrent = 2 }
        judge    = { per_second = 3, concurrent = 4 }
      }
    }
  }
  assert {
    condition = (
      toset(keys(module.queues.limits)) == toset([
        "schedule", "checks", "aggregate", "generate-custom", "generate-my-lab", "judge-my-lab",
      ])
      && module.queues.limits["judge-my-lab"] == { per_second = 3, concurrent = 4 }
      && contains(module.queues.enqueuers["judge-my-lab"], google_service_account.function["generate"].member)
    )
    error_message = "Its queues have a hyphen instead, as the code expects, with its rates and for those who add to them."
  }
  assert {
    condition     = alltrue([for settings in values(module.functions.settings) : settings.POINTWISE_PROVIDERS == "my_lab"])
    error_message = "The functions are told the provider by its own name."
  }
}

run "a_provider_that_cannot_name_a_queue" {
  command = plan
  variables {
    providers_of_models = {
      "my.lab" = {
        key      = "MY_LAB_API_KEY"
        generate = { per_second = 1, concurrent = 1 }
        judge    = { per_second = 1, concurrent = 1 }
      }
    }
  }
  expect_failures = [var.providers_of_models]
}

run "two_providers_that_would_share_a_queue" {
  command = plan
  variables {
    providers_of_models = {
      my_lab = {
        key      = "MY_LAB_API_KEY"
        generate = { per_second = 1, concurrent = 1 }
        judge    = { per_second = 1, concurrent = 1 }
      }
      my-lab = {
        key      = "MY_LAB_API_KEY"
        generate = { per_second = 1, concurrent = 1 }
        judge    = { per_second = 1, concurrent = 1 }
      }
    }
  }
  expect_failures = [var.providers_of_models]
}

run "stalled_runs_raise_an_alert" {
  assert {
    condition     = endswith(module.alerts.filters["a run stands still"], "AND jsonPayload.stalled=~\".\"")
    error_message = "The line in which the cron names stalled runs raises the alert."
  }
  assert {
    condition     = strcontains(module.alerts.filters["the cron fails"], "resource.labels.job_id=\"pointwise-cron\"")
    error_message = "Without the cron nobody finds stalled runs, so that its failure is told too."
  }
}
