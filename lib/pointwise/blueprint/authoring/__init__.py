"""The format as authors write it, as types: the one place that says which fields there are."""
