output "concurrency" {
  description = "Requests that one instance is given at a time."
  value       = local.concurrency
}

output "invokers" {
  description = "By function: everybody who may call it."
  value = {
    for function in keys(var.functions) : function => sort([
      for each in google_cloud_run_service_iam_member.invoker : each.member if each.service == function
    ])
  }
}

output "readers" {
  description = "By secret: everybody who may read it."
  value = {
    for secret in distinct([for each in google_secret_manager_secret_iam_member.reader : each.secret_id]) :
    secret => sort([
      for each in google_secret_manager_secret_iam_member.reader : each.member if each.secret_id == secret
    ])
  }
}

output "mounts" {
  description = "By function: the secrets in its environment."
  value = {
    for function, each in google_cloudfunctions2_function.this : function => sort([
      for mount in each.service_config[0].secret_environment_variables : mount.secret
    ])
  }
}

output "settings" {
  description = "By function: the other variables of its environment."
  value       = { for function, each in google_cloudfunctions2_function.this : function => each.service_config[0].environment_variables }
}
