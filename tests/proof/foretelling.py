"""What the harness has to say about each act of the misbehaving server: who is blamed, and for what."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from pytest_mcpparity.errors import FindingFault, Mismatch, ParityError
from pytest_mcpparity.findings import FINDINGS
from tests.proof.misbehaving import Act

_GONE: Final = "no answer: the target "
#: The start of the first line where the case is a mismatch, by kind.
_FIRST_LINES: Final[dict[str, str]] = {
    "other-text": "block 1: line 1, character 1: expected ",
    "escapes": "block 1: line 1, character 1: expected ",
    "other-structured": "structured content: 1 value differs; first /n: expected ",
    "schema-output": "structured content: 1 value differs; first /n: expected ",
    "tool-error": "expected a result, received a tool-error",
    "rpc-error": "expected a result, received rpc-error -32000",
    "id-null": "expected a result, received rpc-error -32000",
    "result-and-error": "expected a result, received rpc-error -32000",
    "extra-block": "block 2 is extra",
    "duplicate-member": "block 1: text in another form",  # the second `type` of a text counts
    "crash-in-call": f"{_GONE}exited with code 3 in step 1",
    "crash-in-line": f"{_GONE}exited with code 3 in step 1",
    "crash-by-signal": f"{_GONE}was ended by SIGKILL in step 1",
    "hang": f"{_GONE}is silent after ",
    "late-answer": f"{_GONE}is silent after ",
    "closes-input": f"{_GONE}is silent after ",
    "closes-output": f"{_GONE}closed its output and ran on in step 1",
    "endless-line": f"{_GONE}wrote a frame of more than ",
    "endless-lines": f"{_GONE}wrote messages besides the answer of more than ",
    "oversized": f"{_GONE}wrote a frame of more than ",
    "broken-json": f"{_GONE}answered with a frame that cannot be read",
    "result-no-object": f"{_GONE}answered with a frame that cannot be read",
}
_FINDINGS: Final[dict[str, str]] = {
    "schema-output": "schema-output",
    "endless-line": "oversized",
    "endless-lines": "oversized",
    "oversized": "oversized",
    "stray-before": "stray-output",
    "unknown-id": "unknown-id",
    "id-type": "id-type",
    "duplicate-member": "duplicate-member",
    "no-jsonrpc": "bad-frame",
    "batch": "bad-frame",
    "bad-utf8": "bad-utf8",
    "earlier-again": "duplicate-answer",
    "id-null": "unknown-id",
    "result-and-error": "result-and-error",
    "broken-json": "bad-frame",
    "result-no-object": "bad-frame",
}
#: Found behind the answer.
_BEHIND: Final = {
    "twice": "duplicate-answer",
    "stray-after": "stray-output",
    "crash-after-answer": "exit-code",
}
_AT_END: Final = {
    "exit-code": "exit-code",
    "unfinished-line": "stray-output",
    "leaves-child": "children-left",
    "ignores-end": "killed",
}
_ENDING: Final = frozenset(
    {"crash-in-call", "crash-in-line", "crash-by-signal", "hang", "closes-input", "closes-output"}
    | {"endless-line", "endless-lines", "oversized"}
)
#: What is found in each start of a process, and whether `session` or `tools` fails for it.
AT_START: Final[dict[str, tuple[str, str]]] = {
    "stray-at-start": ("session", "stray-output"),
    "stray-at-list": ("tools", "stray-output"),
    "schema-input": ("tools", "schema-input"),
    "capability": ("tools", "capability"),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The start of a mismatch's first line, empty where there is none, and the findings named."""

    first_line: str = ""
    findings: frozenset[str] = frozenset()


@dataclass(slots=True)
class Teller:
    """Foretells the verdicts of one run; `charges` are those of `goodbye`, with the case before."""

    start: str
    end: str
    charges: set[tuple[str, str]] = field(default_factory=set)
    _before: str = ""
    _has_child: bool = False

    def item(self, name: str) -> Verdict:
        """That of `session` or of `tools`."""
        blamed, finding = AT_START.get(self.start, ("", ""))
        return Verdict(findings=frozenset({finding})) if blamed == name else Verdict()

    def case(self, case: str, act: Act) -> Verdict:
        """That of a case, which is the next to be played."""
        found = {_FINDINGS[act.kind]} if act.kind in _FINDINGS else set()
        if act.alone:
            found |= {finding for _, finding in [AT_START.get(self.start, ("", ""))] if finding}
            if act.kind not in _ENDING:
                found |= {table[act.kind] for table in (_BEHIND, _AT_END) if act.kind in table}
        else:
            self._shared(case, act.kind)
        return Verdict(_FIRST_LINES.get(act.kind, ""), frozenset(found))

    def _shared(self, case: str, kind: str) -> None:
        self._before = case
        self._has_child |= kind == "leaves-child"
        if kind in _BEHIND:
            self.charges.add((_BEHIND[kind], case))
        if kind in _ENDING or kind == "crash-after-answer":
            self._before, self._has_child = "", False

    def goodbye(self) -> set[tuple[str, str]]:
        """Every charge of `goodbye`, with the end of the process."""
        if self.end in _AT_END:
            self.charges.add((_AT_END[self.end], self._before))
        if self._has_child:
            self.charges.add(("children-left", self._before))
        return self.charges


_NAMES: Final = "|".join(FINDINGS)
_FOUND: Final = re.compile(rf"^({_NAMES}): ", re.MULTILINE)
_CHARGED: Final = re.compile(rf"^({_NAMES}): .* \((?:after (\S+)|before the first case)\)$", re.MULTILINE)


def verdict_of(failure: ParityError | None) -> Verdict:
    """What the harness said of an item; None stands for one that passed."""
    if failure is None:
        return Verdict()
    assert isinstance(failure, Mismatch | FindingFault), failure
    text = str(failure)
    first_line = text.partition("\n")[0] if isinstance(failure, Mismatch) else ""
    return Verdict(first_line, frozenset(_FOUND.findall(text)))


def charges_of(failure: ParityError | None) -> set[tuple[str, str]]:
    """What `goodbye` was charged with."""
    return set() if failure is None else set(_CHARGED.findall(str(failure)))


def agree(foretold: Verdict, said: Verdict) -> bool:
    """Whether the harness said what was foretold, and blamed nobody for anything else."""
    if foretold.findings != said.findings or bool(foretold.first_line) != bool(said.first_line):
        return False
    return said.first_line.startswith(foretold.first_line)
