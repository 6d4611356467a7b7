"""A whole run, from the start of the process to the written result, against what the calls alone take.

    python -m bench.end_to_end

100 prompts x 5 models x 4 judged points: 2,500 calls, 100 at a time, to the stand-in on loopback. The ideal
is 25 rounds of the server's latency.
"""

from __future__ import annotations

from bench.scratch import scratch
from bench.standin.process import standin
from bench.workload import Size, run_measured

SIZE = Size(prompts=100, models=5, points=4)
AT_A_TIME = 100
TARGETS = {0.5: 1.25, 0.05: 4.0}
"""Latency in seconds to the largest ratio of wall time to the ideal."""
PEAK_TARGET = 200.0
"""MiB."""


def main() -> None:
    """Measure each latency and print the ratios."""
    folder = scratch()
    blueprint = folder / "workload.json"
    blueprint.write_text(SIZE.blueprint())
    print(f"end to end: {SIZE.calls} calls, {AT_A_TIME} at a time; files left in {folder}")
    for latency, target in TARGETS.items():
        with standin(latency=latency) as server:
            measured = run_measured(server, blueprint, folder / f"out-{latency}", AT_A_TIME)
        ideal = SIZE.calls / AT_A_TIME * latency
        ratio = f"{measured.wall:.2f} s = {measured.wall / ideal:.2f} x the ideal (at most {target} x)"
        print(f"  {latency * 1000:4.0f} ms a call: {ratio}, {measured.shown} (at most {PEAK_TARGET:.0f})")


if __name__ == "__main__":
    main()
