"""Whether a suite on disk is whole: answers, lock, claims and masks, held together (spec § 2.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from pytest_mcpparity.answer import Result, StepAnswer, Text
from pytest_mcpparity.answers.atomic import is_leftover
from pytest_mcpparity.answers.file import SESSION, TOOLS, media_names
from pytest_mcpparity.answers.recorded import ANSWERS, LOCK, SUFFIX, RecordedAnswers, Survey, case_of
from pytest_mcpparity.errors import AnswerFileFault
from pytest_mcpparity.masks.masks import Masks
from pytest_mcpparity.suite.model import Case, Mask, Step, Suite


def check_inventory(suite: Suite, proven: Mapping[str, str] = MappingProxyType({})) -> None:
    """Hold the folder of `suite` against the suite.

    Args:
        suite: the suite.
        proven: cases that gave just what was recorded, with the sha256 of their files then: such a file
            is read again only where a claim or a mask has to be held against it.

    Raises:
        AnswerFileFault: it is not whole; the first line names the first problem and counts the others.
    """
    claiming = {case.id for case in suite.cases if any(_claims(step) for step in case.steps)}
    unread = {} if suite.masks else {id_: sha for id_, sha in proven.items() if id_ not in claiming}
    found = problems(suite, RecordedAnswers(suite.folder).survey(unread))
    if not found:
        return
    more = len(found) - 1
    first = found[0] if not more else f"{found[0]} (and {more} more problem{'s' if more > 1 else ''})"
    raise AnswerFileFault("\n".join([first, *found[1:]]))


def _claims(step: Step) -> bool:
    return step.outcome is not None or step.blocks is not None


def problems(suite: Suite, survey: Survey) -> tuple[str, ...]:
    """All that is wrong with a suite on disk, one sentence each with its way out. Pure."""
    return (
        *_missing(suite, survey),
        *_strange(suite, survey),
        *_not_as_locked(suite, survey),
        *_wrong_claims(suite, survey),
        *_idle_masks(suite, survey),
    )


def _expected_ids(suite: Suite) -> list[str]:
    """The ids that have to have an answer: a suite that calls tools has a listing too."""
    calls = any(step.question.kind == "call" for case in suite.cases for step in case.steps)
    return [*([TOOLS] if calls else []), *(case.id for case in suite.cases)]


def _missing(suite: Suite, survey: Survey) -> Iterator[str]:
    for id_ in _expected_ids(suite):
        if id_ + SUFFIX not in survey.files:
            yield f"{suite.folder / ANSWERS / (id_ + SUFFIX)}: missing: record it with --mcp-record"


def _strange(suite: Suite, survey: Survey) -> Iterator[str]:
    """Files that nothing asks for."""
    ids = {SESSION, TOOLS, *(case.id for case in suite.cases)}
    for file in survey.files:
        path = suite.folder / ANSWERS / file
        case = case_of(file)
        if is_leftover(file):
            yield f"{path}: left behind by a recording that was killed: the next recording removes it"
        elif file.endswith(SUFFIX):
            if file.removesuffix(SUFFIX) not in ids:
                yield f"{path}: an answer without a case: delete it, or give {suite.file.name} its case"
        elif case not in ids or not _is_media_of(case, file, survey):
            yield f"{path}: no answer names this file: delete it or keep it elsewhere"


def _is_media_of(case: str, file: str, survey: Survey) -> bool:
    """Whether the answer of `case` names this file; an answer that cannot be read may name any."""
    if case + SUFFIX in survey.faults:
        return True
    answer = survey.answers.get(case)
    return answer is not None and file in media_names(answer)


def _not_as_locked(suite: Suite, survey: Survey) -> Iterator[str]:
    """What is unreadable or has other bytes than the lock knows, and what only the lock knows."""
    ids = {SESSION, TOOLS, *(case.id for case in suite.cases)}
    for file, fault in survey.faults.items():
        if file.removesuffix(SUFFIX) in ids:
            yield fault
    reported = {id_ + SUFFIX for id_ in _expected_ids(suite)}
    for file in survey.lock.entries:
        if file not in survey.files and file not in reported and not _is_told(file, survey):
            yield (
                f"{suite.folder / LOCK}: {file} is gone from {ANSWERS}/: restore it, "
                "or bless that with `mcpparity amend`"
            )


def _is_told(file: str, survey: Survey) -> bool:
    """Whether a fault of the answer speaks of this media file already."""
    return any(file in fault for fault in survey.faults.values())


def _wrong_claims(suite: Suite, survey: Survey) -> Iterator[str]:
    for case in suite.cases:
        answer = survey.answers.get(case.id)
        if answer is None:
            continue
        # Another number of steps is another question, and that is the case's own fault to report.
        for number, (step, exchange) in enumerate(zip(case.steps, answer.exchanges, strict=False), 1):
            for claim, recorded in _disagreements(step, exchange.answer):
                where = f"step {number} " if len(case.steps) > 1 else ""
                yield (
                    f"{suite.file}:{case.line}: case {case.id} {where}claims {claim}, "
                    f"its answer has {recorded}: mend the claim, or record anew with --mcp-record=all"
                )


def _disagreements(step: Step, answer: StepAnswer) -> Iterator[tuple[str, str]]:
    if step.outcome is not None and step.outcome != answer.outcome:
        yield f"outcome {step.outcome}", answer.outcome
    blocks = len(answer.body.blocks) if isinstance(answer.body, Result) else 0
    if step.blocks is not None and step.blocks != blocks:
        yield f"blocks = {step.blocks}", str(blocks)


def _idle_masks(suite: Suite, survey: Survey) -> Iterator[str]:
    """Masks that neither stand in nor match an answer; judged only where every answer could be read."""
    used = _masks_in_use(suite.masks, _recorded_steps(suite.cases, survey))
    unread = [id_ for id_ in _expected_ids(suite) if id_ not in survey.answers]
    unread += [SESSION] if SESSION + SUFFIX in survey.faults else []
    for mask in suite.masks:
        if mask.number not in used and not any(mask.covers(id_) for id_ in unread):
            yield (
                f"{suite.file}: mask {mask.number} (as {mask.replacement!r}) neither stands in nor matches "
                "any recorded answer: remove it, or record anew what it is for"
            )


def _recorded_steps(cases: tuple[Case, ...], survey: Survey) -> Iterator[tuple[str, StepAnswer]]:
    ids = {TOOLS, *(case.id for case in cases)}
    for id_, answer in survey.answers.items():
        if id_ in ids:
            for exchange in answer.exchanges:
                yield id_, exchange.answer
    if survey.instructions is not None:
        yield SESSION, StepAnswer(Result(blocks=(Text(survey.instructions),)))


def _masks_in_use(masks: tuple[Mask, ...], steps: Iterator[tuple[str, StepAnswer]]) -> set[int]:
    used: set[int] = set()
    for id_, answer in steps:
        idle = tuple(mask for mask in masks if mask.number not in used)
        if not idle:
            break
        used |= Masks(idle).for_case(id_).found(answer)
    return used
