"""Finding and reading manifests (§ b)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reference_server.go_json import marshal_indent
from reference_server.sdd.architecture import discovery
from reference_server.sdd.architecture.discovery import discover
from reference_server.sdd.architecture.documents import files
from reference_server.sdd.architecture.documents.files import Unreadable, read_bounded
from tests.server.sdd.architecture.workspace import MANIFEST, Workspace

NOT_PROJECTS = ["testdata", "fixtures", "dist", "a/vendored", "node_modules2"]
SKIPPED = ["node_modules", "a/vendor", ".git", "a/.hidden/b"]


def test_every_directory_but_the_skipped_ones_is_walked(empty: Workspace) -> None:
    for directory in (*NOT_PROJECTS, *SKIPPED):
        empty.write(f"{directory}/{MANIFEST}", "{}")
    empty.write(f"ignored/{MANIFEST}", "{}")
    empty.write(".gitignore", "ignored/\n")
    empty.write(MANIFEST, "{}")

    found = discover(empty.root)

    expected = sorted([MANIFEST, *(f"{directory}/{MANIFEST}" for directory in (*NOT_PROJECTS, "ignored"))])
    assert list(found.paths) == expected
    assert found.diagnostics == ()


def test_a_root_with_a_skipped_name_is_walked(tmp_path: Path) -> None:
    root = tmp_path / ".vendor"
    workspace = Workspace(root)
    workspace.write(MANIFEST, "{}")

    found = discover(root)

    assert found.paths == (MANIFEST,)


def test_only_the_exact_name_counts(empty: Workspace) -> None:
    for name in ("Putnami.architecture.json", "putnami.architecture.json.bak", "x.putnami.architecture.json"):
        empty.write(name, "{}")

    found = discover(empty.root)

    assert found.paths == ()


def test_a_directory_of_that_name_is_a_directory(empty: Workspace) -> None:
    empty.write(f"{MANIFEST}/{MANIFEST}", "{}")

    found = discover(empty.root)

    assert found.paths == (f"{MANIFEST}/{MANIFEST}",)


def test_a_symlinked_manifest_is_refused(shop: Workspace) -> None:
    link = shop.root / "linked" / MANIFEST
    link.parent.mkdir()
    link.symlink_to(shop.root / "orders" / MANIFEST)

    problems = shop.problems()

    message = "architecture manifest must be a regular file, not a symlink"
    assert problems == [("architecture.read_failure", f"linked/{MANIFEST}", message)]


def test_directory_symlinks_are_not_followed(shop: Workspace) -> None:
    (shop.root / "mirror").symlink_to(shop.root / "orders")

    problems = shop.problems()

    assert problems == []


def test_a_fifo_is_no_regular_file(shop: Workspace) -> None:
    path = shop.root / "pipe" / MANIFEST
    path.parent.mkdir()
    os.mkfifo(path)

    problems = shop.problems()

    message = "read architecture manifest: file is not regular"
    assert problems == [("architecture.read_failure", f"pipe/{MANIFEST}", message)]


def test_one_mebibyte_is_read_and_a_byte_more_is_not(shop: Workspace) -> None:
    padding = b" " * (files.SIZE_LIMIT - 2)
    shop.write(f"full/{MANIFEST}", b"[]" + padding)
    shop.write(f"over/{MANIFEST}", b"[]" + padding + b" ")

    problems = shop.problems()

    assert problems == [
        ("architecture.parse_error", f"full/{MANIFEST}", "document must be a JSON object"),
        (
            "architecture.read_failure",
            f"over/{MANIFEST}",
            "read architecture manifest: file exceeds 1048576 bytes",
        ),
    ]


def test_the_walk_stops_past_the_limit_and_parses_what_it_has(empty: Workspace) -> None:
    for number in range(discovery.MANIFEST_LIMIT + 5):
        empty.write(f"d{number:03}/{MANIFEST}", "[]")

    problems = empty.problems()

    limit = ("architecture.discovery_limit", "workspace", "architecture manifest count exceeds 256")
    assert problems[-1] == limit
    assert [field for _, field, _ in problems[:-1]] == [f"d{number:03}/{MANIFEST}" for number in range(257)]


def test_files_and_directories_take_their_turn_by_name(
    empty: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "MANIFEST_LIMIT", 1)
    for path in (MANIFEST, f"a/{MANIFEST}", f"z/{MANIFEST}"):
        empty.write(path, "{}")

    found = discover(empty.root)

    assert found.paths == (f"a/{MANIFEST}", MANIFEST)


@pytest.mark.parametrize(("relative", "field"), [("", "."), ("locked/inner", "locked/inner")])
def test_an_unreadable_directory_does_not_stop_the_walk(
    empty: Workspace, monkeypatch: pytest.MonkeyPatch, relative: str, field: str
) -> None:
    empty.write(f"locked/inner/{MANIFEST}", "{}")
    empty.write(f"other/{MANIFEST}", "{}")
    locked = empty.root / relative
    scandir = os.scandir

    def refuse(path: Path) -> object:
        if Path(path) == locked:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)

    found = discover(empty.root)

    reason = f"walk architecture declarations: open {locked}: permission denied"
    assert [(each.code, each.field, each.message) for each in found.diagnostics] == [
        ("architecture.read_failure", field, reason)
    ]
    assert found.paths == ((f"other/{MANIFEST}",) if relative else ())


def test_no_manifest_at_all_ends_as_an_unknown_domain(empty: Workspace) -> None:
    outcome = empty.ask("orders")

    assert outcome.error == 'architecture domain "orders" was not found'


def test_the_directory_says_nothing_about_the_domain(shop: Workspace) -> None:
    (shop.root / "orders").rename(shop.root / "elsewhere")

    report = shop.report("orders")

    assert report["domain"]["source"] == f"elsewhere/{MANIFEST}"


def test_bytes_of_a_file_name_that_are_not_utf8_print_as_an_escape(shop: Workspace) -> None:
    name = os.fsdecode(b"b\xff")
    try:
        shop.write(f"{name}/{MANIFEST}", "[]")
    except OSError:
        pytest.skip("this file system holds UTF-8 names only")

    outcome = shop.ask("orders")

    assert outcome.report is not None
    assert f'"field": "b\\ufffd/{MANIFEST}"' in marshal_indent(outcome.report)


def test_a_missing_file_is_no_problem_of_reading(tmp_path: Path) -> None:
    data = read_bounded(tmp_path / "missing")

    assert data is None


def test_a_file_where_a_directory_is_wanted_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "schema").write_text("")
    path = tmp_path / "schema" / "capabilities.json"

    data = read_bounded(path)

    assert data == Unreadable(f"lstat {path}: not a directory")


def test_a_file_that_cannot_be_opened_is_told_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.write_text("")

    def refuse(self: Path, mode: str) -> object:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)

    data = read_bounded(path)

    assert data == Unreadable(f"open {path}: permission denied")


def test_symlinked_parents_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "x").write_text("here")
    (tmp_path / "link").symlink_to("real")

    data = read_bounded(tmp_path / "link" / "x")

    assert data == b"here"


def test_a_manifest_gone_between_walk_and_reading_is_told(
    shop: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shop.root / "stock" / MANIFEST
    found = discover(shop.root)
    path.unlink()
    monkeypatch.setattr("reference_server.sdd.architecture.evaluation.discover", lambda root: found)

    problems = shop.problems()

    message = f"read architecture manifest: lstat {path}: no such file or directory"
    assert ("architecture.read_failure", f"stock/{MANIFEST}", message) in problems


def test_a_path_that_no_system_can_hold_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a\0b"

    data = read_bounded(path)

    assert data == Unreadable(f"lstat {path}: invalid argument")
