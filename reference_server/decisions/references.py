"""References between records: that what a record names is known (3.3, step 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from reference_server.decisions.deltas import Known
from reference_server.decisions.errors import Fault
from reference_server.decisions.records import Alias, Claim, Decision, Evidence, Relationship, Review
from reference_server.decisions.serialise import quoted

_KNOWN_TYPE = {
    "alias": "alias",
    "claim": "claim",
    "entity": "entity",
    "identity": "entity",
    "relationship": "relationship",
}


@dataclass(slots=True)
class References:
    """The records of one repository, against which `faults` checks what they name."""

    aliases: Mapping[str, Alias]
    claims: Mapping[str, Claim]
    decisions: Mapping[str, Decision]
    evidence: Mapping[str, Evidence]
    relationships: Mapping[str, Relationship]
    reviews: Mapping[str, Review]
    known: Known
    _review_of_seq: dict[int, str] = field(default_factory=dict)

    def faults(self, folder: str, names: Iterable[str]) -> Iterator[tuple[str, Fault]]:
        """The faults of the records `names` (ids, in order of file names) of `folder`, in order."""
        for name in names:
            for fault in self._of(folder, name):
                yield name, fault

    def _of(self, folder: str, name: str) -> Iterator[Fault]:
        match folder:
            case "aliases":
                if self.aliases[name].entity not in self.known.entities:
                    yield Fault("/entity", "names no known entity")
            case "claims":
                yield from self._of_claim(self.claims[name])
            case "decisions":
                decision = self.decisions[name]
                if decision.selected_option is not None and decision.selected_option not in decision.options:
                    yield Fault("/selected_option", "names no known option")
            case "relationships":
                relationship = self.relationships[name]
                if relationship.source not in self.known.entities:
                    yield Fault("/source", "names no known entity")
                if relationship.target not in self.known.entities:
                    yield Fault("/target", "names no known entity")
            case "reviews":
                yield from self._of_review(self.reviews[name])

    def _of_claim(self, claim: Claim) -> Iterator[Fault]:
        if not self._knows(claim.subject.type, claim.subject.id):
            yield Fault("/subject/id", f"names no known {claim.subject.type}")
        for position, name in enumerate(claim.evidence):
            if name not in self.evidence:
                yield Fault(f"/evidence/{position}", "names no known evidence")
        for position, pair in enumerate(claim.effective_under):
            if pair.decision not in self.decisions:
                yield Fault(f"/effective_under/{position}/decision", "names no known decision")
            elif pair.option not in self.decisions[pair.decision].options:
                yield Fault(f"/effective_under/{position}/option", "names no known option")

    def _of_review(self, review: Review) -> Iterator[Fault]:
        earlier = self._review_of_seq.setdefault(review.seq, review.id)
        if earlier != review.id:
            yield Fault("/seq", f"repeats the seq of review {quoted(earlier)}")
        if review.subject_type is not None:
            known_type = _KNOWN_TYPE[review.subject_type]
            for position, name in enumerate(review.ids):
                if not self._knows(known_type, name):
                    yield Fault(f"/subject/ids/{position}", f"names no known {known_type}")
        for pointer, earlier_id in (("/undoes", review.undoes), ("/supersedes", review.supersedes)):
            if earlier_id is None:
                continue
            if earlier_id not in self.reviews:
                yield Fault(pointer, "names no known review")
            elif self.reviews[earlier_id].seq >= review.seq:
                yield Fault(pointer, "must name a review with a lower seq")

    def _knows(self, kind: str, name: str) -> bool:
        match kind:
            case "alias":
                return name in self.aliases
            case "claim":
                return name in self.claims
            case "decision":
                return name in self.decisions
            case "entity":
                return name in self.known.entities
            case _:
                return name in self.known.relationships
