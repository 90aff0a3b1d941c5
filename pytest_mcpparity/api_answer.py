"""What `mcp_target.call` gives back to a test: an answer in plain Python values (spec § 10)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pytest_mcpparity.answer import (
    NO_CODE,
    Absent,
    Answer,
    Block,
    Exchange,
    Media,
    Outcome,
    Question,
    Result,
    RpcError,
    StepAnswer,
    Text,
)
from pytest_mcpparity.compare.answers import Comparison, compare_answers
from pytest_mcpparity.explain.explanation import explain
from pytest_mcpparity.explain.visible import cut, excerpt
from pytest_mcpparity.explain.whole import block_words
from pytest_mcpparity.json_text import Members, parse
from pytest_mcpparity.session.tool_schemas import plain

#: The case that an answer given to a test belongs to: it is no suite's.
SUBJECT = "snapshot"


@dataclass(frozen=True, slots=True)
class McpBlock:
    """One entry of a result's content.

    Attributes:
        type: `text`, `image`, `audio`, `resource`, `resource_link` or what the target calls it.
        text: the text of a text block, else None.
        mime_type: of an image or sound, else None.
        data: the decoded bytes of an image or sound, else None.
        members: all other members of the block, as plain Python values.
    """

    type: str
    text: str | None = None
    mime_type: str | None = None
    data: bytes | None = None
    members: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class McpAnswer:
    """The answer to one call or request.

    Two answers are equal if the same came back, as level `content` has it: numbers by their spelling,
    absent is not null. The workspace's path counts as the same in each; the questions do not count.
    """

    question: Question
    _shown: StepAnswer
    held: StepAnswer

    @property
    def outcome(self) -> Outcome:
        """`result`, `tool-error` (a result with `isError`) or `rpc-error` (a JSON-RPC error)."""
        return self._shown.outcome

    @cached_property
    def blocks(self) -> tuple[McpBlock, ...]:
        """The content of a result, block by block; empty for a JSON-RPC error."""
        body = self._shown.body
        return tuple(_block(one) for one in body.blocks) if isinstance(body, Result) else ()

    @property
    def text(self) -> str:
        """The texts of all text blocks, joined by newlines; empty where there is none."""
        return "\n".join(block.text for block in self.blocks if block.text is not None)

    @cached_property
    def structured(self) -> Any:
        """The structured content of a result in plain Python values; None where there is none."""
        body = self._shown.body
        return _plain_or_none(body.structured) if isinstance(body, Result) else None

    @cached_property
    def members(self) -> dict[str, Any]:
        """The members of the result or error that have no attribute here, such as `_meta` or `tools`."""
        body = self._shown.body
        return plain(body.members) if isinstance(body, Result | RpcError) else {}

    @property
    def code(self) -> int | None:
        """The code of a JSON-RPC error; None for any other outcome, or where it is no whole number."""
        body = self._shown.body
        code = plain(parse(body.code)) if isinstance(body, RpcError) and body.code != NO_CODE else None
        return code if isinstance(code, int) and not isinstance(code, bool) else None

    @property
    def message(self) -> str | None:
        """The message of a JSON-RPC error; None for any other outcome."""
        body = self._shown.body
        return body.message if isinstance(body, RpcError) else None

    @cached_property
    def data(self) -> Any:
        """The data of a JSON-RPC error in plain Python values; None where there are none."""
        body = self._shown.body
        return _plain_or_none(body.data) if isinstance(body, RpcError) else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, McpAnswer):
            return NotImplemented
        return self._compared(other).same

    __hash__ = None  # type: ignore[assignment] # equal is not the same to the last byte

    def differences(self, expected: McpAnswer, *, verbose: bool = False) -> list[str]:
        """How this answer differs from `expected`: a first line, and a bounded difference (spec § 4.1)."""
        comparison = self._compared(expected)
        return [] if comparison.same else explained(comparison, verbose=verbose)

    def _compared(self, expected: McpAnswer) -> Comparison:
        old, new = (Answer(SUBJECT, (Exchange(self.question, one),)) for one in (expected.held, self.held))
        return compare_answers(old, new, "content")

    def __repr__(self) -> str:
        body = self.held.body
        if isinstance(body, RpcError):
            message = "" if body.message is None else f" {excerpt(body.message)}"
            return f"<McpAnswer rpc-error {cut(body.code)}{message}>"
        words = [block_words(block) for block in body.blocks] if isinstance(body, Result) else []
        if isinstance(body, Result) and not isinstance(body.structured, Absent):
            words.append("structured content")
        return f"<McpAnswer {self.outcome}: {', '.join(words) or 'no content'}>"


def explained(comparison: Comparison, *, verbose: bool = False) -> list[str]:
    """A difference in lines that are safe to print, without the advice that only a suite can follow.

    The first line, and then `-` expected, `+` received: pytest shows but eight lines without `-vv`.
    """
    explanation = explain(comparison, verbose=verbose)
    first_line = explanation.first_line.replace("; declare a mask if it may vary", "")
    return [first_line, *explanation.diff]


def _block(block: Block) -> McpBlock:
    match block:
        case Text(text, members):
            return McpBlock("text", text=text, members=plain(members))
        case Media(kind, mime, data, members):
            return McpBlock(kind, mime_type=mime, data=data, members=plain(members))
        case _:
            members = block.value if isinstance(block.value, Members) else Members()
            return McpBlock(str(members.get("type") or ""), members=plain(members.without("type")))


def _plain_or_none(value: Any) -> Any:
    return None if isinstance(value, Absent) else plain(value)
