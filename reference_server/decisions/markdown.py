"""The Markdown files of one repository, read once a call and cut into passages on demand (2.1, 9.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from reference_server.decisions.search.passages import Passage, passages_of


@dataclass(frozen=True, slots=True)
class MarkdownFiles:
    """The Markdown files by path, sorted, with the bytes that this call has read."""

    data: Mapping[str, bytes]
    _passages: dict[str, tuple[Passage, ...]] = field(default_factory=dict, compare=False, repr=False)

    def paths(self) -> Iterable[str]:
        """The paths of all files, sorted."""
        return self.data.keys()

    def passages(self, path: str) -> tuple[Passage, ...]:
        """The passages of the file `path`, in file order, parsed at most once."""
        found = self._passages.get(path)
        if found is None:
            found = self._passages[path] = tuple(passages_of(path, self.data[path]))
        return found
