"""One MCP session: opened by the SDK, played step by step as bytes, and ended (spec §§ 3, 6, 7)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pytest_mcpparity.answer import Question, RpcError
from pytest_mcpparity.findings import Finding, show
from pytest_mcpparity.session.conversation import Conversation
from pytest_mcpparity.session.listing import ToolsListing, ask_for_tools
from pytest_mcpparity.session.opening import Opened, Wish, open_conversation
from pytest_mcpparity.session.process import Launch
from pytest_mcpparity.session.steps import Played, Steps, over
from pytest_mcpparity.session.tool_schemas import OutputSchemas
from pytest_mcpparity.session.transport import Limits, Transport
from pytest_mcpparity.session.transport.endpoint import Endpoint
from pytest_mcpparity.session.transport.stdio import StdioTransport

__all__ = ["Ended", "Endpoint", "Launch", "Limits", "Played", "Session", "ToolsListing", "open_session"]

#: The request that lists what a capability promises.
LIST_REQUESTS = {"tools": "tools/list", "resources": "resources/list", "prompts": "prompts/list"}


@dataclass(frozen=True, slots=True)
class Ended:
    """How a target ended, and what was found since the last answer; empty after an end by the plugin."""

    exit_code: int | None = None
    signal: int | None = None
    findings: tuple[Finding, ...] = ()


class Session:
    """A session that has been negotiated.

    Attributes:
        revision: the negotiated protocol revision.
        server_name: the `name` of the target's serverInfo; empty where it gives none.
        server_version: its `version`, likewise.
        instructions: the target's instructions, or None where it gives none.
        capabilities: what the target declares.
        transport: `stdio` or `http`.
        start_findings: what was found while the target started and negotiated.
    """

    def __init__(self, opened: Opened, limits: Limits) -> None:
        self.revision = opened.revision
        self.server_name = opened.server_name
        self.server_version = opened.server_version
        self.instructions = opened.instructions
        self.capabilities = opened.capabilities
        self.transport = opened.conversation.transport.name
        self.start_findings = opened.conversation.findings.take()
        self._talk: Conversation = opened.conversation
        self._steps = Steps(self._talk, opened.meta)
        self._limits = limits
        self._listing: ToolsListing | None = None
        self._ended: Ended | None = None

    @property
    def alive(self) -> bool:
        """Tell whether the target can be asked, as far as is known without looking."""
        return self._ended is None and self._talk.gone is None

    @property
    def who(self) -> str:
        """Who was spoken to, and how: the target's name and version, the revision, the transport."""
        name = " ".join(filter(None, (self.server_name, self.server_version))) or "a nameless server"
        return f"{name}, {self.revision} over {self.transport}"

    # -- steps ----------------------------------------------------------------------------------------

    def play(
        self, question: Question, *, timeout: float, keep_wire: bool, expect_no_answer: bool = False
    ) -> Played:
        """Ask `question` and wait for its answer.

        Args:
            question: with the real workspace path.
            timeout: seconds for the step, writing included.
            keep_wire: keep the line of the answer (level `wire`).
            expect_no_answer: the step claims that nothing comes: a `tools/list` is sent behind it, and
                its answer must be the first to come.
        """
        if self._ended is not None:
            return Played(None, over(self._talk.gone), (), 0.0, None, ())
        return self._steps.play(question, timeout, keep_wire=keep_wire, expect_no_answer=expect_no_answer)

    # -- what the target offers -----------------------------------------------------------------------

    def list_tools(self) -> ToolsListing:
        """The advertised tools, asked for once, and only where tools are declared; all pages."""
        if self._listing is None:
            self._listing = ask_for_tools(self._ask) if self.capabilities.has("tools") else ToolsListing()
            self._steps.schemas = OutputSchemas(self._listing.tools)
        return self._listing

    def _ask(self, question: Question) -> Played:
        return self.play(question, timeout=self._limits.step, keep_wire=False)

    def check_capabilities(self, requires: frozenset[str]) -> tuple[Finding, ...]:
        """A finding for each capability that is required and declared, but whose list request is refused."""
        found: list[Finding] = []
        for name in sorted(requires & LIST_REQUESTS.keys()):
            if not self.capabilities.has(name):
                continue
            refused = self._refusal(name)
            if refused is not None:
                error = f"rpc-error {refused.code}: {refused.message}"
                told = show(error.encode("utf-8", "backslashreplace"))
                detail = f"{name} is declared, but {LIST_REQUESTS[name]} is refused with {told}"
                found.append(Finding("capability", detail))
        return tuple(found)

    def _refusal(self, capability: str) -> RpcError | None:
        if capability == "tools":
            return self.list_tools().refused
        played = self._ask(Question("request", LIST_REQUESTS[capability]))
        body = played.answer.body if played.answer is not None else None
        return body if isinstance(body, RpcError) else None

    # -- the end --------------------------------------------------------------------------------------

    def end(self, grace: float = 5.0) -> Ended:
        """End of input, and see the target end; what it did since its last answer is found here.

        A target that is gone already, or that the plugin ended, is not charged a second time.

        Args:
            grace: seconds until the target is made to end.
        """
        if self._ended is not None:
            return Ended(self._ended.exit_code, self._ended.signal)
        known = self._talk.gone is not None
        self._talk.settle()
        ending = self._talk.end(grace)
        code, signal = (ending.exit.code, ending.exit.signal) if ending.exit else (None, None)
        findings = (*self._talk.findings.take(), *ending.findings)
        self._ended = Ended(code, signal, () if known else findings)
        return self._ended

    def kill(self) -> None:
        """End the target at once, with all that it started; idempotent."""
        self._talk.kill()
        self._ended = self._ended or Ended()


def open_session(
    address: Launch | Endpoint,
    *,
    protocol: str,
    accepted: tuple[str, ...] | None,
    client: frozenset[str],
    workspace: Path,
    limits: Limits,
) -> Session:
    """Start a target on stdio, or turn to one at a URL, and negotiate.

    Args:
        address: what is started, or where it listens; `auto` may start it, or a session, twice.
        protocol: the revision to offer, or `auto`.
        accepted: the revisions that the suite's answers hold for; None for any.
        client: the capabilities that the client declares.
        workspace: the root that `roots` is answered with.
        limits: of the start, of listings and of a frame.

    Raises:
        StartFault: the target does not come up, or does not agree to what was asked for.
    """

    def connect() -> Transport:
        if isinstance(address, Launch):
            return StdioTransport(address, limits.max_bytes)
        from pytest_mcpparity.session.transport.http import HttpTransport

        return HttpTransport(address, limits.max_bytes)

    wish = Wish(protocol, accepted, client, workspace)
    return Session(open_conversation(connect, wish, limits, address.shown), limits)
