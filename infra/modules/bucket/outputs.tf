output "name" {
  value = google_storage_bucket.this.name
}

output "retention" {
  description = "By prefix: days after which objects are deleted."
  value = {
    for rule in google_storage_bucket.this.lifecycle_rule :
    rule.condition[0].matches_prefix[0] => rule.condition[0].age if rule.action[0].type == "Delete"
  }
}

output "grants" {
  description = "Who may do what below which names."
  value = sort([
    for each in google_storage_bucket_iam_member.this :
    join(" ", [each.member, each.role, try(each.condition[0].expression, "everywhere")])
  ])
}
