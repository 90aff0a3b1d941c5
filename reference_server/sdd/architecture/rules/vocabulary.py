"""The closed enumerations and the patterns of the architecture protocol (spec § a.1).

All limits count UTF-8 bytes; all patterns match the whole text.
"""

from __future__ import annotations

import re

from reference_server.go_json import trim_space

OWNERSHIP_KINDS = frozenset({"fact", "model", "schema", "api", "event"})
LIFECYCLE_STATUSES = frozenset({"planned", "active", "legacy", "deprecated"})
ACCESS_MODES = frozenset({"reference", "query", "snapshot", "projection", "command"})
CLASSIFICATIONS = frozenset({"public", "internal", "confidential", "restricted"})
PERSONAL_DATA = frozenset({"none", "personal", "sensitive"})
COMPATIBILITY_STRATEGIES = frozenset({"additive", "versioned", "breaking-with-migration"})
TRANSPORT_KINDS = frozenset({"none", "in-process", "api", "event", "file"})
MISSING_BEHAVIORS = frozenset({"fail-open", "fail-closed", "unavailable"})
STALE_BEHAVIORS = frozenset({"fail-open", "fail-closed", "use-stale"})
ORDERINGS = frozenset({"none", "source-version", "source-sequence", "event-time"})
LATE_EVENTS = frozenset({"ignore-older", "reject", "apply"})
DELETION_STRATEGIES = frozenset({"tombstone", "hard-delete", "retain", "not-applicable"})
LOCAL_MODEL_KINDS = frozenset({"projection", "snapshot", "reference"})
REBUILDS = frozenset({"bootstrap", "replay", "bootstrap-and-replay", "not-applicable"})
BINDING_KINDS = frozenset({"project-dependency"})

_DOMAIN = re.compile(r"[a-z][a-z0-9-]*(?:/[a-z][a-z0-9-]*)*")
_SEMANTIC = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9_-]*)+")
_CONTRACT = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9_-]*)+\.v([1-9][0-9]*)")
_FACT = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*")
_DAYS_IN_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")

_ID_LIMIT = 256
_PROJECT_LIMIT = 1024


def is_domain(text: str) -> bool:
    """Whether `text` is a DOMAIN: lower-case segments joined by `/`, of any length."""
    return _DOMAIN.fullmatch(text) is not None


def is_semantic(text: str) -> bool:
    """Whether `text` is a SEMANTIC id: at least two dotted segments, at most 256 bytes."""
    return len(text) <= _ID_LIMIT and _SEMANTIC.fullmatch(text) is not None


def is_contract(text: str, version: int | None = None) -> bool:
    """Whether `text` is a CONTRACT id ending in `.vN`; N must be `version` when that is given."""
    found = _CONTRACT.fullmatch(text) if len(text) <= _ID_LIMIT else None
    return found is not None and (version is None or found[1] == str(version))


def is_fact(text: str) -> bool:
    """Whether `text` is a FACT name: snake_case parts joined by dots, at most 256 bytes."""
    return len(text) <= _ID_LIMIT and _FACT.fullmatch(text) is not None


def is_bounded_text(text: str, limit: int) -> bool:
    """Whether `text` is TEXT(`limit`): not empty, no outer white space, no NUL and no U+007F."""
    if not text or len(text.encode("utf-8", "surrogatepass")) > limit:
        return False
    return trim_space(text) == text and "\0" not in text and "\x7f" not in text


def is_project(text: str) -> bool:
    """Whether `text` is a canonical PROJECT id such as `/services/orders`."""
    if not text.startswith("/") or len(text.encode("utf-8", "surrogatepass")) > _PROJECT_LIMIT:
        return False
    if "\\" in text or "\0" in text:
        return False
    return all(segment not in ("", ".", "..") for segment in text[1:].split("/"))


def is_calendar_date(text: str) -> bool:
    """Whether `text` is a real day `YYYY-MM-DD` of the years 0000 to 9999."""
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    if not 1 <= month <= 12:
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    longest = 28 if month == 2 and not leap else _DAYS_IN_MONTH[month - 1]
    return 1 <= day <= longest
