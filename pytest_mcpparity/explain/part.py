"""One part that differs, in words: forms, values, text or bytes (spec § 4.1 rows 6 to 9)."""

from __future__ import annotations

import unicodedata
from typing import Final

from pytest_mcpparity.answer import Absent
from pytest_mcpparity.compare.alignment import common_prefix, common_suffix
from pytest_mcpparity.compare.differences import BytesContent, Content, JsonContent, TextContent
from pytest_mcpparity.compare.equality import parse_both
from pytest_mcpparity.explain.bytes_diff import explain_bytes
from pytest_mcpparity.explain.json_diff import ValueChange, same_but_for_elements, value_changes
from pytest_mcpparity.explain.json_forms import json_text_forms, value_forms
from pytest_mcpparity.explain.json_window import exceeds, first_difference
from pytest_mcpparity.explain.moves import moves
from pytest_mcpparity.explain.part_words import PartWords
from pytest_mcpparity.explain.text_forms import Form, large_text_forms, text_forms
from pytest_mcpparity.explain.visible import cut, excerpt, quoted
from pytest_mcpparity.json_text import Members, Value, compact, pretty_json, sorted_members
from pytest_mcpparity.places import pointer_text

#: A part of more bytes is explained as text (spec § 4.1).
LARGE: Final = 1 << 20
#: Characters of one line that are looked at to tell what it lost.
_LONG: Final = 1 << 16
_BLANKS: Final = " \t"

#: Scripts with letters that cannot be told apart by eye.
_LOOK_ALIKE: Final = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "FULLWIDTH", "MATHEMATICAL"}


def explain_content(expected: Content, received: Content) -> PartWords:
    """What differs between the two sides of one part; they are of one type and not the same."""
    if isinstance(expected, BytesContent) and isinstance(received, BytesContent):
        return explain_bytes(expected, received)
    if isinstance(expected, JsonContent) and isinstance(received, JsonContent):
        return _explain_json(expected, received)
    if isinstance(expected, TextContent) and isinstance(received, TextContent):
        return _explain_text(expected, received)
    raise TypeError("the two sides of a part are of one type")


def is_large(text: str) -> bool:
    """Tell whether `text` has more than 1 MiB as UTF-8."""
    return len(text.encode("utf-8", "surrogatepass")) > LARGE


def _explain_text(expected: TextContent, received: TextContent) -> PartWords:
    old, new = expected.text, received.text
    if is_large(old) or is_large(new):
        forms = large_text_forms(old, new)
        return _form_words("same text", forms, old, new) if forms else _text_words(old, new)
    values = parse_both(old, new)
    if values is None:
        forms = text_forms(old, new)
        return _form_words(_subject(forms), forms, old, new) if forms else _text_words(old, new)
    if expected.as_value:
        part = _explain_json(JsonContent(values[0]), JsonContent(values[1]))
        bare = not any(isinstance(value, list | Members) for value in values)
        return _text_words(old, new) if bare and part.kind == "values" else part
    found = json_text_forms(old, new, values)
    if found:
        return _form_words(_subject(found, json=True), found, old, new, values)
    return _explain_values(values, old, new)


def _explain_values(values: tuple[Value, Value], old: str, new: str) -> PartWords:
    """Two JSON texts whose values differ."""
    if same_but_for_elements(*values):
        forms = text_forms(old, new)
        if any(form.kind == "line-order" for form in forms):
            return _form_words(_subject(forms), forms, old, new)
    if not all(isinstance(value, list | Members) for value in values):
        return _text_words(old, new)  # of a bare string or number its text says most
    if "\n" in old.strip() and "\n" in new.strip():
        return _value_words(values, (old, new))
    return _value_words(values, (pretty_json(values[0]), pretty_json(values[1])))


def _explain_json(expected: JsonContent, received: JsonContent) -> PartWords:
    values = expected.value, received.value
    if not expected.ordered:
        values = sorted_members(values[0]), sorted_members(values[1])
    if exceeds(values[0], LARGE) or exceeds(values[1], LARGE):
        window = first_difference(*values)
        return _text_words(window.expected, window.received, window.line)
    sides = pretty_json(values[0]), pretty_json(values[1])
    forms = value_forms(expected.value, received.value, expected.ordered)
    if forms:
        return _form_words("same JSON", forms, *sides, (expected.value, received.value))
    return _value_words((expected.value, received.value), sides)


def _subject(forms: tuple[Form, ...], json: bool = False) -> str:
    kinds = {form.kind for form in forms}
    if "line-order" in kinds:
        return "same lines"
    return "same JSON" if json and kinds != {"unicode"} else "same text"


