"""A script: asks the copy of the server in the working directory each question, and prints what differs.

It reads from stdin a JSON list of [workspace, tool, arguments, outcome, text] and writes a JSON list
of the places where the answer is another. It imports nothing but the server, so that hundreds of
mutants can be judged; how the answers are framed is left to the suites themselves.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path

# The copy, and not the one that is installed.
sys.path.insert(0, str(Path.cwd()))

from reference_server.decisions import tools
from reference_server.decisions.errors import ToolError
from reference_server.decisions.repository import load_repository
from reference_server.decisions.serialise import serialise


def main() -> None:
    """Ask everything and print the places."""
    # No file changes while a copy is judged, and reading each repository once takes a tenth of the time.
    vars(tools)["load_repository"] = cache(load_repository)
    questions = json.load(sys.stdin)
    assert Path(tools.__file__).is_relative_to(Path.cwd()), "the copy is not what is asked"
    differing = []
    for place, (workspace, tool, arguments, outcome, text) in enumerate(questions):
        try:
            answer = ("result", serialise(tools.call(Path(workspace), tool, arguments)))
        except ToolError as error:
            answer = ("tool-error", error.text)
        except Exception as error:
            # A server that falls over has noticed its mutation in its own way.
            answer = ("crash", repr(error))
        if answer != (outcome, text):
            differing.append(place)
    json.dump(differing, sys.stdout)


main()
