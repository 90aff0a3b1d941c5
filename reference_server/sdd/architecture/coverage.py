"""Which detectors saw anything, for the whole workspace (spec § c.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reference_server.sdd.architecture.evidence import EvidenceRecord

ENFORCED = "enforced-for-mapped-projects"
EVIDENCE = "framework-evidence"
NOT_DETECTED = "not-detected"


@dataclass(frozen=True, slots=True)
class Coverage:
    """One of the three words above for each detector."""

    project_dependencies: str
    database: str
    http: str
    events: str
    domain_access: str


def measure_coverage(records: Sequence[EvidenceRecord]) -> Coverage:
    """What `records` show: transports of kind `api` and `event`, and whether there is any record."""
    kinds = {transport.kind for record in records for transport in record.transports}

    def word(detected: bool) -> str:
        return EVIDENCE if detected else NOT_DETECTED

    return Coverage(
        project_dependencies=ENFORCED,
        database=NOT_DETECTED,
        http=word("api" in kinds),
        events=word("event" in kinds),
        domain_access=word(bool(records)),
    )
