"""The archives that are published: what is in them, and that they work where the sources are not."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
OLDEST = (3, 11)
_SECONDS = 900

pytestmark = [pytest.mark.heavy, pytest.mark.wheel]


def run(words: list[str | Path], cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command that knows nothing of this run of pytest, nor of the sources."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("CI", "GITHUB_ACTIONS", "PYTHONPATH") and not name.startswith("PYTEST_")
    }
    return subprocess.run(
        words,
        cwd=cwd,
        env=kept | more,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )


def need(done: subprocess.CompletedProcess[str], what: str) -> None:
    """Skip where `what` needs a package registry and there is none; where `CI` is set that is a failure."""
    if done.returncode:
        reason = f"{what}: {(done.stderr or done.stdout).strip()[-600:]}"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    words: list[str | Path] = [sys.executable, "-m", "build", "--outdir", folder, REPOSITORY]
    need(run(words, folder), "the archives cannot be built")
    (sdist,) = folder.glob("*.tar.gz")
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def interpreters() -> list[tuple[tuple[int, int], Path]]:
    """The Pythons of this machine that the package supports, oldest first."""
    found: dict[tuple[int, int], Path] = {}
    for program in _candidates():
        code = "import sys, venv; print(*sys.version_info[:2])"
        done = subprocess.run([program, "-c", code], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            major, minor = (int(word) for word in done.stdout.split())
            found.setdefault((major, minor), program)
    return sorted((version, program) for version, program in found.items() if version >= OLDEST)


def _candidates() -> Iterator[Path]:
    yield Path(sys.executable)
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    if pyenv := shutil.which("pyenv"):
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False).stdout.strip()
        folders += sorted((Path(root) / "versions").glob("*/bin"))
    for folder in folders:
        for program in sorted(folder.glob("python3.*")) if folder.is_dir() else ():
            if re.fullmatch(r"python3\.\d+", program.name):
                yield program


@pytest.fixture(scope="session", params=["oldest", "newest"])
def programs(
    request: pytest.FixtureRequest,
    archives: tuple[Path, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The folder of programs of an environment in which the wheel and its extra are all that is installed."""
    found = interpreters()
    _, python = found[0 if request.param == "oldest" else -1]
    if request.param == "newest" and len(found) == 1:
        pytest.skip(f"the only supported Python on this machine is {python}")
    venv = tmp_path_factory.mktemp(request.param) / "venv"
    subprocess.run([python, "-m", "venv", "--without-pip", venv], check=True)
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", venv / "bin" / "python", "install"]
    need(run([*pip, "--quiet", f"{archives[1]}[reference]"], venv), "the wheel cannot be installed")
    return venv / "bin"


def in_venv(programs: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment in `folder`, with a cache of its own."""
    path = os.pathsep.join([str(programs), os.environ.get("PATH", "")])
    return run([programs / words[0], *words[1:]], folder, PATH=path, XDG_CACHE_HOME=str(folder / "cache"))


@pytest.mark.parametrize(
    ("suite", "server"),
    [
        ("decisions", "mcp-reference-server switchplinth mcp --repo {workspace}"),
        ("sdd", "mcp-reference-server putnami mcp"),
    ],
)
def test_a_bundled_suite_is_green_in_an_empty_folder(
    suite: str, server: str, programs: Path, tmp_path: Path
) -> None:
    done = in_venv(programs, tmp_path, "pytest", "-q", f"--mcp-suite={suite}", f"--mcp-server={server}")

    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\d{2,} passed in", done.stdout, re.MULTILINE)


def test_a_bundled_suite_fails_for_a_server_that_answers_otherwise(programs: Path, tmp_path: Path) -> None:
    server = "mcp-reference-server putnami mcp"

    done = in_venv(
        programs, tmp_path, "pytest", "-q", "--mcp-suite=decisions", f"--mcp-server={server}", "-x"
    )

    assert done.returncode == 1, done.stdout + done.stderr


def test_an_idle_plugin_says_nothing(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("def test_one():\n    pass\n")

    shown = [
        in_venv(programs, tmp_path, "pytest", *options).stdout
        for options in ((), ("-p", "no:mcpparity"), ("--mcp-server=true",))
    ]

    plain = [re.sub(r"\d+\.\d+s|=+|mcpparity-[\d.]+, ", "", one) for one in shown]
    assert "1 passed" in plain[0]
    assert plain[0] == plain[1]
    assert plain[0] != plain[2]


@pytest.mark.parametrize("program", ["mcpparity", "mcp-reference-server", "putnami", "switchplinth"])
def test_each_program_starts(program: str, programs: Path, tmp_path: Path) -> None:
    done = in_venv(programs, tmp_path, program, "--help")

    assert done.returncode == 0, done.stderr
    assert "usage" in done.stdout.lower()


def missing_members(names: set[str]) -> set[str]:
    """What a typed package with schemas has to bring, and these names of an archive have not."""
    schemas = (REPOSITORY / "pytest_mcpparity" / "schemas").glob("*.json")
    wanted = {"py.typed", *(f"schemas/{schema.name}" for schema in schemas)}
    return {one for one in wanted if not any(name.endswith(f"pytest_mcpparity/{one}") for name in names)}


def test_both_archives_bring_types_and_schemas(archives: tuple[Path, Path]) -> None:
    with tarfile.open(archives[0]) as sdist, zipfile.ZipFile(archives[1]) as wheel:
        names = (set(sdist.getnames()), set(wheel.namelist()))

    assert [missing_members(one) for one in names] == [set(), set()]
    assert missing_members(names[1] - {"pytest_mcpparity/py.typed"}) == {"py.typed"}


def test_the_wheel_brings_every_suite_and_no_test(archives: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(archives[1]) as wheel:
        names = set(wheel.namelist())
        suites = zipfile.ZipFile(io.BytesIO(wheel.read("pytest_mcpparity/suites.zip"))).namelist()

    fixtures = {path.parent.name for path in (REPOSITORY / "fixtures").glob("*/mcp-suite.toml")}
    assert {name.split("/")[0] for name in suites if name.endswith("/mcp-suite.toml")} == fixtures
    assert {name.split("/")[0].split("-")[0] for name in names} == {"pytest_mcpparity", "reference_server"}


def test_what_only_the_reference_servers_need_is_an_extra(archives: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(archives[1]) as wheel:
        (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        required = Parser().parsestr(wheel.read(metadata).decode()).get_all("Requires-Dist") or []

    words = [(re.split(r"[<>=\[ ;]", one)[0].lower(), "extra ==" in one, one) for one in required]
    plain = {name for name, is_extra, _ in words if not is_extra}
    extra = {name for name, is_extra, whole in words if is_extra and "reference" in whole}
    assert {"mcp", "pytest", "syrupy"} <= plain
    assert {"pyyaml", "rfc8785", "markdown-it-py"} <= extra
    assert not plain & {"pyyaml", "rfc8785", "markdown-it-py", "starlette", "uvicorn"}
