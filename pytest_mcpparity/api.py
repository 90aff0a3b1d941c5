"""The live session that `mcp_target` gives to a test (spec § 10).

The tests of one module share a session and its empty workspace. A target that is gone stays gone for the
test that lost it; the next test gets a new process.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_mcpparity.answer import Question, StepAnswer
from pytest_mcpparity.api_answer import SUBJECT, McpAnswer, McpBlock
from pytest_mcpparity.concealing import presentable
from pytest_mcpparity.errors import ParityError, StartFault, TargetFault
from pytest_mcpparity.findings import Finding
from pytest_mcpparity.json_text import JsonTextError, parse
from pytest_mcpparity.masks.masks import Masks
from pytest_mcpparity.options import MAX_SECONDS, Options
from pytest_mcpparity.play.interface import instructions_of
from pytest_mcpparity.play.judge import charge_lines
from pytest_mcpparity.play.player import Player, TargetGivenUp
from pytest_mcpparity.play.stage import Scene, Stage
from pytest_mcpparity.play.workspace import question_with_workspace
from pytest_mcpparity.session.session import Played
from pytest_mcpparity.session.tool_schemas import plain
from pytest_mcpparity.suite.model import Suite
from pytest_mcpparity.target import Target

__all__ = [
    "McpAnswer",
    "McpBlock",
    "McpFinding",
    "McpTarget",
    "ModuleSession",
    "ParityError",
    "StartFault",
    "TargetFault",
    "TargetGivenUp",
]


class McpFinding(UserWarning):
    """The target broke the protocol or good manners while a test of a module spoke to it (spec § 6)."""


class ModuleSession:
    """One target for the tests of one module: started with the first of them, ended after the last."""

    def __init__(self, target: Target, protocol: str, options: Options, module: Path) -> None:
        """Prepare it; `module` is the file of the tests."""
        self.scene = Scene(_bare_suite(module), target, protocol, options)
        self.player = Player(self.scene)

    def begin(self, test: str) -> McpTarget:
        """The target for the test of that name, in a new process if the last one is gone.

        Raises:
            StartFault: it does not come up.
            TargetGivenUp: it did not come up before.
        """
        stage = self.player.stage()
        self.warn_of_start()
        return McpTarget(self, stage, test)

    def warn_of_start(self) -> None:
        """Warn of what was found while the target started, and in its listing, once."""
        found = self.player.found
        findings = (*found.session, *found.tools)
        found.session.clear()
        found.tools.clear()
        self.warn(_told(findings))

    def end(self) -> list[str]:
        """End the target; what was found between the questions and at the end, to be warned of."""
        try:
            return [self.shown(line) for line in charge_lines(self.player.end())]
        finally:
            self.player.kill()

    def warn(self, lines: Iterable[str]) -> None:
        """A warning for each line, without secrets, and with nothing raw in it."""
        __tracebackhide__ = True
        warn_of(self.shown(line) for line in lines)

    def shown(self, text: str) -> str:
        """`text` without secrets, and with nothing raw that a terminal would obey."""
        return presentable(text, self.scene.options.environment.secrets)


def end_all(sessions: Sequence[ModuleSession]) -> None:
    """End the targets of a module, and only then warn: where warnings are errors, none is left running."""
    lines: list[str] = []
    try:
        for session in sessions:
            lines += session.end()
    finally:
        for session in sessions:
            session.player.kill()
    warn_of(lines)


def warn_of(lines: Iterable[str]) -> None:
    """A warning for each line; where warnings are errors, one error that holds all of the lines."""
    __tracebackhide__ = True
    raised: list[str] = []
    for line in lines:
        try:
            warnings.warn(McpFinding(line), stacklevel=2)
        except McpFinding as finding:
            raised.append(str(finding))
    if raised:
        raise McpFinding("\n".join(raised))


class McpTarget:
    """A live session with the target, for one test.

    Attributes:
        name: the target's name, empty where it was given none.
        workspace: the folder that `{workspace}` stands for; empty when the session starts, and shared by the
            tests of a module. A target behind a URL does not see it.
    """

    def __init__(self, session: ModuleSession, stage: Stage, test: str) -> None:
        self.name = session.scene.target.name
        self.workspace: Path = stage.workspace
        self._session, self._stage, self._test = session, stage, test
        self._asked = False
        self._lost: TargetFault | None = None

    def call(
        self, name: str, arguments: Mapping[str, Any] | str | None = None, *, timeout: float | None = None
    ) -> McpAnswer:
        """Call the tool `name`, advertised or not.

        Args:
            name: of the tool.
            arguments: a mapping, sent as compact JSON in its order; or JSON text, sent byte for byte; None
                sends none. `{workspace}` in it becomes the path of the workspace.
            timeout: seconds above 0, writing included; `--mcp-timeout` wins. None stands for `mcp_timeout`
                of the ini file, else 30.

        Raises:
            TargetFault: no answer came: the target died, fell silent or broke a limit.
            TypeError: the arguments hold what JSON does not have.
            ValueError: the text is no JSON, or no single line; a number is not finite; or the timeout is
                not above 0, or longer than the system can wait.
        """
        __tracebackhide__ = True
        return self._ask(Question("call", name, _json(arguments)), timeout)

    def request(
        self,
        method: str,
        params: Mapping[str, Any] | str | None = None,
        *,
        timeout: float | None = None,
    ) -> McpAnswer:
        """Send any other request; as for `call`."""
        __tracebackhide__ = True
        return self._ask(Question("request", method, _json(params)), timeout)

    @property
    def tools(self) -> Sequence[Mapping[str, Any]]:
        """The descriptors of the advertised tools, all pages, in the target's order.

        Raises:
            TargetFault: they could not be listed.
        """
        __tracebackhide__ = True
        listing = self._stage.listing
        if listing.fault is not None:
            raise self._fault(listing.fault, "tools/list")
        if listing.refused is not None:
            code, message = listing.refused.code, listing.refused.message
            reason = f"the target refuses tools/list with rpc-error {code} ({message})"
            raise TargetFault("refused", self._session.shown(reason))
        return tuple(plain(tool) for tool in listing.tools)

    @property
    def instructions(self) -> str | None:
        """The instructions of the server, the workspace's path as `{workspace}`; None where it gives none."""
        return instructions_of(self._stage)

    def __repr__(self) -> str:
        return f"<McpTarget {self._session.shown(self._stage.session.who)}>"

    def _ask(self, question: Question, timeout: float | None) -> McpAnswer:
        __tracebackhide__ = True
        if timeout is not None and not 0 < timeout <= MAX_SECONDS:
            raise ValueError(f"timeout={timeout}: give seconds above 0, at most {MAX_SECONDS}, or None")
        if self._lost is not None:
            raise self._lost
        played, held = self._played(question, timeout)
        if played.fault is not None or played.answer is None or held is None:
            assert played.fault is not None, "a question has an answer or a fault"
            fault = self._fault(played.fault, _words(question), played.findings)
            if not self._stage.session.alive:
                self._lost = fault
            raise fault
        self._session.warn(_told(played.findings))
        secrets = self._session.scene.options.environment.secrets
        shown = Masks((), (), secrets).for_case(SUBJECT).apply(played.answer)
        return McpAnswer(question, shown, held)

    def _played(self, question: Question, timeout: float | None) -> tuple[Played, StepAnswer | None]:
        sent = question_with_workspace(question, self.workspace)
        player = self._session.player
        played, held = player.ask(self._stage, sent, self._test, timeout)
        if played.fault is not None and not played.fault.asked and not self._asked:
            # It had died behind the back of the test before: this test has not lost anything yet.
            self._stage = player.renew()
            self.workspace = self._stage.workspace
            sent = question_with_workspace(question, self.workspace)
            played, held = player.ask(self._stage, sent, self._test, timeout)
        self._asked = True
        return played, held

    def _fault(self, fault: TargetFault, what: str, findings: Iterable[Finding] = ()) -> TargetFault:
        """A fault as a test should see it: what was asked, what happened, and what stderr says."""
        text = "\n".join([f"no answer to {what}: {fault.reason}", *_told(findings)])
        if fault.stderr:
            text += f"\nthe last lines of its stderr:\n{fault.stderr}"
        return TargetFault(
            fault.kind,
            self._session.shown(text),
            exit_code=fault.exit_code,
            signal=fault.signal,
            stderr=self._session.shown(fault.stderr),
            asked=fault.asked,
        )


def _json(value: Mapping[str, Any] | str | None) -> str | None:
    """The JSON text of arguments or params: as given, or compact and in order."""
    if value is None:
        return None
    if isinstance(value, str):
        try:
            parse(value)
        except JsonTextError as error:
            raise ValueError(f"the text is no JSON: {error}") from None
        if "\n" in value or "\r" in value:
            raise ValueError("the text holds a line break, which would end the message: write it in one line")
        return value
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate can only be sent escaped
        return json.dumps(value, allow_nan=False, separators=(",", ":"))
    return text


def _words(question: Question) -> str:
    return f"the call of {question.name}" if question.kind == "call" else question.name


def _told(findings: Iterable[Finding]) -> list[str]:
    return [f"{finding.name}: {finding.detail}" for finding in findings]


def _bare_suite(module: Path) -> Suite:
    """What stands for a suite where tests are Python: nothing is required, masked or allowed."""
    return Suite(
        file=module,
        folder=module.parent,
        title="",
        compare="content",
        isolation="suite",
        sealed=False,
        timeout=None,
        protocols=None,
        requires=(),
        client=frozenset(),
        instructions=True,
        allow=frozenset(),
        workspace=None,
        tools=None,
        masks=(),
        cases=(),
        known_differences=(),
    )
