"""A workspace's path that a target cut short: the same on every machine (spec § 4)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_mcpparity.masks.masks import Masks

#: Where three machines have their workspace: a short folder of the system, a deep one, one with two names.
HERE = ("/tmp/mcpparity-a1b2c3d4/workspace",)
MACHINES = (
    HERE,
    ("/home/ci/agent/_work/17/tmp/mcpparity-zz_9x0y7/workspace",),
    (
        "/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/mcpparity-q1w2e3r4/workspace",
        "/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/mcpparity-q1w2e3r4/workspace",
    ),
)


def pydantic(value: object) -> str:
    """As pydantic shows an input: 25 characters, dots, and 24 characters of what is longer than 50."""
    shown = repr(value)
    return f"input_value={shown if len(shown) <= 50 else f'{shown[:25]}...{shown[-24:]}'}, input_type=dict]"


def middle(value: str, length: int, dots: str = "…") -> str:
    """As terminals and logs cut: `length` characters, half of them from either end."""
    half = length // 2
    return value if len(value) <= length else f"{value[:half]}{dots}{value[-half:]}"


@pytest.mark.parametrize(
    ("value", "masked"),
    [
        ({"p": "{}"}, "{'p': '{workspace}'}"),
        ({"p": "{}/a.txt"}, "{'p': '{workspace}/a.txt'}"),
        ({"filename": "{}/a.txt"}, "{'filename': '{workspace}/a.txt'}"),
        ({"filepath": "{}/deep/b.txt"}, "{'filepath': '{workspace}/deep/b.txt'}"),
        (
            {"filename": "{}/a/very/deep/folder/of/notes.txt"},
            "{'filename': '{workspace}...ep/folder/of/notes.txt'}",
        ),
        ({"directory_name": "{}/a.txt"}, "{'directory_name': '{workspace}/a.txt'}"),
        ({"uri": "file://{}/a.txt"}, "{'uri': 'file://{workspace}/a.txt'}"),
        ({"directory_to_list": "{}/a"}, "{'directory_to_list': '{workspace}/a'}"),
        ({"a_directory_to_list": "{}/a"}, "{'a_directory_to_list': '...{workspace}/a'}"),
        ({"text": "Something long to begin with", "path": "{}"}, "{'text': 'Something long ...{workspace}'}"),
        (
            {"path": "{}", "text": "Something long to end with"},
            "{'path': '{workspace}...thing long to end with'}",
        ),
    ],
)
def test_what_pydantic_shows_of_an_input_is_the_same_on_every_machine(
    value: dict[str, str], masked: str
) -> None:
    seen = []
    for paths in MACHINES:
        for path in paths:
            given = {name: one.replace("{}", path) for name, one in value.items()}
            seen.append(Masks(workspace=paths).mask_text(pydantic(given)))

    assert seen == [f"input_value={masked}, input_type=dict]"] * 4


@pytest.mark.parametrize("dots", ["...", "…", "....."])
@pytest.mark.parametrize("length", [24, 30])
def test_a_path_that_is_cut_in_its_middle_becomes_its_name(length: int, dots: str) -> None:
    seen = {Masks(workspace=paths).mask_text(f"in {middle(paths[0], length, dots)}.") for paths in MACHINES}

    assert seen == {"in {workspace}."}


@pytest.mark.parametrize(
    ("written", "masked"),
    [
        ('{"p":"\\/tmp\\/mcppa...\\/workspace\\/a"}', '{"p":"{workspace}\\/a"}'),
        ("%2Ftmp%2Fmcpp...orkspace%2Fa", "{workspace}%2Fa"),
        ("file:///tmp/mcppa...space/a", "file://{workspace}/a"),
        ("(/tmp/mc...space)", "({workspace})"),
        ("'/tmp/...space/a'", "'{workspace}/a'"),
        ("/tmp/mcpparity-a1b2c3d4/workspace...", "{workspace}..."),
        ("/tmp/mcpparity-a1... and /tmp/mcpparity-a1…", "{workspace}... and {workspace}…"),
        ("…d4/workspace/a", "…{workspace}/a"),
        ("/tmp/mcppar...space/a, /tmp/mcppar...space/b", "{workspace}/a, {workspace}/b"),
        ("/tmp/mcp-x or /tmp/mcppar...", "/tmp/mcp-x or {workspace}..."),
        ("'/...rkspace/a'", "'{workspace}/a'"),
        ("/t...rkspace/a", "{workspace}/a"),
        ("/tmp...pace/a", "{workspace}/a"),
        ("/tmp/mcppar...e/a", "{workspace}/a"),
        ("workspace: /tmp/mcppar...workspace/a", "workspace: {workspace}/a"),
        ("/tmp/mcppar...workspace/workspace/a", "{workspace}/workspace/a"),
        ("...4/workspace/a", "...{workspace}/a"),
    ],
)
def test_what_is_left_of_a_path_is_found_however_it_is_written(written: str, masked: str) -> None:
    masks = Masks(workspace=HERE)

    assert masks.mask_text(written) == masked
    assert masks.mask_text(masked) == masked
    assert masks.mask_text(json.dumps(masked)) == json.dumps(masked)


@pytest.mark.parametrize(
    "text",
    [
        "a path such as /tmp/...",
        "x/tm...orkspace/a",
        "/tmp...ace",
        "/tmp/... and ...",
        "the /...space between",
        "a/tmp/...space/a",
        "loading ...workspace",
        "loading .../workspace",
        "/tmp/mcp",
        "/tmp/other...",
        "/tmp/m...ace",
        "/tmp/...spaceship",
        "/tmp/...space.txt",
        "...",
    ],
)
def test_other_text_with_dots_stays_and_is_not_copied(text: str) -> None:
    assert Masks(workspace=HERE).mask_text(text) is text


def test_a_path_that_goes_on_behind_the_dots_keeps_what_follows() -> None:
    assert Masks(workspace=HERE).mask_text("/tmp/mcppar...spaceship/a") == "{workspace}...spaceship/a"


def test_a_secret_is_no_path_and_is_masked_whole_only() -> None:
    masks = Masks(secrets={"TOKEN": "abcdefghijklmnop"})

    assert masks.mask_text("abcdefghij...p") == "abcdefghij...p"


def test_a_text_that_is_too_long_for_a_message_is_not_looked_through() -> None:
    masks = Masks(workspace=HERE)
    message = "/tmp/mcppar...space/a"

    assert masks.mask_text(message.rjust(1 << 18)) == "{workspace}/a".rjust((1 << 18) - 8)
    assert masks.mask_text(message.rjust((1 << 18) + 1)) == message.rjust((1 << 18) + 1)


#: Texts out of all that could be taken for the begin or the end of a path.
PIECES = st.lists(
    st.one_of(
        st.sampled_from(["...", "…", "/", "'", "{workspace}", " ", "a"]),
        st.integers(1, len(HERE[0])).map(lambda length: HERE[0][:length]),
        st.integers(1, len(HERE[0])).map(lambda length: HERE[0][-length:]),
    ),
    max_size=12,
).map("".join)


@given(PIECES)
def test_applied_twice_is_applied_once(text: str) -> None:
    masks = Masks(workspace=HERE)

    once = masks.mask_text(text)

    assert masks.mask_text(once) == once
