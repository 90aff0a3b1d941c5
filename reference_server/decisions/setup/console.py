"""What the wizard prints, and its one question (spec 12.1, 12.3)."""

from __future__ import annotations

import sys

DECLINED = 1
"""Exit status after a question that was not answered with yes."""


def show(text: str) -> None:
    """Write `text` to stdout as it is, at once, so that it stays in order with a child's output."""
    sys.stdout.write(text)
    sys.stdout.flush()


def confirmed(question: str) -> bool:
    """Whether `question` is answered with `y` or `yes`; otherwise says that nothing was written."""
    show(f"{question} [y/N] ")
    if _answer().strip().lower() in ("y", "yes"):
        return True
    show("Nothing was written.\n")
    return False


def complain(problem: Exception) -> None:
    """Write the text of `problem` to stderr as one line."""
    sys.stderr.write(f"switchplinth setup: {problem}\n")


def _answer() -> str:
    """One line of stdin; empty at its end, when it is no text, and on the interrupt key."""
    try:
        return sys.stdin.readline()
    except (KeyboardInterrupt, UnicodeDecodeError):
        return ""
