"""The readers hold their rules for inputs that once broke one, and for random ones."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest

from pytest_mcpparity.answer import ABSENT
from pytest_mcpparity.answers.file import parse_answer
from pytest_mcpparity.errors import SuiteFault, UnreadableAnswer
from pytest_mcpparity.json_text import JsonTextError, Members, Number, Value
from pytest_mcpparity.session.frames import Frame, answer_body, read_frame
from pytest_mcpparity.session.transport.pipes import Pipes
from pytest_mcpparity.suite.model import Suite
from tests.proof import attacks
from tests.proof.mutating import mutated
from tests.proof.seeds import seeds

#: Named `<reader>-<what it found>`.
FOUND = sorted(Path(__file__, "..", "found").resolve().iterdir())
#: Many times what any input of this size needs, in bytes; a reader that blows up is far beyond it.
MOST_MEMORY = 16 * 1024 * 1024
HEAD = b'{"jsonrpc":"2.0",'


@pytest.mark.parametrize("file", FOUND, ids=[file.name for file in FOUND])
def test_what_broke_a_rule_once_breaks_it_no_more(file: Path) -> None:
    attack = attacks.READERS[file.name.partition("-")[0]]

    attack(file.read_bytes())


@pytest.mark.parametrize("reader", sorted(attacks.READERS))
def test_seeds_reach_both_what_is_taken_and_what_is_refused(reader: str) -> None:
    for seed in seeds(reader):
        attacks.READERS[reader](seed)


@pytest.mark.parametrize(
    ("reader", "count"), [("json", 1500), ("frame", 1000), ("answer", 1000), ("suite", 60)]
)
def test_random_changes_break_no_rule(reader: str, count: int) -> None:
    for data in mutated(reader, seed=1, count=count):
        attacks.READERS[reader](data)


@pytest.mark.heavy
@pytest.mark.parametrize("reader", sorted(attacks.READERS))
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_random_changes_break_no_rule(reader: str, seed: int) -> None:
    for data in mutated(reader, seed=seed, count=2000 if reader == "suite" else 20_000):
        attacks.READERS[reader](data)


@pytest.mark.parametrize("reader", sorted(attacks.READERS))
def test_memory_stays_small_for_deep_and_repeated_inputs(reader: str) -> None:
    inputs = [b"[" * 8000, b'{"a":' * 1600, b"a.b." * 2000 + b"=1", b"--- " * 2000, b"\xff" * 8000]
    tracemalloc.start()

    for data in inputs:
        attacks.READERS[reader](data)

    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MOST_MEMORY


def test_a_message_that_is_no_json_may_have_an_id_that_is_none_either() -> None:
    readable = read_frame(HEAD + b'"id":7,"result":{')
    leading_zero = read_frame(HEAD + b'"id":007,"result":{')
    control = read_frame(HEAD + b'"id":"a\x00b","result":{')

    assert readable.id == Number("7")
    assert [frame.kind for frame in (leading_zero, control)] == ["broken", "broken"]
    assert [frame.id for frame in (leading_zero, control)] == [ABSENT, ABSENT]


def test_a_bad_byte_behind_an_escaped_surrogate_makes_a_character_that_can_be_stored() -> None:
    line = HEAD + b'"id":7,"result":{"\\ud800\x9d":"x"}}'

    body = answer_body(read_frame(line))

    attacks.attack_frame(line)
    assert "\\ud800" not in ascii(body)


@pytest.mark.parametrize("behind", ["--- end\n", "--- text\nunseen\n--- end\n"])
def test_an_answer_has_nothing_behind_its_end(behind: str) -> None:
    whole = "mcp-answer 1\ncase case\n--- call tool\n--- result\n--- end\n"

    with pytest.raises(UnreadableAnswer, match="nothing: `end` is the last line") as refused:
        parse_answer((whole + behind).encode(), lambda name: b"")

    assert refused.value.line == 6


def test_an_oversized_line_is_not_given_out_when_others_come_with_it() -> None:
    ends = [os.pipe() for _ in range(3)]
    pipes = Pipes(ends[0][1], ends[1][0], ends[2][0], -1, max_bytes=4)
    os.write(ends[1][1], b"ab\nabcdefgh\ncd\n")

    pipes.pump(0.0)

    assert pipes.oversized
    assert list(pipes.lines) == [b"ab"]
    pipes.close()
    for fd in (fd for pair in ends for fd in pair):
        os.close(fd)


def _refuse_all(data: bytes) -> Value:
    raise JsonTextError("no JSON at all")


def _refuse_at_length(file: Path) -> Suite:
    raise SuiteFault("\n".join(f"{file}: reason {number}" for number in range(100)))


@pytest.mark.parametrize(
    ("reader", "data", "name", "broken"),
    [
        ("json", b"[1]", "pretty_json", lambda value: "[2]"),
        ("json", b"[1]", "parse", _refuse_all),
        ("frame", HEAD + b'"id":7,"result":{}}', "parse_answer", lambda data, media: None),
        ("frame", b"no JSON", "read_frame", lambda raw: Frame("stray", raw, Members())),
        ("answer", seeds("answer")[6], "format_instructions", lambda text: b""),
        ("suite", b"format = 2\n", "read_suite", _refuse_at_length),
    ],
)
def test_an_attack_fails_for_a_reader_that_breaks_a_rule(
    monkeypatch: pytest.MonkeyPatch, reader: str, data: bytes, name: str, broken: object
) -> None:
    attacks.READERS[reader](data)
    monkeypatch.setattr(attacks, name, broken)

    with pytest.raises(AssertionError):
        attacks.READERS[reader](data)
