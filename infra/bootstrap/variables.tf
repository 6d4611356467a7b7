variable "project" {
  type = string
}

variable "secrets" {
  description = "Names of the secrets that the environment mounts. Their values never pass through Terraform."
  type        = set(string)
}

variable "operators" {
  description = "Who may read logs, such as `group:evals@example.com`."
  type        = set(string)
  default     = []
}
