"""What the documentation takes from the code is current, and what it says of CI can be run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from docs.generate import PAGE, renewed
from pytest_mcpparity.option_names import OPTIONS
from tests.doc_pages import REPOSITORY, read_page
from tests.doc_playing import make_notes, run

CI_PAGE = "docs/how-to/gate-in-ci.md"


def test_the_table_of_options_is_that_of_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert renewed(page, OPTIONS) == page


def test_another_option_would_change_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    other = (*OPTIONS[:-1], OPTIONS[-1]._replace(help="something else"))

    assert renewed(page, other) != page


def test_a_page_without_its_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="has no"):
        renewed("# Options\n", OPTIONS)


def examples() -> dict[str, Any]:
    """The examples of the page on CI, by the file that they are."""
    return {block.file: yaml.safe_load(block.text) for block in read_page(CI_PAGE).blocks if block.file}


def wrong_inputs(given: dict[str, Any], inputs: dict[str, Any]) -> set[str]:
    """The inputs that are given but not known, or required but not given."""
    return (set(given) - set(inputs)) | {
        name for name, one in inputs.items() if one.get("required") and name not in given
    }


def test_the_example_gives_the_action_what_it_takes() -> None:
    action = yaml.safe_load((REPOSITORY / "action.yml").read_text(encoding="utf-8"))
    steps = examples()[".github/workflows/parity.yml"]["jobs"]["parity"]["steps"]
    (step,) = [step for step in steps if "pytest-mcpparity" in step.get("uses", "")]

    assert wrong_inputs(step["with"], action["inputs"]) == set()
    assert wrong_inputs({"servers": "x"}, action["inputs"]) == {"servers", "server", "suite"}


def test_the_table_of_inputs_is_that_of_the_action() -> None:
    action = yaml.safe_load((REPOSITORY / "action.yml").read_text(encoding="utf-8"))
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| (.+) \|$", read_page(CI_PAGE).text, re.MULTILINE)

    told = {name: default.strip("`").replace("none", "") for name, default in rows}

    assert told == {name: one.get("default", "required") for name, one in action["inputs"].items()}


def test_the_version_in_the_example_is_the_one_of_the_package() -> None:
    project = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.+)"$', project, re.MULTILINE)

    assert version is not None
    assert f"pytest-mcpparity@v{version[1]}" in read_page(CI_PAGE).text


def scripts() -> list[str]:
    """The commands of the examples that are run without the action."""
    jobs = examples()
    plain = jobs[".github/workflows/plain.yml"]["jobs"]["parity"]["steps"]
    return [*(step["run"] for step in plain if "run" in step), *jobs[".gitlab-ci.yml"]["parity"]["script"]]


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the quickstart makes."""
    return make_notes(tmp_path_factory.mktemp("ci"))


@pytest.mark.parametrize("command", scripts())
def test_the_commands_of_the_examples_run(command: str, notes: Path) -> None:
    done = run(command, notes)

    assert done.exit == 0, done.output
