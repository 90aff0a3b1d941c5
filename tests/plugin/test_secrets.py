"""Secrets and terminal escapes that a target writes never come through (spec §§ 3, 4.1)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pytest_mcpparity.concealing import conceal
from tests.plugin.conftest import Play, contents, failures, raw_server, small_suite

SECRET = '0123456789/wörd"and-more'
#: What betrays it, however it is spelled and where it is cut short: all spellings share this.
TELLING = "012345"
NAME = "MCP_TEST_SECRET"


@pytest.fixture(autouse=True)
def _set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, SECRET)


_LEAKS = {
    "tool text": 'serve({"a": lambda _: SECRET})',
    "structured content": 'serve({"a": lambda _: {"result": {"structuredContent": [SECRET]}}})',
    "error message": 'serve({"a": lambda _: {"error": {"code": 1, "message": SECRET, "data": [SECRET]}}})',
    "stdout": 'serve({"a": lambda _: write(SECRET.encode() + b"\\n") or "1"})',
    "a long line of stdout": 'serve({"a": lambda _: write(b"x" * 190 + SECRET.encode() + b"\\n") or "1"})',
    "stderr": 'serve({"a": lambda _: print(SECRET, file=sys.stderr, flush=True) or os._exit(1)})',
    "stderr at start": "print(SECRET, file=sys.stderr); sys.exit(SECRET)",
    "server name": 'serve({"a": lambda _: "1"}, name=f"server {SECRET}")',
    "instructions": 'serve({"a": lambda _: "1"}, instructions=f"Use {SECRET}.")',
    "a tool's name": 'serve({"a": lambda _: "1", SECRET: lambda _: "2"})',
    "the end": 'serve({"a": lambda _: "1"}, at_end=lambda: write(SECRET.encode()))',
}  # fmt: skip


@pytest.mark.parametrize("way", _LEAKS)
def test_a_secret_appears_nowhere_whichever_way_it_comes(
    pytester: pytest.Pytester, play: Play, way: str
) -> None:
    small_suite(pytester.path, '[case.a]\ntool = "a"\n[case.aa]\ntool = "a"\n')
    play(raw_server(pytester.path, 'serve({"a": lambda _: "other"}, instructions="Other.")', "other.py"),
         "--mcp-record")  # fmt: skip
    leaking = raw_server(pytester.path, f"SECRET = os.environ[{NAME!r}]\n{_LEAKS[way]}")
    xml = pytester.path / "junit.xml"

    compared = play(leaking, f"--mcp-env={NAME}", "-vv", "-rA", f"--junit-xml={xml}", "--tb=long")
    recorded = play(leaking, f"--mcp-env={NAME}", "-vv", "-rA", "--mcp-record=all")

    shown = "".join(run.stdout.str() + run.stderr.str() for run in (compared, recorded))
    files = contents(pytester.path)
    assert TELLING not in shown
    assert [name for name, data in files.items() if TELLING.encode() in data] == []
    assert f"{{{NAME}}}" in shown + xml.read_text() + str(files.values())


def test_without_the_option_the_value_is_not_passed_on_at_all(pytester: pytest.Pytester, play: Play) -> None:
    folder = small_suite(pytester.path, '[case.a]\ntool = "a"\n')

    play(raw_server(pytester.path, f'serve({{"a": lambda _: str({NAME!r} in os.environ)}})'), "--mcp-record")

    assert "\nFalse\n" in (folder / "answers" / "a.answer").read_text()


def test_a_short_value_is_left_as_it_is(
    pytester: pytest.Pytester, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NAME, "seven77")
    folder = small_suite(pytester.path, '[case.a]\ntool = "a"\n')
    server = raw_server(pytester.path, f'serve({{"a": lambda _: os.environ[{NAME!r}]}})')

    play(server, f"--mcp-env={NAME}", "--mcp-record")

    assert "\nseven77\n" in (folder / "answers" / "a.answer").read_text()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 01234567 b", "a {N} b"),
        ("01234567", "{N}"),
        ("cut 01234… (300 bytes)", "cut {N}… (300 bytes)"),
        ("0123456 is not all of it", "0123456 is not all of it"),
        ("012… is too little to tell", "012… is too little to tell"),
    ],
)
def test_a_secret_is_concealed_whole_or_cut_short(text: str, expected: str) -> None:
    assert conceal(text, {"N": "01234567"}) == expected


def test_of_two_secrets_the_longer_goes_first_and_each_line_of_one_counts() -> None:
    secrets = {"SHORT": "abcdefgh", "LONG": "abcdefghij", "KEY": "-----BEGIN\nMIIEvgIBADANBg\n-----END-\n"}

    concealed = conceal("abcdefghij abcdefgh\n  MIIEvgIBADANBg", secrets)

    assert concealed == "{LONG} {SHORT}\n  {KEY}"


_ESCAPES = {
    "stdout": 'serve({"a": lambda _: write(b"\\x1b[2Jnoise\\n") or "1"})',
    "stderr": 'serve({"a": lambda _: print("\\x1b[2J", file=sys.stderr, flush=True) or os._exit(1)})',
    "tool text": 'serve({"a": lambda _: "\\x1b[2J \\u202e"})',
    "server name": 'serve({"a": lambda _: "1"}, name="\\x1b[2J\\u202e")',
    "a tool's name": 'serve({"a\\x1b[2J\\u202e": lambda _: "1"})',
    "a refused listing": 'serve({}, name="\\x1b[2J")',
    "a message": 'serve({"a": lambda _: {"error": {"code": 1, "message": "\\x1b[2J\\u202e"}}})',
}


@pytest.mark.parametrize("way", _ESCAPES)
def test_terminal_escapes_and_bidirectional_controls_are_never_shown_raw(
    pytester: pytest.Pytester, play: Play, way: str
) -> None:
    small_suite(pytester.path, '[case.a]\ntool = "a"\n')
    play(raw_server(pytester.path, 'serve({"a": lambda _: "other"})', "other.py"), "--mcp-record")

    result = play(raw_server(pytester.path, _ESCAPES[way]), "-vv", "-rA", "--color=no")

    shown = result.stdout.str() + result.stderr.str()
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202e]", shown)
    assert result.ret in (0, 1)


def test_answers_that_are_kept_are_masked_and_whole(pytester: pytest.Pytester, play: Play) -> None:
    small_suite(pytester.path, '[case.a]\ntool = "a"\n')
    play(raw_server(pytester.path, 'serve({"a": lambda _: "other"})', "other.py"), "--mcp-record")
    leaking = raw_server(pytester.path, f'serve({{"a": lambda _: os.environ[{NAME!r}] + "!"}})')

    result = play(leaking, f"--mcp-env={NAME}")

    kept = next(line for line in result.outlines if line.startswith("received kept in "))
    assert f"{{{NAME}}}!" in Path(kept.removeprefix("received kept in ")).read_text()
    assert failures(result).keys() == {"a"}


def test_the_header_shows_no_secret_that_stands_in_a_command(pytester: pytest.Pytester, play: Play) -> None:
    small_suite(pytester.path, '[case.a]\ntool = "a"\n')

    result = play(
        f"--mcp-server=server '{SECRET}'", f"--mcp-oracle=other '\x1b[1m{SECRET}'", f"--mcp-env={NAME}"
    )

    assert f"mcpparity: target: server '{{{NAME}}}'" in result.outlines
    assert f"mcpparity: oracle: other '\\u001b[1m{{{NAME}}}'" in result.outlines
    assert TELLING not in result.stdout.str()
