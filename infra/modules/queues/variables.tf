variable "project" {
  type = string
}

variable "region" {
  type = string
}

variable "queues" {
  description = "By id: tasks that leave it a second, and tasks under way at a time."
  type        = map(object({ per_second = number, concurrent = number }))

  validation {
    condition = alltrue([
      for each in values(var.queues) :
      each.per_second > 0 && each.per_second <= 500 && each.concurrent >= 1 && each.concurrent <= 5000
    ])
    error_message = "A queue lets go of at most 500 tasks a second and has at most 5,000 under way."
  }
}

variable "attempts" {
  description = "Deliveries of a task at most. The last one must store a failure: after it the task is gone."
  type        = number
}

variable "enqueuers" {
  description = "By a label of ours: a member and the queues it may add tasks to."
  type        = map(object({ member = string, queues = set(string) }))
}
