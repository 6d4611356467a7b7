output "urls" {
  description = "By name of function: its URL, which is also the audience of the token it wants."
  value       = local.urls
}

output "caller" {
  description = "The account that the private functions are called as."
  value       = google_service_account.caller.email
}

output "shell" {
  description = "What `pointwise cloud` needs to know, to be evaluated by a shell."
  value       = join("\n", [for name, value in local.settings : "export ${name}='${value}'"])
}

output "access" {
  description = "Who may do what, as it was granted."
  value = {
    invoke  = module.functions.invokers
    secrets = module.functions.readers
    mounts  = module.functions.mounts
    enqueue = module.queues.enqueuers
    objects = module.bucket.grants
  }
}

output "retention" {
  description = "By prefix: days after which objects are deleted."
  value       = module.bucket.retention
}
