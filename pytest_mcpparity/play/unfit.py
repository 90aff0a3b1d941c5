"""Why an answer is not recorded: what is wrong with its play, or how two plays of it differ (spec § 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from pytest_mcpparity.answer import Answer, Result, StepAnswer
from pytest_mcpparity.compare.answers import Comparison, compare_answers
from pytest_mcpparity.errors import FindingFault, Mismatch, ParityError
from pytest_mcpparity.masks.answer_texts import seen_texts
from pytest_mcpparity.play.judge import no_answer, play_findings, what_moved
from pytest_mcpparity.play.player import Play
from pytest_mcpparity.play.proposals import Proposal, under
from pytest_mcpparity.suite.model import Case, Step, WorkspaceRules

_NO_MASK: Final = "No mask makes the two the same: they differ in shape or order."


def fit(case: Case, play: Play | ParityError) -> Answer:
    """The answer of a play that may be recorded.

    Raises:
        ParityError: why it may not: no answer, a finding, or something else than the case claims.
    """
    if isinstance(play, ParityError):
        raise play
    if play.answer is None:
        raise no_answer(case, play)
    if play.findings:
        raise FindingFault(
            "\n".join([*play_findings(play), "Not recorded: a finding that the suite does not allow."])
        )
    for number, (step, exchange) in enumerate(zip(case.steps, play.answer.exchanges, strict=True), start=1):
        _refuse_other_than_claimed(step, exchange.answer, number if len(case.steps) > 1 else None)
    return play.answer


def varying(
    case: Case,
    first: Answer,
    second: Answer,
    workspace: WorkspaceRules | None,
    play_alone: Callable[[], tuple[Answer, ...]],
) -> Mismatch:
    """The failure of a case whose two plays differ, with the masks or the advice that would settle it.

    `play_alone` gives the answers of two plays without the other cases, as far as they come.
    """
    from pytest_mcpparity.play.another_day import propose_steady

    lines = [f"not recorded, two plays differ: {what_moved(compare_answers(first, second, case.compare))}"]
    proposals = propose_steady(first, second, workspace)
    alone = _masks_alone(case, play_alone())
    hollow = not proposals or any(one.takes_all for one in proposals)
    leans = alone == () or (alone is not None and hollow and under(first, alone) != under(second, alone))
    if leans:
        steady = f"the same each time{' but for what varies' if alone else ''}"
        lines += [
            f"Alone it answers {steady}, so it leans on the cases around it: put what must",
            'happen in a row into the `steps` of one case, or give the case isolation = "case".',
        ]
    else:
        lines += _other_order(first, second)
        lines += _declare(proposals, case.id) if proposals else [f"{_NO_MASK} Ask for something steadier."]
    kind = "leaning" if leans else "varying"
    return Mismatch("\n".join(lines), kind=kind, expected=first, received=second)


def unsteady(
    what: str, comparison: Comparison, first: Answer, second: Answer, workspace: WorkspaceRules | None
) -> Mismatch:
    """The failure of what is no case, and not the same in two plays; `what` begins the sentence."""
    from pytest_mcpparity.play.another_day import propose_steady

    proposals = propose_steady(first, second, workspace)
    lines = [f"not recorded, {what} from play to play: {what_moved(comparison)}"]
    lines += _other_order(first, second)
    lines += _declare(proposals, first.case) if proposals else [_NO_MASK]
    return Mismatch("\n".join(lines), kind="varying", expected=first, received=second)


def _other_order(first: Answer, second: Answer) -> list[str]:
    """The advice for two answers of the same words in another order."""
    counts = [
        Counter(word for one in side.exchanges for text in seen_texts(one.answer) for word in text.split())
        for side in (first, second)
    ]
    same = counts[0] == counts[1]
    return [
        "Only the order differs: --mcp-env PYTHONHASHSEED=0 gives the sets of a Python server one."
    ] * same


def _masks_alone(case: Case, answers: Sequence[Answer]) -> tuple[Proposal, ...] | None:
    """The masks under which the case answers the same each time it is played alone; None where none do."""
    from pytest_mcpparity.play.proposals import propose_masks

    if len(answers) < 2:
        return None
    first, second = answers
    proposals = propose_masks(first, second)
    same = compare_answers(under(first, proposals), under(second, proposals), case.compare).same
    return proposals if same else None


def _declare(proposals: Sequence[Proposal], id_: str) -> list[str]:
    """The advice to declare these masks, which settle what varies."""
    lines = ["If that may vary, declare it in mcp-suite.toml and record again:", ""]
    return [*lines, *(line for proposal in proposals for line in proposal.to_toml(id_))]


def _refuse_other_than_claimed(step: Step, answer: StepAnswer, number: int | None) -> None:
    where = f"step {number} " if number else "the case "
    if step.outcome is not None and step.outcome != answer.outcome:
        raise Mismatch(
            f"not recorded: {where}claims outcome {step.outcome}, received {answer.outcome}", kind="claim"
        )
    blocks = len(answer.body.blocks) if isinstance(answer.body, Result) else 0
    if step.blocks is not None and step.blocks != blocks:
        raise Mismatch(f"not recorded: {where}claims {step.blocks} blocks, received {blocks}", kind="claim")
