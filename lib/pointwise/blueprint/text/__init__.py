"""The text of a file as nodes with places: YAML 1.2 and JSON, within limits."""
