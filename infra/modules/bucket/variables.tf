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
    By a label of ours: a member and what it may do. `read` is everything in the bucket; `look` lists prefixes
    below which it may read objects whose names it knows; `create` those below which it may write new objects and
    replace none; `change` those below which it may read, write and delete.
  TEXT
  type = map(object({
    member = string
    read   = optional(bool, false)
    look   = optional(list(string), [])
    create = optional(list(string), [])
    change = optional(list(string), [])
  }))

  # Whoever creates an object and finds one in the way looks whether it is its own.
  validation {
    condition = alltrue([
      for each in values(var.grants) : each.read || length(setsubtract(each.create, each.look)) == 0
    ])
    error_message = "Who may create objects must be able to look at those in the way: read, or look below the same prefixes."
  }
}
