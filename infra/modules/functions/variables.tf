variable "project" {
  type = string
}

variable "region" {
  type = string
}

variable "functions" {
  description = "By name. Secrets are environment variables; a secret has the name of its variable."
  type = map(object({
    account       = string
    invokers      = map(string)
    settings      = map(string)
    secrets       = set(string)
    memory        = string
    seconds       = number
    max_instances = number
  }))
}

variable "sources" {
  description = "By name of function: the archive that was staged and the SHA-256 of its bytes."
  type        = map(object({ archive = string, digest = string }))
}

variable "source_bucket" {
  description = "Where archives are put; made here."
  type        = string
}

variable "builder" {
  description = "E-mail address of the account that builds the images."
  type        = string
}
