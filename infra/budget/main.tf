# Once per project, by somebody with rights on the billing account, which no deployment should have.
# What models cost is billed by their providers; set limits there too.
terraform {
  backend "gcs" {
    prefix = "budget"
  }
}

provider "google" {
  project               = var.project
  billing_project       = var.project
  user_project_override = true
}

resource "google_billing_budget" "this" {
  billing_account = var.billing_account
  display_name    = "Pointwise in ${var.project}"

  budget_filter {
    projects        = ["projects/${var.project_number}"]
    calendar_period = "MONTH"
  }

  amount {
    specified_amount {
      currency_code = var.currency
      units         = tostring(var.units)
    }
  }

  dynamic "threshold_rules" {
    for_each = [0.5, 0.9, 1.0]
    content {
      threshold_percent = threshold_rules.value
    }
  }

  threshold_rules {
    threshold_percent = 1.0
    spend_basis       = "FORECASTED_SPEND"
  }

  all_updates_rule {
    monitoring_notification_channels = var.notification_channels
    disable_default_iam_recipients   = false
  }
}
