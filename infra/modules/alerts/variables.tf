variable "project" {
  type = string
}

variable "channels" {
  description = "Ids of notification channels of Cloud Monitoring."
  type        = list(string)
}

variable "alerts" {
  description = "By name: the log lines that raise it, and what to do then."
  type        = map(object({ filter = string, advice = string }))
}
