"""How a session comes up: start, let the SDK negotiate, read from the wire what was agreed (spec §§ 3, 7)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pytest_mcpparity.errors import StartFault, TargetFault
from pytest_mcpparity.findings import show
from pytest_mcpparity.json_text import Members, Value
from pytest_mcpparity.session.conversation import Conversation
from pytest_mcpparity.session.frames import Frame
from pytest_mcpparity.session.negotiation import (
    STATELESS_REVISION,
    SdkLink,
    plan,
    why_refused,
)
from pytest_mcpparity.session.transport import Limits, Transport
from pytest_mcpparity.suite.model import HANDSHAKE_REVISIONS

#: How runtimes begin the line with the error that ended them; more may follow, such as a place or a version.
_ERROR = re.compile(r"(?:Uncaught )?(?:[\w.]*(?:Error|Exception)|fatal(?: error)?|panic|error)(?:\[\w+\])?: ")
#: So many characters of it stand in the first line of a failure.
_LAST_WORD = 160
_SERVER_INFO = "io.modelcontextprotocol/serverInfo"


@dataclass(frozen=True, slots=True)
class Opened:
    """A negotiated conversation and what was agreed; `meta` is what the revision wants in each question."""

    conversation: Conversation
    revision: str
    server_name: str
    server_version: str
    instructions: str | None
    capabilities: Members
    meta: Members | None


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for: a revision or `auto`, the suite's revisions, and what the client declares."""

    protocol: str
    accepted: tuple[str, ...] | None
    client: frozenset[str]
    workspace: Path

    def usable(self, offered: str) -> frozenset[str]:
        """The handshake revisions with which the target may answer an offer."""
        if self.protocol != "auto":
            return frozenset({offered})
        return frozenset(HANDSHAKE_REVISIONS if self.accepted is None else self.accepted) - {
            STATELESS_REVISION
        }


class _Refused(Exception):
    """An offer came to nothing; the text says why, `negotiable` whether another offer may do better."""

    def __init__(self, reason: str, *, negotiable: bool) -> None:
        super().__init__(reason)
        self.negotiable = negotiable


def open_conversation(connect: Callable[[], Transport], wish: Wish, limits: Limits, shown: str) -> Opened:
    """Negotiate, with a new connection for each offer.

    Args:
        connect: starts the target.
        wish: what is asked for.
        limits: of the start, and of a frame.
        shown: the command or URL, for messages.

    Raises:
        StartFault: no offer came to anything, or the target does not start.
    """
    offers = plan(wish.protocol, wish.accepted)
    if not offers:
        raise StartFault(f"none of the protocols {', '.join(wish.accepted or ())} can be spoken")
    reasons: list[str] = []
    for offer in offers:
        try:
            return _attempt(connect(), offer, wish, limits)
        except _Refused as refusal:
            reasons.append(f"{offer}: {refusal}")
            if not refusal.negotiable:
                break
    command = show(shown.encode("utf-8", "backslashreplace"))
    raise StartFault(f"no session with `{command}`: {'; '.join(reasons)}")


def _attempt(transport: Transport, offer: str, wish: Wish, limits: Limits) -> Opened:
    conversation = Conversation(transport, limits.max_bytes)
    try:
        conversation.link = SdkLink(wish.client, wish.workspace, transport.wake)
        return _negotiate(conversation, offer, wish, limits)
    except BaseException:
        conversation.kill()
        raise


def _negotiate(conversation: Conversation, offer: str, wish: Wish, limits: Limits) -> Opened:
    if conversation.link is None:
        raise ValueError("a conversation without the SDK cannot negotiate")
    method = "server/discover" if offer == STATELESS_REVISION else "initialize"
    usable = wish.usable(offer)
    future = conversation.link.negotiate(offer, usable)
    done = conversation.negotiate(future, time.monotonic() + limits.start)
    answer = conversation.negotiated.get(method)
    if not done:
        raise _why_not(conversation, method, limits)
    error = future.exception()
    if error is not None:
        refused = answer is not None and answer.value.has("error")
        raise _Refused(why_refused(error), negotiable=refused)
    if answer is None:
        raise _Refused(f"{method} was not answered", negotiable=False)
    opened = _read_agreement(conversation, answer, offer)
    if opened.revision != offer and opened.revision not in usable:
        wanted = f"asked for {offer}, the target answers {show(opened.revision.encode())}"
        raise _Refused(wanted, negotiable=True)
    return opened


def _why_not(conversation: Conversation, method: str, limits: Limits) -> Exception:
    gone = conversation.gone
    if gone is None and (refused := conversation.refused) is not None:
        return _Refused(_told(refused.reason, refused.details), negotiable=True)
    if gone is None and (findings := conversation.findings.take()):
        told = "; ".join(f"{finding.name}: {finding.detail}" for finding in findings)
        return _Refused(f"the answer to {method} cannot be read: {told}", negotiable=False)
    if gone is None:
        gone = TargetFault(
            "silent",
            f"the target is silent after {limits.start:g} s",
            stderr=conversation.transport.stderr_tail(),
        )
    # What HTTP says names the message itself: that no session came about is said already.
    when = "" if gone.kind == "refused" else " before it negotiated"
    last = f": {_last_word(gone.stderr)}" if gone.kind == "exited" and gone.stderr.strip() else ""
    text = _told(f"{gone.reason}{when}{last}", gone.details)
    if gone.stderr:
        text = f"{text}\nthe last lines of its stderr:\n{gone.stderr}"
    return _Refused(text, negotiable=False)


def _last_word(stderr: str) -> str:
    """The line that tells why a target died, shortened: its last error, or else its last line."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if _ERROR.match(line)]
    told = (errors or lines)[-1]
    return told if len(told) <= _LAST_WORD else f"{told[:_LAST_WORD]}…"


def _told(reason: str, details: str) -> str:
    return f"{reason}\n{details}\n" if details else reason


def _read_agreement(conversation: Conversation, answer: Frame, offer: str) -> Opened:
    """What was agreed, from the very frames: the SDK's models drop what they do not know."""
    result = _members(answer.value.get("result"))
    stateless = offer == STATELESS_REVISION
    meta = _members(result.get("_meta"))
    info = _members(meta.get(_SERVER_INFO) if stateless else result.get("serverInfo"))
    instructions = result.get("instructions")
    return Opened(
        conversation,
        revision=offer if stateless else _text(result.get("protocolVersion")),
        server_name=_text(info.get("name")),
        server_version=_text(info.get("version")),
        instructions=instructions if isinstance(instructions, str) else None,
        capabilities=_members(result.get("capabilities")),
        meta=_sent_meta(conversation) if stateless else None,
    )


def _sent_meta(conversation: Conversation) -> Members:
    """The `_meta` of the SDK's own question: each of ours goes with the same."""
    return _members(_members(conversation.sent["server/discover"].get("params")).get("_meta"))


def _members(value: Value) -> Members:
    return value if isinstance(value, Members) else Members()


def _text(value: Value) -> str:
    return value if isinstance(value, str) else ""
