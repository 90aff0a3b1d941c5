"""Findings: violations classified by baseline and waivers, and stale debt (spec § d)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from reference_server.sdd.architecture.debt import DebtRecord
from reference_server.sdd.architecture.diagnostics import byte_order
from reference_server.sdd.architecture.edges import Edge
from reference_server.sdd.architecture.evidence import EvidenceRecord
from reference_server.sdd.architecture.violations import Violation, finding_id


@dataclass(frozen=True, slots=True)
class Finding:
    """One judged disagreement; severity `error` blocks, `warning` does not."""

    id: str
    code: str
    severity: str
    disposition: str
    message: str
    edge: Edge | None = None
    evidence: EvidenceRecord | None = None

    @property
    def is_blocking(self) -> bool:
        """Whether it makes every call of the tool fail."""
        return self.severity == "error"


def classify(
    violations: Iterable[Violation],
    baseline: Mapping[str, DebtRecord],
    waivers: Mapping[str, DebtRecord],
    today: str,
) -> tuple[Finding, ...]:
    """All findings by id; `today` is the UTC date `YYYY-MM-DD`, debt is keyed by finding id.

    The expiry of a baseline record is never looked at.
    """
    current = list(violations)
    ids = {violation.id for violation in current}
    findings = [_judge(violation, baseline, waivers, today) for violation in current]
    findings.extend(_stale(baseline, waivers, ids))
    return tuple(sorted(findings, key=lambda finding: byte_order(finding.id)))


def _judge(
    violation: Violation, baseline: Mapping[str, DebtRecord], waivers: Mapping[str, DebtRecord], today: str
) -> Finding:
    code, message = violation.code, violation.message
    severity, disposition = "error", "new"
    waiver = waivers.get(violation.id)
    if violation.id in baseline:
        severity, disposition = "warning", "known-debt"
    elif waiver is not None and waiver.expires and waiver.expires < today:
        code, disposition = "expired_waiver", "expired-waiver"
        message = f"temporary waiver for {violation.id} expired on {waiver.expires}"
    elif waiver is not None:
        severity, disposition = "warning", "waived"
    return Finding(
        violation.id,
        f"architecture.{code}",
        severity,
        disposition,
        message,
        violation.edge,
        violation.evidence,
    )


def _stale(
    baseline: Mapping[str, DebtRecord], waivers: Mapping[str, DebtRecord], current: set[str]
) -> Iterator[Finding]:
    sources = (
        ("baseline", baseline, "baseline entry {} is no longer observed and must be removed"),
        ("waiver", waivers, "waiver entry {} has no current violation and must be removed"),
    )
    for noun, records, message in sources:
        for recorded in records:
            if recorded not in current:
                yield Finding(
                    finding_id(f"stale_{noun}", recorded),
                    f"architecture.stale_{noun}",
                    "error",
                    f"stale-{noun}",
                    message.format(recorded),
                )
