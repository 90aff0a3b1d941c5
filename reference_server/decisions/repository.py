"""Loading a repository: every file, every check, the first fault in the spec's order (2, 3).

`load_repository` reads everything anew on each call and hands on one frozen value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from reference_server.decisions import record_shapes, records
from reference_server.decisions.deltas import Known, Settled, settle
from reference_server.decisions.errors import Fault, refusal
from reference_server.decisions.evidence import EvidenceState, evidence_states
from reference_server.decisions.files import (
    MAX_MARKDOWN_BYTES,
    MAX_RECORD_BYTES,
    ReadError,
    markdown_paths,
    read_limited,
    record_names,
)
from reference_server.decisions.json_text import NOT_UTF8, JsonReader, JsonTextError
from reference_server.decisions.markdown import MarkdownFiles
from reference_server.decisions.records import (
    Alias,
    Claim,
    Decision,
    Entity,
    Evidence,
    Relationship,
    Review,
)
from reference_server.decisions.references import References
from reference_server.decisions.reviews import Verdict, review_heads, verdicts
from reference_server.decisions.settings import NO_SETTINGS, Settings, load_settings
from reference_server.decisions.values import Check

DECISION_FOLDER = ".decision"
_SHAPES: dict[str, Check] = {
    "aliases": record_shapes.ALIAS,
    "claims": record_shapes.CLAIM,
    "decisions": record_shapes.DECISION,
    "entities": record_shapes.ENTITY,
    "evidence": record_shapes.EVIDENCE,
    "relationships": record_shapes.RELATIONSHIP,
    "reviews": record_shapes.REVIEW,
}

_Record = TypeVar("_Record")


@dataclass(frozen=True, slots=True)
class Repository:
    """One repository as read by one call.

    The record maps go by id, sorted. `contents` holds the parsed JSON of the files that the receipt
    covers, by path, in the order of the checks. `heads` ascend by seq; `verdicts` hold the judged
    records by (type, id). `settings` are the defaults until `with_settings`.
    """

    root: Path
    contents: Mapping[str, Any]
    aliases: Mapping[str, Alias]
    claims: Mapping[str, Claim]
    decisions: Mapping[str, Decision]
    entities: Mapping[str, Entity]
    evidence: Mapping[str, Evidence]
    relationships: Mapping[str, Relationship]
    heads: tuple[Review, ...]
    verdicts: Mapping[tuple[str, str], Verdict]
    known: Known
    markdown: MarkdownFiles
    evidence_states: Mapping[str, EvidenceState]
    settings: Settings = NO_SETTINGS


def load_repository(root: Path) -> Repository:
    """The repository at the directory `root`; raises RepositoryError with the first fault of 3.3."""
    if not (root / DECISION_FOLDER).is_dir():
        raise refusal(DECISION_FOLDER, Fault("", "is not a directory"))
    folders = _read_folders(root)
    settled = settle(folders["decisions"].values(), folders["entities"], folders["relationships"])
    references = _references(folders, settled)
    _check_references(references, folders)
    markdown = _read_markdown(root)
    heads = review_heads(references.reviews.values())
    return Repository(
        root=root,
        contents={
            _record_path(folder, name): value
            for folder, values in folders.items()
            if folder != "reviews"
            for name, value in values.items()
        },
        aliases=_by_id(references.aliases),
        claims=_by_id(references.claims),
        decisions=_by_id(references.decisions),
        entities=_by_id(_built(folders["entities"], records.entity)),
        evidence=_by_id(references.evidence),
        relationships=_by_id(references.relationships),
        heads=heads,
        verdicts=verdicts(heads),
        known=settled.known,
        markdown=markdown,
        evidence_states=evidence_states(references.evidence.values(), markdown),
    )


def _references(folders: Mapping[str, Mapping[str, Any]], settled: Settled) -> References:
    decisions = {
        name: records.decision(value, settled.options[name]) for name, value in folders["decisions"].items()
    }
    return References(
        _built(folders["aliases"], records.alias),
        _built(folders["claims"], records.claim),
        decisions,
        _built(folders["evidence"], records.evidence),
        _built(folders["relationships"], records.relationship),
        _built(folders["reviews"], records.review),
        settled.known,
    )


def with_settings(repository: Repository) -> Repository:
    """`repository` with its config.yaml read; raises RepositoryError with the first fault of 3.5."""
    return replace(repository, settings=load_settings(repository.root))


def _read_folders(root: Path) -> dict[str, dict[str, Any]]:
    """The parsed records by folder and id, each folder in the order of its file names (step 2)."""
    reader = JsonReader()
    folders: dict[str, dict[str, Any]] = {}
    for folder, shape in _SHAPES.items():
        path = f"{root}/{DECISION_FOLDER}/{folder}"
        try:
            names = record_names(path)
        except ReadError as error:
            raise refusal(f"{DECISION_FOLDER}/{folder}", error.fault) from None
        values: dict[str, Any] = {}
        for name in names:
            value, fault = _read_record(f"{path}/{name}", name[: -len(".json")], shape, reader)
            if fault is not None:
                raise refusal(f"{DECISION_FOLDER}/{folder}/{name}", fault)
            values[value["id"]] = value
        folders[folder] = values
    return folders


def _read_record(path: str, stem: str, shape: Check, reader: JsonReader) -> tuple[Any, Fault | None]:
    try:
        value = reader.record(read_limited(path, MAX_RECORD_BYTES))
    except ReadError as error:
        return None, error.fault
    except JsonTextError as error:
        return None, Fault("", error.reason)
    fault = shape(value)
    if fault is None and value["id"] != stem:
        fault = Fault("/id", 'must equal the file name without ".json"')
    return value, fault


def _check_references(references: References, folders: Mapping[str, Mapping[str, Any]]) -> None:
    for folder, values in folders.items():
        for name, fault in references.faults(folder, values):
            raise refusal(_record_path(folder, name), fault)


def _read_markdown(root: Path) -> MarkdownFiles:
    data: dict[str, bytes] = {}
    for path in markdown_paths(str(root)):
        try:
            data[path] = read_limited(f"{root}/{path}", MAX_MARKDOWN_BYTES)
        except ReadError as error:
            raise refusal(path, error.fault) from None
        try:
            data[path].decode("utf-8")
        except UnicodeDecodeError:
            raise refusal(path, Fault("", NOT_UTF8)) from None
    return MarkdownFiles(data)


def _record_path(folder: str, name: str) -> str:
    return f"{DECISION_FOLDER}/{folder}/{name}.json"


def _built(values: Mapping[str, Any], build: Callable[[Any], _Record]) -> dict[str, _Record]:
    return {name: build(value) for name, value in values.items()}


def _by_id(values: Mapping[str, _Record]) -> dict[str, _Record]:
    return {name: values[name] for name in sorted(values)}
