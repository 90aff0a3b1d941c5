"""Each fault of the faulty server shows its own verdict in a session, and no other."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Question
from pytest_mcpparity.errors import FaultKind, StartFault, TargetFault
from pytest_mcpparity.findings import FINDINGS
from pytest_mcpparity.session.session import Limits
from reference_server import faults
from reference_server.faults import answers
from reference_server.faults.table import FAULTS
from tests.server.conversing import GREET, LINES, ask, faulty, names, with_script

MEASURE = Question("call", "measure", "{}")
#: Long enough for a sound answer on a busy machine, shorter than `late-answer` takes.
SHORT = 0.6
LIMITS = Limits(step=10, start=10, max_bytes=1_000_000)


@dataclass(frozen=True)
class Verdict:
    """What a session with a fault shows; everything that is not named has to be clean."""

    start: tuple[str, ...] = ()
    listing: tuple[str, ...] = ()
    step: tuple[str, ...] = ()
    gap: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    measure: tuple[str, ...] = ()
    capability: tuple[str, ...] = ()
    fault: FaultKind | None = None
    alive: bool = True
    timeout: float = 10.0


STRAY = ("stray-output",)
VERDICTS = {
    "none": Verdict(),
    "stray-line": Verdict(step=STRAY),
    "stray-brace": Verdict(step=STRAY),
    "stray-number": Verdict(step=STRAY),
    "stray-string": Verdict(step=STRAY),
    "stray-object": Verdict(step=STRAY),
    "stray-blank": Verdict(step=STRAY),
    "stray-escapes": Verdict(step=STRAY),
    "stray-at-start": Verdict(start=STRAY),
    "stray-at-list": Verdict(listing=STRAY),
    "unfinished-line": Verdict(end=STRAY),
    "bad-utf8": Verdict(step=("bad-utf8",)),
    "duplicate-answer": Verdict(gap=("duplicate-answer",)),
    "unknown-id": Verdict(step=("unknown-id",)),
    "id-null": Verdict(step=("unknown-id",)),
    "id-string": Verdict(step=("id-type",)),
    "result-and-error": Verdict(step=("result-and-error",)),
    "no-jsonrpc": Verdict(step=("bad-frame",)),
    "batch": Verdict(step=("bad-frame",)),
    "broken-json": Verdict(step=("bad-frame",), fault="broken-answer"),
    "result-no-object": Verdict(step=("bad-frame",), fault="broken-answer"),
    "duplicate-member": Verdict(step=("duplicate-member",)),
    "schema-input": Verdict(listing=("schema-input",)),
    "schema-output": Verdict(measure=("schema-output",)),
    "capability-refused": Verdict(capability=("capability",)),
    "asks-roots": Verdict(),
    "asks-sampling": Verdict(),
    "asks-elicitation": Verdict(),
    "logs-between": Verdict(),
    "crlf-frames": Verdict(),
    "escaped-frames": Verdict(),
    "floods-stderr": Verdict(),
    "pages": Verdict(),
    "crash-in-call": Verdict(fault="exited", alive=False),
    "crash-in-line": Verdict(fault="exited", alive=False),
    "crash-by-signal": Verdict(fault="exited", alive=False),
    "hang-in-call": Verdict(fault="silent", alive=False, timeout=SHORT),
    "stops-reading": Verdict(fault="silent", alive=False, timeout=SHORT),
    "late-answer": Verdict(fault="silent", timeout=SHORT),
    "closes-output": Verdict(fault="closed-output", alive=False),
    "closes-input": Verdict(fault="silent", alive=False, timeout=SHORT),
    "endless-line": Verdict(step=("oversized",), fault="oversized", alive=False),
    "endless-lines": Verdict(step=("oversized",), fault="oversized", alive=False, timeout=60),
    "oversized": Verdict(step=("oversized",), fault="oversized", alive=False),
    "exit-code": Verdict(end=("exit-code",)),
    "leaves-child": Verdict(end=("children-left",)),
    "leaves-child-with-pipes": Verdict(end=("children-left",)),
    "leaves-session": Verdict(end=("children-left",)),
    "leaves-daemon": Verdict(end=("children-left",)),
    "ignores-end": Verdict(end=("killed",)),
    "ignores-sigterm": Verdict(end=("killed",)),
    "only-handshake": Verdict(),
}
#: Faults without a verdict here: they change what is compared, or have a test of their own.
ELSEWHERE = {
    "stray-later",
    "crash-after-answer",
    "tools-refused",
    "cursor-repeats",
    "exits-at-start",
    "silent-at-start",
    "only-stateless",
    "only-old",
    "without-server-info",
}


@pytest.mark.parametrize("fault", VERDICTS)
def test_a_fault_shows_its_verdict_and_no_other(fault: str) -> None:
    verdict = VERDICTS[fault]
    session = faulty(fault, limits=LIMITS)
    listing = session.list_tools()

    greeted = ask(session, GREET, verdict.timeout)
    alive = session.alive
    later = [ask(session, question) for question in (LINES, MEASURE)] if alive else []
    capability = session.check_capabilities(frozenset({"tools", "resources"})) if alive else ()
    ended = session.end(grace=1.0)

    assert names(session.start_findings) == list(verdict.start)
    assert names(listing.findings) == list(verdict.listing)
    assert (greeted.fault.kind if greeted.fault else None) == verdict.fault
    assert (greeted.answer is None) == (verdict.fault is not None)
    assert names(greeted.findings) == list(verdict.step)
    assert alive == verdict.alive
    assert [played.fault for played in later] == [None] * len(later)
    assert [names(played.strays_before) for played in later[:1]] == ([list(verdict.gap)] if alive else [])
    assert [names(played.findings) for played in later] == ([[], list(verdict.measure)] if alive else [])
    assert names(capability) == list(verdict.capability)
    assert names(ended.findings) == list(verdict.end)


def test_every_fault_that_is_no_changed_answer_has_a_verdict() -> None:
    assert FAULTS.keys() - answers.FAULTS.keys() == (VERDICTS.keys() | ELSEWHERE) - {"pages"}


def test_the_list_of_faults_names_each() -> None:
    assert faults.__doc__ is not None
    listed = faults.__doc__.partition("One thing differs")[2]
    words = set(re.findall(r"[a-z0-9-]+", listed))

    assert FAULTS.keys() - words - {"none"} == set()


def test_an_unknown_fault_is_refused_with_the_names_of_all() -> None:
    command = [sys.executable, "-m", "reference_server.faults", "no-such-fault"]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert "usage: python -m reference_server.faults FAULT, one of: none member-order" in done.stderr


def test_every_finding_is_shown_by_a_fault() -> None:
    shown: set[str] = set()
    for verdict in VERDICTS.values():
        shown.update(verdict.start, verdict.listing, verdict.step, verdict.gap, verdict.end)
        shown.update(verdict.measure, verdict.capability)

    assert shown == FINDINGS.keys()


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - VERDICTS.keys() - ELSEWHERE))
def test_a_changed_answer_is_no_finding(fault: str) -> None:
    session = faulty(fault)
    listing = session.list_tools()
    questions = [Question("call", str(tool.get("name")), '{"name":"Ada"}') for tool in listing.tools]
    questions += [Question("call", "list_things", "{}"), Question("call", "greet", "{}")]

    played = [ask(session, question) for question in questions]
    ended = session.end()

    assert len(questions) > 8
    assert listing.findings == ended.findings == session.start_findings == ()
    assert [(one.fault, one.findings, one.strays_before) for one in played] == [(None, (), ())] * len(played)


def test_a_stray_line_after_the_last_answer_is_found_at_the_end() -> None:
    session = faulty("stray-later")

    played = ask(session)
    ended = session.end()

    assert played.findings == ()
    assert names(ended.findings) == ["stray-output"]


def test_a_death_after_an_answer_belongs_to_the_gap_and_is_told_once() -> None:
    session = faulty("crash-after-answer")
    ask(session)
    time.sleep(0.5)  # the target dies 0.1 s after its answer

    played = ask(session, LINES)
    again = ask(session, LINES)
    ended = session.end()

    assert played.fault is not None
    assert not played.fault.asked
    assert str(played.fault) == "the target exited with code 5 after its last answer"
    assert played.findings == ()
    assert names(played.strays_before) == ["exit-code"]
    assert again.fault is not None
    assert not again.fault.asked
    assert again.strays_before == ended.findings == ()


def test_a_death_after_the_last_answer_is_found_at_the_end() -> None:
    session = faulty("crash-after-answer")
    ask(session)
    time.sleep(0.5)

    ended = session.end()

    assert ended.exit_code == 5
    assert names(ended.findings) == ["exit-code"]


@pytest.mark.parametrize(
    ("fault", "code", "signal", "reason", "stderr"),
    [
        ("crash-in-call", 3, None, "the target exited with code 3", "giving up with code 3"),
        ("crash-in-line", 3, None, "the target exited with code 3", "giving up with code 3"),
        ("crash-by-signal", None, 9, "the target was ended by SIGKILL", ""),
        ("hang-in-call", None, None, "the target is silent after 0.3 s", ""),
    ],
)
def test_a_fault_tells_how_the_target_went(
    fault: str, code: int | None, signal: int | None, reason: str, stderr: str
) -> None:
    session = faulty(fault)

    played = ask(session, timeout=0.3 if fault == "hang-in-call" else 10)
    session.kill()

    assert isinstance(played.fault, TargetFault)
    assert (played.fault.exit_code, played.fault.signal) == (code, signal)
    assert str(played.fault) == played.fault.reason == reason
    assert played.fault.stderr.endswith(stderr)
    assert played.fault.asked


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("exits-at-start", ["exited with code 4 before it negotiated", "fatal: cannot go on"]),
        ("silent-at-start", ["is silent after 0.5 s before it negotiated"]),
        ("without-server-info", ["the MCP SDK does not accept the answer: /serverInfo: Field required"]),
        ("only-stateless", ["refused with -32022: Unsupported protocol version"]),
        ("only-old", ["asked for 2025-11-25, the target answers 2024-11-05"]),
    ],
)
def test_a_target_that_does_not_come_up_is_told_with_its_reason(fault: str, told: list[str]) -> None:
    with pytest.raises(StartFault) as raised:
        faulty(fault, limits=Limits(start=0.5))

    message = str(raised.value)
    assert "python -m reference_server.faults" in message
    assert [one for one in told if one not in message] == []


NODE = """\
node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module '/srv/index.js'
    at Module._load (node:internal/modules/cjs/loader:1055:27) {
  code: 'MODULE_NOT_FOUND'
}

