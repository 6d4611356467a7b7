"""The outside world: one adapter a module, each behind a port."""

import sys

# httpx imports its own command line, and with it rich and pygments: 60 ms of every start. It does without
# where that fails to import, which an entry of None makes it do.
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]
