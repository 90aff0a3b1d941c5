"""Registers with a client by editing its file: claude-desktop, cursor, vscode (spec 12.3)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from reference_server.decisions.setup.console import DECLINED, confirmed, show
from reference_server.decisions.setup.edit import ShapeFault, edited
from reference_server.decisions.setup.files import StoredFile, read_file, replace_file
from reference_server.decisions.setup.options import Options
from reference_server.decisions.setup.problems import Refusal
from reference_server.decisions.setup.registration import member_key
from reference_server.decisions.setup.system import System, client_path

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def edit_client_file(options: Options, system: System) -> int:
    """Do the steps of 12.3 and return the exit status 0 or 1; raises `Refusal` for status 3."""
    file = options.config if options.config is not None else client_path(options.client, system)
    stored = read_file(file)
    mark, old = _text(stored)
    new = _new_text(file, old, options)
    if new == old:
        show(f"{file} already has this entry.\n")
        return 0
    show("".join(_diff(file, old, new)))
    if options.dry_run:
        return 0
    if options.ask and not confirmed(f"Write {file}?"):
        return DECLINED
    if read_file(file).content != stored.content:
        raise Refusal(f"{file} changed meanwhile; nothing was written")
    backup = replace_file(stored, mark + new.encode("utf-8"), system.clock())
    show(f"Wrote {file}\n" + (f"Backup: {backup}\n" if backup is not None else ""))
    return 0


def _text(stored: StoredFile) -> tuple[bytes, str]:
    """The byte order mark, if any, and the text after it; white space alone is the empty text."""
    content = stored.content or b""
    mark = _BYTE_ORDER_MARK if content.startswith(_BYTE_ORDER_MARK) else b""
    try:
        text = content[len(mark) :].decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(f"{stored.name} is not valid JSON; it was left untouched") from None
    return mark, text if text.strip() else ""


def _new_text(file: str, old: str, options: Options) -> str:
    key = member_key(options.client)
    entry = options.registration.entry(options.client)
    try:
        return edited(old, key, options.registration.name, entry, jsonc=options.client == "vscode")
    except ShapeFault as fault:
        place = f"{key} in {file}" if fault.reason == "is not an object" else file
        raise Refusal(f"{place} {fault.reason}; it was left untouched") from None


def _diff(file: str, old: str, new: str) -> Iterator[str]:
    """The unified diff, each line of it with a line end."""
    for line in difflib.unified_diff(old.splitlines(True), new.splitlines(True), file, file):
        # One more character lands on a line of its own exactly when the line has an end.
        has_end = len(f"{line}x".splitlines()) > 1
        yield line if has_end else line + "\n"
