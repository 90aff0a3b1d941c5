"""What differs in an answer as a whole, in words (spec § 4.1 rows 2 to 5 and 10)."""

from __future__ import annotations

import re
from typing import Final

from pytest_mcpparity.answer import (
    NO_CODE,
    Absent,
    Block,
    Media,
    NoAnswer,
    Result,
    RpcError,
    StepAnswer,
    Text,
)
from pytest_mcpparity.compare.alignment import common_prefix
from pytest_mcpparity.compare.blocks import block_type
from pytest_mcpparity.compare.differences import (
    BlocksDifference,
    CodeDifference,
    FrameDifference,
    OutcomeDifference,
    ToolDifference,
)
from pytest_mcpparity.explain.bytes_diff import mime_words
from pytest_mcpparity.explain.json_diff import value_changes
from pytest_mcpparity.explain.part import change_words, times
from pytest_mcpparity.explain.visible import cut, excerpt, quoted, visible
from pytest_mcpparity.json_text import compact, pretty_json

_WORD_BEFORE = re.compile(r'"?[\w$./-]*\Z')
_WORD = re.compile(r'"[^"]{0,40}"?|[^"{}\[\],:\s]{1,40}|.', re.DOTALL)
_MANY: Final = 6
#: Characters of what an answer of another outcome says: SDKs put forty of their own in front of a reason.
_REASON: Final = 110


def outcome_words(one: OutcomeDifference) -> str:
    """Row 2: both outcomes, what came instead, and the numbers of blocks of two results where they differ."""
    bodies = one.expected.body, one.received.body
    counts = [len(body.blocks) for body in bodies if isinstance(body, Result)]
    several = len(counts) == 2 and counts[0] != counts[1]
    return _change_of_outcome(one) + (counts_words(*counts) if several else "")


def _change_of_outcome(one: OutcomeDifference) -> str:
    start = f"expected {outcome_label(one.expected)}, received {outcome_label(one.received)}"
    if one.removed:
        name = cut(one.removed)
        if one.received.outcome == "result":
            return f"{start}: the removed tool {name} still answers"
        words = _words(one.received)
        return f"{start}: the removed tool {name} answers {_reason(words)}" if words else start
    words = _words(one.received)
    if words and words == _words(one.expected):
        return f"{start} with the same text {_reason(words)}"
    if words:
        return f"{start}: {_reason(words)}"
    blocks = one.received.body.blocks if isinstance(one.received.body, Result) else ()
    return f"{start}: {block_words(blocks[0])}" if blocks else start


def _reason(words: str) -> str:
    return excerpt(words, after=_REASON)


def outcome_label(answer: StepAnswer) -> str:
    """How a step went, as the first line names it."""
    body = answer.body
    if isinstance(body, RpcError):
        return code_label(body.code)
    if isinstance(body, NoAnswer):
        return "no answer"
    return "a tool-error" if body.is_error else "a result"


def code_label(code: str) -> str:
    """A JSON-RPC error by its code."""
    return "rpc-error without a code" if code == NO_CODE else f"rpc-error {cut(code)}"


def _words(answer: StepAnswer) -> str | None:
    """What an answer says to a reader: the message of an error, or its first text."""
    body = answer.body
    if isinstance(body, RpcError):
        return body.message
    if isinstance(body, Result):
        return next((block.text for block in body.blocks if isinstance(block, Text)), None)
    return None


def answer_text(answer: StepAnswer) -> str:
    """A whole answer as lines of text, to be held against another one of another outcome."""
    body = answer.body
    pieces = [outcome_label(answer)]
    if isinstance(body, RpcError):
        pieces += [] if body.message is None else ["message", body.message]
        pieces += [] if isinstance(body.data, Absent) else ["data", pretty_json(body.data)]
        pieces += [pretty_json(body.members)] if body.members else []
    elif isinstance(body, Result):
        for block in body.blocks:
            pieces += ["text", block.text] if isinstance(block, Text) else [block_words(block)]
        if not isinstance(body.structured, Absent):
            pieces += ["structured content", pretty_json(body.structured)]
        pieces += [pretty_json(body.members)] if body.members else []
    return "\n".join(pieces)


