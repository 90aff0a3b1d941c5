"""The part of the MCP SDK: it negotiates, and it answers what the target asks of the client (spec § 3).

The SDK's session runs in a thread of its own on streams in memory. What it wants to send waits in
`outgoing` until the main thread fetches it; it never touches a pipe. The SDK is imported only when a
session is opened, and after the target was started: the import takes as long as the start.
"""

from __future__ import annotations

import atexit
import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_mcpparity.garbage import left_alone, set_aside
from pytest_mcpparity.suite.model import HANDSHAKE_REVISIONS, STATELESS_REVISIONS

if TYPE_CHECKING:
    from types import TracebackType

    from anyio.from_thread import BlockingPortal
    from anyio.streams.memory import MemoryObjectSendStream
    from mcp import ClientSession
    from mcp.client.session import ClientRequestContext
    from mcp.shared.message import SessionMessage
    from mcp.types import ClientCapabilities

(STATELESS_REVISION,) = STATELESS_REVISIONS  # a second one would have to be chosen between
REVISIONS = (*HANDSHAKE_REVISIONS, STATELESS_REVISION)

CLIENT_NAME = "pytest-mcpparity"
CLIENT_VERSION = "1"


def plan(protocol: str, accepted: Sequence[str] | None) -> tuple[str, ...]:
    """The revisions to offer, one a process: that asked for, or for `auto` a handshake one, then stateless.

    Args:
        protocol: a revision or `auto`.
        accepted: the revisions that a suite's answers hold for; None for any.
    """
    if protocol != "auto":
        return (protocol,)
    wanted = REVISIONS if accepted is None else accepted
    handshakes = [revision for revision in HANDSHAKE_REVISIONS if revision in wanted]
    stateless = [STATELESS_REVISION] if STATELESS_REVISION in wanted else []
    return (*handshakes[-1:], *stateless)


class _Outgoing:
    """The SDK's writing stream: it only queues, so that the SDK never waits for a pipe."""

    def __init__(self, queue: deque[bytes], wake: Callable[[], None]) -> None:
        self._queue = queue
        self._wake = wake

    async def send(self, item: SessionMessage, /) -> None:
        raw = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        self._queue.append(raw.encode("utf-8", "surrogatepass"))
        self._wake()

    async def aclose(self) -> None:
        """Nothing is held that would have to be closed."""

    async def __aenter__(self) -> _Outgoing:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """See `aclose`."""


