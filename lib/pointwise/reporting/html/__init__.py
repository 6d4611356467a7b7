"""Results as pages: one file each, that asks for nothing and obeys nothing it shows."""
