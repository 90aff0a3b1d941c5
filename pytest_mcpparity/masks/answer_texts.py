"""Walking the texts of an answer: all that a person or a model would read in it, and no binary data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pytest_mcpparity.answer import Absent, Block, Media, NoAnswer, Other, Result, RpcError, StepAnswer, Text
from pytest_mcpparity.json_text import Members, Value, map_strings


def map_texts(answer: StepAnswer, change: Callable[[str], str]) -> StepAnswer:
    """`answer` with `change` applied to all that a mask's pattern sees (spec § 4).

    That is each text block whole, each string and member name of the JSON parts, an error's message,
    and the raw line where there is one; never the data of images or sound. The very same object where
    that changes nothing; large parts that stay are shared and not copied.
    """
    wire = change(answer.wire) if answer.wire is not None else None
    changed = StepAnswer(_body_with_texts(answer.body, change), wire)
    return answer if changed == answer else changed


def _body_with_texts(
    body: Result | RpcError | NoAnswer, change: Callable[[str], str]
) -> Result | RpcError | NoAnswer:
    if isinstance(body, NoAnswer):
        return body
    members = _members_with_texts(body.members, change)
    if isinstance(body, RpcError):
        message = change(body.message) if body.message is not None else None
        return replace(body, message=message, data=_part_with_texts(body.data, change), members=members)
    blocks = tuple(_block_with_texts(block, change) for block in body.blocks)
    structured = _part_with_texts(body.structured, change)
    return replace(body, blocks=blocks, structured=structured, members=members)


def _block_with_texts(block: Block, change: Callable[[str], str]) -> Block:
    if isinstance(block, Other):
        return Other(_other_with_texts(block.value, change))
    members = _members_with_texts(block.members, change)
    if isinstance(block, Media):
        return replace(block, members=members)
    return Text(change(block.text), members)


def _other_with_texts(value: Value, change: Callable[[str], str]) -> Value:
    """Any other block: of an image or sound that could not be decoded, data and type stay out of it."""
    if not isinstance(value, Members) or value.get("type") not in ("image", "audio"):
        return _value_with_texts(value, change)
    return Members(
        (name, child) if name in ("type", "data") else (change(name), _value_with_texts(child, change))
        for name, child in value
    )


def _members_with_texts(members: Members, change: Callable[[str], str]) -> Members:
    changed = _value_with_texts(members, change)
    assert isinstance(changed, Members)
    return changed


def _part_with_texts(part: Value | Absent, change: Callable[[str], str]) -> Value | Absent:
    return part if isinstance(part, Absent) else _value_with_texts(part, change)


def _value_with_texts(value: Value, change: Callable[[str], str]) -> Value:
    """A JSON part with `change` applied to its strings and names; looked through before it is built anew."""
    if isinstance(value, str):
        return change(value)
    if all(change(text) is text for text in _strings_of(value)):
        return value
    return map_strings(value, change)


def _strings_of(value: Value) -> list[str]:
    """Each string and member name in `value`, level by level."""
    found: list[str] = []
    level: list[Value] = [value]
    while level:
        below: list[Value] = []
        for one in level:
            if isinstance(one, str):
                found.append(one)
            elif isinstance(one, Members):
                for name, child in one:
                    found.append(name)
                    below.append(child)
            elif isinstance(one, list):
                below.extend(one)
        level = below
    return found


def seen_texts(answer: StepAnswer) -> list[str]:
    """All that a pattern sees of `answer`."""
    seen: list[str] = []

    def note(text: str) -> str:
        seen.append(text)
        return text

    map_texts(answer, note)
    return seen
