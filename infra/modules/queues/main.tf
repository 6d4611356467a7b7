locals {
  enqueuers = merge([
    for label, each in var.enqueuers : {
      for queue in each.queues : "${label}/${queue}" => { member = each.member, queue = queue }
    }
  ]...)
}

resource "google_cloud_tasks_queue" "this" {
  for_each = var.queues

  project  = var.project
  location = var.region
  name     = each.key

  rate_limits {
    max_dispatches_per_second = each.value.per_second
    max_concurrent_dispatches = each.value.concurrent
  }

  # A queue gives up when attempts and duration are both used up; without a duration attempts alone count.
  # Ten attempts wait 10, 20, 40, … 320, 600, 600, 600 s: some 40 minutes in all.
  retry_config {
    max_attempts       = var.attempts
    max_retry_duration = "0s"
    min_backoff        = "10s"
    max_backoff        = "600s"
    max_doublings      = 5
  }

  stackdriver_logging_config {
    sampling_ratio = 0.01
  }
}

resource "google_cloud_tasks_queue_iam_member" "enqueuer" {
  for_each = local.enqueuers

  project  = var.project
  location = var.region
  name     = google_cloud_tasks_queue.this[each.value.queue].name
  role     = "roles/cloudtasks.enqueuer"
  member   = each.value.member
}
