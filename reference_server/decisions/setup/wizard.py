"""`switchplinth setup` (spec 12)."""

from __future__ import annotations

import io
import sys

from reference_server.decisions.setup.claude_code import add_to_claude
from reference_server.decisions.setup.client_file import edit_client_file
from reference_server.decisions.setup.console import complain, show
from reference_server.decisions.setup.options import read_options
from reference_server.decisions.setup.problems import Refusal, UsageProblem
from reference_server.decisions.setup.snippets import snippets
from reference_server.decisions.setup.system import System, this_system


def main(argv: list[str], system: System | None = None) -> int:
    """Run the wizard on `argv`, the arguments after `setup`, and return its exit status (12.1).

    `system` stands for another machine; default: the one that the process runs on.
    """
    _print_anything()
    try:
        return _run(argv, system or this_system())
    except UsageProblem as problem:
        complain(problem)
        return 2
    except Refusal as problem:
        complain(problem)
        return 3


def _run(argv: list[str], system: System) -> int:
    try:
        options = read_options(argv, system)
    except SystemExit:  # after --help
        return 0
    if options.client == "print":
        show(snippets(options.registration, system))
        return 0
    if options.client == "claude-code":
        return add_to_claude(options, system)
    return edit_client_file(options, system)


def _print_anything() -> None:
    """Keep a path that the terminal's encoding lacks from ending the run with an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
