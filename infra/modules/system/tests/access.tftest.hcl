# Who may do what. Applied to a provider that only knows the schema, so that every grant is a resource to look at.
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

      embeddings = true
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

run "who_may_invoke" {
  assert {
    condition     = [for name, members in output.access.invoke : name if contains(members, "allUsers")] == ["github-webhook"]
    error_message = "The webhook, and nothing else, is open to everybody."
  }
  assert {
    condition     = alltrue([for members in values(output.access.invoke) : !contains(members, "allAuthenticatedUsers")])
    error_message = "An account of just anybody is as good as none."
  }
  assert {
    condition = alltrue([
      for name in ["generate", "judge-point", "aggregate"] :
      output.access.invoke[name] == tolist([google_service_account.caller.member])
    ])
    error_message = "The functions behind queues are invoked by the caller alone."
  }
  assert {
    condition = toset(output.access.invoke["fetch-and-schedule"]) == toset([
      google_service_account.caller.member, "group:evals@example.com",
    ])
    error_message = "fetch-and-schedule is invoked by the caller and by operators."
  }
  assert {
    condition     = output.access.invoke["github-webhook"] == tolist(["allUsers"])
    error_message = "GitHub has no identity here; nobody else has any business with the webhook."
  }
}

run "who_may_know_what" {
  assert {
    condition = toset(keys(output.access.secrets)) == toset([
      "ANTHROPIC_API_KEY", "GITHUB_TOKEN", "OPENAI_API_KEY", "POINTWISE_WEBHOOK_SECRET",
    ])
    error_message = "These secrets are read by functions, and no others."
  }
  assert {
    condition = alltrue([
      for key, names in {
        OPENAI_API_KEY    = ["generate", "judge-point", "aggregate"]
        ANTHROPIC_API_KEY = ["generate", "judge-point"]
        } : toset(output.access.secrets[key]) == toset([
          for name in names : "serviceAccount:${google_service_account.function[name].email}"
      ])
    ])
    error_message = "Keys of providers are read only by what asks models, and for embeddings by aggregate where that was said."
  }
  assert {
    condition     = output.access.secrets["GITHUB_TOKEN"] == tolist(["serviceAccount:${google_service_account.function["fetch-and-schedule"].email}"])
    error_message = "The token of GitHub is read by fetch-and-schedule alone."
  }
  assert {
    condition     = output.access.secrets["POINTWISE_WEBHOOK_SECRET"] == tolist(["serviceAccount:${google_service_account.function["github-webhook"].email}"])
    error_message = "The secret of the webhook is read by the webhook alone."
  }
  assert {
    condition = alltrue([
      for name, mounts in output.access.mounts : sort(mounts) == sort([
        for secret, members in output.access.secrets :
        secret if contains(members, "serviceAccount:${google_service_account.function[name].email}")
      ])
    ])
    error_message = "Every function mounts exactly the secrets it may read."
  }
  assert {
    condition     = output.access.mounts["aggregate"] == tolist(["OPENAI_API_KEY"])
    error_message = "aggregate asks for embeddings and for nothing else."
  }
}

run "a_public_repository_needs_no_token" {
  variables {
    source_of_blueprints = { place = "github:example/blueprints", token = false }
  }
  assert {
    condition     = !contains(keys(output.access.secrets), "GITHUB_TOKEN")
    error_message = "Without a token there is no secret to mount."
  }
}

run "who_may_enqueue" {
  assert {
    condition = toset(keys(output.access.enqueue)) == toset([
      "schedule", "checks", "aggregate", "generate-custom",
      "generate-openai", "generate-anthropic", "judge-openai", "judge-anthropic",
    ])
    error_message = "There is one queue per provider and kind, and one for each kind without a provider."
  }
  assert {
    condition = { for queue, members in output.access.enqueue : queue => toset(members) } == {
      for queue, names in {
        schedule           = ["fetch-and-schedule", "github-webhook"]
        checks             = ["generate"]
        aggregate          = ["fetch-and-schedule", "generate", "judge-point", "aggregate"]
        generate-custom    = ["fetch-and-schedule", "judge-point"]
        generate-openai    = ["fetch-and-schedule", "judge-point"]
        generate-anthropic = ["fetch-and-schedule", "judge-point"]
        judge-openai       = ["fetch-and-schedule", "generate", "judge-point"]
        judge-anthropic    = ["fetch-and-schedule", "generate", "judge-point"]
        } : queue => toset(concat(
          [for name in names : google_service_account.function[name].member],
          queue == "schedule" ? ["group:evals@example.com"] : [],
      ))
    }
    error_message = "Each function adds tasks to the queues of what comes after it, and to no others."
  }
  assert {
    condition = toset([for each in google_service_account_iam_member.acts_as_caller : each.member]) == toset(concat(
      [for each in google_service_account.function : each.member], ["group:evals@example.com"],
    ))
    error_message = "Whoever adds tasks may have them delivered as the caller, and nobody else may."
  }
  assert {
    condition = (
      google_service_account_iam_member.smoke_test.member == "serviceAccount:deployer@sandbox.iam.gserviceaccount.com"
      && google_service_account_iam_member.smoke_test.role == "roles/iam.serviceAccountOpenIdTokenCreator"
    )
    error_message = "The deployer may get tokens of the caller, for the smoke test, and act as it in no other way."
  }
}

run "who_may_touch_which_objects" {
  assert {
    condition = toset(output.access.objects) == toset(flatten([
      [for name in ["fetch-and-schedule", "generate", "judge-point", "aggregate"] : "${google_service_account.function[name].member} roles/storage.objectViewer everywhere"],
      [for name, grant in {
        fetch-and-schedule = { role = "objectUser", prefixes = ["runs/", "active/", "pending/", "deliveries/", "problems/", "sources/", "superseded/"] }
        aggregate          = { role = "objectUser", prefixes = ["runs/", "aggregates/", "index.html"] }
        generate           = { role = "objectCreator", prefixes = ["runs/", "cache/"] }
        github-webhook     = { role = "objectCreator", prefixes = ["pending/"] }
        } : join(" ", [
          google_service_account.function[name].member, "roles/storage.${grant.role}",
          join(" || ", [for prefix in grant.prefixes : "resource.name.startsWith(\"projects/_/buckets/sandbox-pointwise/objects/${prefix}\")"]),
      ])],
      "${google_service_account.function["github-webhook"].member} roles/storage.objectViewer resource.name.startsWith(\"projects/_/buckets/sandbox-pointwise/objects/pending/\")",
      "${google_service_account.function["aggregate"].member} roles/storage.objectCreator resource.name.startsWith(\"projects/_/buckets/sandbox-pointwise/objects/cache/\") || resource.name.startsWith(\"projects/_/buckets/sandbox-pointwise/objects/composed/\")",
      "${google_service_account.function["judge-point"].member} roles/storage.objectCreator resource.name.startsWith(\"projects/_/buckets/sandbox-pointwise/objects/runs/\")",
      "${google_service_account.function["judge-point"].member} roles/storage.objectUser resource.name.startsWith(\"projects/_/buckets/sandbox-pointwise/objects/cache/\")",
      "group:evals@example.com roles/storage.objectViewer everywhere",
      "group:evals@example.com roles/storage.objectUser resource.name.startsWith(\"projects/_/buckets/sandbox-pointwise/objects/runs/\") || resource.name.startsWith(\"projects/_/buckets/sandbox-pointwise/objects/active/\")",
    ]))
    error_message = "generate and judge-point replace no result, the webhook sees none and deletes nothing, and no grant is wider than its prefixes."
  }
}
