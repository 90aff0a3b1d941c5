"""`mcpparity init` from beginning to end: ask the target, draft, record, and put the suite in its place.

Everything happens in a temporary folder; the suite appears whole, by a rename, or not at all.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from pytest_mcpparity.concealing import presentable
from pytest_mcpparity.errors import UsageFault
from pytest_mcpparity.init.drafting import Drafted, draft_cases
from pytest_mcpparity.init.folders import copy_workspace, put_in_place, refuse_place
from pytest_mcpparity.init.paths import paths_in
from pytest_mcpparity.init.suite_writer import SuiteDraft, suite_text
from pytest_mcpparity.init.trying import NoSuite, Trial
from pytest_mcpparity.options import PROTOCOLS, Options
from pytest_mcpparity.play.player import Player
from pytest_mcpparity.play.stage import Scene, Stage
from pytest_mcpparity.progress import Progress
from pytest_mcpparity.suite.model import SUITE_FILE
from pytest_mcpparity.suite.reader import read_suite
from pytest_mcpparity.target import parse_environment, parse_nameless
from pytest_mcpparity.target_url import check_url, parse_headers

#: Seconds that a call may take here: a case that takes longer makes no good first suite.
STEP_SECONDS = 10.0
_NOT_IN_NAME = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user asks for; relative paths count from `base`. `out` None stands for a name of our own."""

    server: str
    base: Path
    out: Path | None = None
    workspace: Path | None = None
    env: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    protocol: str = "auto"
    all_tools: bool = False


@dataclass(frozen=True, slots=True)
class _Met:
    """The target as it was met: its name and version, and the cases drafted from its listing."""

    name: str
    version: str
    drafted: Drafted


def make_suite(wish: Wish, tell: Callable[[str], None]) -> list[str]:
    """Make the suite, and say in lines what was made, what was not called, and what could not be made up.

    Args:
        wish: what the user asks for.
        tell: is told what is going on.

    Raises:
        UsageFault: the wish cannot be, or the folder is there already.
        StartFault: the target does not come up.
        NoSuite: no suite that passes twice can be made of it.
    """
    options = _options(wish)
    if wish.out is not None:
        refuse_place(wish.base / wish.out)
    with _ending_in_order(), tempfile.TemporaryDirectory(prefix="mcpparity-init-") as work:
        folder = Path(work, "suite")
        draft = _lay_out(wish, folder)
        tell(f"asking {wish.server} for its tools")
        met = _meet(wish, draft, options, folder)
        out = wish.base / (wish.out or Path("suites", _slug(met.name)))
        refuse_place(out)
        title = f"{met.name} {met.version}".strip() or "A first suite"
        draft = replace(draft, title=presentable(title, {}), cases=met.drafted.cases)
        trial = Trial(folder, draft, options.targets[0], options, tell)
        trial.settle()
        put_in_place(folder, out)
    secrets = options.environment.secrets
    return [presentable(line, secrets) for line in _report(wish, out, met.drafted, trial)]


def _options(wish: Wish) -> Options:
    if wish.protocol not in (*PROTOCOLS, "auto"):
        raise UsageFault(f"--protocol {wish.protocol}: known are {', '.join(PROTOCOLS)} and auto")
    target = parse_nameless(wish.server, wish.base, name="", said_by="--server")
    if target.is_url:
        check_url(target.spelled)
    elif wish.headers:
        raise UsageFault("--header is for a server by URL: to hand something to a command use --env")
    headers = parse_headers(wish.headers)
    return Options(
        targets=(target,),
        record=None,
        protocols=(wish.protocol,),
        timeout=None,
        timeout_ini=STEP_SECONDS,
        start_timeout=60.0,
        environment=replace(parse_environment(list(wish.env)), withheld=headers.secrets),
        max_bytes=64 * 1024 * 1024,
        rootdir=wish.base,
        headers=headers,
    )


def _lay_out(wish: Wish, folder: Path) -> SuiteDraft:
    """The empty suite, with its workspace in place."""
    folder.mkdir()
    protocol = None if wish.protocol == "auto" else wish.protocol
    if wish.workspace is None:
        return SuiteDraft("", (), protocol)
    source = wish.base / wish.workspace
    copy_workspace(source, folder / "workspace", wish.workspace)
    return SuiteDraft("", (), protocol, has_workspace=True, is_repository=(source / ".git").exists())


