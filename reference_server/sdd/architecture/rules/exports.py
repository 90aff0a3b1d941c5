"""What one export must satisfy by itself (spec § a.3, table "Export")."""

from __future__ import annotations

from collections.abc import Iterator

from reference_server.go_json import quote
from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture
from reference_server.sdd.architecture.documents.model import Export, Fact
from reference_server.sdd.architecture.rules.fact_lists import FACT_NAME_RULE
from reference_server.sdd.architecture.rules.repeats import repeats
from reference_server.sdd.architecture.rules.vocabulary import (
    ACCESS_MODES,
    CLASSIFICATIONS,
    COMPATIBILITY_STRATEGIES,
    LIFECYCLE_STATUSES,
    PERSONAL_DATA,
    is_bounded_text,
    is_contract,
    is_domain,
    is_fact,
)

DESCRIPTION_LIMIT = 4096


def export_diagnostics(place: str, export: Export) -> Iterator[Diagnostic]:
    """Every problem of `export`; `place` is its field, such as `exports[0]`."""
    if not is_contract(export.id, export.version):
        yield architecture(
            "invalid_id",
            f"{place}.id",
            f"export ID must be a lower-case dotted ID ending in .v{export.version}",
        )
    if export.version < 1:
        yield architecture("invalid_id", f"{place}.version", "export version must be positive")
    if export.status not in LIFECYCLE_STATUSES:
        yield architecture(
            "invalid_status", f"{place}.status", f"unknown lifecycle status {quote(export.status)}"
        )
    if not is_bounded_text(export.description, DESCRIPTION_LIMIT):
        yield architecture("invalid_id", f"{place}.description", "export description is required")
    yield from _facts(place, export)
    yield from _modes(place, export.modes)
    yield from _compatibility(f"{place}.compatibility", export)


def _facts(place: str, export: Export) -> Iterator[Diagnostic]:
    if not export.facts:
        yield architecture("invalid_fact", f"{place}.facts", "export must expose at least one fact")
    only_referenced = export.modes == ("reference",)
    for index, fact in enumerate(export.facts):
        yield from _fact(f"{place}.facts[{index}]", fact, only_referenced)
    for index, first, name in repeats(fact.name for fact in export.facts):
        yield architecture(
            "invalid_fact",
            f"{place}.facts[{index}].name",
            f"fact {quote(name)} is repeated (also facts[{first}])",
        )


def _fact(place: str, fact: Fact, only_referenced: bool) -> Iterator[Diagnostic]:
    if not is_fact(fact.name):
        yield architecture("invalid_fact", f"{place}.name", FACT_NAME_RULE)
    if not is_domain(fact.authority):
        yield architecture("invalid_domain", f"{place}.authority", "fact authority must be one domain ID")
    if only_referenced and _is_unclassified(fact):
        return
    if fact.classification not in CLASSIFICATIONS:
        yield architecture(
            "invalid_fact",
            f"{place}.classification",
            f"unknown data classification {quote(fact.classification)}",
        )
    if fact.personal_data not in PERSONAL_DATA:
        yield architecture(
            "invalid_fact",
            f"{place}.personalData",
            f"unknown personal-data classification {quote(fact.personal_data)}",
        )


def _is_unclassified(fact: Fact) -> bool:
    """Whether both classifications are left out, which a fact that is only referenced may do."""
    stated = fact.classification_stated or fact.personal_data_stated
    return not stated and not fact.classification and not fact.personal_data


def _modes(place: str, modes: tuple[str, ...]) -> Iterator[Diagnostic]:
    if not modes:
        yield architecture("invalid_mode", f"{place}.modes", "export must allow at least one access mode")
    for index, mode in enumerate(modes):
        if mode not in ACCESS_MODES:
            yield architecture(
                "invalid_mode", f"{place}.modes[{index}]", f"unknown access mode {quote(mode)}"
            )
    for index, first, mode in repeats(modes):
        yield architecture(
            "invalid_mode",
            f"{place}.modes[{index}]",
            f"access mode {quote(mode)} is repeated (also modes[{first}])",
        )


def _compatibility(place: str, export: Export) -> Iterator[Diagnostic]:
    compatibility = export.compatibility
    if compatibility.strategy not in COMPATIBILITY_STRATEGIES:
        yield architecture(
            "incompatible_import",
            f"{place}.strategy",
            f"unknown compatibility strategy {quote(compatibility.strategy)}",
        )
    if compatibility.minimum_consumer_version < 1:
        yield architecture(
            "incompatible_import",
            f"{place}.minimumConsumerVersion",
            "minimum consumer version must be positive",
        )
