"""However a run ends, no process and no temporary folder is left; an idle plugin does nothing (spec § 3)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, raw_server, small_suite

#: The server says that it is there, and hangs in its second call; neither it nor its child end by themselves.
_HANGS = """
import signal, subprocess
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(os.getpid(), child.pid, os.getcwd(), file=open("{log}.new", "w"), flush=True)
def hang(_):
    os.rename("{log}.new", "{log}")
    time.sleep(600)
serve({{"hang": hang}})
"""
_SUITE = '[workspace]\ncopy = "workspace"\n[case.hang]\ntool = "hang"\n'


@pytest.fixture
def hanging(pytester: pytest.Pytester, play: Play) -> str:
    """The option of a server that hangs in the only case of a suite, which was recorded on another one."""
    folder = small_suite(pytester.path, _SUITE)
    (folder / "workspace").mkdir()
    (folder / "workspace" / "file").touch()
    play(raw_server(pytester.path, 'serve({"hang": lambda _: "1"})', "well.py"), "--mcp-record")
    return raw_server(pytester.path, _HANGS.format(log=pytester.path / "log"))


def start(pytester: pytest.Pytester, *args: str) -> subprocess.Popen[bytes]:
    """Start pytest with a folder of its own for temporary files."""
    (pytester.path / "tmp").mkdir()
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:randomly", "--mcp-timeout=300", *args],
        cwd=pytester.path,
        env={**os.environ, "TMPDIR": str(pytester.path / "tmp")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def wait_for(path: Path) -> str:
    """The text of a file, as soon as it is there."""
    for _ in range(6000):
        if path.exists():
            return path.read_text()
        time.sleep(0.01)
    pytest.fail(f"{path} does not come")


def lives(pid: int) -> bool:
    """Whether a process runs, and is no zombie."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return state.strip()[:1] not in ("", "Z")


@pytest.mark.parametrize(
    ("number", "code", "options"),
    [
        (signal.SIGINT, pytest.ExitCode.INTERRUPTED, ()),
        (signal.SIGTERM, 128 + signal.SIGTERM, ()),
        (signal.SIGINT, pytest.ExitCode.INTERRUPTED, ("--mcp-record=all",)),
        (signal.SIGTERM, 128 + signal.SIGTERM, ("-n1",)),
    ],
)
def test_a_signal_leaves_no_process_and_no_folder(
    pytester: pytest.Pytester, hanging: str, number: signal.Signals, code: int, options: tuple[str, ...]
) -> None:
    run = start(pytester, hanging, *options, "suites")
    server, child, folder = wait_for(pytester.path / "log").split()
    before = lives(int(server)), lives(int(child)), Path(folder).exists()

    run.send_signal(number)
    run.wait(60)

    assert before == (True, True, True)
    assert run.returncode == code
    assert not lives(int(server))
    assert not lives(int(child))
    assert list((pytester.path / "tmp").glob("mcpparity-*")) == []


_MODULES = "import json, sys; json.dump(sorted(sys.modules), open('modules.json', 'w'))"
#: What takes long to import, and what an idle plugin has no use for.
_SLOW = ("mcp", "anyio", "jsonschema", "deepdiff", "tomllib", "asyncio", "pydantic", "httpx", "syrupy", "ssl")
#: The modules that every run of pytest loads.
_FIRST = ("fixtures", "option_names", "plugin")


def modules(pytester: pytest.Pytester, *options: str) -> tuple[set[str], str]:
    """What a run with a plain test has imported at its end, and what it printed."""
    pytester.makeconftest(f"def pytest_unconfigure(config): exec({_MODULES!r})\n")
    pytester.makepyfile("def test_plain(): pass\n")
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options],
        cwd=pytester.path, env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(json.loads((pytester.path / "modules.json").read_text())), run.stdout + run.stderr


def test_an_idle_plugin_prints_nothing_and_imports_nothing_slow(pytester: pytest.Pytester) -> None:
    without, _ = modules(pytester)

    with_it, printed = modules(pytester, "-p", "mcpparity")

    added = with_it - without
    assert "pytest_mcpparity.plugin" in added
    assert [name for name in added if name.partition(".")[0] in _SLOW] == []
    assert [line for line in printed.splitlines() if "mcp" in line and not line.startswith("plugins:")] == []


def test_an_idle_plugin_loads_no_room_of_its_own_but_the_first(pytester: pytest.Pytester) -> None:
    without, _ = modules(pytester)

    with_it, _ = modules(pytester, "-p", "mcpparity")

    ours = {name for name in with_it - without if name.startswith("pytest_mcpparity")}
    assert "pytest_mcpparity.plugin" in ours
    assert ours <= {"pytest_mcpparity", *(f"pytest_mcpparity.{one}" for one in _FIRST)}


def test_a_plugin_in_use_imports_the_sdk(pytester: pytest.Pytester) -> None:
    small_suite(pytester.path, '[case.a]\ntool = "a"\n')
    server = raw_server(pytester.path, 'serve({"a": lambda _: "1"})')

    imported, _ = modules(pytester, "-p", "mcpparity", server, "--mcp-record")

    assert {"mcp", "anyio"} <= imported