def _meet(wish: Wish, draft: SuiteDraft, options: Options, folder: Path) -> _Met:
    """Start the target once, and draft the cases from what it lists."""
    (folder / SUITE_FILE).write_text(suite_text(draft), encoding="utf-8")
    suite = read_suite(folder / SUITE_FILE)
    player = Player(Scene(suite, options.targets[0], options.protocols[0], options))
    try:
        stage = player.stage()
        _refuse_unlisted(stage)
        workspace = folder / "workspace" if draft.has_workspace else None
        drafted = draft_cases(stage.listing.tools, paths_in(workspace), all_tools=wish.all_tools)
        return _Met(stage.session.server_name, stage.session.server_version, drafted)
    finally:
        player.kill()


def _refuse_unlisted(stage: Stage) -> None:
    listing = stage.listing
    if listing.fault is not None:
        raise NoSuite(
            f"the target gives no tools/list: {listing.fault.reason}\n{listing.fault.stderr}".strip()
        )
    if listing.refused is not None:
        refused = f"rpc-error {listing.refused.code} ({listing.refused.message})"
        raise NoSuite(f"the target declares tools, but refuses tools/list with {refused}")
    if not stage.session.capabilities.has("tools"):
        raise NoSuite("the target declares no tools: there is nothing to call")


#: The names of masks that tell of a clock or a calendar.
_CLOCK: Final = frozenset({"time", "date", "day"})


def _slug(name: str) -> str:
    return _NOT_IN_NAME.sub("-", name.lower()).strip("-")[:60] or "first"


def _report(wish: Wish, out: Path, drafted: Drafted, trial: Trial) -> Iterator[str]:
    draft = trial.draft
    shown = out.relative_to(wish.base) if out.is_relative_to(wish.base) else out
    tools = {case.tool for case in draft.cases if not case.unadvertised}
    yield (
        f"wrote {shown}: {_count(len(draft.cases), 'case')} of {_count(len(tools), 'tool')}, "
        "recorded and played again with the same answers"
    )
    for id_, proposals in draft.masks.items():
        names = ", ".join(dict.fromkeys(f"<{proposal.name}>" for proposal in proposals))
        yield f"masked, because it varies from play to play or from day to day: {names} in {id_}"
    if _CLOCK & {proposal.name for proposals in draft.masks.values() for proposal in proposals}:
        yield "  this target reads the clock: play the suite again tomorrow before you seal it"
    alone = [case.id for case in draft.cases if case.alone]
    if alone:
        yield f"in a process of their own, because they lean on other cases: {', '.join(alone)}"
    for name, seen in draft.allow.items():
        yield f"allowed, though it is a finding: {name}: {seen}"
    if not draft.has_instructions:
        yield "left out: the instructions, which differ from start to start"
    for id_, reason in trial.left_out.items():
        yield f"left out: {id_}: {reason}"
    for id_, told in trial.local.items():
        if id_ not in trial.left_out:
            yield f"may differ on another machine: {id_} tells {'; '.join(told)}"
    for reason in drafted.unmade:
        yield f"could not make up arguments for {reason}"
    if drafted.uncalled:
        yield f"not called, because not annotated readOnlyHint: {', '.join(drafted.uncalled)}"
        yield "  --all-tools calls these too: they may change what they reach"
    yield f"run it: {_command(wish, shown)}"


def _command(wish: Wish, shown: Path) -> str:
    words = ["pytest", str(shown), f"--mcp-server={wish.server}"]
    words += [f"--mcp-env={one}" for one in wish.env]
    words += [f"--mcp-header={one}" for one in wish.headers]
    words += [f"--mcp-protocol={wish.protocol}"] if wish.protocol != "auto" else []
    return shlex.join(words)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _write_line(words: str) -> None:
    sys.stderr.write(f"mcpparity init: {presentable(words, {})}\n")
    sys.stderr.flush()


@contextmanager
def telling_on_stderr() -> Generator[Callable[[str], None]]:
    """Gives what to tell: on a terminal one line, once it takes longer than two seconds, else a line each."""
    if not sys.stderr.isatty():
        yield _write_line
        return
    width = shutil.get_terminal_size().columns

    def show(words: str) -> None:
        line = f"mcpparity: {words}"[: width - 1].ljust(width - 1)
        sys.stderr.write(f"\r{line}" if words else "\n")
        sys.stderr.flush()

    progress = Progress(show)
    try:
        yield progress.tell
    finally:
        progress.finish()


@contextmanager
def _ending_in_order() -> Generator[None]:
    """While this is entered, SIGTERM ends it as Ctrl-C does: no process and no folder is left."""
    if threading.current_thread() is not threading.main_thread() or os.name == "nt":
        yield
        return
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # once is enough: what follows is the end
    raise SystemExit(128 + number)
