"""The debt counts of the whole workspace (spec § e)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from reference_server.sdd.architecture.findings import Finding


@dataclass(frozen=True, slots=True)
class Ratchet:
    """Findings by disposition. Growth needs a committed baseline to compare with, so it stays 0."""

    new: int
    known_debt: int
    waived: int
    stale_baseline: int
    stale_waiver: int
    baseline_growth: int
    expired_waiver: int


def count_ratchet(findings: Iterable[Finding]) -> Ratchet:
    """Count `findings` by disposition."""
    counts = Counter(finding.disposition for finding in findings)
    return Ratchet(
        new=counts["new"],
        known_debt=counts["known-debt"],
        waived=counts["waived"],
        stale_baseline=counts["stale-baseline"],
        stale_waiver=counts["stale-waiver"],
        baseline_growth=0,
        expired_waiver=counts["expired-waiver"],
    )
