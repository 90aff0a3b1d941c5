"""Receipts: digests of the canonical inputs behind a result (7)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import rfc8785

from reference_server.decisions.repository import Repository

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def receipt(repository: Repository, selections: object, request: Mapping[str, str]) -> dict[str, Any]:
    """The receipt of a result: {digest, components}.

    `selections` is the resolved map, or {before, after} of two; `request` holds further inputs.
    """
    anchors = [
        {
            "id": anchor.id,
            "path": anchor.path,
            "passage_hash": anchor.passage_hash,
            "state": repository.evidence_states[anchor.id].state,
        }
        for anchor in repository.evidence.values()
    ]
    components = {
        "records": _records(repository.contents),
        "review_heads": _hash(_array([head.content for head in repository.heads])),
        "evidence_anchors": _hash(_array(anchors)),
        "selections": _hash(canonical(selections)),
        "request": _hash(canonical(request)),
    }
    return {"digest": _hash(canonical(components)), "components": components}


def canonical(value: object) -> bytes:
    """The RFC 8785 form of `value`, which holds no floats and no integers beyond 2**53.

    For ASCII the standard encoder writes the same bytes many times faster; outside it the order of
    keys differs (RFC 8785 sorts by UTF-16), so there the library decides.
    """
    text = _ENCODER.encode(value)
    return text.encode("ascii") if text.isascii() else rfc8785.dumps(value)  # type: ignore[arg-type]


def _records(contents: Mapping[str, Any]) -> str:
    # Paths are ASCII, because ids are; members are joined one by one so that a record with other
    # characters does not send all the rest through the slow form.
    members = (canonical(path) + b":" + canonical(contents[path]) for path in sorted(contents))
    return _hash(b"{" + b",".join(members) + b"}")


def _array(values: list[dict[str, Any]]) -> bytes:
    return b"[" + b",".join(canonical(value) for value in values) + b"]"


def _hash(data: bytes) -> str:
    return f"sha256:{hashlib.sha256(data).hexdigest()}"
