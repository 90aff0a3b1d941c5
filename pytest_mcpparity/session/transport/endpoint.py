"""Where a target listens: its URL, and the headers that the user wants to go with each request."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A URL and headers; their values may be secret, so that they never stand in a message."""

    url: str
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    @property
    def shown(self) -> str:
        """The URL as the user wrote it, for messages."""
        return self.url