class SdkLink:
    """One session of the SDK. All methods are called by the main thread.

    Args:
        client: the capabilities to declare; roots is answered with `workspace`, others are declined.
        workspace: the folder that is the only root.
        wake: called from the SDK's thread whenever `outgoing` grew or a negotiation ended.
    """

    def __init__(self, client: frozenset[str], workspace: Path, wake: Callable[[], None]) -> None:
        self.outgoing: deque[bytes] = deque()
        self._client = client
        self._workspace = workspace
        self._wake = wake
        self._stack = ExitStack()
        _open[self] = os.getpid()
        try:
            self._portal, self._session, self._incoming = self._start()
        except BaseException:
            self.close()  # nobody else knows of the thread yet
            raise

    def _start(self) -> tuple[BlockingPortal, ClientSession, MemoryObjectSendStream[Any]]:
        with left_alone():
            import anyio
            from anyio.from_thread import start_blocking_portal
            from mcp import ClientSession, types

            set_aside()
        portal = self._stack.enter_context(start_blocking_portal("asyncio", name="mcpparity"))
        send, receive = anyio.create_memory_object_stream[Any](1024)
        self._stack.callback(receive.close)
        self._stack.callback(send.close)
        session = ClientSession(
            receive,
            _Outgoing(self.outgoing, self._wake),
            client_info=types.Implementation(name=CLIENT_NAME, version=CLIENT_VERSION),
            list_roots_callback=self._list_roots if "roots" in self._client else None,
            sampling_callback=_decline_sampling if "sampling" in self._client else None,
            elicitation_callback=_decline_elicitation if "elicitation" in self._client else None,
        )
        self._stack.enter_context(portal.wrap_async_context_manager(session))
        return portal, session, send

    async def _list_roots(self, context: ClientRequestContext) -> Any:
        from mcp import types

        # Any: the URL is validated by the model, whatever its field is declared as.
        root: Any = {"uri": self._workspace.as_uri(), "name": self._workspace.name}
        return types.ListRootsResult(roots=[types.Root.model_validate(root)])

    def negotiate(self, revision: str, usable: frozenset[str]) -> Future[None]:
        """Offer exactly `revision`; the future ends when the SDK is content, or with its reason.

        An answer with a revision that is not `usable` is left unconfirmed.
        """
        work = self._discover if revision == STATELESS_REVISION else self._handshake
        future: Future[None] = self._portal.start_task_soon(work, revision, usable)
        future.add_done_callback(lambda _: self._wake())
        return future

    async def _handshake(self, revision: str, usable: frozenset[str]) -> None:
        from mcp import types

        session = self._session
        # The SDK's own initialize() offers its newest revision only, so the request is made by hand.
        request = types.InitializeRequest(
            params=types.InitializeRequestParams(
                protocol_version=revision,
                capabilities=self._capabilities(),
                client_info=types.Implementation(name=CLIENT_NAME, version=CLIENT_VERSION),
            )
        )
        result = await session.send_request(request, types.InitializeResult)
        if result.protocol_version in usable:
            session.adopt(result)
            await session.send_notification(types.InitializedNotification())

    def _capabilities(self) -> ClientCapabilities:
        from mcp import types

        return types.ClientCapabilities(
            roots=types.RootsCapability() if "roots" in self._client else None,
            sampling=types.SamplingCapability() if "sampling" in self._client else None,
            elicitation=types.ElicitationCapability() if "elicitation" in self._client else None,
        )

    async def _discover(self, _revision: str, _usable: frozenset[str]) -> None:
        await self._session.discover()

    def deliver(self, raw: bytes) -> bool:
        """Hand a received frame to the SDK; tell whether its models take it at all."""
        from mcp import types
        from mcp.shared.message import SessionMessage

        try:
            message = types.jsonrpc_message_adapter.validate_json(raw, by_name=False)
        except ValueError:
            return False
        self._portal.call(self._incoming.send, SessionMessage(message))
        return True

    def close(self) -> None:
        """End the SDK's session and its thread; what they still raise is no business of the target."""
        _open.pop(self, None)
        with suppress(Exception):
            self._stack.close()


#: Links that are open, by the process that opened them. One that were only forgotten would be closed by
#: the garbage collector, in any thread and at any time, and could wait for itself for ever.
_open: dict[SdkLink, int] = {}


@atexit.register
def _close_the_open() -> None:
    for link, owner in list(_open.items()):
        if owner == os.getpid():
            link.close()


async def _decline_sampling(context: ClientRequestContext, params: Any) -> Any:
    from mcp import types

    return types.ErrorData(code=-1, message="User rejected sampling request")


async def _decline_elicitation(context: ClientRequestContext, params: Any) -> Any:
    from mcp import types

    return types.ElicitResult(action="decline")


def why_refused(error: BaseException) -> str:
    """The SDK's reason in one plain sentence, whatever it raised, groups of errors included."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    details: Any = getattr(error, "errors", None)
    if callable(details):  # a ValidationError of pydantic: the places matter, not the links to its docs
        places = [f"/{'/'.join(str(step) for step in one['loc'])}: {one['msg']}" for one in details()[:3]]
        return f"the MCP SDK does not accept the answer: {'; '.join(places)}"
    code: Any = getattr(error, "code", None)
    message = str(getattr(error, "message", "") or error)
    return f"refused with {code}: {message}" if isinstance(code, int) else message
