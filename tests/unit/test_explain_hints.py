"""What looks as if it varies is said to, with a mask that would allow it; nothing else is."""

from __future__ import annotations

import itertools
import json
import re
import tomllib

import pytest

from pytest_mcpparity.answer import Result, RpcError, Text
from pytest_mcpparity.explain.explanation import explain
from pytest_mcpparity.explain.volatile import SORTS
from pytest_mcpparity.json_text import parse
from tests.unit.compare_made import Body, blocks, compared, explained, members, of_texts, other, structured

OWN_PATH = "; the target wrote its own absolute path"
DURATION = next(sort.pattern for sort in SORTS if sort.mask == "<duration>")


def looks_like(noun: str) -> str:
    return f"; this looks like {noun}; declare a mask if it may vary"


@pytest.mark.parametrize(
    ("expected", "received", "noun"),
    [
        ("at 2026-01-02T10:00:00Z ok", "at 2026-01-02T10:00:07Z ok", "a time"),
        ("at 2026-01-02 10:00:00.123 ok", "at 2026-03-02 11:00:00.456 ok", "a time"),
        ("at 10:00:00", "at 10:00:01", "a time"),
        ("x " * 200 + "at 10:00:00", "x " * 200 + "at 10:00:01", "a time"),
        ("-rw-r--r-- 1 u g 5 Nov 30 19:54 a.txt", "-rw-r--r-- 1 u g 5 Nov 30 19:55 a.txt", "a time"),
        ("drwxr-xr-x 2 u g 9 Jan  9 08:00 b", "drwxr-xr-x 2 u g 9 Dec 31 23:59 b", "a time"),
        ("on 2026-01-02", "on 2026-01-03", "a date"),
        ("since 1767225600", "since 1767225999", "a time"),
        ("since 1767225600123", "since 1767225999456", "a time"),
        ("Date: Thu, 01 Jan 2026 10:00:00 GMT", "Date: Fri, 02 Jan 2026 10:00:01 GMT", "a time"),
        (
            "id 123e4567-e89b-12d3-a456-426614174000",
            "id 123e4567-e89b-12d3-a456-426614174999",
            "a UUID",
        ),
        ("<tzoffset object at 0x7ff632442350>", "<tzoffset object at 0x7f1632449990>", "a memory address"),
        ("took 12 ms", "took 15 ms", "a duration"),
        ("took 0.52s.", "took 1.02s.", "a duration"),
        ("in /tmp/pytest-1/a", "in /tmp/pytest-2/a", "a temporary path"),
        ("in /var/folders/x1/a", "in /var/folders/y1/a", "a temporary path"),
        (
            "see https://errors.pydantic.dev/2.11/v/missing",
            "see https://errors.pydantic.dev/2.14/v/missing",
            "a version in a URL",
        ),
        ("https://a.dev/v2.9/x", "https://a.dev/v2.11/x", "a version in a URL"),
        (
            "at https://a.dev/1.0/x, https://b.dev/1.1",
            "at https://a.dev/1.0/x, https://b.dev/1.10",
            "a version in a URL",
        ),
    ],
)
def test_a_text_that_looks_volatile_is_said_to(expected: str, received: str, noun: str) -> None:
    sides = [(expected, received), (json.dumps({"a": expected}), json.dumps({"a": received}))]

    for old, new in sides:
        made = of_texts(old, new)
        assert made.first_line.endswith(looks_like(noun))
        assert masked_alike(made.advice, old, new)


def masked_alike(advice: tuple[str, ...], expected: str, received: str) -> bool:
    """Whether the mask that the advice prints makes both sides equal."""
    start = advice.index("    [[mask]]")
    entry = tomllib.loads("\n".join(advice[start : start + 3]))["mask"][0]
    pattern = re.compile(entry["pattern"])
    assert not pattern.search(entry["as"])
    assert not pattern.search("")

    def put(match: re.Match[str]) -> str:
        group = 1 if pattern.groups else 0
        start, end = match.start(group) - match.start(), match.end(group) - match.start()
        return match[0][:start] + str(entry["as"]) + match[0][end:]

    return pattern.sub(put, expected) == pattern.sub(put, received)


@pytest.mark.parametrize(
    "text", ["see http://x and https://a.dev/x/v{}/1", '{{"a":"http://x https://a.dev/x/v{}/1"}}']
)
def test_of_a_url_only_the_version_is_masked(text: str) -> None:
    advice = of_texts(text.format("2.9"), text.format("2.11")).advice

    assert advice[advice.index("    [[mask]]") :][1:3] == (
        r"    pattern = 'a\.dev/x/v(\d+(?:\.\d+)+)'",
        "    as = '<version>'",
    )


@pytest.mark.parametrize(
    ("expected", "received"),
    [
        ("12 files", "15 files"),
        ("see http://a.dev/2.11/x", "see https://a.dev/2.11/x"),
        ("see https://a.dev/2.11/x", "see https://b.dev/2.11/x"),
        ("version 1.2.3", "version 1.2.4"),
        ("at 2026-01-02T10:00:00Z ok", "at 2026-01-02T10:00:00Z no"),
        ("at 2026-01-02T10:00:00Z", "at noon"),
        ("id 123e4567-e89b-12d3-a456-426614174000", "id none"),
        ("port 8080", "port 9090"),
        ("12 msgs", "15 msgs"),
    ],
)
def test_what_does_not_look_volatile_is_not_said_to(expected: str, received: str) -> None:
    made = of_texts(expected, received)

    assert "looks like" not in made.first_line
    assert not any("[[mask]]" in line for line in made.advice)


