output "enqueuers" {
  description = "By queue: everybody who may add tasks."
  value = {
    for queue in keys(var.queues) : queue => sort([
      for each in google_cloud_tasks_queue_iam_member.enqueuer : each.member if each.name == queue
    ])
  }
}

output "limits" {
  description = "By queue: tasks a second, and tasks under way."
  value = {
    for queue, each in google_cloud_tasks_queue.this : queue => {
      per_second = each.rate_limits[0].max_dispatches_per_second
      concurrent = each.rate_limits[0].max_concurrent_dispatches
    }
  }
}
