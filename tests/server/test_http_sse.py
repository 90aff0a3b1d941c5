"""Event streams: every way to spell the same events, in pieces of every size."""

from __future__ import annotations

import pytest

from pytest_mcpparity.session.transport.sse import Event, EventStream, OversizedEvent

BOM = b"\xef\xbb\xbf"
#: The same two events, in the ways that the standard allows.
SPELLINGS = {
    "plain": b'data: {"a":1}\n\ndata: two\n\n',
    "without blanks": b'data:{"a":1}\n\ndata:two\n\n',
    "crlf": b'data: {"a":1}\r\n\r\ndata: two\r\n\r\n',
    "cr": b'data: {"a":1}\r\rdata: two\r\r',
    "mixed ends": b'data: {"a":1}\r\n\ndata: two\n\r\n',
    "byte order mark": BOM + b'data: {"a":1}\n\ndata: two\n\n',
    "comments": b': ping\n\n:\ndata: {"a":1}\n: more\n\n\n\ndata: two\n\n: end\n',
    "other fields": b'id: 1\nretry: 10\nevent: message\nvendor\ndata: {"a":1}\n\nid\n\ndata: two\n\n',
}
EVENTS = [Event("message", b'{"a":1}'), Event("message", b"two")]


def read(raw: bytes, size: int, max_bytes: int = 1000) -> list[Event]:
    stream = EventStream(max_bytes)
    return [event for at in range(0, len(raw), size) for event in stream.feed(raw[at : at + size])]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_gives_the_same_events_in_pieces_of_any_size(spelling: str, size: int) -> None:
    events = read(SPELLINGS[spelling], size)

    assert events == EVENTS


def test_lines_of_data_are_joined_by_newlines_byte_for_byte() -> None:
    events = read(b'data: {\ndata:  "a": 1.0\ndata\ndata: \xff}\n\n', 4)

    assert events == [Event("message", b'{\n "a": 1.0\n\n\xff}')]


def test_an_event_has_its_type_and_the_next_one_has_not() -> None:
    events = read(b"event: ping\ndata: x\n\ndata: y\n\n", 100)

    assert events == [Event("ping", b"x"), Event("message", b"y")]


def test_an_event_without_data_is_none_but_one_with_empty_data_is() -> None:
    events = read(b"event: ping\nid: 3\n\ndata:\n\n", 100)

    assert events == [Event("message", b"")]


@pytest.mark.parametrize(
    ("raw", "unfinished"),
    [(b"data: x\n\n", False), (b": ping\n", False), (b"data: x\n", True), (b"data: x\n\nda", True)],
)
def test_an_event_counts_only_once_its_empty_line_has_come(raw: bytes, unfinished: bool) -> None:
    stream = EventStream(1000)

    events = stream.feed(raw)

    assert stream.unfinished is unfinished
    assert len(events) == raw.count(b"\n\n")


def test_an_event_over_one_mebibyte_comes_whole() -> None:
    text = b"x" * (3 * 1024 * 1024)

    events = read(b"data: " + text + b"\n\n", 65536, max_bytes=len(text) + 10)

    assert events == [Event("message", text)]


@pytest.mark.parametrize(
    "raw",
    [b"data: " + b"x" * 200, b"data: x\n" * 200, b": " + b"x" * 200, b"data: " + b"x" * 101 + b"\n\n"],
    ids=["endless line", "endless event", "endless comment", "whole event"],
)
def test_what_grows_over_the_limit_is_stopped(raw: bytes) -> None:
    with pytest.raises(OversizedEvent):
        read(raw, 10, max_bytes=100)


def test_many_events_together_may_be_over_the_limit() -> None:
    events = read(b"data: 0123456789\n\n" * 100, 50, max_bytes=100)

    assert len(events) == 100


@pytest.mark.parametrize("size", [1, 7, 50, 1000])
@pytest.mark.parametrize("spelled", [b"data: ", b"data:"])
def test_the_limit_is_on_the_data_alone_in_pieces_of_any_size(spelled: bytes, size: int) -> None:
    text, joined = b"x" * 100, b"x" * 49 + b"\n" + b"y" * 50
    lines = spelled + joined.replace(b"\n", b"\n" + spelled)

    assert read(spelled + text + b"\n\n", size, max_bytes=100) == [Event("message", text)]
    assert read(lines + b"\n\n", size, max_bytes=100) == [Event("message", joined)]
    for over in (spelled + text + b"x\n\n", lines + b"y\n\n", spelled + text + b"\n" + spelled + b"\n\n"):
        with pytest.raises(OversizedEvent):
            read(over, size, max_bytes=100)


@pytest.mark.parametrize("size", [1, 7, 50, 1000])
@pytest.mark.parametrize("start", [b": ", b"event: ", b"id: "])
def test_another_line_has_the_same_limit_in_pieces_of_any_size(start: bytes, size: int) -> None:
    assert read(start + b"x" * 100 + b"\ndata: a\n\n", size, max_bytes=100)
    with pytest.raises(OversizedEvent):
        read(start + b"x" * 200 + b"\ndata: a\n\n", size, max_bytes=100)
