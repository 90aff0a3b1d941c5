"""A bundled suite and its recorded answers, read for tests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pytest_mcpparity.answer import Result, RpcError, Text
from pytest_mcpparity.answers.file import parse_answer
from pytest_mcpparity.suite.model import SUITE_FILE, Suite
from pytest_mcpparity.suite.reader import read_suite


@dataclass(frozen=True)
class RecordedSuite:
    """The suite in `folder`, with the answers of its one-step cases."""

    folder: Path

    @cached_property
    def suite(self) -> Suite:
        """The suite as its file says."""
        return read_suite(self.folder / SUITE_FILE)

    @property
    def workspace(self) -> Path:
        """The repository that it asks about."""
        return self.folder / "workspace"

    def answer(self, case: str) -> Result | RpcError:
        """The recorded answer of `case`."""
        data = (self.folder / "answers" / f"{case}.answer").read_bytes()
        (exchange,) = parse_answer(data, _no_media).exchanges
        body = exchange.answer.body
        assert isinstance(body, Result | RpcError)
        return body

    def text(self, case: str) -> str:
        """The text of the one block of `case`."""
        answer = self.answer(case)
        assert isinstance(answer, Result)
        (block,) = answer.blocks
        assert isinstance(block, Text)
        return block.text


def _no_media(name: str) -> bytes:
    raise AssertionError(f"no answer of these suites has a media file, but this asks for {name}")
