output "project_roles" {
  description = "By account: its roles in the whole project."
  value = {
    for account in keys(local.accounts) : account => sort([
      for each in google_project_iam_member.this : each.role if each.member == google_service_account.this[account].member
    ])
  }
}
