output "filters" {
  description = "By name of alert: the log lines that raise it."
  value       = { for name, each in google_monitoring_alert_policy.this : name => each.conditions[0].condition_matched_log[0].filter }
}
