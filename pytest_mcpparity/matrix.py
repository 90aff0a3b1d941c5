"""The summary of a run against several targets or protocols: how each suite went on each (spec § 3).

Read from pytest's own reports, so that it is the same under xdist, where the items ran elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pytest_mcpparity.suite.model import SUITE_FILE

#: The columns, the worst verdict first: a test that passed and then failed in its teardown has failed.
VERDICTS: Final = ("failed", "known", "skipped", "passed")
_SHOWN: Final = ("passed", "failed", "skipped", "known")
#: What pytest calls them.
_CATEGORIES: Final = {
    "failed": "failed",
    "error": "failed",
    "xpassed": "failed",
    "xfailed": "known",
    "skipped": "skipped",
    "passed": "passed",
}
#: Stands in place of a target for what needs none: `inventory`.
ON_DISK: Final = "(on disk)"


def matrix_sections(stats: Mapping[str, Iterable[Any]], labels: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Title and lines for the end of a run; none where there is one target and one protocol only.

    Args:
        stats: the reports of a terminal reporter, by pytest's category.
        labels: what the brackets of node ids hold, empty for an only target.
    """
    if len(labels) < 2:
        return []
    lines = matrix_lines(verdicts_by_item(stats), labels)
    return [("suites by target", lines)] if lines else []


def verdicts_by_item(stats: Mapping[str, Iterable[Any]]) -> dict[str, str]:
    """The verdict of each item of a suite by its node id, from a terminal reporter's `stats`."""
    verdicts: dict[str, str] = {}
    for category, verdict in _CATEGORIES.items():
        for report in stats.get(category, ()):
            nodeid = getattr(report, "nodeid", "")
            if f"{SUITE_FILE}::" not in nodeid:
                continue
            known = verdicts.get(nodeid, verdict)
            verdicts[nodeid] = min(known, verdict, key=VERDICTS.index)
    return verdicts


def matrix_lines(verdicts: Mapping[str, str], labels: Sequence[str]) -> list[str]:
    """The table as lines, its head included; empty where no item of a suite ran.

    Args:
        verdicts: one of `VERDICTS` by node id.
        labels: the targets and protocols, as they stand in the brackets of node ids, in their order.
    """
    counts: dict[tuple[str, str], Counter[str]] = {}
    for nodeid, verdict in verdicts.items():
        counts.setdefault(_cell(nodeid, labels), Counter())[verdict] += 1
    if not counts:
        return []
    suites = list(dict.fromkeys(suite for suite, _ in counts))
    rows = [["suite", "target", *_SHOWN]]
    for suite in suites:
        for label in (*labels, ON_DISK):
            if count := counts.get((suite, label)):
                rows.append([suite, label, *(str(count[verdict]) for verdict in _SHOWN)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [_line(row, widths) for row in rows]


def _cell(nodeid: str, labels: Sequence[str]) -> tuple[str, str]:
    """The suite's folder and the label of an item; `port` is not mistaken for `old-port`."""
    file, _, name = nodeid.partition("::")
    suite = file.removesuffix(SUITE_FILE).rstrip("/") or "."
    label = next((one for one in labels if name.endswith(f"[{one}]")), ON_DISK)
    return suite, label


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    words = [text.ljust(width) for text, width in zip(row[:2], widths[:2], strict=True)]
    numbers = [text.rjust(width) for text, width in zip(row[2:], widths[2:], strict=True)]
    return "  ".join([*words, *numbers]).rstrip()
