"""The claims and entities beside an answer (spec 9.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reference_server.decisions.identity import labels
from reference_server.decisions.records import Claim, Entity
from reference_server.decisions.repository import Repository
from reference_server.decisions.scenario import Scenario
from reference_server.decisions.search.passages import Passage
from reference_server.decisions.search.tokens import phrase

MAX_RANKED_CLAIMS = 5
MAX_CLAIMS = 10
MAX_ENTITIES = 20
_REASONS = ("query", "claim", "passage")


@dataclass(frozen=True, slots=True)
class RelatedClaim:
    """An effective claim, and the returned passages that it cites, in their order."""

    claim: Claim
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class RelatedEntity:
    """An entity of the scenario; `matched_by` holds query, claim and passage where they apply."""

    entity: Entity
    matched_by: tuple[str, ...]


def citing(
    repository: Repository, claims: Iterable[Claim], returned: Sequence[Passage]
) -> dict[str, RelatedClaim]:
    """Those of `claims` that cite a returned passage by current evidence, by claim id (9.6)."""
    anchored: dict[tuple[str, str], list[int]] = {}
    for place, passage in enumerate(returned):
        anchored.setdefault((passage.path, passage.passage_hash), []).append(place)
    found = {}
    for claim in claims:
        places: set[int] = set()
        for name in claim.evidence:
            evidence = repository.evidence[name]
            if repository.evidence_states[name].state == "current":
                places.update(anchored.get((evidence.path, evidence.passage_hash), ()))
        if places:
            found[claim.id] = RelatedClaim(claim, tuple(returned[place] for place in sorted(places)))
    return found


def related_claims(
    claims: Sequence[Claim], ranked: Sequence[int], cited: Mapping[str, RelatedClaim]
) -> list[RelatedClaim]:
    """The first claims of the fused index (`ranked`: places in `claims`), then others that cite, by id."""
    first = [claims[place] for place in ranked[:MAX_RANKED_CLAIMS]]
    listed = {claim.id for claim in first}
    others = [claim for claim in claims if claim.id in cited and claim.id not in listed]
    return [cited.get(claim.id, RelatedClaim(claim, ())) for claim in (first + others)[:MAX_CLAIMS]]


def related_entities(
    repository: Repository,
    scenario: Scenario,
    query: str,
    claims: Iterable[RelatedClaim],
    cited: Iterable[Passage],
) -> list[RelatedEntity]:
    """The entities that the query, a listed claim or a cited passage's text names."""
    subjects = _subjects(scenario, claims)
    asked = [_framed(query)]
    told = [_framed(passage.text) for passage in cited]
    found = []
    for name, texts in labels(repository, scenario).items():
        matches = (_names_any(asked, texts), name in subjects, _names_any(told, texts))
        if any(matches):
            reasons = tuple(reason for reason, holds in zip(_REASONS, matches, strict=True) if holds)
            found.append(RelatedEntity(scenario.graph.entities[name], reasons))
    found.sort(key=lambda related: (_REASONS.index(related.matched_by[0]), related.entity.id))
    return found[:MAX_ENTITIES]


def _subjects(scenario: Scenario, claims: Iterable[RelatedClaim]) -> set[str]:
    """The entities that the claims are about: their subjects, and endpoints of those relationships."""
    names: set[str] = set()
    for related in claims:
        kind, name = related.claim.subject
        if kind == "entity":
            names.add(name)
        elif kind == "relationship":
            relationship = scenario.graph.relationships[name]
            names.update((relationship.source, relationship.target))
    return names


def _framed(text: str) -> str:
    return f" {phrase(text)} "


def _names_any(framed: Sequence[str], texts: Iterable[str]) -> bool:
    """Whether one of the labels `texts` is a run of the tokens of one of the `framed` strings."""
    return any(f" {text} " in string for text in texts for string in framed)
