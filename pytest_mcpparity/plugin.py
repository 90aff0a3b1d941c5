"""The plugin's hooks: the only room that knows the order of the steps.

options -> suite -> session over a transport -> answer -> masks -> compare -> explain -> report

What a run without suites does not need is imported late: an idle plugin costs next to nothing.
"""

from __future__ import annotations

import copy
import os
import sys
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_mcpparity import fixtures
from pytest_mcpparity import option_names as _names

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import Scheduling
    from xdist.workermanage import WorkerController

    from pytest_mcpparity.conductor import Conductor
    from pytest_mcpparity.items import ParityItem, SuiteFile
    from pytest_mcpparity.options import Options
    from pytest_mcpparity.play.run import SuiteRun

SUITE_FILE = "mcp-suite.toml"  # as in the model, which an idle plugin does not load
_CONDUCTOR = pytest.StashKey["Conductor"]()
_OWNED = pytest.StashKey[list[str]]()
_SUITE_FOLDERS = pytest.StashKey[dict[Path, bool]]()
_KEPT_OUT = pytest.StashKey[set[Path]]()
_MISSED = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options under the names that nobody else can own."""
    _names.declare(parser)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, parser: pytest.Parser, args: list[str]
) -> Generator[None]:
    """Turn our short spellings into the long ones before conftests are looked for.

    Otherwise pytest would take the value of a name that it does not know yet for a test path.
    """
    if not _names.are_mentioned(early_config, args):
        yield
        return
    names = _names.ShortNames(parser, args, early_config.invocation_params.dir)
    args[:] = names.rewrite()
    if args != names.before:
        known = early_config.known_args_namespace
        early_config.known_args_namespace = parser.parse_known_args(args, copy.copy(early_config.option))
        early_config.known_args_namespace.confcutdir = known.confcutdir
    yield
    args[:] = names.rewrite()  # again: a conftest may own a name
    early_config.stash[_OWNED] = names.add_free()


def pytest_configure(config: pytest.Config) -> None:
    """Read the options, so that bad usage ends the run before anything starts."""
    config.addinivalue_line("markers", "mcpparity: an item of a suite of recorded MCP answers")
    config.addinivalue_line("markers", fixtures.MARKER)
    config.pluginmanager.register(fixtures, "mcpparity-fixtures")
    config.stash[_SUITE_FOLDERS], config.stash[_KEPT_OUT], config.stash[_MISSED] = {}, set(), []
    config.add_cleanup(partial(_take_back, config))  # done after pytest's own last look for garbage
    if _in_use(config) and _options(config).wants_report:
        from pytest_mcpparity.report.hooks import Gathering, Reporting

        config.pluginmanager.register(Gathering(_options(config).environment.secrets), "mcpparity-gathering")
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(Reporting(config, _options(config)), "mcpparity-reporting")


def _take_back(config: pytest.Config) -> None:
    if _CONDUCTOR in config.stash:
        from pytest_mcpparity.garbage import may_set_aside

        may_set_aside(False)


def _in_use(config: pytest.Config) -> bool:
    """Whether anything is asked of the plugin, GitHub's annotations included."""
    return _names.are_asked_for(config) or _names.is_on_github()


def _has_targets(config: pytest.Config) -> bool:
    return _names.are_asked_for(config) and bool(_options(config).targets)


def _options(config: pytest.Config) -> Options:
    """The options of this run, read when they are first needed."""
    from pytest_mcpparity.options import options_of

    return options_of(config)


