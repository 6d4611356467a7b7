"""The fixtures file: candidate answers, verdicts of judges and key points, by prompt and model."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from pointwise.blueprint.findings import Findings, did_you_mean, shown
from pointwise.blueprint.limits import Limits
from pointwise.blueprint.text.documents import decode, read_documents
from pointwise.blueprint.text.nodes import WHOLE_FILE, Items, Scalar, Table, kind
from pointwise.blueprint.text.scalars import number_text, printed
from pointwise.chat import digest
from pointwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pointwise.blueprint.text.nodes import Node, Place

    T = TypeVar("T")
    Way = tuple[str, ...]

ANY = "*"
"""Stands for every model or every judge that has no entry of its own."""
CUT = "…"
"""Ends a point's text of which only the beginning is given."""

_LIMITS = Limits(size=16 * 2**20, nodes=1_000_000)
"""The answers of ten models to a blueprint of the largest size that is read."""
_SECTIONS = ("note", "answers", "verdicts", "key_points")
_ANSWER_KEYS = ("turns", "reasoning")
_VERDICT_KEYS = ("score", "reflection", "reply")
_NO_REASON = "No reason is given in the fixtures file."


@dataclass(frozen=True, slots=True)
class Answer:
    """What one model answers to one prompt.

    Attributes:
        turns: One text per generated turn, at least one.
        reasoning: Thoughts that go with the first turns, in order; as many or fewer.
    """

    turns: tuple[str, ...]
    reasoning: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fixtures:
    """The content of a fixtures file.

    Attributes:
        file: Its name as the person gave it.
        note: Where the texts come from, for readers of results.
        answers: By prompt and model.
        verdicts: Replies of judges, by prompt, model, point and judge.
        key_points: By prompt.
    """

    file: str
    note: str | None
    answers: Mapping[str, Mapping[str, Answer]]
    verdicts: Mapping[str, Mapping[str, Mapping[str, Mapping[str, str]]]]
    key_points: Mapping[str, tuple[str, ...]]

    @property
    def digest(self) -> str:
        """SHA-256 over what can change a result, 64 hex digits: neither names and notes nor order count."""
        content = asdict(self)
        return digest({section: content[section] for section in ("answers", "verdicts", "key_points")})


def load_fixtures(data: bytes, file: str) -> Fixtures:
    """Read a fixtures file; `file` is its name as the person gave it.

    Raises:
        InputError: It is no such file; one line for each problem, with its place.
    """
    findings = Findings(file)
    root = _root(data, findings)
    fixtures = None if root is None else _Reader(findings).fixtures(root, file)
    if fixtures is None or findings.failed:
        raise InputError("\n".join(map(str, findings.problems())))
    return fixtures


def _root(data: bytes, findings: Findings) -> Table | None:
    text = decode(data, _LIMITS, findings)
    if text is None:
        return None
    nodes = read_documents(text, is_json=False, limits=_LIMITS, findings=findings).nodes
    if len(nodes) == 1 and isinstance(nodes[0], Table):
        return nodes[0]
    if not findings.failed:
        place = nodes[-1] if nodes else WHOLE_FILE
        findings.error(place, "fixtures-shape", f"A fixtures file is one map with {', '.join(_SECTIONS)}.")
    return None


