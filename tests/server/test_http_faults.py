"""Every fault of HTTP shows its own verdict, and tells what was asked, what came, what to try (spec § 7)."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from pytest_mcpparity.errors import StartFault
from pytest_mcpparity.session.session import Limits
from reference_server import faults
from reference_server.faults.http_faults import FAULTS, TOKEN_HEADER
from tests.server.conversing import GREET, LINES, ask, names
from tests.server.http_serving import serving, session_at


@dataclass(frozen=True)
class Verdict:
    """What a session with a fault shows; everything that is not named has to be clean."""

    reason: str = ""
    details: tuple[str, ...] = ()
    step: tuple[str, ...] = ()
    gap: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    alive: bool = True
    grace: float = 5.0


def refused(status: str, *details: str, alive: bool = True) -> Verdict:
    return Verdict(f"the target refused tools/call greet with HTTP {status}", details, alive=alive)


VERDICTS = {
    "sse-split": Verdict(),
    "sse-multi-line": Verdict(),
    "sse-comments": Verdict(),
    "sse-crlf": Verdict(),
    "sse-cr": Verdict(),
    "sse-bom": Verdict(),
    "sse-fields": Verdict(),
    "sse-stays-open": Verdict(),
    "sse-breaks-after": Verdict(),
    "error-statuses": Verdict(),
    "without-session": Verdict(),
    "delete-405": Verdict(),
    "redirect-307": Verdict(),
    "redirect-308": Verdict(),
    "asks-aside": Verdict(),
    "counts-sessions": Verdict(),
    "error-500": Verdict(),
    "sse-twice": Verdict(gap=("duplicate-answer",)),
    "sse-other-type": Verdict(step=("stray-output",)),
    "delete-500": Verdict(end=("exit-code",)),
    "delete-hangs": Verdict(end=("killed",), grace=0.3),
    "sse-breaks": Verdict("the connection to the target broke: ", ("came: 29 bytes",), alive=False),
    "sse-ends": Verdict(
        "the target ended its event stream without an answer, in the middle of an event",
        ('came: HTTP 200 OK, text/event-stream: : nothing to say\\n\\nevent: message\\ndata: {"json',),
    ),
    "html": Verdict(
        "the target answered tools/call greet with neither JSON nor an event stream",
        ("came: HTTP 200 OK, text/html: <h1>hello</h1>",),
    ),
    "json-other": Verdict(
        "the target ended its response to tools/call greet without an answer",
        ('application/json: {"ok":true}',),
        step=("stray-output",),
    ),
    "status-202": Verdict(
        "the target took tools/call greet with HTTP 202 Accepted and gives no answer", ("an empty body",)
    ),
    "status-400": refused("400 Bad Request", "came: HTTP 400 Bad Request, text/plain: Bad Request"),
    "status-401": refused("401 Unauthorized", "try: give credentials: --mcp-header", alive=False),
    "status-403": refused("403 Forbidden", "Origin not allowed.\\u001b[2J", "try: the credentials do not"),
    "status-406": refused("406 Not Acceptable", "try: the target wants another Accept header"),
    "status-413": refused("413", "too large", "try: the question is larger"),
    "status-421": refused("421 Misdirected Request", "try: the target does not serve", alive=False),
    "status-500": refused("500 Internal Server Error", "xxx…", "try: look at the target's log", alive=False),
    "status-503": refused("503 Service Unavailable", "no healthy upstream", alive=False),
    "status-404": Verdict(
        "the target does not know the session any more (HTTP 404 Not Found)",
        ("<html>not here</html>",),
        gap=("exit-code",),
        alive=False,
    ),
    "error-other-id": refused("400 Bad Request", '"id":"server-error"'),
}
#: Faults with a test of their own below.
ELSEWHERE = {"session-forgotten", "redirect-303", "redirect-host", "redirect-loop", "wants-token"}


@pytest.mark.parametrize("fault", VERDICTS)
def test_a_fault_shows_its_verdict_and_no_other(fault: str) -> None:
    verdict = VERDICTS[fault]
    with serving(fault) as url:
        session = session_at(url)
        session.list_tools()

        greeted = ask(session, GREET)
        alive = session.alive
        later = ask(session, LINES) if alive else None
        ended = session.end(grace=verdict.grace)

    assert (greeted.fault.reason if greeted.fault else "").startswith(verdict.reason)
    assert (greeted.answer is None) == bool(verdict.reason)
    told = greeted.fault.details if greeted.fault else ""
    assert [one for one in verdict.details if one not in told] == []
    assert not greeted.fault or told.startswith(f"asked: POST {url}, tools/call greet")
    assert names(greeted.findings) == list(verdict.step)
    assert alive == verdict.alive
    gap = later.strays_before if later else greeted.strays_before
    assert names(gap) == list(verdict.gap)
    assert later is None or (later.fault is None and later.findings == ())
    assert names(ended.findings) == list(verdict.end)


def test_every_fault_of_http_has_a_verdict_and_is_listed() -> None:
    assert faults.__doc__ is not None
    listed = faults.__doc__.partition("Over HTTP")[2]
    words = set(re.findall(r"[a-z][a-z0-9-]*[a-z0-9]", listed))
    words |= {f"status{one}" for one in re.findall(r"-\d{3}", listed)}

    assert FAULTS.keys() == VERDICTS.keys() | ELSEWHERE
    assert FAULTS.keys() - words == set()


def test_a_body_is_shown_up_to_a_bound_and_never_raw() -> None:
    with serving("status-500") as url:
        session = session_at(url)
        played = ask(session)
        session.kill()

    assert played.fault is not None
    came = played.fault.details.split("\n")[1]
    assert came == f"came: HTTP 500 Internal Server Error, text/plain: Traceback: {'x' * 289}…"


def test_a_session_that_the_target_forgot_is_not_charged_to_the_next_question() -> None:
    with serving("session-forgotten") as url:
        session = session_at(url)
        ask(session)

        played = ask(session, LINES)
        session.kill()

    assert played.fault is not None
    assert not played.fault.asked
    assert played.findings == ()
    assert names(played.strays_before) == ["exit-code"]


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("redirect-host", ["redirects to another host, http://localhost:", "no header is sent on to it"]),
        ("redirect-303", ["redirects to /elsewhere with HTTP 303 See Other, which would turn a POST"]),
        ("redirect-loop", ["redirects more than 5 times"]),
        ("wants-token", ["refused initialize with HTTP 401 Unauthorized", "who are you?", "--mcp-header"]),
    ],
)
def test_a_target_that_is_not_to_be_reached_is_told_with_its_reason(fault: str, told: list[str]) -> None:
    with serving(fault) as url, pytest.raises(StartFault) as raised:
        session_at(url, limits=Limits(start=5))

    message = str(raised.value)
    assert message.startswith(f"no session with `{url}`: 2025-11-25: the target ")
    assert [one for one in told if one not in message] == []
    assert f"asked: POST {url}, initialize" in message


def test_the_headers_of_the_user_go_with_every_request() -> None:
    with serving("wants-token") as url:
        session = session_at(url, headers=(("Authorization", TOKEN_HEADER),))

        played = ask(session, LINES)
        ended = session.end()

    assert played.fault is None
    assert ended.findings == ()


def test_headers_of_the_user_are_not_sent_on_to_another_host() -> None:
    with serving("redirect-host") as url, pytest.raises(StartFault) as raised:
        session_at(url, headers=(("Authorization", "Bearer not-to-be-shown"),))

    assert "not-to-be-shown" not in str(raised.value)
    assert "another host" in str(raised.value)
