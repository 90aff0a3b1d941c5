"""Git, asked through its command line in the workspace root."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Answer:
    """What git answered: exit status (127 if git could not be run), and both outputs as they came."""

    status: int
    output: bytes
    errors: bytes

    @property
    def text(self) -> str:
        """The output as text, without white space at its ends."""
        return self.output.decode("utf-8", "surrogateescape").strip()

    @property
    def error_text(self) -> str:
        """The error output as text, without white space at its ends."""
        return self.errors.decode("utf-8", "surrogateescape").strip()


def ask(root: Path, *arguments: str) -> Answer:
    """Run `git` with `arguments` in `root`."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=root, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except (OSError, ValueError) as error:
        return Answer(127, b"", str(error).encode())
    return Answer(done.returncode, done.stdout, done.stderr)


def revision_row(root: Path) -> dict[str, object]:
    """The revision of the work tree as it is reported; without `head` where there is no commit."""
    head = ask(root, "rev-parse", "HEAD")
    row: dict[str, object] = {"kind": "worktree"}
    return row | {"head": f"git:{head.text.lower()}"} if head.status == 0 else row
