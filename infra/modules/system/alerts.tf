locals {
  services = join(" OR ", [for name in keys(local.functions) : "resource.labels.service_name=\"${name}\""])
  of_ours  = "resource.type=\"cloud_run_revision\" AND (${local.services})"
}

module "alerts" {
  source = "../alerts"

  project  = var.project
  channels = var.notification_channels

  alerts = {
    "a run stands still" = {
      # The cron names the runs that got no further since its last look; the pattern needs at least one.
      filter = "${local.of_ours} AND jsonPayload.stalled=~\".\""
      advice = "What the run lacks was queued again. Should this come back, read `pointwise cloud logs RUN --errors`: a queue may be paused, a key refused, or a provider out of service."
    }
    "the cron fails" = {
      filter = "resource.type=\"cloud_scheduler_job\" AND resource.labels.job_id=\"${google_cloud_scheduler_job.cron.name}\" AND severity>=ERROR"
      advice = "Nobody finds stalled runs, and periodic blueprints are not run. Read the logs of fetch-and-schedule."
    }
    "work was dropped" = {
      # The smoke test delivers tasks of a run that does not exist.
      filter = "${local.of_ours} AND severity>=ERROR AND NOT jsonPayload.run=\"smoke/none\""
      advice = "A task could not be read, a function is not set up, a task crashed, or a queue or the sweeper gave something up. The line says which and why; `pointwise cloud resume RUN` tries again what a run lacks."
    }
  }
}
