"""Relative paths, and reading without leaving a discovery root."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reference_server.sdd.contained import MAX_BYTES, ContainedFault, ContainedReader
from reference_server.sdd.paths import path_fault, project_id, under
from tests.server.sdd.workspaces import FEATURES, Workspace, feature, manifest, spec

_INVALID, _ESCAPE = "features.invalid_path", "features.path_escape"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a/b.json", ""),
        ("a b/é", ""),
        ("a" * 4096, ""),
        ("a" * 4097, _INVALID),
        ("", _INVALID),
        ("a\\b", _ESCAPE),
        ("a\0", _ESCAPE),
        ("/a", _ESCAPE),
        ("c:x", _ESCAPE),
        ("http://x", _ESCAPE),
        ("1:x", ""),
        ("a\x01", _INVALID),
        ("a\x7f", _INVALID),
        (".", _INVALID),
        ("a//b", _INVALID),
        ("./a", _INVALID),
        ("a/../b", _ESCAPE),
        ("..", _ESCAPE),
        ("../a", _ESCAPE),
        ("..a", ""),
    ],
)
def test_a_relative_path_is_judged_by_its_text(path: str, code: str) -> None:
    assert path_fault(path) == code


def test_paths_are_joined_and_ids_leave_groups_out() -> None:
    assert under("a", "b/c") == "a/b/c"
    assert under("", "b") == "b"
    assert project_id("(g)/a/(h)") == "/a"
    assert project_id("(g)") == "/"
    assert project_id("()/a") == "/()/a"


def reading_fault(reader: ContainedReader, root: str, path: str = "f") -> tuple[str, str]:
    with pytest.raises(ContainedFault) as caught:
        reader.read(root, path, optional=True)
    return caught.value.code, caught.value.message


_ESCAPED = ("features.symlink_escape", "artifact symlink escapes its declared discovery root")
_IRREGULAR = (_INVALID, "artifact is not one contained regular file")
_UNREADABLE = ("features.parse_error", "feature artifact could not be read")


def test_links_are_followed_inside_their_root(empty: Workspace) -> None:
    empty.write({"p/real": "x", "q/f": "y"})
    (empty.root / "p" / "f").symlink_to("real")
    (empty.root / "top").symlink_to("q/f")
    reader = ContainedReader(empty.root)

    assert reader.read("p", "f", optional=True) == b"x"
    assert reader.read("", "top", optional=True) == b"y"


def test_a_link_out_of_its_root_is_refused(empty: Workspace, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("x")
    empty.write({"q/f": "y", "p/x": ""})
    (empty.root / "p" / "f").symlink_to("../q/f")
    (empty.root / "f").symlink_to(tmp_path / "outside")
    reader = ContainedReader(empty.root)

    assert reading_fault(reader, "p") == _ESCAPED
    assert reading_fault(reader, "") == _ESCAPED


def test_a_root_outside_the_workspace_is_refused(empty: Workspace, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (empty.root / "p").symlink_to(tmp_path / "elsewhere")

    assert reading_fault(ContainedReader(empty.root), "p") == (
        "features.outside_discovery_root",
        "artifact resolves outside the selected workspace",
    )


def test_what_is_absent_or_dangles_is_silent_only_where_it_is_optional(empty: Workspace) -> None:
    (empty.root / "f").symlink_to("nowhere")
    reader = ContainedReader(empty.root)

    assert reader.read("", "f", optional=True) is None
    assert reader.read("", "g", optional=True) is None
    with pytest.raises(ContainedFault, match="not one contained regular file"):
        reader.read("", "f", optional=False)


def test_only_regular_files_within_the_limit_are_read(empty: Workspace) -> None:
    (empty.root / "directory").mkdir()
    os.mkfifo(empty.root / "pipe")
    for name, size in (("fits", MAX_BYTES), ("large", MAX_BYTES + 1)):
        with (empty.root / name).open("wb") as file:
            file.truncate(size)
    (empty.root / "loop").symlink_to("loop")
    reader = ContainedReader(empty.root)

    assert reading_fault(reader, "", "directory") == _IRREGULAR
    assert reading_fault(reader, "", "pipe") == _IRREGULAR
    assert reading_fault(reader, "", "large") == (
        "features.sensitive_content",
        "artifact exceeds a bounded feature-reader limit",
    )
    assert len(reader.read("", "fits", optional=True) or b"") == MAX_BYTES
    assert reading_fault(reader, "", "loop") == _UNREADABLE
    assert reading_fault(reader, "", "fits/f") == _UNREADABLE
    assert reading_fault(reader, "", "../f") == (
        _ESCAPE,
        "artifact path escapes its declared discovery root",
    )


def test_a_project_that_is_a_file_cannot_be_read(empty: Workspace) -> None:
    empty.write({"putnami.workspace.json": {"includes": ["plain"]}, "plain": ""})

    rows = empty.call("sdd.list_specs").report["diagnostics"]

    assert [(row["code"], row["field"], row["message"]) for row in rows] == [
        (_UNREADABLE[0], f"plain/{FEATURES}", _UNREADABLE[1]),
        (_UNREADABLE[0], "plain/specs", _UNREADABLE[1]),
    ]


def test_a_dangling_specs_directory_is_silent_and_a_dangling_spec_is_not(empty: Workspace) -> None:
    empty.write({"putnami.workspace.json": {"includes": ["p"]}, "p/x": "", "specs/x": ""})
    (empty.root / "p" / "specs").symlink_to("nowhere")
    (empty.root / "specs" / "a.json").symlink_to("nowhere")

    rows = empty.call("sdd.list_specs").report["diagnostics"]

    assert [(row["code"], row["field"]) for row in rows] == [(_INVALID, "specs/a.json")]


def test_a_project_path_that_leaves_the_workspace_is_told_once_by_each_discovery(empty: Workspace) -> None:
    empty.write(
        {
            "putnami.workspace.json": {"includes": ["../beside", "p"]},
            "../beside/putnami.json": {"name": "beside"},
            f"p/{FEATURES}": manifest("a", feature("a/b")),
            "p/specs/a.json": spec("a/b"),
        }
    )

    whole = empty.call("sdd.list_specs").report["diagnostics"]
    scoped = empty.call("sdd.list_specs", {"projects": ["/p"]}).report["diagnostics"]

    message = "project root is not a canonical contained workspace-relative path"
    row = {"severity": "error", "code": _ESCAPE, "message": message, "field": "projects"}
    assert whole == [row, row]
    assert scoped == [row]
