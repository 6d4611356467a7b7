mock_provider "google" {}

variables {
  project   = "sandbox"
  region    = "europe-west1"
  attempts  = 10
  queues    = { judge-openai = { per_second = 20, concurrent = 200 } }
  enqueuers = { generate = { member = "serviceAccount:generate@sandbox.iam.gserviceaccount.com", queues = ["judge-openai"] } }
}

run "limits" {
  assert {
    condition     = output.limits == { judge-openai = { per_second = 20, concurrent = 200 } }
    error_message = "The rate of a provider is that of its queue."
  }
}

run "only_attempts_end_a_task" {
  assert {
    condition = (
      google_cloud_tasks_queue.this["judge-openai"].retry_config[0].max_attempts == 10
      && google_cloud_tasks_queue.this["judge-openai"].retry_config[0].max_retry_duration == "0s"
    )
    error_message = "The last attempt must be one that the function can tell, since the task is deleted after it."
  }
}

run "no_queue_beyond_the_limits_of_the_service" {
  command = plan
  variables {
    queues    = { judge-openai = { per_second = 501, concurrent = 1 } }
    enqueuers = {}
  }
  expect_failures = [var.queues]
}
