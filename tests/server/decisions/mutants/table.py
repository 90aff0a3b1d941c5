"""The whole table of mutants."""

from __future__ import annotations

from tests.server.decisions.mutants.mutant import Mutant
from tests.server.decisions.mutants.records import DELTAS, IDENTITY, RECEIPTS, REVIEWS, STATES
from tests.server.decisions.mutants.refusals import REPOSITORIES
from tests.server.decisions.mutants.requests import ARGUMENTS
from tests.server.decisions.mutants.scenarios import IMPACT, SCENARIOS
from tests.server.decisions.mutants.searching import ANSWERS, PASSAGES, RANKING, RELATED
from tests.server.decisions.mutants.wording import WRITING

MUTANTS: tuple[Mutant, ...] = (
    *ARGUMENTS,
    *REPOSITORIES,
    *SCENARIOS,
    *IMPACT,
    *DELTAS,
    *REVIEWS,
    *IDENTITY,
    *STATES,
    *RECEIPTS,
    *PASSAGES,
    *RANKING,
    *ANSWERS,
    *RELATED,
    *WRITING,
)
"""All mutants, in the order of the contract's parts."""
