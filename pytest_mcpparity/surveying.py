"""Coverage of a whole session of pytest: which suites count, and where their listings come from (spec § 8).

Every suite that was collected counts, whatever was selected of it. A target that no item spoke to is
started for its tools/list at the end; the workers of xdist send what their targets gave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from pytest_mcpparity.answer import Outcome
from pytest_mcpparity.answers.recorded import RecordedAnswers
from pytest_mcpparity.conductor import Conductor
from pytest_mcpparity.coverage import Asked, Surface, survey, unite
from pytest_mcpparity.coverage_table import Surveyed
from pytest_mcpparity.errors import AnswerFileFault, ParityError
from pytest_mcpparity.journal import Journal
from pytest_mcpparity.json_text import Members, compact, parse
from pytest_mcpparity.play.run import SuiteRun
from pytest_mcpparity.suite.model import Case, Suite
from pytest_mcpparity.suite.reader import read_suite


def note_listings(conductor: Conductor) -> None:
    """Write into the journal which suites there are, and what targets gave: a worker sends it on."""
    journal = conductor.journal
    for run in conductor.held:
        file = str(run.scene.suite.file)
        if file not in journal.suites:
            journal.suites.append(file)
        listing = run.listed
        if listing is not None and listing.fault is None and listing.refused is None:
            journal.listings[run.where] = compact(list(listing.tools))


def survey_all(conductor: Conductor, tell: Callable[[str], None]) -> list[Surveyed]:
    """The coverage of each target and protocol, in the order in which they were given.

    `tell` is told in a few words what is going on. Targets may be started; what is left of them is ended
    with the conductor.
    """
    known = {run.scene.suite.file for run in conductor.runs}
    for file in conductor.journal.suites:
        if Path(file) not in known:  # a worker collected it
            conductor.places(read_suite(Path(file)))
    by_label: dict[str, list[SuiteRun]] = {}
    for run in conductor.held:
        by_label.setdefault(run.label, []).append(run)
    asked: dict[Path, list[Asked]] = {}
    return [_of_label(runs, conductor.journal, asked, tell) for runs in by_label.values()]


def _of_label(
    runs: Sequence[SuiteRun],
    journal: Journal,
    asked: dict[Path, list[Asked]],
    tell: Callable[[str], None],
) -> Surveyed:
    surfaces: list[Surface] = []
    troubles: list[str] = []
    for run in runs:
        suite = run.scene.suite
        tell(f"counting what {run.where} asks for")
        try:
            tools = _tools(run, journal.listings)
        except ParityError as fault:
            troubles.append(run.conceal(f"{run.where}: {str(fault).splitlines()[0]}"))
            continue
        if suite.folder not in asked:
            asked[suite.folder] = list(_asked(suite))
        removed = suite.tools.removed if suite.tools else ()
        surfaces.append(survey(tools, asked[suite.folder], removed))
    scene = runs[0].scene
    return Surveyed(runs[0].label, scene.target.name, scene.protocol, unite(surfaces), tuple(troubles))


def _tools(run: SuiteRun, listings: Mapping[str, str]) -> list[Members]:
    """What the target of `run` lists.

    Raises:
        ParityError: it does not come up, or does not list its tools.
    """
    if run.where in listings:
        tools = parse(listings[run.where])
        return [tool for tool in tools if isinstance(tool, Members)] if isinstance(tools, list) else []
    listing = run.ask_listing()
    if listing.fault is not None:
        raise ParityError(f"no tools/list: {listing.fault.reason}")
    if listing.refused is not None:
        raise ParityError(f"tools are declared, but tools/list is refused with {listing.refused.code}")
    return list(listing.tools)


def _asked(suite: Suite) -> Iterator[Asked]:
    """The steps of a suite, with the outcomes of its recorded answers, or those that it claims."""
    answers = RecordedAnswers(suite.folder)
    for case in suite.cases:
        outcomes = _outcomes(answers, case)
        for number, step in enumerate(case.steps):
            yield Asked(step.question, outcomes[number] if outcomes else step.outcome)


def _outcomes(answers: RecordedAnswers, case: Case) -> list[Outcome]:
    try:
        answer = answers.load(case.id, tuple(step.question for step in case.steps))
    except AnswerFileFault:  # the case itself reports it
        return []
    return [exchange.answer.outcome for exchange in answer.exchanges]
