"""The known name that is nearest to a mistaken one: for messages that show the way out."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of `known` that looks most like `name`, whatever the case of its letters; None if none is near.

    `cutoff` runs from 0 (anything is near) to 1 (only the same). Of equally near names the first one wins.
    """
    import difflib  # late: read only on the way to a message

    by_lower: dict[str, str] = {}
    for one in known:
        by_lower.setdefault(one.lower(), one)
    found = difflib.get_close_matches(name.lower(), sorted(by_lower), n=1, cutoff=cutoff)
    return by_lower[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a message: `; did you mean X?`, or nothing where no known name is near."""
    near = nearest(name, known)
    return f"; did you mean {near}?" if near is not None else ""
