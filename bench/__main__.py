"""All measurements: `make bench`."""

from __future__ import annotations

from importlib import import_module

MEASUREMENTS = (
    "end_to_end",
    "http_overhead",
    "judge_prompts",
    "parse_corpus",
    "checks",
    "narrative",
    "aggregation",
    "cloud_operations",
    "report_page",  # last, because it ends everything where there is no browser
)

for name in MEASUREMENTS:
    import_module(f"bench.{name}").main()
