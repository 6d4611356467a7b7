"""The only place that spells object keys.

    cache/<2 hex>/<64 hex>.json                       replies by the digest of their request
    cache/<2 hex>/<subject>/<64 hex>.json             those to requests about one thing, such as a response
    composed/<64 hex>                                 objects of a family put together, for a day
    runs/<blueprint>/<label>_<timestamp>/
        plan.json                                     what is to be done, written first
        key-points/<prompt>.json                      drawn from an ideal answer; or .failed.json
        responses/<prompt>/<variant>.json             or .failed.json
        judgements/<prompt>/<variant>/<point>.<judge>.json   or .failed.json; checks.json
        done/<prompt>/<variant>                       every judgement of this response is settled
        similarity/<prompt>.json                      how alike its responses are, where that was asked for
        coverage/<prompt>.json                        results of one prompt
        artefacts/…                                   the result in pieces, for readers that want one of them
        timing.json                                   how long calls took, which no two runs share
        <label>_<timestamp>_comparison.json           the result, written last
        report.html                                   the result as a page
        cancelled                                     nothing more is to be done
    runs/<blueprint>/summary.json  index.html         every run of a blueprint in brief, and as a page
    aggregates/latest_runs.json  leaderboard.json     over all blueprints
    index.html                                        the leaderboard and all blueprints as a page
    superseded/<blueprint>/<label>_<timestamp>/…      failures that were retried later
    active/<blueprint>/<label>_<timestamp>            runs in the cloud that may be unfinished, and the
                                                      objects they had when they were last looked at,
                                                      and how often in a row that was so many
    pending/<id>.json                                 pushes that were received and not yet fetched
    deliveries/<id>.json                              pushes that were fetched
    problems/<revision or time>/<path>.json           blueprints that were refused, and why
    sources/…                                         what was read at the source of blueprints

Prompt and model ids are anything; a segment is made of them by `segment`.
"""

from __future__ import annotations

import hashlib
import re

_UNSAFE = re.compile(r"[^a-z0-9._=-]+")
_LONGEST = 80
"""Characters of an id kept in a segment: with a suffix it stays far below the 255 bytes of a file name."""

CACHE = "cache/"
"""Replies, which cost money. Everything else of a run can be made again from them."""
COMPOSED = "composed/"
"""What is read at once instead of one by one. A rule on age deletes it: nobody looks for it twice."""
SUPERSEDED = "superseded/"
"""Failures that were retried: a folder of their own, so that a rule on age can find them."""
FAILED = ".failed.json"
STORED = ".json"
CHECKS = "checks"
ACTIVE = "active/"
PENDING = "pending/"


def segment(name: str) -> str:
    """A name as one safe path segment, the same on file systems that ignore case.

    A name that had to be changed gets 8 hex digits of its SHA-256, so that different names never meet.
    """
    safe = _UNSAFE.sub("-", name.lower()).strip(".-")[:_LONGEST]
    if safe and safe == name:
        return safe
    return f"{safe}~{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def cache(request_digest: str, subject: str | None = None) -> str:
    """Where the reply to a request is kept; with others about the same subject, if it has one."""
    folder = f"{CACHE}{request_digest[:2]}/" if subject is None else cached_about(subject)
    return f"{folder}{request_digest}.json"


def cached_about(subject: str) -> str:
    """The prefix of all replies about a subject, which is named by hex digits."""
    return f"{CACHE}{subject[:2]}/{subject}/"


def composed(digest: str) -> str:
    """Where objects are put together whose names and generations have a digest."""
    return f"{COMPOSED}{digest}"


