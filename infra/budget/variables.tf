variable "project" {
  type = string
}

variable "project_number" {
  description = "As `gcloud projects describe PROJECT --format='value(projectNumber)'` says it."
  type        = string
}

variable "billing_account" {
  description = "Such as 012345-6789AB-CDEF01."
  type        = string
}

variable "currency" {
  description = "That of the billing account."
  type        = string
  default     = "USD"
}

variable "units" {
  description = "The budget of a month, in whole units of the currency."
  type        = number
  default     = 20
}

variable "notification_channels" {
  description = "Ids of the channels of Cloud Monitoring that are told, at most five."
  type        = list(string)
}
