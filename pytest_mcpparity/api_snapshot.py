"""`mcp_snapshot`: an assertion of syrupy whose snapshots are answer files (spec §§ 2.3 and 10).

One file a snapshot: an image or sound stands in it as the `block` that it came as. What syrupy does on its
own is left alone: names, updates, unused snapshots, workers. Only a suite's folder is out of its reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from syrupy.assertion import SnapshotAssertion
from syrupy.data import SnapshotCollections
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from syrupy.types import SerializableData, SerializedData, SnapshotIndex

from pytest_mcpparity.answer import Answer, Exchange, Media, Other, Result
from pytest_mcpparity.answers.file import format_answer, parse_answer
from pytest_mcpparity.answers.questions import first_other_question
from pytest_mcpparity.api_answer import SUBJECT, McpAnswer, explained
from pytest_mcpparity.compare.answers import compare_answers
from pytest_mcpparity.errors import ParityError, UnreadableAnswer
from pytest_mcpparity.explain.visible import visible_line
from pytest_mcpparity.json_text import Members
from pytest_mcpparity.projection import project_result, unproject
from pytest_mcpparity.suite.model import SUITE_FILE

_UPDATE = "If the new answer is right: run with --snapshot-update, and review the change."
#: So many lines of an answer that was never recorded are shown.
_SHOWN = 60


class SuiteOutOfReach(ParityError):
    """A snapshot would lie in the folder of a suite, whose answers only a recording may write."""


class AnswerSnapshotExtension(SingleFileSnapshotExtension):
    """Stores an answer to one question as one answer file, and explains what differs."""

    file_extension = "answer"
    verbose = False  # whether a difference is shown beyond 60 lines
    _write_mode = WriteMode.BINARY

    def serialize(self, data: SerializableData, **_options: Any) -> SerializedData:
        """The bytes of the answer file.

        Raises:
            TypeError: `data` is no answer of an `mcp_target`.
        """
        if not isinstance(data, McpAnswer):
            _refuse_other_data(data)
        answer = Answer(
            SUBJECT, (Exchange(data.question, replace(data.held, body=_embedded(data.held.body))),)
        )
        return format_answer(answer)[0]

    def matches(self, *, serialized_data: SerializableData, snapshot_data: SerializableData) -> bool:
        """Whether both hold the same answer to the same question, as level `content` has it."""
        if serialized_data == snapshot_data:
            return True
        try:
            received, expected = _parsed(serialized_data), _parsed(snapshot_data)
        except UnreadableAnswer:
            return False
        asked = [exchange.question for exchange in received.exchanges]
        if first_other_question(expected, asked) is not None:
            return False
        return compare_answers(expected, received, "content").same

    def diff_lines(self, serialized_data: SerializedData, snapshot_data: SerializedData) -> Iterator[str]:
        """What moved, what to do, and the difference; safe to print."""
        if not snapshot_data:
            yield _UPDATE
            for line in _text(serialized_data).split("\n")[:_SHOWN]:
                yield f"+{visible_line(line)}"
            return
        try:
            received, expected = _parsed(serialized_data), _parsed(snapshot_data)
        except UnreadableAnswer as fault:
            yield f"the snapshot cannot be read: {fault}"
            yield "Restore it, or write it anew with --snapshot-update."
            return
        other = first_other_question(expected, [exchange.question for exchange in received.exchanges])
        if other is not None:
            yield f"recorded for another question: {other.replace('the suite', 'the test')}"
            yield "Undo the change of the test, or write the snapshot anew with --snapshot-update."
            return
        first_line, *rest = explained(compare_answers(expected, received, "content"), verbose=self.verbose)
        yield first_line
        yield _UPDATE
        yield from rest

    @classmethod
    def get_location(cls, *, test_location: PyTestLocation, index: SnapshotIndex) -> str:
        """Where the snapshot lies.

        Raises:
            SuiteOutOfReach: that is in the folder of a suite.
        """
        location = super().get_location(test_location=test_location, index=index)
        if (suite := suite_around(Path(location))) is not None:
            raise SuiteOutOfReach(
                f"{location} would lie in the suite {suite}: only --mcp-record writes there. Move the test "
                "out of the suite's folder, or choose another --snapshot-dirname"
            )
        return location

    def discover_snapshots(
        self, *, test_location: PyTestLocation, ignore_extensions: list[str] | None = None
    ) -> SnapshotCollections:
        """The snapshots around the test, those of no suite: what is discovered and unused is deleted."""
        found = super().discover_snapshots(test_location=test_location, ignore_extensions=ignore_extensions)
        kept = SnapshotCollections()
        for collection in found:
            if suite_around(Path(collection.location)) is None:
                kept.add(collection)
        return kept

    def delete_snapshots(self, *, snapshot_location: str, snapshot_names: set[str]) -> None:
        """Delete an unused snapshot; never one in a suite's folder."""
        if suite_around(Path(snapshot_location)) is None:
            super().delete_snapshots(snapshot_location=snapshot_location, snapshot_names=snapshot_names)


class AnswerSnapshot(SnapshotAssertion):
    """A snapshot assertion that holds answers, and tells at once where it is given something else."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.extension, AnswerSnapshotExtension):
            self.extension.verbose = self.session.pytest_session.config.get_verbosity() >= 2

    def __eq__(self, other: object) -> bool:
        __tracebackhide__ = True
        if not isinstance(other, McpAnswer):
            _refuse_other_data(other)
        return bool(super().__eq__(other))

    __hash__ = None  # type: ignore[assignment] # as in syrupy


def suite_around(location: Path) -> Path | None:
    """The folder of the suite in which `location` lies, links followed; None where it lies in none."""
    return next((folder for folder in location.resolve().parents if (folder / SUITE_FILE).is_file()), None)


def _refuse_other_data(data: object) -> NoReturn:
    __tracebackhide__ = True
    raise TypeError(
        f"mcp_snapshot holds answers of mcp_target.call and mcp_target.request, not {type(data).__name__}; "
        'for the tools compare mcp_target.request("tools/list"), for other values use `snapshot` of syrupy'
    )


def _embedded(body: Any) -> Any:
    """`body` with each image and sound as the whole block that it came as: one file holds everything."""
    if not isinstance(body, Result) or not any(isinstance(block, Media) for block in body.blocks):
        return body
    content = unproject(body).get("content")
    assert isinstance(content, list), "a result with blocks has content"
    blocks = tuple(
        Other(value) if isinstance(block, Media) else block
        for block, value in zip(body.blocks, content, strict=True)
    )
    return replace(body, blocks=blocks)


def _parsed(data: Any) -> Answer:
    """The answer in a snapshot, its images and sounds as such again."""
    answer = parse_answer(bytes(data), _no_file_beside)
    exchanges = []
    for exchange in answer.exchanges:
        body = exchange.answer.body
        if isinstance(body, Result):
            whole = unproject(body)
            assert isinstance(whole, Members), "a result is an object"
            body = project_result(whole)
        exchanges.append(replace(exchange, answer=replace(exchange.answer, body=body)))
    return replace(answer, exchanges=tuple(exchanges))


def _text(data: SerializedData) -> str:
    return data if isinstance(data, str) else bytes(data).decode("utf-8", "backslashreplace")


def _no_file_beside(name: str) -> bytes:
    raise UnreadableAnswer(f"names the file {name}, but a snapshot has no file beside it", 1)
