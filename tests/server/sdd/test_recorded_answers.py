"""The recorded answers of the original server, where they lie beside the repository."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.server.sdd.workspaces import Workspace

RECORDS = Path(__file__).resolve().parents[4] / "shared" / "data" / "sdd-parity"
CALLS = {
    "feature_context-unknown-feature": ("sdd.feature_context", '{"feature":"billing/nope"}'),
    "list_features": ("sdd.list_features", None),
    "list_features-projects-and-impacted": (
        "sdd.list_features",
        '{"projects":["@acme/billing"],"impacted":true}',
    ),
    "list_features-rejects-an-unknown-argument": ("sdd.list_features", '{"project":"@acme/billing"}'),
    "list_specs": ("sdd.list_specs", None),
    "spec_context-without-a-spec": ("sdd.spec_context", '{"feature":"shipping/labels"}'),
}


@pytest.mark.skipif(not RECORDS.is_dir(), reason="the recorded answers are not beside this repository")
@pytest.mark.parametrize("name", CALLS)
def test_the_answer_is_the_recorded_one(name: str, tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    shutil.copytree(RECORDS / "workspace", root)
    workspace = Workspace(root.resolve())
    head = workspace.commit()
    recorded = (RECORDS / "answers" / f"{name}.txt").read_text()

    result = workspace.call(*CALLS[name])

    blocks = "".join(f"--- block {index} ---\n{text}\n" for index, text in enumerate(result.blocks))
    shown = f"isError {str(result.is_error).lower()}\n{blocks}"
    assert shown == re.sub("git:[0-9a-f]{40}", f"git:{head}", recorded)


def test_every_recorded_answer_is_compared() -> None:
    if not RECORDS.is_dir():
        pytest.skip("the recorded answers are not beside this repository")

    assert {path.stem for path in (RECORDS / "answers").iterdir()} == set(CALLS)
