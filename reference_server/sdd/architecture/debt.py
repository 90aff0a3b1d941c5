"""The root files `architecture.baseline.json` and `architecture.waivers.json` (spec § a.5).

They are read from the worktree and applied; the committed history of the baseline is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference_server.go_json import Struct
from reference_server.sdd.architecture.diagnostics import Diagnostic, architecture, at, in_document
from reference_server.sdd.architecture.documents.files import Unreadable, read_bounded
from reference_server.sdd.architecture.documents.shapes import BASELINE, WAIVERS
from reference_server.sdd.architecture.documents.strict_document import read_strictly
from reference_server.sdd.architecture.rules.manifests import protocol_version_diagnostics
from reference_server.sdd.architecture.rules.repeats import repeats
from reference_server.sdd.architecture.rules.vocabulary import is_bounded_text, is_calendar_date

TEXT_LIMIT = 4096
_BASELINE_FILE = "architecture.baseline.json"
_WAIVERS_FILE = "architecture.waivers.json"


@dataclass(frozen=True, slots=True)
class DebtRecord:
    """One accepted finding; `expires` is `YYYY-MM-DD` or empty."""

    finding: str
    owner: str
    reason: str
    scope: str
    remove_when: str
    expires: str


@dataclass(frozen=True, slots=True)
class Debt:
    """Both files by finding id, and what is wrong with them; an absent file has no records."""

    baseline: Mapping[str, DebtRecord]
    waivers: Mapping[str, DebtRecord]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class _DebtFile:
    """How one of the two files is named and shaped; `why_empty` completes the message on a missing list."""

    name: str
    noun: str
    list_name: str
    shape: Struct
    why_empty: str


_BASELINE = _DebtFile(_BASELINE_FILE, "baseline", "findings", BASELINE, "no adoption debt remains")
_WAIVERS = _DebtFile(_WAIVERS_FILE, "waivers", "waivers", WAIVERS, "no temporary exceptions remain")


def read_debt(root: Path) -> Debt:
    """Read both files below the workspace `root` and check them, each by itself and against each other."""
    diagnostics: list[Diagnostic] = []
    baseline = _read(root, _BASELINE, diagnostics)
    waivers = _read(root, _WAIVERS, diagnostics)
    classified = {record.finding for record in baseline}
    for index, record in enumerate(waivers):
        if record.finding in classified:
            diagnostics.append(
                architecture(
                    "duplicate_debt_record",
                    at(_WAIVERS_FILE, f"waivers[{index}].finding"),
                    "finding is already classified as adoption debt in architecture.baseline.json "
                    "and cannot also be waived",
                )
            )
    return Debt(_by_finding(baseline), _by_finding(waivers), tuple(diagnostics))


def _by_finding(records: tuple[DebtRecord, ...]) -> Mapping[str, DebtRecord]:
    return {record.finding: record for record in records}


def _read(root: Path, file: _DebtFile, diagnostics: list[Diagnostic]) -> tuple[DebtRecord, ...]:
    data = read_bounded(root / file.name)
    if data is None:
        return ()
    if isinstance(data, Unreadable):
        message = f"read architecture {file.noun}: {data.reason}"
        diagnostics.append(architecture("read_failure", file.name, message))
        return ()
    document = read_strictly(data, file.shape)
    if isinstance(document, Diagnostic):
        diagnostics.extend(in_document(file.name, [document]))
        return ()
    records = tuple(map(_record, document.get(file.list_name, ())))
    diagnostics.extend(in_document(file.name, _document_diagnostics(document, file, records)))
    return records


def _record(members: dict[str, Any]) -> DebtRecord:
    get = members.get
    return DebtRecord(
        finding=get("finding", ""),
        owner=get("owner", ""),
        reason=get("reason", ""),
        scope=get("scope", ""),
        remove_when=get("removeWhen", ""),
        expires=get("expires", ""),
    )


def _document_diagnostics(
    document: dict[str, Any], file: _DebtFile, records: tuple[DebtRecord, ...]
) -> Iterator[Diagnostic]:
    name = file.list_name
    yield from protocol_version_diagnostics(document.get("protocolVersion", 0))
    if name not in document:
        message = f"{name} is required; use an empty array when {file.why_empty}"
        yield architecture("parse_error", name, message)
    for index, record in enumerate(records):
        yield from _record_diagnostics(f"{name}[{index}]", record)
    for index, first, _ in repeats(record.finding for record in records):
        message = f"finding is repeated (also {name}[{first}])"
        yield architecture("duplicate_debt_record", f"{name}[{index}].finding", message)


def _record_diagnostics(place: str, record: DebtRecord) -> Iterator[Diagnostic]:
    code = "invalid_debt_record"
    if not record.finding.startswith("architecture.") or any(space in record.finding for space in " \t\r\n"):
        message = "finding must be one exact stable architecture finding ID"
        yield architecture(code, f"{place}.finding", message)
    texts = (("owner", record.owner), ("reason", record.reason), ("scope", record.scope))
    for member, text in texts:
        if not is_bounded_text(text, TEXT_LIMIT):
            yield architecture(code, f"{place}.{member}", f"{member} is required")
    if not record.remove_when and not record.expires:
        yield architecture(code, place, "debt requires removeWhen or expires")
    if record.expires and not is_calendar_date(record.expires):
        message = "expires must be an RFC 3339 full-date (YYYY-MM-DD)"
        yield architecture(code, f"{place}.expires", message)
