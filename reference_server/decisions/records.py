"""The records of a repository as frozen values, built from JSON that has passed its checks (2.4).

Builders trust their input: they run only after `record_shapes` found no fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

ReferenceType = Literal["decision", "entity", "relationship"]
OperationName = Literal["add", "remove", "replace"]


class Key(NamedTuple):
    """What a delta touches and what a graph holds: type `entity` or `relationship`, and the id."""

    type: str
    id: str


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of an entity."""

    id: str
    entity: str
    name: str


class OptionRef(NamedTuple):
    """One option of one decision, by ids."""

    decision: str
    option: str


class Subject(NamedTuple):
    """What a claim is about: type decision, entity or relationship, and the id."""

    type: str
    id: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement with the evidence it cites; `effective_under` empty means under every selection."""

    id: str
    subject: Subject
    text: str
    evidence: tuple[str, ...]
    effective_under: tuple[OptionRef, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """A node of the architecture graph."""

    id: str
    kind: str
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Relationship:
    """An edge of the architecture graph: the source depends on the target (both entity ids)."""

    id: str
    kind: str
    source: str
    target: str
    description: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """An anchor on one passage of one Markdown file; `heading` and `excerpt` are only shown."""

    id: str
    path: str
    heading: tuple[str, ...]
    passage_hash: str
    excerpt: str


@dataclass(frozen=True, slots=True)
class Records:
    """Whole records of deltas, each sorted by id."""

    entities: tuple[Entity, ...] = ()
    relationships: tuple[Relationship, ...] = ()


@dataclass(frozen=True, slots=True)
class Deltas:
    """What selecting an option does to the base graph; empty when the deltas are rejected (3.4)."""

    adds: Records = Records()
    remove_entities: tuple[str, ...] = ()
    remove_relationships: tuple[str, ...] = ()
    replaces: Records = Records()


@dataclass(frozen=True, slots=True)
class Assumption:
    """What an option takes for granted; `option` is set when `type` is decision."""

    type: str
    id: str
    option: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Option:
    """One option; `review_reason` is None exactly when its deltas stand (3.4)."""

    id: str
    title: str
    rationale: str
    deltas: Deltas
    review_reason: str | None
    assumptions: tuple[Assumption, ...]

    @property
    def needs_review(self) -> bool:
        """Whether the deltas are rejected and therefore count as empty."""
        return self.review_reason is not None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision and its options by id; `selected_option` None: undecided."""

    id: str
    title: str
    status: str
    selected_option: str | None
    options: dict[str, Option]

    @property
    def needs_review(self) -> bool:
        """Whether any option, selected or not, has rejected deltas."""
        return any(option.needs_review for option in self.options.values())


@dataclass(frozen=True, slots=True)
class Review:
    """One human judgment. `subject_type` is None and `ids` empty for an undo; `content` is as parsed."""

    id: str
    seq: int
    judgment: str
    subject_type: str | None
    ids: tuple[str, ...]
    undoes: str | None
    supersedes: str | None
    content: dict[str, Any]


def alias(value: dict[str, Any]) -> Alias:
    """The checked JSON of an alias as a record."""
    return Alias(value["id"], value["entity"], value["name"])


def claim(value: dict[str, Any]) -> Claim:
    """The checked JSON of a claim as a record."""
    return Claim(
        value["id"],
        Subject(value["subject"]["type"], value["subject"]["id"]),
        value["text"],
        tuple(value["evidence"]),
        tuple(OptionRef(pair["decision"], pair["option"]) for pair in value["effective_under"]),
    )


def entity(value: dict[str, Any]) -> Entity:
    """The checked JSON of an entity as a record."""
    return Entity(value["id"], value["kind"], value["name"], value["description"])


def relationship(value: dict[str, Any]) -> Relationship:
    """The checked JSON of a relationship as a record."""
    return Relationship(value["id"], value["kind"], value["source"], value["target"], value["description"])


def evidence(value: dict[str, Any]) -> Evidence:
    """The checked JSON of an evidence anchor as a record."""
    return Evidence(
        value["id"], value["path"], tuple(value["heading"]), value["passage_hash"], value["excerpt"]
    )


def review(value: dict[str, Any]) -> Review:
    """The checked JSON of a review as a record."""
    subject = value["subject"]
    return Review(
        value["id"],
        value["seq"],
        value["judgment"],
        None if subject is None else subject["type"],
        () if subject is None else tuple(subject["ids"]),
        value["undoes"],
        value["supersedes"],
        value,
    )


def deltas(value: dict[str, Any]) -> Deltas:
    """The checked JSON of an option's deltas as a record."""
    return Deltas(
        _records(value["adds"]),
        tuple(value["removes"]["entities"]),
        tuple(value["removes"]["relationships"]),
        _records(value["replaces"]),
    )


def _records(value: dict[str, Any]) -> Records:
    return Records(
        tuple(entity(item) for item in value["entities"]),
        tuple(relationship(item) for item in value["relationships"]),
    )


def decision(value: dict[str, Any], settled: dict[str, tuple[Deltas, str | None]]) -> Decision:
    """The checked JSON of a decision; `settled` gives each option's deltas and review reason (3.4)."""
    options: dict[str, Option] = {}
    for item in value["options"]:
        option_deltas, reason = settled[item["id"]]
        options[item["id"]] = Option(
            item["id"],
            item["title"],
            item["rationale"],
            option_deltas,
            reason,
            tuple(Assumption(a["type"], a["id"], a["option"], a["text"]) for a in item["assumptions"]),
        )
    return Decision(value["id"], value["title"], value["status"], value["selected_option"], options)
