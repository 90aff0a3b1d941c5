"""Identity of entities: groups, labels, suggestions and conflicts (4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reference_server.decisions.claims import is_effective_alias
from reference_server.decisions.records import Review
from reference_server.decisions.repository import Repository
from reference_server.decisions.scenario import Scenario
from reference_server.decisions.search.tokens import phrase


@dataclass(frozen=True, slots=True)
class IdentityGroup:
    """Entities judged to be the same: `members` and the `reviews` that join them, sorted."""

    members: tuple[str, ...]
    reviews: tuple[str, ...]

    @property
    def id(self) -> str:
        """`identity-` and the first member."""
        return f"identity-{self.members[0]}"


@dataclass(frozen=True, slots=True)
class IdentitySuggestion:
    """Another entity that shares `labels` (sorted) and may be the same."""

    entity: str
    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IdentityConflict:
    """What speaks against a group: `kind` is kind_mismatch or rejected_pair."""

    kind: str
    entities: tuple[str, ...]
    reviews: tuple[str, ...]
    text: str


def identity_groups(heads: Iterable[Review]) -> tuple[IdentityGroup, ...]:
    """The connected components of the merge_identity heads, sorted by their members."""
    merges = [head for head in heads if head.judgment == "merge_identity"]
    leader: dict[str, str] = {}

    def find(name: str) -> str:
        leader.setdefault(name, name)
        while leader[name] != name:
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    for head in merges:
        for name in head.ids[1:]:
            leader[find(name)] = find(head.ids[0])
    members: dict[str, list[str]] = {}
    for name in leader:
        members.setdefault(find(name), []).append(name)
    reviews: dict[str, list[str]] = {}
    for head in merges:
        reviews.setdefault(find(head.ids[0]), []).append(head.id)
    groups = [
        IdentityGroup(tuple(sorted(names)), tuple(sorted(reviews[top]))) for top, names in members.items()
    ]
    return tuple(sorted(groups, key=lambda group: group.members))


def group_of(groups: Iterable[IdentityGroup], entity: str) -> IdentityGroup | None:
    """The group that has `entity` as a member, or None."""
    return next((group for group in groups if entity in group.members), None)


def labels(repository: Repository, scenario: Scenario) -> dict[str, frozenset[str]]:
    """The labels of each entity of the scenario: its name and its effective aliases, in tokens."""
    found = {name: {phrase(entity.name)} for name, entity in scenario.graph.entities.items()}
    for alias in repository.aliases.values():
        if is_effective_alias(repository, scenario, alias):
            found[alias.entity].add(phrase(alias.name))
    return {name: frozenset(texts - {""}) for name, texts in found.items()}


def identity_suggestions(
    repository: Repository, scenario: Scenario, entity: str, group: IdentityGroup | None
) -> tuple[IdentitySuggestion, ...]:
    """The other entities that share a label with `entity`, by id, without those already judged."""
    judged = set(group.members) if group is not None else {entity}
    for head in _rejected_pairs(repository):
        if entity in head.ids:
            judged.update(head.ids)
    all_labels = labels(repository, scenario)
    own = all_labels[entity]
    return tuple(
        IdentitySuggestion(name, scenario.graph.entities[name].name, tuple(sorted(own & theirs)))
        for name, theirs in all_labels.items()
        if name not in judged and own & theirs
    )


def identity_conflicts(
    repository: Repository, scenario: Scenario, group: IdentityGroup | None
) -> tuple[IdentityConflict, ...]:
    """What speaks against `group` in the scenario: differing kinds, then rejected pairs."""
    if group is None:
        return ()
    conflicts: list[IdentityConflict] = []
    present = tuple(name for name in group.members if name in scenario.graph.entities)
    kinds = sorted({scenario.graph.entities[name].kind for name in present})
    if len(kinds) > 1:
        text = f"the members have different kinds: {', '.join(kinds)}"
        conflicts.append(IdentityConflict("kind_mismatch", present, group.reviews, text))
    members = set(group.members)
    for head in sorted(_rejected_pairs(repository), key=lambda head: (head.ids, head.id)):
        if members.issuperset(head.ids):
            conflicts.append(
                IdentityConflict(
                    "rejected_pair", head.ids, (head.id,), "the members were judged not to be the same"
                )
            )
    return tuple(conflicts)


def _rejected_pairs(repository: Repository) -> list[Review]:
    return [
        head for head in repository.heads if head.judgment == "reject" and head.subject_type == "identity"
    ]
