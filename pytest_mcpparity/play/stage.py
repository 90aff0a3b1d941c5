"""A stage: one process of a target in a workspace of its own, from start to end (spec §§ 2.2, 3)."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pytest_mcpparity.findings import Finding
from pytest_mcpparity.masks.masks import Masks
from pytest_mcpparity.options import Options
from pytest_mcpparity.play.workspace import make_workspace
from pytest_mcpparity.session.session import (
    Ended,
    Endpoint,
    Launch,
    Limits,
    Session,
    ToolsListing,
    open_session,
)
from pytest_mcpparity.suite.model import Suite
from pytest_mcpparity.target import Target, make_launch


@dataclass(frozen=True, slots=True)
class Scene:
    """What is held against what: a suite, a target and a protocol revision, under the user's options."""

    suite: Suite
    target: Target
    protocol: str
    options: Options


@dataclass(frozen=True, slots=True)
class Charge:
    """A finding in the gap after an answer; `before` names the case before, None at the start."""

    finding: Finding
    before: str | None


class Stage:
    """One session and the folder it works in. `before` names the last case that was played on it."""

    def __init__(self, scene: Scene) -> None:
        """Make the workspace, start the target, negotiate, and list the tools once.

        Raises:
            StartFault: the target does not come up; nothing is left behind.
            SuiteFault: the workspace cannot be made.
        """
        self._scene = scene
        self._folder = Path(tempfile.mkdtemp(prefix="mcpparity-"))
        try:
            # A URL has no workspace of ours: only roots, if they are asked for, need some folder.
            rules = None if scene.target.is_url else scene.suite.workspace
            self.workspace = make_workspace(rules, self._folder)
            self.session = self._open()
        except BaseException:
            self._sweep()
            raise
        try:
            self.listing: ToolsListing = self.session.list_tools()
            refused = self.session.check_capabilities(frozenset(scene.suite.requires))
        except BaseException:  # Ctrl-C, or a time limit of another plugin
            self.kill()
            raise
        self.listing_findings = (*self.listing.findings, *refused)
        paths = (str(self.workspace), str(self.workspace.resolve()))
        self.masks = Masks(scene.suite.masks, paths, scene.options.environment.secrets)
        self.session.server_name = self.masks.mask_text(self.session.server_name)
        self.session.server_version = self.masks.mask_text(self.session.server_version)
        self.before: str | None = None
        self.gap: list[Charge] = []

    def _address(self) -> Launch | Endpoint:
        suite, options = self._scene.suite, self._scene.options
        if self._scene.target.is_url:
            return Endpoint(self._scene.target.spelled, options.headers.lines)
        return make_launch(
            self._scene.target,
            options.environment,
            self.workspace,
            has_rules=suite.workspace is not None,
            rootdir=options.rootdir,
        )

    def _open(self) -> Session:
        suite, options = self._scene.suite, self._scene.options
        return open_session(
            self._address(),
            protocol=self._scene.protocol,
            accepted=suite.protocols,
            client=suite.client,
            workspace=self.workspace,
            limits=Limits(options.step_timeout(suite.timeout), options.start_timeout, options.max_bytes),
        )

    def end(self) -> Ended:
        """End the target's input, wait for it, and sweep the folder."""
        try:
            return self.session.end()
        finally:
            self._sweep()

    def kill(self) -> None:
        """Leave neither process nor folder, whatever state they are in."""
        try:
            self.session.kill()
        finally:
            self._sweep()

    def _sweep(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
