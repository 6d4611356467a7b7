"""Plan and records to documents. Pure: the same inputs give the same bytes."""
