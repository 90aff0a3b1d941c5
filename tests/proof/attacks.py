"""The readers under attack: for each, what has to hold whatever bytes it is given.

An attack returns or raises `AssertionError`; any other exception is a crash of the reader. The same
functions serve the coverage-guided fuzzer, the short random runs and the inputs that were kept.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from pytest_mcpparity.answer import Answer, Exchange, Question, StepAnswer
from pytest_mcpparity.answers.file import format_answer, format_instructions, parse_answer, parse_instructions
from pytest_mcpparity.characters import has_hidden
from pytest_mcpparity.errors import MissingAnswer, SuiteFault, UnreadableAnswer
from pytest_mcpparity.findings import FINDINGS
from pytest_mcpparity.json_text import MAX_DEPTH, JsonTextError, compact, depth, parse, pretty_json
from pytest_mcpparity.session.frames import Frame, answer_body, read_frame
from pytest_mcpparity.session.transport.pipes import Pipes
from pytest_mcpparity.session.transport.sse import Event, EventStream, OversizedEvent
from pytest_mcpparity.suite.reader import read_suite

Attack: TypeAlias = Callable[[bytes], None]
#: The longest message, in characters, that a reader may give for any input of a few KiB.
MAX_MESSAGE: Final = 16 * 1024


def attack_json(data: bytes) -> None:
    """A text is refused in words, or its value comes back from both spellings."""
    refused = None
    try:
        value = parse(data)
    except JsonTextError as error:
        refused = error
    if refused is not None:
        assert not _standard_takes(data), f"the standard library takes it, refused: {refused}"
        return
    assert depth(value) <= MAX_DEPTH
    assert parse(compact(value)) == value
    pretty = pretty_json(value)
    assert parse(pretty.encode("utf-8")) == value
    assert pretty_json(parse(pretty)) == pretty


def _standard_takes(data: bytes) -> bool:
    """Whether the standard library reads `data` as JSON proper: no NaN, not deep, no byte order mark."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    if data.count(b"[") + data.count(b"{") > MAX_DEPTH:
        return False
    try:
        json.loads(data.decode("utf-8"), parse_constant=refuse, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return True


def attack_frame(data: bytes) -> None:
    """A line is always some frame, and the answer in it can be stored and read again.

    The first byte chooses what the rest is: a line, the output of a process, or an event stream.
    """
    mode, rest = data[:1], data[1:]
    if mode == b"p":
        _attack_pipe(rest)
    elif mode == b"s":
        _attack_events(rest)
    else:
        _attack_line(data)


def _attack_line(data: bytes) -> None:
    frame = read_frame(data)
    assert frame.raw == data
    for finding in frame.findings:
        assert finding.name in FINDINGS
        assert not has_hidden(finding.detail.replace("\n", "")), finding.detail
        assert len(finding.detail) <= MAX_MESSAGE
    assert frame.kind in ("answer", "request", "notification") or frame.findings
    if frame.kind == "answer":
        _store(frame)


def _store(frame: Frame) -> None:
    body = answer_body(frame)
    wire = frame.raw.replace(b"\n", b"").decode("utf-8", "surrogateescape")
    answer = Answer("case", (Exchange(Question("call", "tool", "{}"), StepAnswer(body, wire)),))
    stored, media = format_answer(answer)
    assert parse_answer(stored, media.__getitem__) == answer


def _pieces(data: bytes) -> tuple[int, list[bytes]]:
    """A limit of 1 to 256 bytes from the first byte, and the rest cut where the next eight bytes say."""
    limit, sizes, rest = data[0] + 1, data[1:9], data[9:]
    pieces = []
    for size in sizes:
        pieces.append(rest[: size + 1])
        rest = rest[size + 1 :]
    return limit, [piece for piece in (*pieces, rest) if piece]


def _attack_pipe(data: bytes) -> None:
    """Lines do not depend on how they come in pieces, and none over the limit is given out."""
    if len(data) < 10:
        return
    limit, pieces = _pieces(data)
    whole = data[9:]
    lines, rest, oversized = _through_pipe(pieces, limit)
    assert all(len(line) <= limit for line in (*lines, rest))
    if oversized:
        assert max(map(len, whole.split(b"\n"))) > limit
        assert lines == whole.split(b"\n")[: len(lines)]
    else:
        assert [*lines, rest] == whole.split(b"\n")


def _through_pipe(pieces: list[bytes], limit: int) -> tuple[list[bytes], bytes, bool]:
    """The lines, the unfinished rest, and whether the limit was broken."""
    ends = [os.pipe() for _ in range(3)]
    (_, stdin), (stdout, output), (stderr, _) = ends
    pipes = Pipes(stdin, stdout, stderr, -1, limit)
    try:
        for piece in pieces:
            os.write(output, piece)
            pipes.pump(0.0)
        pipes.note_exit()
        return list(pipes.lines), pipes.take_unfinished(), pipes.oversized
    finally:
        pipes.close()
        for pair in ends:
            os.close(pair[0])
            os.close(pair[1])


def _attack_events(data: bytes) -> None:
    """The events of a stream do not depend on how it comes in pieces."""
    if len(data) < 10:
        return
    limit, pieces = _pieces(data)
    in_pieces, cut = _events(pieces, limit)
    at_once, whole_cut = _events([data[9:]], limit)
    assert all(len(event.data) <= limit for event in (*in_pieces, *at_once))
    if not cut and not whole_cut:
        assert in_pieces == at_once


def _events(pieces: list[bytes], limit: int) -> tuple[list[Event], bool]:
    stream = EventStream(limit)
    events: list[Event] = []
    try:
        for piece in pieces:
            events += stream.feed(piece)
    except OversizedEvent:
        return events, True
    return events, False


def attack_answer(data: bytes) -> None:
    """A file is refused with a line that it has, or writing it again gives the same bytes."""
    try:
        answer = parse_answer(data, _media)
    except (UnreadableAnswer, MissingAnswer) as error:
        _check_refusal(data, error)
    else:
        assert format_answer(answer)[0] == data
    try:
        instructions = parse_instructions(data)
    except UnreadableAnswer as error:
        _check_refusal(data, error)
    else:
        assert format_instructions(instructions) == data


def _media(name: str) -> bytes:
    """Stands for the folder of the answers: one image of no bytes lies there."""
    if name != "case.1.png":
        raise MissingAnswer(name)
    return b""


def _check_refusal(data: bytes, error: UnreadableAnswer | MissingAnswer) -> None:
    if isinstance(error, UnreadableAnswer):
        assert 1 <= error.line <= data.count(b"\n") + 2, error
        assert not has_hidden(error.reason.replace("\n", "")), error.reason
        assert len(error.reason) <= MAX_MESSAGE


_FOLDER = tempfile.TemporaryDirectory(prefix="mcpparity-proof-")


def attack_suite(data: bytes) -> None:
    """A suite is refused in at most 21 lines that a terminal shows as they are, or it is read."""
    file = Path(_FOLDER.name, "mcp-suite.toml")
    file.write_bytes(data)
    try:
        suite = read_suite(file)
    except SuiteFault as error:
        message = str(error)
        assert str(file) in message
        assert len(message.split("\n")) <= 21, message
        assert len(message) <= MAX_MESSAGE, len(message)
        assert not has_hidden(message.replace("\n", "")), ascii(message)
        message.encode("utf-8")
        return
    assert len({case.id for case in suite.cases}) == len(suite.cases)
    assert all(case.steps for case in suite.cases)


READERS: Final[dict[str, Attack]] = {
    "json": attack_json,
    "frame": attack_frame,
    "answer": attack_answer,
    "suite": attack_suite,
}


def timed(attack: Attack, data: bytes) -> float:
    """Seconds of processor time that one attack takes."""
    started = time.process_time()
    attack(data)
    return time.process_time() - started
