variable "project" {
  type = string
}

variable "project_number" {
  type = string
}

variable "region" {
  type = string
}

variable "sources" {
  description = "By name of function: the archive that was staged and the SHA-256 of its bytes."
  type        = map(object({ archive = string, digest = string }))
}

variable "providers_of_models" {
  description = <<-TEXT
    By name of provider: the secret that holds its key, which has the name of the variable, and the rates that all
    workers together keep. Tasks of the two kinds wait in queues of their own, so that a run that is being judged
    does not starve one that is being answered. With `embeddings`, aggregate has the key too and asks the provider for
    embeddings, where a blueprint wants them; without, the result says that they are missing.
  TEXT
  type = map(object({
    key        = string
    generate   = object({ per_second = number, concurrent = number })
    judge      = object({ per_second = number, concurrent = number })
    embeddings = optional(bool, false)
  }))

  validation {
    condition     = alltrue([for name in keys(var.providers_of_models) : can(regex("^[a-z0-9_-]{1,91}$", name))])
    error_message = "Names of queues are made of those of providers: lower case letters, digits, hyphens, underscores."
  }
  validation {
    condition = (
      length(distinct([for name in keys(var.providers_of_models) : replace(name, "_", "-")]))
      == length(var.providers_of_models)
    )
    error_message = "In names of queues an underscore becomes a hyphen: two providers may not differ in that alone."
  }
}

variable "source_of_blueprints" {
  description = <<-TEXT
    Where blueprints come from by themselves: `github:OWNER/NAME` or `gs://BUCKET/PREFIX`, the branches that count,
    patterns of the models they may ask, and limits by the last part of POINTWISE_MAX_…, such as CALLS. With `token`,
    the secret GITHUB_TOKEN is used: for private repositories, higher rates, and the status of commits.
  TEXT
  type = object({
    place          = string
    branches       = optional(list(string), ["main"])
    allowed_models = optional(list(string), ["*"])
    limits         = optional(map(number), {})
    token          = optional(bool, true)
  })
}

variable "retention" {
  description = "By prefix: days after which objects are deleted."
  type        = map(number)
}

variable "operators" {
  description = "Who may start, watch, resume and cancel runs, such as `group:evals@example.com`."
  type        = list(string)
  default     = []
}

variable "cron" {
  description = "When periodic blueprints are looked for and stalled runs found, in UTC."
  type        = string
  default     = "0 * * * *"
}

variable "notification_channels" {
  description = "Ids of the channels of Cloud Monitoring that alerts go to."
  type        = list(string)
  default     = []
}
