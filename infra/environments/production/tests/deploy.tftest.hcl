mock_provider "google" {}

variables {
  project        = "sandbox"
  project_number = "123456789012"
  repository     = "example/blueprints"
  sources = {
    fetch-and-schedule = { archive = "fetch-and-schedule.zip", digest = "d1" }
    generate           = { archive = "generate.zip", digest = "d2" }
    judge-point        = { archive = "judge-point.zip", digest = "d3" }
    aggregate          = { archive = "aggregate.zip", digest = "d4" }
    github-webhook     = { archive = "github-webhook.zip", digest = "d5" }
  }
}

run "deploy" {
  assert {
    condition     = [for name, members in output.access.invoke : name if contains(members, "allUsers")] == ["github-webhook"]
    error_message = "The webhook, and nothing else, is open to everybody."
  }
  assert {
    condition     = toset(keys(output.access.secrets)) == toset(["GITHUB_TOKEN", "POINTWISE_WEBHOOK_SECRET", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"])
    error_message = "These are the secrets to make before the first deployment."
  }
  assert {
    condition = toset(keys(output.access.enqueue)) == toset(concat(
      ["schedule", "checks", "aggregate", "generate-custom"],
      flatten([for name in ["anthropic", "google", "openai", "openrouter"] : ["generate-${name}", "judge-${name}"]]),
    ))
    error_message = "Each provider has its two queues."
  }
}

run "runs_are_kept" {
  assert {
    condition     = !contains(keys(output.retention), "runs/")
    error_message = "Results stay until a person deletes them."
  }
}
