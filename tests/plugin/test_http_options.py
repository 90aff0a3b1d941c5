"""`--mcp-header`, and URLs that cannot be: what is refused, what is sent, what is never shown (spec § 3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from reference_server.faults.http_faults import TOKEN_HEADER
from tests.plugin.conftest import Play, contents, failures, sound
from tests.server.http_serving import serving

TOKEN = TOKEN_HEADER.removeprefix("Bearer ")
HEADER = "Authorization: Bearer $MCP_TEST_TOKEN"


@pytest.fixture(autouse=True)
def _set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_TEST_TOKEN", TOKEN)


@pytest.mark.parametrize("option", ["--mcp-header", "--mcpparity-header"])
def test_a_header_lets_in_and_its_secret_is_masked_wherever_it_comes_back(
    pytester: pytest.Pytester, suite: Path, play: Play, option: str
) -> None:
    xml = pytester.path / "junit.xml"

    with serving("wants-token") as url:
        result = play(f"--mcp-server={url}", option, HEADER, str(suite), "-rA", "-vv", f"--junit-xml={xml}")

    assert failures(result).keys() == {"lines"}
    text = result.stdout.str() + result.stderr.str()
    assert "+you came with Bearer {MCP_TEST_TOKEN}" in text
    kept = b"".join(file.read_bytes() for file in pytester.path.rglob("*") if file.is_file())
    assert b"you came with Bearer {MCP_TEST_TOKEN}" in kept
    assert TOKEN not in text
    assert TOKEN.encode() not in kept


def test_a_recorded_answer_holds_the_name_of_the_secret(suite: Path, play: Play) -> None:
    toml = suite / "mcp-suite.toml"
    toml.write_text(toml.read_text().replace("sealed = true\n", ""))

    with serving("wants-token") as url:
        result = play(f"--mcp-server={url}", f"--mcp-header={HEADER}", str(suite), "--mcp-record=all")

    assert result.ret == 0
    assert "you came with Bearer {MCP_TEST_TOKEN}" in (suite / "answers" / "lines.answer").read_text()
    assert not [name for name, raw in contents(suite).items() if TOKEN.encode() in raw]


def test_a_header_goes_to_the_oracle_too(suite: Path, play: Play) -> None:
    with serving("wants-token") as url:
        result = play(
            f"--mcp-server={url}", f"--mcp-oracle={url}", f"--mcp-header={HEADER}", str(suite), "-rf"
        )

    assert result.ret == 0


def test_without_the_header_the_refusal_says_how_to_give_it(suite: Path, play: Play) -> None:
    with serving("wants-token") as url:
        result = play(f"--mcp-server={url}", str(suite), "-rf")

    assert failures(result).keys() == {"session"}
    result.stdout.fnmatch_lines(["try: give credentials: --mcp-header 'Authorization: Bearer $TOKEN'*"])


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--mcp-header", "X-Team: $MCP_TEST_UNSET"), "the variable MCP_TEST_UNSET is not set"),
        (("--mcp-header", "Authorization"), "write it as 'Name: value'"),
        (("--mcp-header", "Mcp-Session-Id: 1"), "this header belongs to the protocol"),
        (("--mcp-server=web=http:///mcp",), "the URL names no host"),
        (("--mcp-oracle=http://me:secret@host/mcp",), "credentials in a URL would be shown"),
    ],
)
def test_what_cannot_be_is_a_usage_error(
    suite: Path, play: Play, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], told: str
) -> None:
    monkeypatch.delenv("MCP_TEST_UNSET", raising=False)

    result = play("--mcp-server=a=http://127.0.0.1:9/mcp", *args, str(suite))

    assert result.ret == 4
    assert told in result.stderr.str()


def test_a_header_is_refused_only_where_no_target_has_a_url(suite: Path, play: Play) -> None:
    pipe = sound().replace("--mcp-server=", "--mcp-server=pipe=")
    with serving("none") as url:
        refused = play(sound(), "--mcp-header", "X-Team: blue", str(suite))
        mixed = play(pipe, f"--mcp-server=web={url}", "--mcp-header", "X-Team: blue", str(suite))

    assert refused.ret == 4
    assert "--mcp-header is for targets by URL, and there is none" in refused.stderr.str()
    assert mixed.ret == 0
