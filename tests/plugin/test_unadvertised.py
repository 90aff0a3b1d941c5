"""A tool that is called and not advertised: the name that it can have become is offered (spec § 2.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.conftest import Play, failures, raw_server, small_suite

CASE = '[case.weight]\ntool = "convert_weight"\narguments = "{}"\n'
START = "the target does not advertise the tool convert_weight; "


def server(folder: Path, *names: str) -> str:
    """A server with these tools, each of which answers the same."""
    tools = ", ".join(f'"{name}": lambda _: text("done")' for name in names)
    return raw_server(folder, f"serve({{{tools}}})")


@pytest.fixture
def recorded(pytester: pytest.Pytester, play: Play) -> Path:
    """The folder of a suite that was recorded on a server with two tools."""
    small_suite(pytester.path, CASE)
    assert play(server(pytester.path, "convert_length", "convert_weight"), "--mcp-record").ret == 0
    return pytester.path


@pytest.mark.parametrize(
    ("names", "hint"),
    [
        (["convert_length"], "it advertises 1 tool"),
        (["convert_length", "other"], "it advertises 2 tools"),
        (["convert_length", "convert_weights"], "the nearest advertised name is convert_weights"),
        (["convert_length", "convertWeight"], "the nearest advertised name is convertWeight"),
    ],
)
def test_a_tool_that_stood_beside_it_is_not_taken_for_it(
    recorded: Path, play: Play, names: list[str], hint: str
) -> None:
    assert failures(play(server(recorded, *names)))["weight"] == START + hint


def test_against_a_live_oracle_too(recorded: Path, play: Play) -> None:
    oracle = raw_server(recorded, (recorded / "server.py").read_text(), "oracle.py")

    result = play(server(recorded, "convert_length"), oracle.replace("--mcp-server", "--mcp-oracle"))

    assert failures(result)["weight"] == START + "it advertises 1 tool"


def test_of_a_name_that_was_never_advertised_any_may_be_meant(recorded: Path, play: Play) -> None:
    suite = recorded / "suites" / "small" / "mcp-suite.toml"
    suite.write_text(suite.read_text() + CASE.replace("weight", "lenght"))

    result = play(server(recorded, "convert_length", "convert_weight"), "--mcp-record")

    assert failures(result)["lenght"] == (
        "the target does not advertise the tool convert_lenght; the nearest advertised name is convert_length"
    )


def test_without_a_listing_any_may_be_meant(recorded: Path, play: Play) -> None:
    (recorded / "suites" / "small" / "answers" / "tools.answer").unlink()

    result = play(server(recorded, "convert_length"))

    assert failures(result)["weight"] == START + "the nearest advertised name is convert_length"
