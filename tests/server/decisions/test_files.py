"""Which files of a repository count (spec 2.1)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reference_server.decisions.errors import RepositoryError
from reference_server.decisions.files import ReadError, markdown_paths, read_limited, record_names
from reference_server.decisions.repository import load_repository
from tests.server.decisions.repositories import Workspace


def test_only_regular_json_files_directly_in_the_folder_are_records(tmp_path: Path) -> None:
    for name in ("b.json", "a-b.json", "a.json", ".hidden.json", "note.txt", "A.JSON"):
        (tmp_path / name).write_text("{}", "utf-8")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "link.json").symlink_to(tmp_path / "a.json")

    names = record_names(str(tmp_path))

    assert names == ["a-b.json", "a.json", "b.json"]


def test_missing_linked_or_wrong_folder_counts_as_empty(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.json").write_text("{}", "utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "file").write_text("", "utf-8")

    assert record_names(str(tmp_path / "real")) == ["a.json"]
    assert record_names(str(tmp_path / "link")) == []
    assert record_names(str(tmp_path / "file")) == []
    assert record_names(str(tmp_path / "absent")) == []


def test_markdown_files_are_found_by_name_and_sorted_by_path(tmp_path: Path) -> None:
    for path in ("b.md", "a/z.MARKDOWN", "a-b.Md", "a/b/c.md", "folder.md/x.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("", "utf-8")

    assert markdown_paths(str(tmp_path)) == ["a-b.Md", "a/b/c.md", "a/z.MARKDOWN", "b.md", "folder.md/x.md"]


def test_hidden_linked_vendored_and_unprintable_paths_are_skipped(tmp_path: Path) -> None:
    for path in (
        ".a.md", ".md", ".git/a.md", "node_modules/a.md", "x/node_modules/a.md", "a\\b.md", "a\tb.md",
        "a\nb/c.md", "a.mdx", "mar\u212adown.x", "a.mar\u212adown",
    ):  # fmt: skip
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("", "utf-8")
    (tmp_path / "kept.md").write_text("", "utf-8")
    (tmp_path / "link.md").symlink_to(tmp_path / "kept.md")
    (tmp_path / "linked").symlink_to(tmp_path / "x")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md")).write_text("", "utf-8")

    assert markdown_paths(str(tmp_path)) == ["kept.md"]


def test_reading_stops_at_the_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")

    assert read_limited(str(tmp_path / "a"), 3) == b"abc"
    with pytest.raises(ReadError) as error:
        read_limited(str(tmp_path / "a"), 2)
    assert error.value.fault.reason == "is larger than 2 bytes"


@pytest.mark.parametrize("path", ["absent", "."])
def test_what_is_no_file_cannot_be_read(tmp_path: Path, path: str) -> None:
    with pytest.raises(ReadError) as error:
        read_limited(str(tmp_path / path), None)

    assert error.value.fault.reason == "cannot be read"


def test_decision_folder_and_repository_may_be_links(workspace: Workspace, tmp_path: Path) -> None:
    workspace.entities("a")
    linked = tmp_path / "linked"
    linked.mkdir()
    (linked / ".decision").symlink_to(workspace.root / ".decision")

    assert list(load_repository(linked).entities) == ["a"]


def test_record_files_are_checked_by_file_name_and_answered_by_id(workspace: Workspace) -> None:
    # "a-b.json" comes before "a.json", but the id "a" before "a-b".
    workspace.entities("a", "a-b")

    assert list(load_repository(workspace.root).entities) == ["a", "a-b"]

    workspace.put_value("entities", "a", {}).put_value("entities", "a-b", {})
    with pytest.raises(RepositoryError) as error:
        load_repository(workspace.root)
    assert "a-b.json" in error.value.text


def test_saved_scenarios_and_connections_are_never_opened(workspace: Workspace) -> None:
    workspace.put_bytes(".decision/scenarios/x.json", b"{").put_bytes(".decision/connections/x.json", b"{")

    assert load_repository(workspace.root).entities == {}