def code_words(one: CodeDifference) -> str:
    """Row 3: both codes."""
    return f"expected {code_label(one.expected)}, received {code_label(one.received)}"


def block_words(block: Block) -> str:
    """A block in a few words: its type, and what it starts with."""
    if isinstance(block, Text):
        return f"text {excerpt(block.text)}"
    if isinstance(block, Media):
        size = len(block.data)
        kind = "" if block.mime.startswith(f"{block.kind}/") else f"{block.kind} "
        return f"{kind}{mime_words(block.mime)} of {size} byte{'' if size == 1 else 's'}"
    kind = block_type(block)
    name = cut(kind, 40) if kind and not re.search(r"\s", kind) else quoted(kind[:40])
    return f"{name} {cut(compact(block.value))}"


def _type_of(block: Block) -> str:
    if isinstance(block, Text):
        return "text"
    return block.kind if isinstance(block, Media) else block_type(block)


def blocks_words(one: BlocksDifference, step: str) -> str:
    """Row 4 for blocks; `step` stands before the place, with its blank."""
    several = abs(one.counts[0] - one.counts[1]) > 1
    return _change_of_blocks(one, step) + (counts_words(*one.counts) if several else "")


def counts_words(expected: int, received: int) -> str:
    """How many blocks either side has, to follow a clause."""
    return f"; {expected or 'no'} block{'' if expected == 1 else 's'} expected, {received or 'none'} received"


def _change_of_blocks(one: BlocksDifference, step: str) -> str:
    first = one.numbers[0]
    if one.change == "swapped":
        return f"{step}blocks {first} and {one.numbers[1]} are swapped"
    if one.change == "moved":
        return f"{step}block {first} has moved: it is block {one.numbers[1]} now"
    if one.change == "reordered":
        return f"{step}blocks {_listed(one.numbers)} are in another order"
    old = f"expected {block_words(one.expected)}" if one.expected else ""
    new = f"received {block_words(one.received)}" if one.received else ""
    if one.change == "type":
        if one.expected and one.received and _type_of(one.expected) == _type_of(one.received):
            return f"{step}block {first}: {_type_of(one.expected)} in another form ({old}, {new})"
        return f"{step}block {first} is of another type ({old}, {new})"
    return f"{step}block {first} is {one.change} ({old or new})"


def _listed(numbers: tuple[int, ...]) -> str:
    shown = [str(number) for number in numbers[:_MANY]]
    if len(numbers) > _MANY:
        return f"{', '.join(shown)} and {len(numbers) - _MANY} more"
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def tool_words(one: ToolDifference) -> str:
    """Row 5: a tool that is missing, extra, listed several times, or described otherwise."""
    name = cut(one.place.name, 100) or '""'
    if one.change in ("missing", "extra"):
        return f"tools: {name} is {one.change}"
    if one.change == "count":
        return f"tools: {name} is listed {times(one.counts[1])}, expected {times(one.counts[0])}"
    changes = value_changes(one.expected, one.received)
    more = len(changes) - 1
    rest = f"; {more} more value{' differs' if more == 1 else 's differ'}" if more else ""
    return f"tools: {name} {change_words(changes[0])}{rest}"


def frame_words(one: FrameDifference) -> str:
    """Row 10: the first byte that differs, counted from 1, and the word that stands there on either side."""
    at = common_prefix(one.expected, one.received)
    byte = len(one.expected[:at].encode("utf-8", "surrogatepass")) + 1
    shown = f"expected {_word(one.expected, at)}, received {_word(one.received, at)}"
    return f"same content, other frame: first difference at byte {byte} ({shown})"


def _word(line: str, at: int) -> str:
    if at >= len(line):
        return "the end of the line"
    before = _WORD_BEFORE.findall(line[:at][-40:])[0]
    found = next(_WORD.finditer(line, at - len(before)))
    if found.end() <= at:
        found = next(_WORD.finditer(line, at))
    word = found.group()
    return quoted(word) if word.isspace() else visible(word)