class RunKeys:
    """The keys of one run. `run` is `<blueprint>/<label>_<timestamp>`."""

    def __init__(self, run: str) -> None:
        self.run = run
        self.root = f"runs/{run}/"
        self.plan = f"{self.root}plan.json"
        self.result = f"{self.root}{run.rpartition('/')[2]}_comparison.json"
        self.extractions = f"{self.root}key-points/"
        self.responses = f"{self.root}responses/"
        self.judgements = f"{self.root}judgements/"
        self.done = f"{self.root}done/"
        self.coverages = f"{self.root}coverage/"
        self.similarities = f"{self.root}similarity/"
        self.timing = f"{self.root}timing.json"
        self.artefacts = f"{self.root}artefacts/"
        self.core = f"{self.artefacts}core.json"
        self.report = f"{self.root}report.html"
        self.cancelled = f"{self.root}cancelled"
        self.active = f"{ACTIVE}{run}"

    def key_points(self, prompt: str) -> str:
        return f"{self.extractions}{prompt}{STORED}"

    def failed_key_points(self, prompt: str) -> str:
        return f"{self.extractions}{prompt}{FAILED}"

    def response(self, cell: str) -> str:
        return f"{self.responses}{cell}{STORED}"

    def responses_to(self, prompt: str) -> str:
        """The prefix of all responses to a prompt, failed ones included."""
        return f"{self.responses}{prompt}/"

    def failed_response(self, cell: str) -> str:
        return f"{self.responses}{cell}{FAILED}"

    def judgements_on(self, prompt: str) -> str:
        """The prefix of everything that judges the responses to a prompt."""
        return f"{self.judgements}{prompt}/"

    def judgements_of(self, cell: str) -> str:
        """The prefix under which everything that judges one response lies."""
        return f"{self.judgements}{cell}/"

    def judgement(self, cell: str, point: str, judge: str) -> str:
        return f"{self.judgements_of(cell)}{point}.{judge}{STORED}"

    def failed_judgement(self, cell: str, point: str, judge: str) -> str:
        return f"{self.judgements_of(cell)}{point}.{judge}{FAILED}"

    def checks(self, cell: str) -> str:
        return f"{self.judgements_of(cell)}{CHECKS}{STORED}"

    def failed_checks(self, cell: str) -> str:
        """Results of checks of which some are unscored."""
        return f"{self.judgements_of(cell)}{CHECKS}{FAILED}"

    def marker(self, cell: str) -> str:
        """Says that every judgement of a response is settled."""
        return f"{self.done}{cell}"

    def markers_of(self, prompt: str) -> str:
        return f"{self.done}{prompt}/"

    def coverage(self, prompt: str) -> str:
        return f"{self.coverages}{prompt}{STORED}"

    def response_artefact(self, prompt: str) -> str:
        """Every model's answer to a prompt."""
        return f"{self.artefacts}responses/{prompt}{STORED}"

    def coverage_artefact(self, cell: str) -> str:
        """What one model's answers to a prompt came to, point by point; `cell` is that of the first."""
        return f"{self.artefacts}coverage/{cell}{STORED}"

    def history_artefact(self, cell: str) -> str:
        """The conversation of one model on a prompt."""
        return f"{self.artefacts}histories/{cell}{STORED}"

    def similarity(self, prompt: str) -> str:
        """How alike the responses to a prompt are."""
        return f"{self.similarities}{prompt}{STORED}"

    def superseded(self, key: str, at: str) -> str:
        """Where a failure goes that is being retried; `at` keeps several retries apart."""
        return f"{SUPERSEDED}{self.run}/{at}/{key.removeprefix(self.root)}"


def runs_of(blueprint: str) -> str:
    """The prefix of all runs of a blueprint."""
    return f"runs/{segment(blueprint)}/"


def delivery(id_: str) -> str:
    """Where a push is kept that was fetched; made of the id that the sender gave it."""
    return f"deliveries/{segment(id_)}.json"


def pending(id_: str) -> str:
    """Where a push is kept until it was fetched."""
    return f"{PENDING}{segment(id_)}.json"


def problems_of(occasion: str, path: str) -> str:
    """Where the problems of a blueprint are kept that was refused on an occasion: a revision or a time."""
    return f"problems/{segment(occasion)}/{segment(path)}.json"


def head_of(source: str, branch: str) -> str:
    """Where the newest known revision of a branch is kept."""
    return f"sources/{segment(source)}/heads/{segment(branch)}.json"


def snapshot_of(source: str, revision: str) -> str:
    """Where the files of a revision are kept."""
    return f"sources/{segment(source)}/revisions/{segment(revision)}.json"


def summary_of(blueprint: str) -> str:
    """Every run of a blueprint in brief."""
    return f"{runs_of(blueprint)}summary{STORED}"


def index_of(blueprint: str) -> str:
    """The page of all runs of a blueprint."""
    return f"{runs_of(blueprint)}{INDEX}"


INDEX = "index.html"
"""The page of everything there is."""
LATEST_RUNS = "aggregates/latest_runs.json"
LEADERBOARD = "aggregates/leaderboard.json"
