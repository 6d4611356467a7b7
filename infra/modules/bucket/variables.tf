variable "project" {
  type = string
}

variable "location" {
  type = string
}

variable "name" {
  type = string
}

variable "retention" {
  description = "Days after which objects below a prefix are deleted. What has no entry is kept."
  type        = map(number)

  validation {
    condition     = alltrue([for prefix, days in var.retention : endswith(prefix, "/") && days >= 1])
    error_message = "A retention rule is PREFIX/ = DAYS, at least 1."
  }
}

variable "grants" {
  description = <<-TEXT
    By a label of ours: a member and what it may do. `read` is everything in the bucket; `create` lists prefixes
    below which it may write new objects and replace none; `change` those below which it may write and delete.
  TEXT
  type = map(object({
    member = string
    read   = optional(bool, false)
    create = optional(list(string), [])
    change = optional(list(string), [])
  }))
}
