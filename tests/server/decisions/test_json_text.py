"""Strict JSON (spec 3.3, 2b-2f)."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.decisions.json_text import (
    BAD_NUMBER,
    DUPLICATE_KEY,
    LONE_SURROGATE,
    NOT_JSON,
    NOT_UTF8,
    TOO_DEEP,
    JsonReader,
    JsonTextError,
)

SOUND: list[tuple[bytes, Any]] = [
    (b" \t\r\n{ } ", {}),
    (b"-0", 0),
    (b"[9007199254740991, -9007199254740991]", [9007199254740991, -9007199254740991]),
    (b'"\\ud83d\\ude00"', "\U0001f600"),
    (b'"\\/\\u0000"', "/\0"),
    ("\u00e9".join('""').encode(), "\u00e9"),
    (b"[" * 32 + b"]" * 32, None),
]
FAULTY: list[tuple[bytes, str]] = [
    (b'"\xff"', NOT_UTF8),
    (b'"\xed\xa0\x80"', NOT_UTF8),
    (b"", NOT_JSON),
    (b"\xef\xbb\xbf{}", NOT_JSON),
    (b"NaN", NOT_JSON),
    (b"[-Infinity]", NOT_JSON),
    (b"{'a':1}", NOT_JSON),
    (b"[1,]", NOT_JSON),
    (b"01", NOT_JSON),
    (b"{} {}", NOT_JSON),
    (b'"a\tb"', NOT_JSON),
    (b'{"a":1,"a":1} x', NOT_JSON),
    (b'[{"a":1.5,"\\u0061":1}]', DUPLICATE_KEY),
    (b"[1.0]", BAD_NUMBER),
    (b"[1e2]", BAD_NUMBER),
    (b"[-0.0]", BAD_NUMBER),
    (b"[9007199254740992]", BAD_NUMBER),
    (b"[-9007199254740992]", BAD_NUMBER),
    (b"[" + b"1" * 5000 + b"]", BAD_NUMBER),
    (b'["\\ud800", 1.5]', BAD_NUMBER),
    (b'["\\ud800"]', LONE_SURROGATE),
    (b'{"\\udc00": 1}', LONE_SURROGATE),
    (b"[" * 33 + b'"\\ud800"' + b"]" * 33, LONE_SURROGATE),
    (b"[" * 33 + b"]" * 33, TOO_DEEP),
    (b'{"a":' * 33 + b"1" + b"}" * 33, TOO_DEEP),
    (b"[" * 100000 + b"]" * 100000, TOO_DEEP),
]


@pytest.mark.parametrize(("data", "value"), SOUND)
def test_sound_text_gives_its_value(data: bytes, value: Any) -> None:
    read = JsonReader().record(data)

    assert value is None or read == value


@pytest.mark.parametrize(("data", "reason"), FAULTY)
def test_first_fault_of_a_record_gives_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(JsonTextError) as error:
        JsonReader().record(data)

    assert error.value.reason == reason


def test_reader_forgets_the_faults_of_the_document_before() -> None:
    reader = JsonReader()
    for broken in (b'{"a":1,"a":2}', b"1.5"):
        with pytest.raises(JsonTextError):
            reader.record(broken)

    assert reader.record(b"[1]") == [1]


def test_wide_document_is_not_deep() -> None:
    assert len(JsonReader().record(b"[" + b"[]," * 100 + b"[]]")) == 101


def test_request_may_hold_any_number_but_no_duplicate_key() -> None:
    assert JsonReader().request(b"[1.5, 1e400]")[0] == 1.5

    for broken in (b'{"a":1,"a":1}', b"{", b'"\\ud800"', b"[" * 100000, b"\xff"):
        with pytest.raises(JsonTextError):
            JsonReader().request(broken)
