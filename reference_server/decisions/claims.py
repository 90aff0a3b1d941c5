"""Which claims and aliases count in a scenario (4)."""

from __future__ import annotations

from reference_server.decisions.records import Alias, Claim, Key
from reference_server.decisions.repository import Repository
from reference_server.decisions.reviews import verdict_of
from reference_server.decisions.scenario import Scenario


def is_effective_alias(repository: Repository, scenario: Scenario, alias: Alias) -> bool:
    """Whether `alias` is not rejected and its entity is in the scenario."""
    return (
        alias.entity in scenario.graph.entities
        and verdict_of(repository.verdicts, "alias", alias.id) != "rejected"
    )


def is_effective_claim(repository: Repository, scenario: Scenario, claim: Claim) -> bool:
    """Whether `claim` is not rejected, holds under a selected option, and has its subject here."""
    if verdict_of(repository.verdicts, "claim", claim.id) == "rejected":
        return False
    if claim.effective_under and not any(
        scenario.selections[pair.decision] == pair.option for pair in claim.effective_under
    ):
        return False
    return claim.subject.type == "decision" or Key(*claim.subject) in scenario.graph


def effective_claims(repository: Repository, scenario: Scenario) -> tuple[Claim, ...]:
    """The effective claims of the scenario, by id."""
    return tuple(
        claim for claim in repository.claims.values() if is_effective_claim(repository, scenario, claim)
    )
