mock_provider "google" {}

variables {
  project       = "sandbox"
  region        = "europe-west1"
  source_bucket = "sandbox-sources"
  builder       = "builder@sandbox.iam.gserviceaccount.com"

  functions = {
    judge-point = {
      account       = "judge-point@sandbox.iam.gserviceaccount.com"
      invokers      = { caller = "serviceAccount:caller@sandbox.iam.gserviceaccount.com" }
      settings      = { POINTWISE_BUCKET = "results" }
      secrets       = ["OPENAI_API_KEY"]
      memory        = "1Gi"
      seconds       = 1800
      max_instances = 6
    }
    github-webhook = {
      account       = "github-webhook@sandbox.iam.gserviceaccount.com"
      invokers      = { everybody = "allUsers" }
      settings      = {}
      secrets       = []
      memory        = "512Mi"
      seconds       = 30
      max_instances = 1
    }
  }
  sources = {
    judge-point    = { archive = "judge-point.zip", digest = "d1" }
    github-webhook = { archive = "github-webhook.zip", digest = "d2" }
  }
}

run "instances" {
  assert {
    condition = alltrue([
      for each in google_cloudfunctions2_function.this : each.service_config[0].min_instance_count == 0
    ])
    error_message = "What is not used costs nothing."
  }
  assert {
    condition = alltrue([
      for each in google_cloudfunctions2_function.this :
      each.service_config[0].max_instance_request_concurrency == 80 && each.service_config[0].available_cpu == "1"
    ])
    error_message = "Eighty requests share an instance, which takes a whole vCPU."
  }
  assert {
    condition = (
      google_cloudfunctions2_function.this["judge-point"].service_config[0].max_instance_count == 6
      && google_cloudfunctions2_function.this["github-webhook"].service_config[0].max_instance_count == 1
    )
    error_message = "Instances are bounded."
  }
}

run "code" {
  assert {
    condition     = google_cloudfunctions2_function.this["judge-point"].build_config[0].entry_point == "judge_point"
    error_message = "The entry point is named like the folder."
  }
  assert {
    condition     = google_storage_bucket_object.source["judge-point"].name == "judge-point/d1.zip"
    error_message = "The name of an archive says what is in it."
  }
  assert {
    condition     = google_cloudfunctions2_function.this["judge-point"].build_config[0].service_account == "projects/sandbox/serviceAccounts/builder@sandbox.iam.gserviceaccount.com"
    error_message = "Images are built by an account that can do nothing else."
  }
  assert {
    condition     = google_cloudfunctions2_function.this["judge-point"].service_config[0].service_account_email == "judge-point@sandbox.iam.gserviceaccount.com"
    error_message = "Each function has an identity of its own."
  }
}

run "sources_are_private" {
  assert {
    condition     = google_storage_bucket.sources.uniform_bucket_level_access && google_storage_bucket.sources.public_access_prevention == "enforced"
    error_message = "Nobody reads sources by accident."
  }
}
