"""What a recording prints for what varies, pasted as it stands, is all that the next recording needs."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.targets.conftest import PlayHere
from tests.targets.playing import SUITES, Outcome, copied, play
from tests.targets.releases import TARGETS
from tests.targets.test_suites import RECORDED_ON

#: The suites of servers of which something varies from second to second, or from day to day.
VOLATILE = ("git", "filesystem", "everything", "time", "time-old", "compressor")
#: The suites in which a date or a day stands.
DATED = ("time", "time-old", "compressor")
_MASK = re.compile(r"^\[\[mask\]\]\n(?:.+\n)+", re.MULTILINE)
_TOMORROW = """
import datetime

class Tomorrow(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + datetime.timedelta(days=1)

datetime.datetime = Tomorrow
"""


def _record(folder: Path, options: list[str], run_in: Path, how: str = "--mcp-record") -> Outcome:
    return play(folder, [*options, how], run_in)


def _paste(suite: Path, outcome: Outcome) -> list[str]:
    """Put what a recording printed before the first case of the suite."""
    masks = _MASK.findall(outcome.output)
    head, case, rest = suite.read_text(encoding="utf-8").partition("\n[case.")
    suite.write_text("\n".join([head, "", *masks]) + case + rest, encoding="utf-8")
    return masks


def _without_proposed(text: str) -> tuple[str, list[str]]:
    """A suite as it was before its first recording, and the masks that were proposed then."""
    masks = _MASK.findall(text)
    for mask in masks:
        text = text.replace(mask, "", 1)
    return text.replace("sealed = true\n", ""), masks


@pytest.mark.heavy
@pytest.mark.parametrize("name", VOLATILE)
def test_the_masks_of_a_suite_are_those_that_its_recording_proposes(name: str, tmp_path: Path) -> None:
    options = TARGETS[RECORDED_ON[name]].options()
    folder = copied(name, tmp_path)
    shutil.rmtree(folder / "answers")
    (folder / "answers.lock").unlink()
    suite = folder / "mcp-suite.toml"
    text, before = _without_proposed(suite.read_text(encoding="utf-8"))
    suite.write_text(text, encoding="utf-8")

    pasted = _paste(suite, _record(folder, options, tmp_path))
    again = _record(folder, options, tmp_path, "--mcp-record=all")

    assert pasted == before
    assert (again.failed, again.exit_code) == ({}, 0), again.output
    assert "[[mask]]" not in again.output


@pytest.mark.heavy
def test_an_address_in_memory_is_met_by_the_mask_that_is_proposed(tmp_path: Path) -> None:
    options = TARGETS["git@2026.1.14"].options()
    folder = tmp_path / "suites" / "git-show"
    shutil.copytree(SUITES / "git" / "workspace", folder / "workspace")
    suite = shutil.copyfile(SUITES / "pairs" / "git-show.toml", folder / "mcp-suite.toml")
    first = _record(folder, options, tmp_path)

    masks = _paste(suite, first)
    again = _record(folder, options, tmp_path)
    compared = play(folder, options, tmp_path)

    assert first.failed["show"].startswith("not recorded, two plays differ: ")
    assert masks
    assert all("0x" in mask for mask in masks)
    assert (again.failed, compared.failed) == ({}, {}), again.output + compared.output


def test_a_clock_that_shows_seconds_is_seen_to_vary_also_alone(tmp_path: Path) -> None:
    options = [f"--mcp-server={sys.executable} {Path(__file__).with_name('bug_servers.py')} clock sound"]
    folder = tmp_path / "suites" / "clock"
    folder.mkdir(parents=True)
    suite = folder / "mcp-suite.toml"
    suite.write_text('format = 1\n\n[case.echo]\ntool = "echo"\n', encoding="utf-8")
    first = _record(folder, options, tmp_path)

    masks = _paste(suite, first)
    again = _record(folder, options, tmp_path)
    compared = play(folder, options, tmp_path)

    assert first.failed["echo"].startswith("not recorded, two plays differ: ")
    assert len(masks) == 1
    assert (again.failed, compared.failed) == ({}, {}), again.output + compared.output
    answer = (folder / "answers" / "echo.answer").read_text(encoding="utf-8")
    assert answer.endswith("\nit is <time>\n--- end\n")


def test_where_no_mask_will_do_none_is_promised(pytester: pytest.Pytester, play_here: PlayHere) -> None:
    folder = pytester.mkdir("suites") / "shape"
    folder.mkdir()
    (folder / "mcp-suite.toml").write_text('format = 1\n\n[case.echo]\ntool = "echo"\n', encoding="utf-8")
    server = f"{sys.executable} {Path(__file__).with_name('bug_servers.py')} shape sound"
    starts = f"--mcp-env=STARTS={pytester.path / 'starts'}"

    outcome = play_here(folder, f"--mcp-server={server}", starts, "--mcp-record")

    assert outcome.failed["echo"].startswith("not recorded, two plays differ: ")
    assert "No mask makes the two the same" in outcome.output
    assert "[[mask]]" not in outcome.output


@pytest.mark.heavy
@pytest.mark.parametrize("name", DATED)
def test_a_suite_with_a_date_is_green_tomorrow(name: str, tmp_path: Path) -> None:
    options = TARGETS[RECORDED_ON[name]].options()
    (tmp_path / "tomorrow").mkdir()
    (tmp_path / "tomorrow" / "sitecustomize.py").write_text(_TOMORROW, encoding="utf-8")

    outcome = play(
        copied(name, tmp_path), [*options, f"--mcp-env=PYTHONPATH={tmp_path / 'tomorrow'}"], tmp_path
    )

    assert (outcome.failed, outcome.exit_code) == ({}, 0), outcome.output


@pytest.mark.heavy
def test_without_the_masks_for_the_day_tomorrow_is_a_difference(tmp_path: Path) -> None:
    options = TARGETS["time@0.6.2"].options()
    folder = tmp_path / "suites" / "time"
    folder.mkdir(parents=True)
    text = (SUITES / "pairs" / "time.toml").read_text(encoding="utf-8")
    (folder / "mcp-suite.toml").write_text(_MASK.sub("", text), encoding="utf-8")
    (tmp_path / "tomorrow").mkdir()
    (tmp_path / "tomorrow" / "sitecustomize.py").write_text(_TOMORROW, encoding="utf-8")
    _record(folder, options, tmp_path)

    outcome = play(folder, [*options, f"--mcp-env=PYTHONPATH={tmp_path / 'tomorrow'}"], tmp_path)

    assert list(outcome.failed) == ["convert"], outcome.output
