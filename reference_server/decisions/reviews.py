"""Review heads and the verdicts that they give (4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from reference_server.decisions.records import Review

Verdict = Literal["accepted", "rejected", "unreviewed"]


def review_heads(reviews: Iterable[Review]) -> tuple[Review, ...]:
    """The active reviews other than undo, by ascending seq.

    A review is active unless an active review with a higher seq undoes or supersedes it.
    """
    inactive: set[str] = set()
    heads: list[Review] = []
    for review in sorted(reviews, key=lambda review: review.seq, reverse=True):
        if review.id in inactive:
            continue
        inactive.update(name for name in (review.undoes, review.supersedes) if name is not None)
        if review.judgment != "undo":
            heads.append(review)
    return tuple(reversed(heads))


def verdicts(heads: Iterable[Review]) -> dict[tuple[str, str], Verdict]:
    """The verdict of each judged record by (type, id); `heads` ascend by seq, so the last one counts."""
    judged: dict[tuple[str, str], Verdict] = {}
    for head in heads:
        if head.judgment in ("accept", "reject") and head.subject_type not in (None, "identity"):
            judged[str(head.subject_type), head.ids[0]] = (
                "accepted" if head.judgment == "accept" else "rejected"
            )
    return judged


def verdict_of(judged: Mapping[tuple[str, str], Verdict], kind: str, name: str) -> Verdict:
    """The verdict of the record `name` of type `kind`: unreviewed without a judgment."""
    return judged.get((kind, name), "unreviewed")
