output "urls" {
  value = module.pointwise.urls
}

output "caller" {
  value = module.pointwise.caller
}

output "shell" {
  value = module.pointwise.shell
}

output "access" {
  value = module.pointwise.access
}

output "retention" {
  value = module.pointwise.retention
}
