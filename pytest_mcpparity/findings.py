"""Findings: breaches of the protocol or of good manners that are no difference in an answer (spec § 6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pytest_mcpparity.characters import escape_hidden

#: Every name that a finding can have, and what it means; `allow` of a suite takes these names.
FINDINGS: dict[str, str] = {
    "stray-output": "a line on stdout is not a JSON-RPC message",
    "bad-utf8": "a message is not valid UTF-8",
    "duplicate-answer": "a question is answered more than once",
    "unknown-id": "an answer bears an id that was never asked",
    "id-type": "an answer spells the id of its question in another way, such as a string for a number",
    "result-and-error": "an answer holds both a result and an error",
    "bad-frame": "a message is not valid JSON-RPC 2.0, or comes in a batch",
    "duplicate-member": "an object in a message names a member twice",
    "schema-input": "an advertised inputSchema is not a valid JSON Schema object",
    "schema-output": "the structured content of a result breaks the advertised outputSchema",
    "oversized": "a frame is larger than the limit",
    "exit-code": "the target ends with another exit code than 0",
    "children-left": "the target leaves a process behind",
    "killed": "the target does not end by itself",
    "capability": "a required capability is declared, but its list request is refused",
}

#: How many findings of one name are told one by one; a flood of them is counted.
MAX_OF_A_NAME = 10
#: How much of a line is shown, in bytes.
SHOWN_BYTES = 200


@dataclass(frozen=True, slots=True)
class Finding:
    """One breach: its name, which is one of `FINDINGS`, and a sentence with what was seen.

    `own` says that it is about the very answer of a question: nothing that was asked before can be its cause.
    """

    name: str
    detail: str
    own: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if self.name not in FINDINGS:
            raise ValueError(f"no finding is called {self.name!r}")


def show(raw: bytes) -> str:
    """`raw` for people: one bounded line, with nothing that a terminal would obey."""
    text = raw[:SHOWN_BYTES].decode("utf-8", "backslashreplace")
    shown = escape_hidden(text).replace("\n", "\\n").replace("\t", "\\t")
    return shown if len(raw) <= SHOWN_BYTES else f"{shown}… ({len(raw)} bytes)"


class FindingLog:
    """Collects findings until they are taken; bounded, whatever the target writes."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._counts: Counter[str] = Counter()

    def add(self, *findings: Finding) -> None:
        """Note `findings`; of one name only the first `MAX_OF_A_NAME` are kept."""
        for finding in findings:
            self._counts[finding.name] += 1
            if self._counts[finding.name] <= MAX_OF_A_NAME:
                self._findings.append(finding)

    def take(self) -> tuple[Finding, ...]:
        """What was noted since the last time, a line for those beyond the bound included."""
        if not self._findings:
            return ()
        more = [
            Finding(name, f"{count - MAX_OF_A_NAME} more like these")
            for name, count in self._counts.items()
            if count > MAX_OF_A_NAME
        ]
        taken = (*self._findings, *more)
        self._findings, self._counts = [], Counter()
        return taken
