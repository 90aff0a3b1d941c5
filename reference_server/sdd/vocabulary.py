"""The words and patterns that feature manifests and specs are made of."""

from __future__ import annotations

import re
from functools import lru_cache

from reference_server.go_json import trim_space

STAGES = ("modeled", "coded", "wired", "default-on", "live-verified", "design-partner-proven", "ga")
"""The maturity ladder, weakest first."""

RANKS = {stage: rank for rank, stage in enumerate(STAGES)}

TEXT_LIMIT = 512
"""Bytes of a bounded text or a selector."""

CODE_LIMIT = 128
"""Bytes of a check id, metric, unit or environment."""

_SEGMENT = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_is_segment = re.compile(_SEGMENT).fullmatch
_is_feature_id = re.compile(f"{_SEGMENT}(?:/{_SEGMENT})+").fullmatch
_is_code = re.compile(r"[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*").fullmatch
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@lru_cache(maxsize=1024)
def is_segment(text: str) -> bool:
    """One lower-case id segment, such as `invoice-export`."""
    return _is_segment(text) is not None


def is_feature_id(text: str) -> bool:
    """At least two segments joined by `/`."""
    return _is_feature_id(text) is not None


def is_code(text: str) -> bool:
    """A bounded semantic code, such as `http.latency-p95`."""
    return _is_code(text) is not None and len(text) <= CODE_LIMIT


def is_check_id(text: str) -> bool:
    """One id segment within the bound of a check."""
    return _is_segment(text) is not None and len(text) <= CODE_LIMIT


def is_text(text: str) -> bool:
    """Not blank, at most 512 bytes, no control character."""
    if text.isascii() and text.isprintable():
        return len(text) <= TEXT_LIMIT and not text.isspace() and text != ""
    return is_selector(text) and trim_space(text) != ""


def is_selector(text: str) -> bool:
    """A selector or query: not empty, at most 512 bytes, no control character."""
    return (
        bool(text)
        and len(text.encode("utf-8", "surrogateescape")) <= TEXT_LIMIT
        and not _CONTROL.search(text)
    )