def _conductor(config: pytest.Config) -> Conductor:
    """The conductor of this session, made when the first suite is met."""
    if _CONDUCTOR not in config.stash:
        from pytest_mcpparity.conductor import Conductor

        verbose = config.get_verbosity() >= 2
        owned = "--mcp-server" in config.stash.get(_OWNED, [])
        option = "--mcpparity-server" if owned else "--mcp-server"
        config.stash[_CONDUCTOR] = Conductor(_options(config), verbose=verbose, server_option=option)
    return config.stash[_CONDUCTOR]


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say who is tested, and which short names are left to another plugin; nothing when not in use."""
    if not _has_targets(config):
        return []
    from pytest_mcpparity.concealing import presentable

    options = _options(config)
    lines = [f"mcpparity: {target.name or 'target'}: {target.spelled}" for target in options.targets]
    if oracle := options.oracle:
        lines.append(f"mcpparity: oracle: {oracle.spelled}")
    lines = [presentable(line, options.environment.secrets) for line in lines]
    if owned := config.stash.get(_OWNED, []):
        lines.append(f"mcpparity: left to another plugin: {', '.join(owned)}; use --mcpparity-… instead")
    if sys.platform == "win32":
        lines.append("mcpparity: process groups are not supported on Windows: a target may leave processes")
    return lines


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> SuiteFile | None:
    """Collect suites, and no other file."""
    if file_path.name != SUITE_FILE:
        return None
    from pytest_mcpparity.items import SuiteFile

    nodeid = _nodeid(file_path, parent.config.rootpath)
    suite_file: SuiteFile = SuiteFile.from_parent(parent, path=file_path, nodeid=nodeid)
    suite_file.conductor = _conductor(parent.config)
    return suite_file


def _nodeid(file: Path, rootdir: Path) -> str:
    """The way to `file` from rootdir, also where it lies outside: pytest gives all such files one id."""
    try:
        return Path(os.path.relpath(file, rootdir)).as_posix()
    except ValueError:  # another drive
        return file.as_posix()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Keep pytest out of a suite's folder: what lies there is data, unless a user names it."""
    if collection_path.name == SUITE_FILE:
        return None
    folder = _suite_folder(collection_path.parent, config)
    if folder is None:
        return None
    named = (Path(config.invocation_params.dir, arg.split("::")[0]).resolve() for arg in config.args)
    if any(
        path != folder and path.is_relative_to(folder) and collection_path.is_relative_to(path)
        for path in named
    ):
        return None
    config.stash[_KEPT_OUT].add(collection_path)
    return True


def _missed(config: pytest.Config) -> list[str]:
    """The test files that were passed over as data, here or on a worker."""
    kept_out = config.stash[_KEPT_OUT]
    if kept_out:
        from pytest_mcpparity.kept_out import missed_tests

        others = config.pluginmanager.subset_hook_caller("pytest_ignore_collect", [sys.modules[__name__]])
        missed = missed_tests(kept_out, config, lambda one: bool(others(collection_path=one, config=config)))
        config.stash[_MISSED] += [one for one in missed if one not in config.stash[_MISSED]]
        kept_out.clear()
    return config.stash[_MISSED]


def _suite_folder(folder: Path, config: pytest.Config) -> Path | None:
    """The folder below rootdir that holds `folder` and a suite, or None."""
    known = config.stash[_SUITE_FOLDERS]
    while folder != config.rootpath and folder != folder.parent:
        if folder not in known:
            known[folder] = (folder / SUITE_FILE).is_file()
        if known[folder]:
            return folder
        folder = folder.parent
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let `…::refused[NAME]` without a bracket select that item of every target and protocol."""
    labels = [label for label in _conductor_labels(session.config) if label]
    for arg in list(session.config.args):
        if (
            labels
            and f"{SUITE_FILE}::refused[" in arg
            and not arg.endswith(tuple(f"[{one}]" for one in labels))
        ):
            index = session.config.args.index(arg)
            session.config.args[index : index + 1] = [f"{arg}[{label}]" for label in labels]


def _conductor_labels(config: pytest.Config) -> list[str]:
    if not _names.are_asked_for(config):
        return []
    options = _options(config)
    if len(options.targets) * len(options.protocols) < 2:
        return []
    return _conductor(config).labels()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Restore the order of each suite's items, whatever another plugin shuffled."""
    if _CONDUCTOR not in session.config.stash:
        return
    from pytest_mcpparity.garbage import may_set_aside
    from pytest_mcpparity.items import ParityItem
    from pytest_mcpparity.order import in_order

    session.items[:] = in_order(session.items)
    ours = [item for item in session.items if isinstance(item, ParityItem)]
    may_set_aside(len(ours) == len(session.items))
    compared = ("tools", "refused", "case")
    _conductor(session.config).journal.selected = sum(item.role in compared for item in ours)
    _refuse_sealed({item.run for item in ours if item.run is not None})


def _refuse_sealed(runs: set[SuiteRun]) -> None:
    """Refuse to record a sealed suite before anything starts: nobody rewrites their own oracle."""
    for run in runs:
        if run.recording is not None and run.scene.suite.sealed:
            raise pytest.UsageError(
                f"{run.where} is sealed: --mcp-record may not rewrite its answers. An implementation under "
                "test must not record its own oracle. To bless a reviewed edit by hand: mcpparity amend; to "
                "record a new oracle on purpose, take `sealed = true` out of mcp-suite.toml first"
            )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """Play what is to be recorded, outside every item's time limit and before the first one reports."""
    stops = session.testsfailed and not session.config.option.continue_on_collection_errors
    if session.config.option.collectonly or not _has_targets(session.config):
        return (yield)
    from pytest_mcpparity.stopping import orderly_end

    with orderly_end():
        for run in _conductor(session.config).runs:
            if run.recording is not None and not stops:
                _prepare_recording(session, run)
        return (yield)


