"""The state of evidence anchors (spec 4)."""

from __future__ import annotations

import hashlib

from reference_server.decisions.evidence import EvidenceState
from reference_server.decisions.repository import load_repository
from tests.server.decisions.repositories import Workspace


def digest(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def state(workspace: Workspace) -> EvidenceState:
    return load_repository(workspace.root).evidence_states["e"]


def test_anchor_is_current_at_the_first_passage_with_its_hash(workspace: Workspace) -> None:
    workspace.put_bytes("docs/a.md", b"# T\n\nother\n\nsame\ntext\n\nsame\ntext\n")
    workspace.put("evidence", "e", passage_hash=digest("same\ntext"))

    assert state(workspace) == EvidenceState("current", 5, 6)


def test_anchor_stays_current_when_its_passage_moves_and_the_heading_changes(workspace: Workspace) -> None:
    workspace.put("evidence", "e", passage_hash=digest("text"))
    workspace.put_bytes("docs/a.md", b"# One\n\ntext\n")
    before = state(workspace)

    workspace.put_bytes("docs/a.md", b"# Two\r\n\r\nmore\r\n\r\ntext\r\n")

    assert before == EvidenceState("current", 3, 3)
    assert state(workspace) == EvidenceState("current", 5, 5)


def test_anchor_is_stale_when_the_text_changed(workspace: Workspace) -> None:
    workspace.put_bytes("docs/a.md", b"changed\n").put("evidence", "e", passage_hash=digest("text"))

    assert state(workspace) == EvidenceState("stale")


def test_anchor_is_missing_without_such_a_markdown_file(workspace: Workspace) -> None:
    workspace.put_bytes("docs/a.txt", b"text\n")
    workspace.put("evidence", "e", path="docs/a.txt", passage_hash=digest("text"))

    assert state(workspace) == EvidenceState("missing")


def test_anchor_in_a_skipped_folder_is_missing(workspace: Workspace) -> None:
    workspace.put_bytes("node_modules/a.md", b"text\n")
    workspace.put("evidence", "e", path="node_modules/a.md", passage_hash=digest("text"))

    assert state(workspace) == EvidenceState("missing")
