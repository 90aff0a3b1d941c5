"""GitHub Actions: a table for the step summary, and annotations on answer files (spec § 9).

What a target writes stays text: in a workflow command by its own escapes, in Markdown by character
references, so that neither markup nor a command of a target's making is obeyed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from pytest_mcpparity.report.outcomes import BAD, CaseFacts, count_verdicts

#: GitHub shows ten errors of a step as annotations, and keeps a summary up to 1 MiB.
_FAILURES: Final = 100
_CELL: Final = 400
_ANNOTATION: Final = 2000
_COLUMNS: Final = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")
_MARKUP: Final = re.compile(r"""[^\w .,:;/"'+=%?()-]|_|://|www""", re.IGNORECASE)


def error_commands(cases: Iterable[CaseFacts], root: Path) -> list[str]:
    """One workflow command for each failure, on the answer file that it is about, named from `root`."""
    return [_annotation(one, root) for one in cases if one.outcome in BAD]


def _annotation(one: CaseFacts, root: Path) -> str:
    file = Path(one.file)
    shown = file.relative_to(root).as_posix() if file.is_relative_to(root) else one.file
    bracket = f"[{one.label}]" if one.label else ""
    title = _property(f"{one.suite}: {one.case}{bracket}")
    told = _data(_cut(one.first_line or "", _ANNOTATION))
    return f"::error file={_property(shown)},line={one.line},title={title}::{told}"


def _data(text: str) -> str:
    """The message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The value of a property of a workflow command."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def append_summary(file: Path, cases: Sequence[CaseFacts], coverage: Sequence[str] = ()) -> None:
    """Append the summary of a run to the step's file.

    Raises:
        OSError: it cannot be written.
    """
    with file.open("a", encoding="utf-8", errors="backslashreplace") as summary:
        summary.write(summary_markdown(cases, coverage))


def summary_markdown(cases: Sequence[CaseFacts], coverage: Sequence[str] = ()) -> str:
    """Suites by target and protocol with their counts, the failures by first line, and coverage totals."""
    rows: dict[tuple[str, str, str], list[CaseFacts]] = {}
    for one in cases:
        rows.setdefault((one.suite, one.target, one.asked_protocol), []).append(one)
    lines = ["## MCP parity", "", *_head("suite", "target", "protocol", *_COLUMNS)]
    for (suite, target, protocol), own in rows.items():
        counts = count_verdicts(own)
        shown = (str(counts[name] or "") for name in _COLUMNS)
        lines.append(_row(suite, target or "target", _negotiated(own) or protocol or "-", *shown))
    lines += ["", *_failures([one for one in cases if one.outcome in BAD])]
    lines += [f"{_cell(line)}\n" for line in coverage]
    return "\n".join(lines) + "\n"


def _failures(failed: Sequence[CaseFacts]) -> list[str]:
    if not failed:
        return []
    lines = _head("failure", "what moved")
    for one in failed[:_FAILURES]:
        bracket = f"[{one.label}]" if one.label else ""
        lines.append(_row(f"{one.suite}: {one.case}{bracket}", one.first_line or ""))
    more = len(failed) - _FAILURES
    return [*lines, "", *([f"and {more} more", ""] if more > 0 else [])]


def _negotiated(cases: Iterable[CaseFacts]) -> str:
    """The revision that the items of a row were judged in; empty where there was none or several."""
    found = {one.protocol for one in cases if one.protocol is not None}
    return found.pop() if len(found) == 1 else ""


def _head(*titles: str) -> list[str]:
    return [f"| {' | '.join(titles)} |", f"|{' --- |' * len(titles)}"]


def _row(*cells: str) -> str:
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _cell(text: str) -> str:
    """`text` as one cell in which nothing is markup."""
    return _MARKUP.sub(lambda match: "".join(_reference(one) for one in match.group()), _cut(text, _CELL))


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _reference(character: str) -> str:
    return " " if character in "\r\n\t" else f"&#{ord(character)};"
