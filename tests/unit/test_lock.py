from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_mcpparity.answers import lock as lock_module
from pytest_mcpparity.answers.lock import Amendment, Entry, Giver, Lock, format_lock, read_lock, write_lock
from pytest_mcpparity.errors import AnswerFileFault
from tests.unit.arbitrary import BOUNDED, texts

GIVER = Giver("server", "1.2", "2025-11-25", "stdio", "0.1.0")
A, B = "a" * 64, "b" * 64
WHOLE = Lock(
    {"b.answer": Entry(B, None), "a.answer": Entry(A, GIVER)},
    (Amendment("b", 'typo in the "title"', A, B), Amendment("a", "gone", None, None)),
)

hashes = st.text("0123456789abcdef", min_size=64, max_size=64)
givers = st.one_of(st.none(), st.builds(Giver, texts, texts, texts, texts, texts))
maybe_hashes = st.one_of(st.none(), hashes)
locks = st.builds(
    Lock,
    st.dictionaries(texts, st.builds(Entry, hashes, givers), max_size=4),
    st.lists(st.builds(Amendment, texts, texts, maybe_hashes, maybe_hashes), max_size=3).map(tuple),
)


def test_the_file_is_sorted_with_one_line_a_file(tmp_path: Path) -> None:
    path = tmp_path / "answers.lock"

    write_lock(path, WHOLE)

    assert path.read_text() == (
        "{\n"
        '  "amendments": [\n'
        f'    {{"after": "{B}", "before": "{A}", "case": "b", "why": "typo in the \\"title\\""}},\n'
        '    {"after": null, "before": null, "case": "a", "why": "gone"}\n'
        "  ],\n"
        '  "answers": {\n'
        '    "a.answer": {"giver": {"name": "server", "plugin": "0.1.0", "protocol": "2025-11-25", '
        f'"transport": "stdio", "version": "1.2"}}, "sha256": "{A}"}},\n'
        f'    "b.answer": {{"giver": null, "sha256": "{B}"}}\n'
        "  },\n"
        '  "format": 1\n'
        "}\n"
    )
    assert read_lock(path) == WHOLE


def test_an_empty_lock_has_no_lines_between(tmp_path: Path) -> None:
    path = tmp_path / "answers.lock"

    write_lock(path, Lock())

    assert path.read_text() == '{\n  "amendments": [],\n  "answers": {},\n  "format": 1\n}\n'
    assert read_lock(path) == Lock()


def test_a_missing_file_is_an_empty_lock(tmp_path: Path) -> None:
    assert read_lock(tmp_path / "answers.lock") == Lock()


