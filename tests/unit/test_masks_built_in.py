from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pytest_mcpparity.answer import Result, StepAnswer, Text
from pytest_mcpparity.json_text import parse
from pytest_mcpparity.masks.masks import Masks
from pytest_mcpparity.suite.model import Mask


def text_answer(text: str) -> StepAnswer:
    return StepAnswer(Result(blocks=(Text(text),)))


def structured(text: str) -> StepAnswer:
    return StepAnswer(Result(structured=parse(text)))


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("in /tmp/ws/a.txt and /tmp/ws", "in {workspace}/a.txt and {workspace}"),
        ("/private/tmp/ws/a", "{workspace}/a"),
        ("/tmp/ws-other", "{workspace}-other"),
        ("file:///tmp/ws/a", "file://{workspace}/a"),
        (r'{"p":"\/tmp\/ws\/a"}', r'{"p":"{workspace}\/a"}'),
        ("%2Ftmp%2Fws%2Fa", "{workspace}%2Fa"),
        ("/tmp/other", "/tmp/other"),
    ],
)
def test_the_path_of_the_workspace_becomes_its_name(text: str, masked: str) -> None:
    masks = Masks(workspace=("/tmp/ws", "/private/tmp/ws"))

    assert masks.mask_text(text) == masked
    assert masks.for_case("a").apply(text_answer(text)) == text_answer(masked)


@pytest.mark.parametrize(
    "written",
    [
        '/tmp/ü "a" b',
        '/tmp/ü \\"a\\" b',
        '/tmp/\\u00fc \\"a\\" b',
        '\\/tmp\\/\\u00fc \\"a\\" b',
        "/tmp/%C3%BC%20%22a%22%20b",
        "/tmp/%c3%bc%20%22a%22%20b",
    ],
)
def test_the_path_is_found_however_a_target_escapes_it(written: str) -> None:
    masks = Masks(workspace=('/tmp/ü "a" b',))

    assert masks.mask_text(f"<{written}/x>") == "<{workspace}/x>"


def test_a_path_that_is_no_utf8_is_found_as_it_is_and_in_json() -> None:
    masks = Masks(workspace=("/tmp/\udcff ws",))

    assert masks.mask_text("<\udcff> /tmp/\udcff ws/x") == "<\udcff> {workspace}/x"
    assert masks.mask_text("/tmp/\\udcff ws/x") == "{workspace}/x"


@pytest.mark.parametrize("path", ["/w", "/tmp/ws/", "/tmp/X", "/tmp/X//"])
def test_a_path_is_masked_without_the_slash_at_its_end(path: str) -> None:
    name = path.rstrip("/")

    assert Masks(workspace=(path,)).mask_text(f"in {name}, {name}/ and {name}/a") == (
        "in {workspace}, {workspace}/ and {workspace}/a"
    )


@pytest.mark.parametrize("path", ["", "/", "//", "a"])
def test_a_path_too_short_to_mean_the_workspace_masks_nothing(path: str) -> None:
    assert Masks(workspace=(path,)).mask_text("a/b") == "a/b"


def test_a_secret_becomes_its_name_wherever_and_however_it_is_written() -> None:
    masks = Masks(secrets={"TOKEN": 's3cr"et/é='})
    written = ['s3cr"et/é=', 's3cr\\"et/é=', 's3cr\\"et/\\u00e9=', "s3cr%22et%2F%C3%A9%3D"]

    assert [masks.mask_text(f"<{one}>") for one in written] == ["<{TOKEN}>"] * len(written)


def test_a_secret_without_any_plain_character_is_found_too() -> None:
    masks = Masks(secrets={"TOKEN": "ü¿ü¿ü¿ü¿"})

    assert masks.mask_text("<ü¿ü¿ü¿ü¿>") == "<{TOKEN}>"


def test_secrets_count_from_eight_characters_on() -> None:
    masks = Masks(secrets={"SHORT": "1234567", "LONG": "abcdefgh"})

    assert masks.mask_text("1234567 abcdefgh") == "1234567 {LONG}"


def test_of_overlapping_secrets_the_longest_is_masked() -> None:
    masks = Masks(secrets={"SHORT": "abcdefgh", "LONG": "abcdefghij"})

    assert masks.mask_text("abcdefghij abcdefghi") == "{LONG} {SHORT}i"


def test_of_secrets_with_one_value_the_first_name_stands() -> None:
    masks = Masks(secrets={"FIRST": "abcdefgh", "SECOND": "abcdefgh"})

    assert masks.mask_text("abcdefgh") == "{FIRST}"


def test_workspace_comes_first_then_secrets_then_the_suite() -> None:
    mask = Mask(re.compile(r"\{workspace\}/(\{T\})"), None, "<x>", None, 1)
    masks = Masks((mask,), ("/tmp/token-12",), {"T": "token-12"})

    masked = masks.for_case("a").apply(text_answer("/tmp/token-12/token-12"))

    assert masked == text_answer("{workspace}/<x>")


@pytest.mark.parametrize("value", ["workspace", "{workspace}", "MY_TOKEN", "{MY_TOKEN}", "ABCDEFGHIJ"])
def test_a_secret_that_is_part_of_a_name_does_not_spoil_the_name(value: str) -> None:
    masks = Masks(workspace=("/tmp/ws",), secrets={"MY_TOKEN": value, "ABCDEFGHIJ": "the other one"})

    once = masks.mask_text(f"/tmp/ws, {value} and the other one")

    assert once.startswith("{workspace}, ")
    assert once.endswith(" and {ABCDEFGHIJ}")
    assert masks.mask_text(once) == once


def test_an_answer_that_holds_names_alone_is_not_copied() -> None:
    answer = text_answer("in {workspace}/a")
    masks = Masks(workspace=("/tmp/ws",), secrets={"T": "workspace"}).for_case("a")

    assert masks.apply(answer) is answer


def test_built_in_masks_see_the_raw_line_and_every_json_part() -> None:
    answer = replace(structured('{"/tmp/ws":["/tmp/ws/a"]}'), wire='"\\/tmp\\/ws"')

    masked = Masks(workspace=("/tmp/ws",)).for_case("a").apply(answer)

    expected = structured('{"{workspace}":["{workspace}/a"]}')
    assert masked == replace(expected, wire='"{workspace}"')
