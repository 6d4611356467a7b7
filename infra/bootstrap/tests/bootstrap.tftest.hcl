mock_provider "google" {}

variables {
  project   = "sandbox"
  secrets   = ["OPENAI_API_KEY", "POINTWISE_WEBHOOK_SECRET"]
  operators = ["group:evals@example.com"]
}

run "nobody_owns_the_project" {
  assert {
    condition = length(setintersection(
      toset(flatten(values(output.project_roles))),
      toset(["roles/owner", "roles/editor", "roles/resourcemanager.projectIamAdmin", "roles/iam.securityAdmin", "roles/secretmanager.admin"]),
    )) == 0
    error_message = "No account may give itself rights on the project, or read all its secrets."
  }
}

run "a_branch_cannot_deploy" {
  assert {
    condition     = toset(output.project_roles["planner"]) == toset(["roles/viewer", "roles/iam.securityReviewer", "roles/logging.logWriter"])
    error_message = "Code that nobody has reviewed yet is built with rights to read."
  }
}

run "secrets_without_values" {
  assert {
    condition     = toset([for each in google_secret_manager_secret_iam_member.deployer : each.secret_id]) == var.secrets
    error_message = "The deployer says who reads a secret, for these secrets alone."
  }
}