def _prepare_recording(session: pytest.Session, run: SuiteRun) -> None:
    from pytest_mcpparity.errors import ParityError
    from pytest_mcpparity.progress import telling

    items = _items(session, run)
    cases = [item.case for item in items if item.case is not None]
    try:
        with telling(session.config) as tell:
            run.prepare_recording(cases, tell, tools=any(item.role == "tools" for item in items))
    except ParityError as fault:  # of the files: what a target does wrong belongs to its items
        raise pytest.UsageError(run.conceal(f"--mcp-record: {fault}")) from None


def _items(session: pytest.Session, run: SuiteRun) -> list[ParityItem]:
    from pytest_mcpparity.items import ParityItem

    return [item for item in session.items if isinstance(item, ParityItem) and item.run is run]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """End a run's processes before the next run starts its own."""
    run = getattr(item, "run", None)
    if _CONDUCTOR in item.config.stash and run is not None and getattr(nextitem, "run", None) is not run:
        run.close(goodbye_selected=any(one.role == "goodbye" for one in _items(item.session, run)))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """End what is left, hand a worker's journal on, and refuse to be green when nothing was compared."""
    config = session.config
    if _CONDUCTOR in config.stash:
        _survey(session)
        _conductor(config).kill()
    worker_output = getattr(config, "workeroutput", None)
    if worker_output is not None:
        worker_output["mcpparity-missed"] = _missed(config)
        if _CONDUCTOR in config.stash:
            worker_output["mcpparity"] = _conductor(config).journal.to_wire()
    elif _CONDUCTOR in config.stash and session.exitstatus in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = _exit_status(config, session.exitstatus)


def _survey(session: pytest.Session) -> None:
    """Count what the suites ask of the surface; a worker only tells what its targets listed."""
    config = session.config
    options = _options(config)
    ended = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)
    if options.coverage is None or config.option.collectonly or session.exitstatus not in ended:
        return
    from pytest_mcpparity.progress import telling
    from pytest_mcpparity.surveying import note_listings, survey_all

    conductor = _conductor(config)
    note_listings(conductor)
    if not hasattr(config, "workerinput"):
        with telling(config) as tell:
            conductor.surveyed = survey_all(conductor, tell)
        reporting = config.pluginmanager.get_plugin("mcpparity-reporting")
        if reporting is not None:
            reporting.surveyed = conductor.surveyed


def _exit_status(config: pytest.Config, status: int) -> int:
    journal = _conductor(config).journal
    if journal.unclaimed or journal.unwritten or _conductor(config).shortfalls():
        return pytest.ExitCode.TESTS_FAILED
    idle = config.option.collectonly or not _options(config).targets or not journal.selected
    if not idle and journal.compared + journal.recorded == 0:
        _conductor(config).complaints.append(
            "nothing was compared and nothing recorded: the reasons of the skips tell why (-rs)"
        )
        return pytest.ExitCode.NO_TESTS_COLLECTED
    return status


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: WorkerController, error: object) -> None:
    """Take over the journal of a worker of xdist."""
    output = getattr(node, "workeroutput", {})
    missed = node.config.stash[_MISSED]
    missed += [one for one in output.get("mcpparity-missed", ()) if one not in missed]
    wire = output.get("mcpparity")
    if wire is not None:
        from pytest_mcpparity.journal import Journal

        _conductor(node.config).journal.merge(Journal(**wire))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Keep a suite's items of one run on one worker, under plain `-n` and where there is a target."""
    if config.getoption("dist") != "load" or not _has_targets(config):
        return None
    from pytest_mcpparity.scheduler import SuiteScheduling

    return SuiteScheduling(config, log, _conductor(config).labels())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell who was spoken to, what was written and left, what no item could be charged with, and coverage."""
    if missed := _missed(config):
        from pytest_mcpparity.characters import escape_hidden
        from pytest_mcpparity.kept_out import words

        terminalreporter.line(f"mcpparity: {escape_hidden(words(missed))}", yellow=True)
    if _CONDUCTOR not in config.stash:
        return
    from pytest_mcpparity.concealing import presentable
    from pytest_mcpparity.matrix import matrix_sections

    conductor = _conductor(config)
    secrets = _options(config).environment.secrets
    sections = [*conductor.journal.sections(), *(one.section() for one in conductor.surveyed)]
    sections += matrix_sections(terminalreporter.stats, conductor.labels())
    for title, lines in sections:
        terminalreporter.section(f"mcpparity: {title}")
        for line in lines:
            terminalreporter.line(presentable(line, secrets))
    for line in [*conductor.shortfalls(), *conductor.complaints]:
        terminalreporter.line(presentable(f"ERROR: {line}", secrets), red=True)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave no process behind, also where pytest ended early."""
    if _CONDUCTOR in config.stash:
        _conductor(config).kill()