Node.js v22.1.0
"""


@pytest.mark.parametrize(
    ("stderr", "last_word"),
    [
        ("reading\nno config at /etc/x\n\n", ": no config at /etc/x"),
        (NODE, ": Error: Cannot find module '/srv/index.js'"),
        ("Traceback (most recent call last):\n  x\nKeyError: 'HOME'\nbye\n", ": KeyError: 'HOME'"),
        ("error[E0308]: mismatched types\n  note\n", ": error[E0308]: mismatched types"),
        ("first " + "x" * 200, ": first " + "x" * 154 + "…"),
        ("\n \n", ""),
        ("", ""),
    ],
)
def test_why_a_target_died_before_it_negotiated_stands_in_the_first_line(
    stderr: str, last_word: str, tmp_path: Path
) -> None:
    script = f"import sys; sys.stdin.readline(); sys.stderr.write({stderr!r}); sys.exit(1)"

    with pytest.raises(StartFault) as raised:
        with_script(tmp_path, script)

    first_line = str(raised.value).split("\n")[0]
    assert first_line.endswith(f"2025-11-25: the target exited with code 1 before it negotiated{last_word}")


def test_a_refused_listing_has_its_error() -> None:
    session = faulty("tools-refused")

    listing = session.list_tools()
    capability = session.check_capabilities(frozenset({"tools"}))
    session.end()

    assert listing.refused is not None
    assert listing.refused.code == "-32601"
    assert names(capability) == ["capability"]


def test_a_cursor_that_repeats_is_refused() -> None:
    session = faulty("cursor-repeats")

    listing = session.list_tools()
    session.end()

    assert listing.fault is not None
    assert "gives the cursor again" in str(listing.fault)
