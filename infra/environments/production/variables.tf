variable "project" {
  description = "Id of the project that this environment has to itself."
  type        = string
}

variable "project_number" {
  description = "As `gcloud projects describe PROJECT --format='value(projectNumber)'` says it."
  type        = string
}

variable "sources" {
  description = "What infra/stage.py has staged."
  type        = map(object({ archive = string, digest = string }))
}

variable "repository" {
  description = "OWNER/NAME of the repository of blueprints on GitHub."
  type        = string
}

variable "operators" {
  description = "Who may start, watch, resume and cancel runs, such as `group:evals@example.com`."
  type        = list(string)
  default     = []
}

variable "notification_channels" {
  description = "Ids of the channels of Cloud Monitoring that alerts go to."
  type        = list(string)
  default     = []
}
