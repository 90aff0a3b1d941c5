"""The facts of a run, frozen: who was asked what, and how it went. Reports are made from these alone.

They travel from xdist's workers as plain values (`to_wire`, `from_wire`), and hold texts that are bounded
already, so that no report grows without end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

#: How the test of an item went, in pytest's words; `error` is a fault before or after its verdict.
Verdict: TypeAlias = Literal["passed", "failed", "error", "skipped", "xfailed", "xpassed"]
VERDICTS: tuple[Verdict, ...] = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")
#: Those that make a run fail, and so are shown first.
BAD: frozenset[Verdict] = frozenset({"failed", "error"})


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as the suite spells it; `body` is None where nothing is sent, and may be cut."""

    kind: str
    name: str
    body: str | None


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an answer, in the words of spec § 1.

    Either `text` or, for an image or sound, `mime` with `data` in base64. `size` counts characters or
    bytes of the whole; of a text, `before` and `after` characters are left out around what stands here. Data
    that are too large are left out whole, and `data` is empty.
    """

    name: str
    text: str | None = None
    mime: str | None = None
    data: str = ""
    size: int = 0
    before: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True)
class Side:
    """One step's answer on one side: how it went, and its parts."""

    outcome: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an item asked and got; `received` is None where nothing came, or the same as expected came.

    `line` is where the answer file and what was received first differ, from 1.
    """

    asked: tuple[Asked, ...] = ()
    expected: tuple[Side, ...] | None = None
    received: tuple[Side, ...] | None = None
    line: int = 1


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """One item of one target and protocol, and its verdict.

    `suite` is the suite's folder from rootdir, `file` the absolute path that an annotation is about, with
    its `line`; `asked_protocol` is what the user asked for, `protocol` what was negotiated. `kind` and
    `first_line` are None where all is well, `message` is all that the failure says, `duration` in seconds.
    """

    nodeid: str
    suite: str
    title: str
    case: str
    role: str
    label: str
    target: str
    asked_protocol: str
    protocol: str | None = None
    transport: str | None = None
    server: str | None = None
    server_version: str | None = None
    outcome: Verdict = "passed"
    kind: str | None = None
    first_line: str | None = None
    message: str | None = None
    duration: float = 0.0
    evidence: Evidence = Evidence()
    file: str = ""
    line: int = 1

    def to_wire(self) -> dict[str, Any]:
        """Plain values that JSON and xdist can carry."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class TargetFacts:
    """One target at one protocol: how it was named, and who answered as what; None where nobody did."""

    name: str
    spelled: str
    asked_protocol: str
    protocol: str | None
    transport: str | None
    server: str | None
    server_version: str | None


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A whole run. `options` hold no secret, `started` is RFC 3339 in UTC, `duration` in seconds.

    `coverage` is one plain object for each target and protocol, None where it was not asked for.
    """

    plugin: str
    python: str
    pytest: str
    platform: str
    started: str
    duration: float
    targets: tuple[TargetFacts, ...]
    options: Mapping[str, Any]
    cases: tuple[CaseFacts, ...]
    coverage: tuple[Mapping[str, Any], ...] | None = None


def from_wire(wire: Mapping[str, Any]) -> CaseFacts:
    """The facts that `to_wire` made plain."""
    evidence = wire["evidence"]
    return CaseFacts(
        **{
            **wire,
            "evidence": Evidence(
                tuple(Asked(**one) for one in evidence["asked"]),
                _sides(evidence["expected"]),
                _sides(evidence["received"]),
                evidence["line"],
            ),
        }
    )


def _sides(wire: Iterable[Mapping[str, Any]] | None) -> tuple[Side, ...] | None:
    if wire is None:
        return None
    return tuple(Side(one["outcome"], tuple(Part(**part) for part in one["parts"])) for one in wire)


def count_verdicts(cases: Iterable[CaseFacts]) -> dict[str, int]:
    """How many items went how, every verdict named, and `total`."""
    counts: dict[str, int] = dict.fromkeys(VERDICTS, 0)
    for one in cases:
        counts[one.outcome] += 1
    return {"total": sum(counts.values()), **counts}
