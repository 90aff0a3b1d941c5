"""The two rules that every list of fact names of an import obeys (spec § a.3)."""

from __future__ import annotations

from collections.abc import Iterator

from reference_server.go_json import quote
from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture
from reference_server.sdd.architecture.rules.repeats import repeats
from reference_server.sdd.architecture.rules.vocabulary import is_fact

FACT_NAME_RULE = "fact name must be lower-case snake_case, optionally dot-separated"


def fact_list_diagnostics(list_path: str, facts: tuple[str, ...]) -> Iterator[Diagnostic]:
    """Names out of form and repeated names; a repeat cites its whole `list_path`."""
    for index, fact in enumerate(facts):
        if not is_fact(fact):
            yield architecture("invalid_fact", f"{list_path}[{index}]", FACT_NAME_RULE)
    for index, first, fact in repeats(facts):
        yield architecture(
            "invalid_fact",
            f"{list_path}[{index}]",
            f"fact {quote(fact)} is repeated (also {list_path}[{first}])",
        )
