"""A listing of tools or instructions that vary: masks are proposed for them as for cases (spec § 5)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.plugin.conftest import Init, Play, failures, raw_server, small_suite

#: A server whose enum has another order, and whose instructions have another id, with each start.
SERVER = """
import uuid
starts = open({starts!r}, "a+")
starts.write("x")
starts.flush()
starts.seek(0)
count = len(starts.read())
order = ["cat", "ls", "pwd"]
order = order[count % 3:] + order[:count % 3]
serve({{"run": lambda _: text("done")}}, instructions={instructions},
      described={{"run": {{
          "annotations": {{"readOnlyHint": True}},
          "inputSchema": {{"type": "object", "properties": {{"command": {{"enum": {enum}}}}}}},
      }}}})
"""
INSTRUCTIONS = 'f"Session {uuid.uuid4()} is open."'


def varying(folder: Path, *, enum: str = "order", instructions: str = INSTRUCTIONS) -> str:
    """The command of such a server."""
    starts = str(folder / "starts")
    return raw_server(folder, SERVER.format(starts=starts, enum=enum, instructions=instructions))


def masks_of(suite: Path) -> list[dict[str, Any]]:
    """The masks of a suite."""
    found: list[dict[str, Any]] = tomllib.loads((suite / "mcp-suite.toml").read_text()).get("mask", [])
    return found


def test_the_masks_that_are_printed_work_when_they_are_pasted(pytester: pytest.Pytester, play: Play) -> None:
    folder = small_suite(pytester.path, '[case.run]\ntool = "run"\n')
    server = varying(pytester.path)

    refused = play(server, "--mcp-record")
    output = refused.stdout.str()
    pasted = "\n".join(
        re.findall(r"^\[\[mask\]\]\n(?:(?:pattern|pointer|as|cases) = .*\n)+", output, re.MULTILINE)
    )
    (folder / "mcp-suite.toml").write_text((folder / "mcp-suite.toml").read_text() + pasted)
    accepted = play(server, "--mcp-record")

    found = failures(refused)
    assert found["tools"].startswith("not recorded, tools/list varies from play to play: tools: run /inputS")
    assert found["session"].startswith(
        "not recorded, the instructions vary from play to play: instructions: "
    )
    assert [(one["as"], one["cases"]) for one in masks_of(folder)] == [
        ("<uuid>", ["session"]),
        ("<varies>", ["tools"]),
    ]
    assert accepted.ret == 0
    assert play(server).ret == 0


def test_a_listing_of_another_shape_each_time_is_refused_without_a_mask(
    pytester: pytest.Pytester, play: Play
) -> None:
    small_suite(pytester.path, '[case.run]\ntool = "run"\n')
    server = varying(pytester.path, enum="order[:count]", instructions='"steady"')

    result = play(server, "--mcp-record", "-k", "tools")

    result.stdout.fnmatch_lines(["not recorded, tools/list varies from play to play: tools: *"])
    assert "instructions" not in result.stdout.str()


def test_init_masks_the_listing_and_the_instructions_and_tells_it(
    init: Init, play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = varying(tmp_path)

    status = init(server, "--out", "first")

    said = capsys.readouterr().out
    assert status == 0
    assert "masked, because it varies from play to play or from day to day: <uuid> in session\n" in said
    assert "masked, because it varies from play to play or from day to day: <varies> in tools\n" in said
    for _ in range(3):
        assert play(str(tmp_path / "first"), f"--mcp-server={server}").ret == 0


def test_init_finds_what_the_two_plays_of_a_recording_did_not_show(
    init: Init, play: Play, tmp_path: Path
) -> None:
    """The order is the same in the first three starts: only the play behind the recording has another one."""
    server = varying(tmp_path, enum="order if count > 3 else ['cat', 'ls', 'pwd']", instructions="None")

    status = init(server, "--out", "first")

    assert status == 0
    assert [one["cases"] for one in masks_of(tmp_path / "first")] == [["tools"]]
    assert play(str(tmp_path / "first"), f"--mcp-server={server}").ret == 0


def test_init_leaves_instructions_out_that_no_mask_makes_steady(
    init: Init, play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = varying(tmp_path, enum="['a']", instructions='"only now and then" if count % 2 else None')

    status = init(server, "--out", "first")

    assert status == 0
    assert "left out: the instructions, which differ from start to start" in capsys.readouterr().out
    assert play(str(tmp_path / "first"), f"--mcp-server={server}").ret == 0


def test_init_gives_up_on_tools_that_come_and_go(
    init: Init, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    starts = str(tmp_path / "starts")
    server = raw_server(
        tmp_path,
        f"""
        starts = open({starts!r}, "a+")
        starts.write("x")
        starts.flush()
        starts.seek(0)
        serve({{f"tool{{number}}": lambda _: text("x") for number in range(len(starts.read()))}})
        """,
    )

    status = init(server, "--out", "first")

    said = capsys.readouterr().err
    assert status != 0
    assert "no suite of this target would pass twice: not recorded, tools/list varies" in said
    assert not (tmp_path / "first").exists()


def test_where_only_the_order_varies_the_advice_is_a_seed(pytester: pytest.Pytester, play: Play) -> None:
    advice = "Only the order differs: --mcp-env PYTHONHASHSEED=0 gives the sets of a Python server one."
    small_suite(pytester.path, '[case.run]\ntool = "run"\n')

    listing = play(varying(pytester.path, instructions="None"), "--mcp-record").outlines
    wording = play(varying(pytester.path, enum='["ls"]'), "--mcp-record").outlines

    assert advice in listing
    assert advice not in wording