class _Reader:
    """Nodes to values. What is wrong is noted, and then left out or read as something harmless."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings

    def fixtures(self, root: Table, file: str) -> Fixtures:
        sections = self._record(root, (), _SECTIONS)
        return Fixtures(
            file=file,
            note=self._text(sections["note"], ("note",)) if "note" in sections else None,
            answers=self._section(sections, "answers", self._answers),
            verdicts=self._section(sections, "verdicts", self._verdicts),
            key_points=self._section(sections, "key_points", self._texts),
        )

    def _section(
        self, sections: Mapping[str, Node], name: str, read: Callable[[Node, Way], T]
    ) -> dict[str, T]:
        return self._each(sections[name], (name,), read) if name in sections else {}

    def _answers(self, node: Node, way: Way) -> dict[str, Answer]:
        return self._each(node, way, self._answer)

    def _answer(self, node: Node, way: Way) -> Answer:
        if not isinstance(node, Table):
            return Answer(self._texts(node, way))
        fields = self._record(node, way, _ANSWER_KEYS)
        if "turns" not in fields:
            self._wrong(node, way, "needs `turns`")
            return Answer(())
        turns = self._texts(fields["turns"], (*way, "turns"))
        if "reasoning" not in fields:
            return Answer(turns)
        reasoning = self._texts(fields["reasoning"], (*way, "reasoning"))
        if len(reasoning) > len(turns):
            self._wrong(fields["reasoning"], (*way, "reasoning"), "has more entries than `turns`")
        return Answer(turns, reasoning)

    def _verdicts(self, node: Node, way: Way) -> dict[str, dict[str, dict[str, str]]]:
        return self._each(node, way, self._verdicts_of_model)

    def _verdicts_of_model(self, node: Node, way: Way) -> dict[str, dict[str, str]]:
        points = self._each(node, way, self._verdict)
        beginnings = sorted(point.removesuffix(CUT) for point in points if point.endswith(CUT))
        for short, long in pairwise(beginnings):
            if long.startswith(short):
                complaint = f"may mean the same point as `{shown(long + CUT)}`"
                self._wrong(node, (*way, short + CUT), complaint, "Write more of both.")
        return points

    def _verdict(self, node: Node, way: Way) -> dict[str, str]:
        """Replies by judge."""
        if isinstance(node, Table) and node.entries.keys().isdisjoint(_VERDICT_KEYS):
            return self._each(node, way, self._ruling)
        return {ANY: self._ruling(node, way)}

    def _ruling(self, node: Node, way: Way) -> str:
        """One judge's reply: as it is given, or made of a score and a reflection."""
        if not isinstance(node, Table):
            return _rendered(self._score(node, way))
        fields = self._record(node, way, _VERDICT_KEYS)
        if "reply" in fields:
            if len(fields) > 1:
                self._wrong(node, way, "has `reply` beside other keys; a reply stands for itself")
            return self._text(fields["reply"], (*way, "reply"))
        if "score" not in fields:
            self._wrong(node, way, "needs a `score`")
            return ""
        score = self._score(fields["score"], (*way, "score"))
        if "reflection" not in fields:
            return _rendered(score)
        return _rendered(score, self._text(fields["reflection"], (*way, "reflection")))

    def _score(self, node: Node, way: Way) -> float:
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
            return value
        fix = "To give a reply that is no verdict, write it under `reply`."
        self._wrong(node, way, f"has to be a number from 0 to 1, not {_described(node)}", fix)
        return 0

    def _texts(self, node: Node, way: Way) -> tuple[str, ...]:
        if not isinstance(node, Items):
            return (self._text(node, way),)
        if not node.items:
            self._wrong(node, way, "is an empty list")
        return tuple(self._text(item, way) for item in node.items)

    def _text(self, node: Node, way: Way) -> str:
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return node.value
        fix = "Put it in quotes." if isinstance(node, Scalar) and node.value is not None else None
        self._wrong(node, way, f"has to be a text, not {_described(node)}", fix)
        return ""

    def _record(self, node: Node, way: Way, known: tuple[str, ...]) -> dict[str, Node]:
        """The values of a map whose keys are fixed."""
        fields: dict[str, Node] = {}
        for key, entry in self._table(node, way).entries.items():
            if key in known:
                fields[key] = entry.value
                continue
            fix = did_you_mean(key, known) or f"Known here: {', '.join(known)}."
            self._findings.error(entry, "unknown-key", f"`{_path((*way, key))}` is no known key.", fix)
        return fields

    def _each(self, node: Node, way: Way, read: Callable[[Node, Way], T]) -> dict[str, T]:
        """The values of a map whose keys are the author's."""
        entries = self._table(node, way).entries
        return {key.strip(): read(entry.value, (*way, key)) for key, entry in entries.items()}

    def _table(self, node: Node, way: Way) -> Table:
        if isinstance(node, Table):
            return node
        self._wrong(node, way, f"has to be a map, not {_described(node)}")
        return Table(node.line, node.column)

    def _wrong(self, place: Place, way: Way, complaint: str, fix: str | None = None) -> None:
        self._findings.error(place, "fixtures-value", f"`{_path(way)}` {complaint}.", fix)


def _rendered(score: float, reflection: str = _NO_REASON) -> str:
    return f"<reflection>{reflection}</reflection>\n<coverage_extent>{number_text(score)}</coverage_extent>"


def _path(way: Way) -> str:
    return " > ".join(shown(key.strip()) for key in way)


def _described(node: Node) -> str:
    if isinstance(node, Scalar) and not isinstance(node.value, str):
        return "nothing" if node.value is None else printed(node.value)
    return kind(node)
