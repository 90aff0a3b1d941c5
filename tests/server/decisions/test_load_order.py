"""The first fault of a repository, in the order of the checks (spec 3.1-3.3)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reference_server.decisions.errors import RepositoryError
from reference_server.decisions.repository import load_repository
from tests.server.decisions.repositories import Workspace, option


def refusal(root: Path) -> str:
    with pytest.raises(RepositoryError) as error:
        load_repository(root)
    return error.value.text


def expected(file: str, pointer: str, reason: str) -> str:
    return f'Repository error: file "{file}", pointer "{pointer}": {reason}.'


def test_missing_decision_folder_is_the_first_fault(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xff")

    assert refusal(tmp_path) == expected(".decision", "", "is not a directory")


def test_decision_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".decision").write_text("", "utf-8")

    assert refusal(tmp_path) == expected(".decision", "", "is not a directory")


@pytest.mark.parametrize(
    ("data", "pointer", "reason"),
    [
        (b'"' + b" " * 1048575 + b'"', "", "is larger than 1048576 bytes"),
        (b"\xff" * 10, "", "is not valid UTF-8"),
        (b"{", "", "is not valid JSON"),
        (b'{"a":1,"a":1.5}', "", "holds a duplicate key"),
        (
            b'{"id":1.5}',
            "",
            "holds a number that is not an integer from -9007199254740991 to 9007199254740991",
        ),
        (b'{"id":"\\ud800"}', "", "holds a lone surrogate"),
        (b"[" * 40 + b"]" * 40, "", "is nested deeper than 32 levels"),
        (b"[]", "", "must be an object"),
        (b'{"id":"other","kind":"k","name":"n"}', "/description", "is required"),
        (
            b'{"id":"other","kind":"k","name":"n","description":""}',
            "/id",
            'must equal the file name without ".json"',
        ),
    ],
)
def test_record_file_is_refused_with_the_first_reason(
    workspace: Workspace, data: bytes, pointer: str, reason: str
) -> None:
    workspace.put_bytes(".decision/entities/x.json", data)

    assert refusal(workspace.root) == expected(".decision/entities/x.json", pointer, reason)


def test_record_of_exactly_the_limit_is_read(workspace: Workspace) -> None:
    record = json.dumps({"id": "x", "kind": "k", "name": "n", "description": ""}).encode()
    workspace.put_bytes(".decision/entities/x.json", record + b" " * (1048576 - len(record)))

    assert list(load_repository(workspace.root).entities) == ["x"]


def test_folders_are_checked_in_order_and_each_file_fully(workspace: Workspace) -> None:
    folders = ["aliases", "claims", "decisions", "entities", "evidence", "relationships", "reviews"]
    for folder in folders:
        workspace.put_bytes(f".decision/{folder}/a.json", b"[]").put_bytes(f".decision/{folder}/b.json", b"{")

    for folder in folders:
        assert refusal(workspace.root) == expected(f".decision/{folder}/a.json", "", "must be an object")
        (workspace.root / f".decision/{folder}/a.json").unlink()
        assert refusal(workspace.root) == expected(f".decision/{folder}/b.json", "", "is not valid JSON")
        (workspace.root / f".decision/{folder}/b.json").unlink()


def test_every_record_is_read_before_any_reference_is_followed(workspace: Workspace) -> None:
    workspace.put("aliases", "x", entity="nobody").put_value("reviews", "y", [])

    assert refusal(workspace.root) == expected(".decision/reviews/y.json", "", "must be an object")


def test_markdown_is_checked_after_references(workspace: Workspace) -> None:
    workspace.put("aliases", "x", entity="nobody").put_bytes("a.md", b"\xff")

    assert refusal(workspace.root) == expected(".decision/aliases/x.json", "/entity", "names no known entity")


def test_markdown_files_are_checked_by_path(workspace: Workspace) -> None:
    workspace.put_bytes("b.md", b"\xff").put_bytes("a.md", b"x" * 4194305)

    assert refusal(workspace.root) == expected("a.md", "", "is larger than 4194304 bytes")
    (workspace.root / "a.md").write_bytes(b"\xef\xbb\xbf" + b"x" * (4194304 - 3))
    assert refusal(workspace.root) == expected("b.md", "", "is not valid UTF-8")
    (workspace.root / "b.md").write_bytes(b"\xef\xbb\xbf# Fine\n")
    assert list(load_repository(workspace.root).markdown.paths()) == ["a.md", "b.md"]


def test_file_and_pointer_are_written_as_json_strings(workspace: Workspace) -> None:
    workspace.put("entities", "x", **{'a"b/~': 1}).put_bytes('"\u00e9.md', b"\xff")

    assert refusal(workspace.root) == (
        'Repository error: file ".decision/entities/x.json", pointer "/a\\"b~1~0": is not a known field.'
    )
    workspace.put("entities", "x")
    assert refusal(workspace.root) == 'Repository error: file "\\"\u00e9.md", pointer "": is not valid UTF-8.'


def test_record_name_that_is_not_utf8_is_still_written(workspace: Workspace) -> None:
    (workspace.root / ".decision/entities").mkdir()
    (workspace.root / ".decision/entities/\udcff.json").write_bytes(b"[]")

    text = refusal(workspace.root)

    assert text == expected(".decision/entities/\\udcff.json", "", "must be an object")
    assert text.encode("utf-8")


def test_layout_of_a_record_is_free(workspace: Workspace) -> None:
    workspace.put_bytes(
        ".decision/entities/x.json",
        b' {"description":"","name":"\\u0041",\r\n"kind":"k","id":"x"}',
    )

    assert load_repository(workspace.root).entities["x"].name == "A"


def test_decision_without_options_is_refused_where_it_is(workspace: Workspace) -> None:
    workspace.put("decisions", "d", options=[])

    assert refusal(workspace.root) == expected(
        ".decision/decisions/d.json", "/options", "must have 1 to 32 items"
    )
    workspace.put("decisions", "d", options=[option("o")])
    assert list(load_repository(workspace.root).decisions) == ["d"]
