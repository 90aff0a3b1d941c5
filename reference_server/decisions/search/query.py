"""`search_decisions` (spec 9.8)."""

from __future__ import annotations

from typing import Any

from reference_server.decisions.claims import effective_claims
from reference_server.decisions.repository import Repository
from reference_server.decisions.scenario import Scenario
from reference_server.decisions.search.answer import answer
from reference_server.decisions.search.index import build_indexes
from reference_server.decisions.search.passages import Passage
from reference_server.decisions.search.related import (
    RelatedClaim,
    RelatedEntity,
    citing,
    related_claims,
    related_entities,
)

MAX_PASSAGES = 5


def search(repository: Repository, scenario: Scenario, query: str) -> dict[str, Any]:
    """The value of `search_decisions` without its last key `receipt`, keys in the order of 9.8.

    `repository` has its settings read. Raises `EmbeddingError` where a configured model does not
    answer as 9.4 says.
    """
    files = repository.markdown
    passages = [passage for path in files.paths() for passage in files.passages(path)]
    claims = effective_claims(repository, scenario)
    passage_index, claim_index = build_indexes(
        [[passage.index_text for passage in passages], [claim.text for claim in claims]],
        query,
        repository.settings.embedding,
    )
    returned = [passages[place] for place in passage_index.order[:MAX_PASSAGES]]
    cited = citing(repository, claims, returned)
    backed = {passage.id for related in cited.values() for passage in related.passages}
    found = answer(query, returned, backed, passage_index.lexical)
    related = related_claims(claims, claim_index.order, cited)
    sources = [citation.passage for citation in found.citations]
    entities = related_entities(repository, scenario, query, related, sources)
    return {
        "query": query,
        "answer": found.text,
        "grounded": found.grounded,
        "citations": [{"passage": item.passage.id, "text": item.text} for item in found.citations],
        "passages": [_passage_json(repository, passage) for passage in returned],
        "claims": [_claim_json(item) for item in related],
        "entities": [_entity_json(item) for item in entities],
    }


def _passage_json(repository: Repository, passage: Passage) -> dict[str, Any]:
    anchor = (passage.path, passage.passage_hash)
    return {
        "id": passage.id,
        "path": passage.path,
        "heading": list(passage.heading),
        "kind": passage.kind,
        "start_line": passage.start_line,
        "end_line": passage.end_line,
        "start_byte": passage.start_byte,
        "end_byte": passage.end_byte,
        "passage_hash": passage.passage_hash,
        "text": passage.text,
        "evidence": [
            name for name, item in repository.evidence.items() if (item.path, item.passage_hash) == anchor
        ],
    }


def _claim_json(related: RelatedClaim) -> dict[str, Any]:
    claim = related.claim
    return {
        "id": claim.id,
        "subject": {"type": claim.subject.type, "id": claim.subject.id},
        "text": claim.text,
        "evidence": list(claim.evidence),
        "passages": [passage.id for passage in related.passages],
    }


def _entity_json(related: RelatedEntity) -> dict[str, Any]:
    entity = related.entity
    return {
        "id": entity.id,
        "kind": entity.kind,
        "name": entity.name,
        "matched_by": list(related.matched_by),
    }
