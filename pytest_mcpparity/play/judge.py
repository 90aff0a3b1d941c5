"""Verdicts: a comparison, findings and known differences in, the words of a failure out.

Pure: nothing is sent, read or written here. Each `judge_…` raises what the item fails with, or returns.
What explains a failure is imported with the first one: most runs have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pytest_mcpparity.answer import Answer
from pytest_mcpparity.characters import escape_hidden
from pytest_mcpparity.compare.answers import Comparison, compare_answers
from pytest_mcpparity.compare.known_difference import covers, outside
from pytest_mcpparity.errors import FindingFault, KnownDifferenceShown, Mismatch
from pytest_mcpparity.findings import Finding
from pytest_mcpparity.masks.masks import Masks
from pytest_mcpparity.play.player import Play
from pytest_mcpparity.play.stage import Charge
from pytest_mcpparity.suite.model import Case, KnownDifference, Mask


def judge_play(
    case: Case,
    play: Play,
    expected: Answer,
    known: Sequence[KnownDifference],
    *,
    masks: tuple[Mask, ...],
    verbose: bool,
    intended: Sequence[str],
) -> None:
    """Hold what a case gave against what was expected; `intended` tells how to accept a change.

    The `masks` of the suite have been applied to both sides.

    Raises:
        Mismatch: the target gave no answer, or another one, or not the difference that is known.
        FindingFault: there is a finding, and no difference beside it.
        KnownDifferenceShown: it gave another answer, and the suite knows exactly that difference.
    """
    if play.answer is None:
        raise no_answer(case, play)
    comparison = compare_answers(expected, play.answer, case.compare)
    findings = play_findings(play)
    if not comparison.same and not is_known(comparison, known):
        then = [*findings, *_idle(masks, case, expected, play.answer), *intended]
        failure = mismatch(_unknown(comparison, known), verbose=verbose, then=then)
        failure.expected, failure.received = expected, play.answer
        raise failure
    if findings:
        raise FindingFault("\n".join(findings))
    _refuse_stale(comparison, known)
    if known:
        shown = mismatch(comparison, verbose=verbose)
        shown.expected, shown.received = expected, play.answer
        raise _known(known) from shown


def _idle(masks: tuple[Mask, ...], case: Case, expected: Answer, received: Answer) -> Iterator[str]:
    """The masks that wrote their names in what was expected, and find nothing in what was received."""
    own = Masks(masks).for_case(case.id)
    idle: set[int] = set()
    for old, new in zip(expected.exchanges, received.exchanges, strict=True):
        if old.answer.outcome == new.answer.outcome:
            idle |= own.found(old.answer) - own.found(new.answer)
    for mask in own.masks:
        if mask.number in idle:
            name = escape_hidden(mask.replacement)
            yield f"Mask {mask.number}, which writes {name}, finds nothing in what was received."


def judge_comparison(
    comparison: Comparison, known: Sequence[KnownDifference], *, verbose: bool, intended: Sequence[str]
) -> None:
    """Hold a comparison that is no case's against what is known: the listing, instructions, refusals.

    Raises:
        Mismatch: it differs otherwise than is known, or does not where it should.
        KnownDifferenceShown: it differs exactly as is known.
    """
    if not comparison.same and not is_known(comparison, known):
        raise mismatch(_unknown(comparison, known), verbose=verbose, then=intended)
    _refuse_stale(comparison, known)
    if known:
        raise _known(known) from mismatch(comparison, verbose=verbose)


def _unknown(comparison: Comparison, known: Sequence[KnownDifference]) -> Comparison:
    """What the entries do not excuse: a reader is not to be told of a difference that is known."""
    return outside(comparison, *(entry.at for entry in known if entry.at is not None))


def is_known(comparison: Comparison, known: Sequence[KnownDifference]) -> bool:
    """Whether the entries together explain every difference; an entry without a place explains them all."""
    places = [entry.at for entry in known if entry.at is not None]
    return bool(known) and (len(places) < len(known) or covers(comparison, *places))


def _known(known: Sequence[KnownDifference]) -> KnownDifferenceShown:
    """The outcome of a difference that is known; its cause is what the item would fail with otherwise."""
    return KnownDifferenceShown("; ".join(entry.why for entry in known))


def _refuse_stale(comparison: Comparison, known: Sequence[KnownDifference]) -> None:
    """Each entry must be needed to explain what differs: one that is not has been overtaken."""
    for entry in known:
        others = [other for other in known if other is not entry]
        if comparison.same or (others and is_known(comparison, others)):
            raise Mismatch(_stale(entry), kind="stale-known-difference")


def _stale(entry: KnownDifference) -> str:
    at = f" at {entry.at}" if entry.at else ""
    return (
        f"known_difference {entry.number} no longer shows{at}: expected and received are the same there\n"
        f"It was known because: {entry.why}\n"
        "Take the entry out of mcp-suite.toml, or this case out of its `cases`."
    )


def no_answer(case: Case, play: Play) -> Mismatch:
    """The failure of a case in which no answer came."""
    from pytest_mcpparity.explain.explanation import explain_no_answer

    assert play.fault is not None, "a play has an answer or a fault"
    explanation = explain_no_answer(play.fault.reason, play.fault_step, len(case.steps))
    lines = [explanation.first_line, *play_findings(play)]
    if play.fault.details:
        lines += ["", play.fault.details]
    if play.fault.stderr:
        lines += ["", "the last lines of its stderr:", play.fault.stderr]
    return Mismatch("\n".join(lines), kind=explanation.kind)


def mismatch(comparison: Comparison, *, verbose: bool, then: Iterable[str] = ()) -> Mismatch:
    """The failure of a difference: first line, what else is known, advice, then the difference."""
    from pytest_mcpparity.explain.explanation import explain

    explanation = explain(comparison, verbose=verbose)
    lines = [explanation.first_line, *explanation.advice, *then]
    if explanation.diff:
        lines += ["", "--- expected", "+++ received", *explanation.diff]
    return Mismatch("\n".join(lines), kind=explanation.kind)


def what_moved(comparison: Comparison) -> str:
    """The first line that a failure of this difference has."""
    from pytest_mcpparity.explain.explanation import explain

    return explain(comparison).first_line


def play_findings(play: Play) -> list[str]:
    """The findings of a case, a line each; the case before is named where they may be its tail."""
    tail = f" (it may be the tail of {play.before}, played before)" if play.before else ""
    return [f"{one.name}: {one.detail}{'' if one.own else tail}" for one in play.findings]


def judge_findings(findings: Iterable[Finding]) -> None:
    """Fail for findings of the start or of the listing.

    Raises:
        FindingFault: there is one.
    """
    lines = [f"{finding.name}: {finding.detail}" for finding in findings]
    if lines:
        raise FindingFault("\n".join(lines))


def judge_charges(charges: Iterable[Charge]) -> None:
    """Fail for what happened in the gaps between cases and at the end.

    Raises:
        FindingFault: there is a charge.
    """
    lines = charge_lines(charges)
    if lines:
        raise FindingFault("\n".join(lines))


def charge_lines(charges: Iterable[Charge]) -> list[str]:
    """Charges, a line each, with the case before."""
    return [
        f"{charge.finding.name}: {charge.finding.detail}"
        + (f" (after {charge.before})" if charge.before else " (before the first case)")
        for charge in charges
    ]
