"""A page as a browser would read it."""

from __future__ import annotations

from html.parser import HTMLParser


class Parsed(HTMLParser):
    """Every element of a page, and what stands in its scripts by their id.

    Attributes:
        style: The text of the style sheet.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str, str] = {}
        self.style = ""
        self._inside: str | None = None
        self.feed(page)
        self.close()

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.elements]

    @property
    def links(self) -> list[str]:
        """Where links lead to, as written, in order."""
        return [attributes["href"] or "" for name, attributes in self.elements if name == "a"]

    @property
    def policy(self) -> dict[str, str]:
        """The Content Security Policy by directive."""
        (text,) = (
            attributes["content"] or ""
            for _, attributes in self.elements
            if attributes.get("http-equiv") == "Content-Security-Policy"
        )
        return {name: value for name, _, value in (part.partition(" ") for part in text.split("; "))}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = (dict(attrs).get("id") or tag) if tag in {"script", "style"} else None

    def handle_endtag(self, tag: str) -> None:
        self._inside = None

    def handle_data(self, data: str) -> None:
        if self._inside == "style":
            self.style += data
        elif self._inside:
            self.scripts[self._inside] = self.scripts.get(self._inside, "") + data
