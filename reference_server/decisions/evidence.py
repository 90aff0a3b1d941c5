"""The state of evidence anchors, computed from the Markdown at hand and never stored (4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from reference_server.decisions.markdown import MarkdownFiles
from reference_server.decisions.records import Evidence
from reference_server.decisions.search.passages import Passage

StateName = Literal["current", "stale", "missing"]


@dataclass(frozen=True, slots=True)
class EvidenceState:
    """Whether an anchor's passage is still there; lines are 1-based, None unless current."""

    state: StateName
    start_line: int | None = None
    end_line: int | None = None


def evidence_states(evidence: Iterable[Evidence], markdown: MarkdownFiles) -> dict[str, EvidenceState]:
    """The state of each anchor by id; only files that anchors name are parsed."""
    first_passages: dict[str, dict[str, Passage]] = {}
    states: dict[str, EvidenceState] = {}
    for anchor in evidence:
        if anchor.path not in markdown.data:
            states[anchor.id] = EvidenceState("missing")
            continue
        by_hash = first_passages.get(anchor.path)
        if by_hash is None:
            # Reversed, so that the first of equal passages is the one that stays.
            by_hash = {passage.passage_hash: passage for passage in reversed(markdown.passages(anchor.path))}
            first_passages[anchor.path] = by_hash
        passage = by_hash.get(anchor.passage_hash)
        if passage is None:
            states[anchor.id] = EvidenceState("stale")
        else:
            states[anchor.id] = EvidenceState("current", passage.start_line, passage.end_line)
    return states