def _form_words(
    subject: str, forms: tuple[Form, ...], old: str, new: str, values: tuple[Value, Value] | None = None
) -> PartWords:
    words = " and ".join(form.words for form in forms)
    kinds = {form.kind for form in forms}
    only_numbers = kinds == {"number-spelling"}  # nothing but these values is spelled otherwise
    below = tuple(change.tokens for change in value_changes(*values)) if values and only_numbers else ()
    return PartWords(
        forms[0].kind, f"{subject}, {words}", (old, new), ascii_only="unicode" in kinds, below=below
    )


def _value_words(values: tuple[Value, Value], sides: tuple[str, str]) -> PartWords:
    changes = tuple(value_changes(*values))
    count = "1 value differs" if len(changes) == 1 else f"{len(changes)} values differ"
    return PartWords(
        "values",
        f"{count}; first {change_words(changes[0])}",
        sides,
        changes=changes,
        below=tuple(change.tokens for change in changes),
        reordered=same_but_for_elements(*values),
        moves=moves(*values, changes),
    )


def change_words(change: ValueChange) -> str:
    """One value that differs: its pointer, and both sides, or that it is missing, extra or repeated."""
    where = cut(pointer_text(change.tokens), 200) if change.tokens else "the whole value"
    if change.counts:
        return f"{where} is given {times(change.counts[1])}, expected {times(change.counts[0])}"
    if change.reordered:
        return f"{where}: the same elements in another order"
    old, new = change.expected, change.received
    if isinstance(new, Absent):
        assert not isinstance(old, Absent), "what differs stands on one side at least"
        return f"{where} is missing (expected {value_words(old)})"
    if isinstance(old, Absent):
        return f"{where} is extra (received {value_words(new)})"
    if isinstance(old, str) and isinstance(new, str):
        shown = _both_excerpts(old, new)
        return f"{where}: expected {shown[0]}, received {shown[1]}"
    return f"{where}: expected {value_words(old)}, received {value_words(new)}"


def times(count: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def value_words(value: Value) -> str:
    """A value on one line, shortened, with nothing hidden."""
    if isinstance(value, str):
        return quoted(value) if len(value) <= 60 else quoted(value[:59])[:-1] + '…"'
    return cut(compact(value))


def _both_excerpts(old: str, new: str) -> tuple[str, str]:
    at = common_prefix(old, new)
    hidden = looks_alike(old, new, at)
    return excerpt(old, at, ascii_only=hidden), excerpt(new, at, ascii_only=hidden)


def looks_alike(old: str, new: str, at: int) -> bool:
    """Tell whether what differs at character `at` reads alike: only escaped can the two be told apart."""
    near = [text[max(at - 2, 0) : at + 24] for text in (old, new)]
    if unicodedata.normalize("NFKC", near[0]) == unicodedata.normalize("NFKC", near[1]):
        return True
    names = [unicodedata.name(text[at], text[at]) for text in (old, new) if at < len(text)]
    return len({name.partition(" ")[0] for name in names} & _LOOK_ALIKE) > 1


def _text_words(old: str, new: str, first_line: int = 1) -> PartWords:
    at = common_prefix(old, new)
    start = old.rfind("\n", 0, at) + 1
    line = old.count("\n", 0, at) + first_line
    hidden = looks_alike(old, new, at)
    first = at if hidden else start + _lost_from(_line_of(old, start), _line_of(new, start), at - start)
    shown = [excerpt(text, first, ascii_only=hidden) for text in (old, new)]
    if shown[0] == shown[1]:  # what was lost repeats what stands before it, for longer than is shown
        first = at
        shown = [excerpt(text, first) for text in (old, new)]
    words = f"line {line}, character {first - start + 1}: expected {shown[0]}, received {shown[1]}"
    return PartWords("text", words, (old, new), first_line=first_line, ascii_only=hidden, at=at)


def _line_of(text: str, start: int) -> str:
    """The line that starts at `start`, as much of it as is looked at."""
    return text[start : start + _LONG].partition("\n")[0]


def _lost_from(old: str, new: str, at: int) -> int:
    """Where something was lost from a line, or came to it, given that the first `at` characters agree.

    `Error: ENOENT` without `Error: ` agrees with it in its first letter by chance: what was lost starts
    at the start of the line, or else behind a blank.
    """
    if at >= min(len(old), len(new)):
        return at  # only the end of this line, or what follows it, differs
    earliest = min(len(old), len(new)) - common_suffix(old, new)
    for first in range(earliest, at):
        if first == 0 or old[first - 1] in _BLANKS:
            return first
    return at
