"""Where libyaml, a YAML 1.1 parser, would read a text of YAML 1.2 differently."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ORDINARY = "\x85\u2028\u2029\ufeff"
"""Line breaks and marks for YAML 1.1, ordinary characters for 1.2 (https://yaml.org/spec/1.2.2/#54-line-break-characters)."""
_PRIVATE_USE = range(0xE000, 0xF900)
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)
_MOST_DIRECTIVES = 64
"""libyaml compares every `%TAG` with all others: 2 MiB of them keep it busy for minutes."""

_END_OF_DOCUMENT = re.compile(r"^\.\.\.(?=[ \t]*(?:#.*)?$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Disguise:
    """Replaces the characters in question, one by one, with others that the text does not use."""

    pairs: tuple[tuple[str, str], ...]

    @classmethod
    def over(cls, text: str) -> Disguise:
        """The disguise that a text needs; nearly always none."""
        present = [c for c in _ORDINARY if c in text]
        if not present:
            return cls(())
        unused = (chr(code) for code in _PRIVATE_USE if chr(code) not in text)
        return cls(tuple(zip(present, unused, strict=False)))

    def put_on(self, text: str) -> str:
        for character, stand_in in self.pairs:
            text = text.replace(character, stand_in)
        return text

    def take_off(self, text: str) -> str:
        for character, stand_in in self.pairs:
            text = text.replace(stand_in, character)
        return text


def begin_bare_documents(text: str) -> str:
    """Let `---` begin what follows a line `...`, as libyaml wants it.

    At worst a null document is added, and those count for nothing. A text with directives already has it.
    """
    return text if _DIRECTIVE.search(text) else _END_OF_DOCUMENT.sub("---", text)


def too_many_directives(text: str) -> bool:
    """Whether a text has more lines that begin with `%` than any honest one."""
    return len(_DIRECTIVE.findall(text)) > _MOST_DIRECTIVES
