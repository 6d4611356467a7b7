mock_provider "google" {}

variables {
  project   = "sandbox"
  location  = "europe-west1"
  name      = "results"
  retention = { "cache/" = 90, "superseded/" = 30 }
  grants = {
    generate = { member = "serviceAccount:g@sandbox.iam.gserviceaccount.com", read = true, create = ["runs/", "cache/"] }
    webhook  = { member = "serviceAccount:w@sandbox.iam.gserviceaccount.com", create = ["pending/"], look = ["pending/"] }
  }
}

run "private" {
  assert {
    condition     = google_storage_bucket.this.uniform_bucket_level_access && google_storage_bucket.this.public_access_prevention == "enforced"
    error_message = "Rights are those of the bucket, and none is public."
  }
}

run "retention" {
  assert {
    condition     = output.retention == { "cache/" = 90, "superseded/" = 30 }
    error_message = "What can be had again is deleted in time."
  }
  assert {
    condition = alltrue([
      for rule in google_storage_bucket.this.lifecycle_rule :
      length(rule.condition[0].matches_prefix) == 1 if rule.action[0].type == "Delete"
    ])
    error_message = "No rule deletes without a prefix: runs that have no rule are kept."
  }
  assert {
    condition     = contains([for rule in google_storage_bucket.this.lifecycle_rule : rule.action[0].type], "AbortIncompleteMultipartUpload")
    error_message = "Uploads that broke off are not paid for."
  }
}

run "a_rule_without_a_folder" {
  command = plan
  variables {
    retention = { "cache" = 90 }
  }
  expect_failures = [var.retention]
}

run "grants" {
  assert {
    condition = output.grants == tolist([
      "serviceAccount:g@sandbox.iam.gserviceaccount.com roles/storage.objectCreator resource.name.startsWith(\"projects/_/buckets/results/objects/runs/\") || resource.name.startsWith(\"projects/_/buckets/results/objects/cache/\")",
      "serviceAccount:g@sandbox.iam.gserviceaccount.com roles/storage.objectViewer everywhere",
      "serviceAccount:w@sandbox.iam.gserviceaccount.com roles/storage.objectCreator resource.name.startsWith(\"projects/_/buckets/results/objects/pending/\")",
      "serviceAccount:w@sandbox.iam.gserviceaccount.com roles/storage.objectViewer resource.name.startsWith(\"projects/_/buckets/results/objects/pending/\")",
    ])
    error_message = "A member gets what was said, below the prefixes that were said."
  }
}

run "a_creator_that_cannot_see_what_is_in_its_way" {
  command = plan
  variables {
    grants = { webhook = { member = "serviceAccount:w@sandbox.iam.gserviceaccount.com", create = ["pending/"] } }
  }
  expect_failures = [var.grants]
}
