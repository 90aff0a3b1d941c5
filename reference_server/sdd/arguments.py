"""The strict decoding of a tool's own arguments, and the guards that follow it."""

from __future__ import annotations

from typing import Any

from reference_server.go_json import BOOL, STRING, JSONFault, ListOf, Shape, Struct, trim_space, unmarshal

_SELECTION: dict[str, Shape] = {"projects": ListOf(STRING), "impacted": BOOL, "baseline": STRING}
FEATURE_CATALOG = Struct("featureCatalogArgs", "sdd.featureCatalogArgs", {"query": STRING, **_SELECTION})
SPEC_CATALOG = Struct("specCatalogArgs", "sdd.specCatalogArgs", _SELECTION)
FEATURE_CONTEXT = Struct("featureContextArgs", "sdd.featureContextArgs", {"feature": STRING})
SPEC_CONTEXT = Struct("specContextArgs", "sdd.specContextArgs", {"feature": STRING})


class ArgumentFault(Exception):
    """Arguments that a tool refuses; `str()` is the message of the one block."""


def decode_arguments(arguments: bytes | None, shape: Struct) -> dict[str, Any]:
    """The arguments met. Absent or null ones are none. Raises `ArgumentFault`."""
    if arguments is None:
        return {}
    try:
        return unmarshal(arguments, shape, strict=True) or {}
    except JSONFault as fault:
        raise ArgumentFault(f"invalid arguments: {fault}") from None


def required_feature(arguments: bytes | None, shape: Struct, accepted: str) -> str:
    """The `feature` argument as it is; `accepted` says in words what it may be. Raises `ArgumentFault`."""
    feature: str = decode_arguments(arguments, shape).get("feature", "")
    if not trim_space(feature):
        raise ArgumentFault(f"feature is required ({accepted})")
    return feature
