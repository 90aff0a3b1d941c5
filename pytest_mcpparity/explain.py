"""From differences to words: the first line, what to do, and a bounded difference (spec § 4.1)."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_mcpparity.differences import Comparison
from pytest_mcpparity.places import place_text


@dataclass(frozen=True, slots=True)
class Explanation:
    """A failure in words; every line is safe to print.

    Attributes:
        kind: the kind of the change in one stable word, for reports.
        first_line: what moved, where, in one sentence.
        advice: what to do next, one step a line.
        diff: the difference, `-` expected and `+` received.
        places: where answers differ, in the words of `known_difference.at`, the first one first.
    """

    kind: str
    first_line: str
    advice: tuple[str, ...] = ()
    diff: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def explain(comparison: Comparison, *, verbose: bool = False) -> Explanation:
    """The comparison in words; `verbose` lifts the limit of 60 lines.

    Raises:
        ValueError: nothing differs.
    """
    if comparison.same:
        raise ValueError("nothing differs: there is nothing to explain")
    places = tuple(place_text(one.place, comparison.steps) for one in comparison.differences)
    return Explanation("values", f"{places[0]} differs", places=places)


def explain_no_answer(reason: str, step: int, steps: int) -> Explanation:
    """The first row: `reason` is a clause such as `the target exited with code 3`."""
    places = (f"step {step}",) if steps > 1 else ()
    return Explanation("no-answer", f"no answer: {reason} in step {step}", places=places)
