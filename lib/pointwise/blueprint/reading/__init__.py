"""From nodes to drafts of the header, prompts and points; whatever is wrong becomes a finding."""
