resource "google_monitoring_alert_policy" "this" {
  for_each = var.alerts

  project               = var.project
  display_name          = "Pointwise: ${each.key}"
  combiner              = "OR"
  notification_channels = var.channels

  conditions {
    display_name = each.key
    condition_matched_log {
      filter = each.value.filter
    }
  }

  alert_strategy {
    auto_close = "86400s"
    notification_rate_limit {
      period = "3600s"
    }
  }

  documentation {
    content   = each.value.advice
    mime_type = "text/markdown"
  }
}
