"""What takes more than two seconds says so in one line, on a terminal and nowhere else."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin.conftest import raw_server, small_suite

SLOW = 'time.sleep(2.5)\nserve({"one": lambda arguments: "1"})'


def on_a_terminal(*args: str) -> str:
    """What pytest with `args` writes to a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "pytest", "-p", "no:randomly", "--color=no", *args]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True):
        os.close(theirs)
        written = b""
        try:
            while chunk := os.read(ours, 1 << 16):
                written += chunk
        except OSError:  # how Linux says that nobody writes any more
            pass
    os.close(ours)
    return written.decode("utf-8", "replace")


@pytest.fixture
def server(pytester: pytest.Pytester) -> str:
    small_suite(pytester.path, '[case.a]\ntool = "one"\n')
    return raw_server(pytester.path, SLOW)


def told(output: str) -> set[str]:
    """The lines of progress, without the blanks that clear a line."""
    starts = ("mcpparity: counting", "mcpparity: recording")
    return {line.strip() for line in re.split(r"[\r\n]+", output) if line.startswith(starts)}


def test_recording_says_what_it_plays(server: str) -> None:
    output = on_a_terminal(server, "--mcp-record", "-k", "a and not tools")

    assert told(output) == {"mcpparity: recording suites/small: playing 1 case twice"}
    assert re.search(r"\r\nsuites/small/mcp-suite\.toml \.", output), "pytest goes on in a line of its own"
    assert Path("suites/small/answers/a.answer").exists()


def test_coverage_says_what_it_counts(server: str) -> None:
    output = on_a_terminal(server, "--mcp-coverage", "-k", "inventory")

    assert told(output) == {"mcpparity: counting what suites/small asks for"}


def test_what_is_no_terminal_hears_nothing(server: str, pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess("-p", "no:randomly", server, "--mcp-coverage", "-k", "inventory")

    assert "total: 50 %" in result.stdout.str()
    assert told(result.stdout.str()) == set()