@BOUNDED
@given(locks)
def test_any_lock_comes_back_and_holds_nothing_hidden(
    tmp_path_factory: pytest.TempPathFactory, lock: Lock
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.lock"

    write_lock(path, lock)

    assert read_lock(path) == lock
    assert path.read_text().splitlines() == path.read_text().split("\n")[:-1]


def test_writing_the_same_again_leaves_the_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "answers.lock"
    first = write_lock(path, WHOLE)

    def refuse(*_: object) -> None:
        raise AssertionError("written")

    monkeypatch.setattr(lock_module, "write_atomically", refuse)
    second = write_lock(path, Lock(dict(reversed(list(WHOLE.entries.items()))), WHOLE.amendments))

    assert (first, second) == (True, False)


def test_two_branches_that_record_different_cases_merge(tmp_path: Path) -> None:
    names = [f"{letter}.answer" for letter in "abcdef"]
    base = Lock({name: Entry(A, GIVER) for name in names})
    ours = replace(base, entries={**base.entries, "a.answer": Entry(B, GIVER)})
    theirs = replace(base, entries={**base.entries, "ee.answer": Entry(B, GIVER)})
    for name, lock in (("base", base), ("ours", ours), ("theirs", theirs)):
        write_lock(tmp_path / name, lock)

    merged = subprocess.run(
        ["git", "merge-file", "-p", "ours", "base", "theirs"], cwd=tmp_path, capture_output=True, check=True
    )

    (tmp_path / "merged").write_bytes(merged.stdout)
    assert read_lock(tmp_path / "merged").entries == {**ours.entries, "ee.answer": Entry(B, GIVER)}


TEXT = format_lock(WHOLE).decode()


B_ENTRY = f'{{"giver": null, "sha256": "{B}"}}'
GONE = '{"after": null, "before": null, "case": "a", "why": "gone"}'
HIDDEN = "0\\u202e"
MERGE = "an unfinished merge, keep the lines of both branches"
NO_OBJECT, NO_STRING, NO_SHA = "not a JSON object", "not a string", "not a sha256 in hex"
OTHER_FORMAT = "/format: this version reads format 1 only"


def twice(name: str) -> str:
    return f"`{name}` stands there twice, keep one of the lines"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: no JSON (Expecting value)"),
        ("\ufeff" + TEXT, "line 1: no JSON (Expecting value)"),
        (TEXT[:-3], "line 10: no JSON (Expecting ',' delimiter)"),
        ('{"é":\n\n x}', "line 3: no JSON (Expecting value)"),
        ("[" * 5000, "line 1: no JSON (nested deeper than 256 levels)"),
        ("<<<<<<< ours\n" + TEXT, f"line 1: {MERGE}"),
        ("{\n=======\n", f"line 2: {MERGE}"),
        ("{\n\n>>>>>>> theirs\n", f"line 3: {MERGE}"),
        ("{\n <<<<<<< x", "line 2: no JSON (Expecting property name enclosed in double quotes)"),
        ("[]", f"the file: {NO_OBJECT}"),
        (TEXT.replace('"format": 1', '"format": 1, "format": 1'), f"the file: {twice('format')}"),
        (TEXT.replace('"format": 1', '"format": 2'), OTHER_FORMAT),
        (TEXT.replace('"format": 1', '"format": 1.0'), OTHER_FORMAT),
        ('{"amendments": [], "answers": {}}', OTHER_FORMAT),
        (TEXT.replace('"format": 1', '"format": 1, "more": 1'), "/more: unknown"),
        (TEXT.replace("amendments", "amends"), "/amendments: missing"),
        ('{"amendments": [], "format": 1}', "/answers: missing"),
        ('{"amendments": {}, "answers": {}, "format": 1}', "/amendments: not a JSON array"),
        ('{"amendments": [], "answers": [], "format": 1}', f"/answers: {NO_OBJECT}"),
        (TEXT.replace("b.answer", "a.answer"), f"/answers: {twice('a.answer')}"),
        (
            TEXT.replace("b.answer", "0\\u202e", 1).replace("a.answer", "0\\u202e"),
            f"/answers: {twice(HIDDEN)}",
        ),
        (TEXT.replace(B_ENTRY, "[]"), f"/answers/b.answer: {NO_OBJECT}"),
        (TEXT.replace("b.answer", "b/~").replace(B_ENTRY, "[]"), f"/answers/b~1~0: {NO_OBJECT}"),
        (TEXT.replace('"giver": null, ', ""), "/answers/b.answer/giver: missing"),
        (TEXT.replace(B_ENTRY, '{"giver": null}'), "/answers/b.answer/sha256: missing"),
        (TEXT.replace(f'"{B}"}}\n', "1}\n"), f"/answers/b.answer/sha256: {NO_STRING}"),
        (TEXT.replace(f'"{A}"}},\n    "b', f'"{A[1:]}A"}},\n    "b'), f"/answers/a.answer/sha256: {NO_SHA}"),
        (TEXT.replace(B_ENTRY, B_ENTRY[:-1] + ', "a\u202e": 1}'), "/answers/b.answer/a\\u202e: unknown"),
        (TEXT.replace(B_ENTRY, B_ENTRY[:-1] + ', "giver": 1}'), f"/answers/b.answer: {twice('giver')}"),
        (TEXT.replace('"giver": null', '"giver": [1]'), f"/answers/b.answer/giver: {NO_OBJECT}"),
        (TEXT.replace('"version": "1.2"', '"version": 1.2'), f"/answers/a.answer/giver/version: {NO_STRING}"),
        (TEXT.replace('"version": "1.2"', '"edition": "1.2"'), "/answers/a.answer/giver/version: missing"),
        (TEXT.replace('"version": "1.2"', '"version": "1.2", "x": ""'), "/answers/a.answer/giver/x: unknown"),
        (
            TEXT.replace('"version": "1.2"', '"version": "", "version": ""'),
            f"/answers/a.answer/giver: {twice('version')}",
        ),
        (TEXT.replace(GONE, "null"), f"/amendments/1: {NO_OBJECT}"),
        (TEXT.replace('"why": "gone"', '"why": 1'), f"/amendments/1/why: {NO_STRING}"),
        (TEXT.replace('"case": "a"', '"case": null'), f"/amendments/1/case: {NO_STRING}"),
        (TEXT.replace('"case": "a"', '"cas": "a"'), "/amendments/1/case: missing"),
        (TEXT.replace('"why": "gone"', '"why": "gone", "x": 1'), "/amendments/1/x: unknown"),
        (TEXT.replace('"why": "gone"', '"why": "", "why": ""'), f"/amendments/1: {twice('why')}"),
        (TEXT.replace(f'"before": "{A}"', '"before": "aa"'), f"/amendments/0/before: {NO_SHA}"),
        (TEXT.replace('"after": null', '"after": "x"'), f"/amendments/1/after: {NO_SHA}"),
        (TEXT.replace('"after": null', '"after": 1'), f"/amendments/1/after: {NO_STRING}"),
    ],
)
def test_a_malformed_lock_names_file_place_reason_and_way_out(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "answers.lock"
    path.write_bytes(text.encode())

    with pytest.raises(AnswerFileFault) as caught:
        read_lock(path)

    assert str(caught.value) == (
        f"{path}: {reason}; restore it from version control, or delete it and record anew with --mcp-record"
    )


def test_a_lock_that_is_no_utf8_names_the_line_of_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "answers.lock"
    path.write_bytes("{\n ééééé".encode() + b"\xff\n\n\n\n\n\n")

    with pytest.raises(AnswerFileFault) as caught:
        read_lock(path)

    assert str(caught.value).startswith(
        f"{path}: line 2: no JSON (no UTF-8 (invalid start byte)); restore it"
    )


def test_what_a_target_calls_itself_stands_raw_but_for_what_is_hidden(tmp_path: Path) -> None:
    path = tmp_path / "answers.lock"

    write_lock(path, Lock({"é.answer": Entry(A, replace(GIVER, name="é\n\u202e"))}))

    assert '"é.answer": {"giver": {"name": "é\\n\\u202e", "plugin"' in path.read_text()


@BOUNDED
@given(st.integers(0, len(TEXT) - 1), st.integers(0, 255))
def test_a_changed_byte_gives_a_lock_or_a_fault(
    tmp_path_factory: pytest.TempPathFactory, at: int, byte: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "changed.lock"
    data = TEXT.encode()
    path.write_bytes(data[:at] + bytes([byte]) + data[at + 1 :])

    try:
        lock = read_lock(path)
    except AnswerFileFault:
        return

    assert format_lock(lock)


def test_a_lock_that_is_a_folder_is_a_fault_when_read_and_when_written(tmp_path: Path) -> None:
    with pytest.raises(AnswerFileFault) as read:
        read_lock(tmp_path)
    with pytest.raises(AnswerFileFault) as written:
        write_lock(tmp_path, WHOLE)

    assert str(read.value) == f"{tmp_path}: cannot be read: Is a directory"
    assert str(written.value) == f"{tmp_path}: cannot be written: Is a directory"


@given(locks)
@settings(BOUNDED)
def test_the_quick_look_at_a_lock_finds_what_the_thorough_one_finds(lock: Lock) -> None:
    data = format_lock(lock)

    quick = lock_module._parse_quickly(data)

    assert quick == (None if lock.amendments else lock_module._parse(data))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"format": 1', '"format": 1.0'),
        ('"format": 1', '"format": true'),
        ('"format": 1', '"format": 2'),
        ('"format": 1', '"format": 1, "more": 1'),
        ('"format": 1', '"format": 1, "format": 1'),
        ('"amendments": []', '"amendments": {}'),
        (A, A[1:]),
        (f'"{A}"', "1"),
        ('"server"', "1"),
        ('"server"', '"server", "more": ""'),
        ('"name": "server", ', ""),
        (f'"sha256": "{A}"', f'"sha256": "{A}", "more": 1'),
    ],
)
def test_the_quick_look_leaves_what_is_not_plain_to_the_thorough_one(old: str, new: str) -> None:
    sound = format_lock(Lock({"a.answer": Entry(A, GIVER)}))
    spoilt = sound.replace(old.encode(), new.encode())

    assert lock_module._parse_quickly(sound) is not None
    assert spoilt != sound
    assert lock_module._parse_quickly(spoilt) is None