def test_numbers_in_json_are_judged_by_name_or_size() -> None:
    assert of_texts('{"elapsed_ms": 12}', '{"elapsed_ms": 15}').first_line.endswith(looks_like("a duration"))
    assert of_texts('{"durationMs": 1.5}', '{"durationMs": 2}').first_line.endswith(looks_like("a duration"))
    assert of_texts('{"at":1767225600}', '{"at":1767225601}').first_line.endswith(looks_like("a time"))
    assert "looks like" not in of_texts('{"at":1767225600}', '{"at":5}').first_line
    assert "looks like" not in of_texts('{"items": 12}', '{"items": 15}').first_line
    assert "looks like" not in of_texts('{"elapsed_ms": 12}', '{"elapsed_ms": null}').first_line


def test_a_value_of_a_text_is_masked_by_its_name() -> None:
    numbers = ("12", "15"), ("1e3", "1.5E+4")
    for name, pair in itertools.product(("elapsed_ms", "größe_ms"), numbers):
        expected, received = (f'{{"{name}": {number}, "n": 12}}' for number in pair)
        advice = of_texts(expected, received).advice

        assert masked_alike(advice, expected, received)
        assert "    as = '<duration>'" in advice


def test_a_point_in_time_of_a_text_is_masked_by_its_name() -> None:
    expected, received = '{"at":1767225600,"n":1}', '{"at":1767225601.5,"n":1}'
    advice = of_texts(expected, received).advice

    assert masked_alike(advice, expected, received)
    assert "    as = '<time>'" in advice


@pytest.mark.parametrize(
    ("expected", "received"),
    [
        ("open '{workspace}/a'", "open '/tmp/w/a'"),
        ('{"path":"{workspace}/a"}', '{"path":"/home/w/a"}'),
        ('{"path":"{workspace}"}', '{"path":"C:\\\\w"}'),
        ("see file://{workspace}/a", "see file:///home/w/a"),
        ("{workspace}/a", "file:///home/w/a"),
    ],
)
def test_an_absolute_path_for_the_workspace_is_named(expected: str, received: str) -> None:
    assert of_texts(expected, received).first_line.endswith(OWN_PATH)


@pytest.mark.parametrize(
    ("expected", "received"),
    [("{workspace}/a", "{workspace}/b"), ("{workspace}/a", "a"), ("open x", "open /x"), ("{w}", "/w")],
)
def test_another_path_is_not_called_the_targets_own(expected: str, received: str) -> None:
    assert OWN_PATH not in of_texts(expected, received).first_line


def test_a_hint_stands_before_the_count_of_other_parts() -> None:
    line = explained(blocks("took 1 ms", "a"), blocks("took 2 ms", "b")).first_line

    assert line.endswith(f"{looks_like('a duration')}; 1 more part differs")


@pytest.mark.parametrize(
    ("expected", "received", "pointer"),
    [
        (
            structured('{"rows":[{"elapsed_ms":1}]}'),
            structured('{"rows":[{"elapsed_ms":2}]}'),
            "/structuredContent/rows/*/elapsed_ms",
        ),
        (
            RpcError("1", "m", parse('{"a/b":"at 10:00:00"}')),
            RpcError("1", "m", parse('{"a/b":"at 10:00:01"}')),
            "/data/a~1b",
        ),
        (
            Result(members=members('{"_meta":{"took_ms":1}}')),
            Result(members=members('{"_meta":{"took_ms":2}}')),
            "/_meta/took_ms",
        ),
        (
            blocks("a", other('{"type":"x","took_ms":1}')),
            blocks("a", other('{"type":"x","took_ms":2}')),
            "/content/1/took_ms",
        ),
        (
            blocks("a", Text("b", members('{"_meta":{"took_ms":1}}'))),
            blocks("a", Text("b", members('{"_meta":{"took_ms":2}}'))),
            "/content/1/_meta/took_ms",
        ),
    ],
)
def test_values_of_a_json_part_are_masked_by_pointer(expected: Body, received: Body, pointer: str) -> None:
    advice = explain(compared(expected, received)).advice

    start = advice.index("    [[mask]]")
    assert tomllib.loads("\n".join(advice[start : start + 3]))["mask"][0]["pointer"] == pointer


def test_advice_tells_all_that_can_be_done() -> None:
    long = "x " * 20
    assert of_texts(f"{long}took 1 ms", f"{long}took 12 ms").advice == (
        "1 character is extra; all else is the same.",
        "If it may vary: declare a mask in mcp-suite.toml:",
        "    [[mask]]",
        rf"    pattern = '{DURATION}'",
        "    as = '<duration>'",
        "If it was reviewed and stays: declare a [[known_difference]] with cases, at = 'block 1', and why.",
    )
    assert of_texts('{"path":"{workspace}"}', '{"path":"/w"}').advice == (
        "Let the target write the workspace's path as it was given, or a relative one.",
        (
            "If it was reviewed and stays: "
            "declare a [[known_difference]] with cases, at = 'block 1 /path', and why."
        ),
    )


def test_a_text_that_lost_and_gained_has_no_count() -> None:
    assert of_texts(f"a {'x' * 40} b", f"c {'x' * 40} d").advice == (
        "If it was reviewed and stays: declare a [[known_difference]] with cases, at = 'block 1', and why.",
    )


def test_a_place_that_cannot_be_quoted_is_not_proposed() -> None:
    assert of_texts('{"it\'s":1}', '{"it\'s":2}').advice == (
        "If it was reviewed and stays: declare a [[known_difference]] with cases, and why.",
    )


def test_advice_names_the_ways_out() -> None:
    advice = explain(compared(RpcError("1"), blocks("a"))).advice

    assert advice == (
        "If it was reviewed and stays: declare a [[known_difference]] with cases, at = 'outcome', and why.",
    )
