"""Registers with Claude Code through its own command (spec 12.2)."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

from reference_server.decisions.setup.console import DECLINED, confirmed, show
from reference_server.decisions.setup.options import Options
from reference_server.decisions.setup.problems import Refusal
from reference_server.decisions.setup.system import System


def add_to_claude(options: Options, system: System) -> int:
    """Show the command, ask, run it in the repository; exit status 0 or 1, `Refusal` for status 3."""
    command = options.registration.claude_command(options.scope)
    show(f"$ {shlex.join(command)}\n")
    if options.dry_run:
        return 0
    if options.ask and not confirmed("Run this?"):
        return DECLINED
    status = _run(command, options.registration.repo, system)
    if status != 0:
        raise Refusal(f"claude mcp add failed with status {status}")
    return 0


def _run(command: list[str], folder: str, system: System) -> int:
    """The exit status of `command`, found on PATH from here and run in `folder`, output passed through."""
    program = shutil.which(command[0], path=system.environ.get("PATH", ""))
    if program is None:
        raise Refusal(f"there is no {command[0]} command on PATH")
    try:
        # The absolute path, because a relative entry of PATH would be looked up from the new folder.
        done = subprocess.run(command, executable=Path(program).absolute(), cwd=folder, check=False)
    except OSError as problem:
        raise Refusal(f"{program} cannot be started: {problem.strerror}") from None
    return done.returncode
