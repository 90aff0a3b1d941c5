"""The recorded answers of one suite, read safely: nothing is taken that the lock does not know (spec § 2.3).

What can be wrong with an answer is told apart: `MissingAnswer`, `UnreadableAnswer`, `ChangedAnswer` and
`OtherQuestion` are raised here; that answers differ is found by comparing them.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pytest_mcpparity.answer import Answer, Question
from pytest_mcpparity.answers.file import (
    SESSION,
    parse_answer,
    parse_instructions,
)
from pytest_mcpparity.answers.lock import Lock, read_lock
from pytest_mcpparity.answers.questions import first_other_question
from pytest_mcpparity.answers.sections import refuse
from pytest_mcpparity.answers.unread import UnreadAnswer, begins_with
from pytest_mcpparity.errors import (
    AnswerFileFault,
    ChangedAnswer,
    MissingAnswer,
    OtherQuestion,
    UnreadableAnswer,
)

#: What an answer's file name ends in.
SUFFIX: Final = ".answer"
#: The folder of the answers, and the file with their hashes.
ANSWERS: Final = "answers"
LOCK: Final = "answers.lock"
_FILE_OF_CASE = re.compile(r"(?P<case>[^.]+)\.(answer|[1-9][0-9]*\.[a-z0-9]+)")


@dataclass(frozen=True, slots=True)
class Survey:
    """All that lies in `answers/`: the readable answers by case, and what is wrong with others by file.

    `files` are the names in the folder, one of a folder in it with a slash behind.
    """

    files: tuple[str, ...]
    lock: Lock
    answers: Mapping[str, Answer]
    instructions: str | None
    faults: Mapping[str, str]


def case_of(file: str) -> str | None:
    """The case to which a file of `answers/` belongs by its name; None for any other file."""
    match = _FILE_OF_CASE.fullmatch(file)
    return None if match is None else match["case"]


def parse_of_case(case_id: str, data: bytes, media: Callable[[str], bytes]) -> Answer:
    """`parse_answer` of a file that has to name this case.

    Raises:
        UnreadableAnswer: as for `parse_answer`, or the file names another case.
    """
    answer = parse_answer(data, media)
    if answer.case != case_id:
        refuse(2, f"case {answer.case}", f"`case {case_id}`")
    return answer


class RecordedAnswers:
    """The recorded answers of the suite in `folder`; the lock is read once, when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._answers = folder / ANSWERS

    @cached_property
    def _lock_on_disk(self) -> Lock:
        return read_lock(self.folder / LOCK)

    @property
    def lock(self) -> Lock:
        """What the lock knows.

        Raises:
            AnswerFileFault: the lock is malformed.
        """
        return self._lock_on_disk

    def path_of(self, case_id: str) -> Path:
        """Where the answer of a case lies, whether it is there or not."""
        return self._answers / (case_id + SUFFIX)

    def knows(self, file: str) -> bool:
        """Tell whether the lock has an entry for this file name."""
        return file in self.lock.entries

    def needs_recording(self, case_id: str) -> bool:
        """Tell whether the answer is missing, or one that the lock does not know (spec § 5)."""
        return not self.knows(case_id + SUFFIX) or not self.path_of(case_id).exists()

    def load(self, case_id: str, questions: Sequence[Question] | None = None) -> Answer:
        """The recorded answer of a case; with `questions`, one that was recorded for these.

        Raises:
            MissingAnswer: there is no such file, or one of its media files is missing.
            UnreadableAnswer: writing the answer would not give the file; names the line.
            ChangedAnswer: bytes are not those of the lock.
            OtherQuestion: the suite asks something else.
            AnswerFileFault: the system cannot read a file, or the lock is malformed.
        """
        path = self.path_of(case_id)
        data = self._read(path.name)
        changed = self._changed(path.name, data)
        with self._placing_faults(path, changed):
            answer = parse_of_case(case_id, data, self._load_media)
        if changed is not None:
            raise changed
        if questions is not None and (other := first_other_question(answer, questions)) is not None:
            raise OtherQuestion(
                f"{path}: recorded for another question: {other}; "
                "undo the change of the suite, or record anew with --mcp-record=all"
            )
        return answer

    def unread(self, case_id: str, questions: Sequence[Question]) -> UnreadAnswer | None:
        """The recorded answer as bytes, where that is enough to hold it against another; else None.

        It is enough where the lock knows these bytes, there is one question, which is this one, and no
        media file goes with them. In any other case `load` reads the answer or says what is wrong.

        Raises:
            MissingAnswer: there is no such file.
            AnswerFileFault: the system cannot read it, or the lock is malformed.
        """
        name = case_id + SUFFIX
        data = self._read(name)
        entry = self.lock.entries.get(name)
        if entry is None or len(questions) != 1 or case_id in self._cases_with_media:
            return None
        if not begins_with(data, case_id, questions[0]) or entry.sha256 != hashlib.sha256(data).hexdigest():
            return None
        return UnreadAnswer(data, entry.sha256)

    @cached_property
    def _cases_with_media(self) -> frozenset[str | None]:
        return frozenset(case_of(file) for file in self._lock_on_disk.entries if not file.endswith(SUFFIX))

    def load_instructions(self) -> str | None:
        """The recorded instructions of the server, or None where none were given.

        Raises:
            AnswerFileFault: as for `load`.
        """
        path = self.path_of(SESSION)
        if not path.exists() and not self.knows(path.name):
            return None
        data = self._read(path.name)
        changed = self._changed(path.name, data)
        with self._placing_faults(path, changed):
            text = parse_instructions(data)
        if changed is not None:
            raise changed
        return text

    def _read(self, file: str) -> bytes:
        path = self._answers / file
        try:
            return path.read_bytes()
        except FileNotFoundError:
            if self.knows(file):
                raise MissingAnswer(f"{path}: missing, though the lock knows it: restore it") from None
            raise MissingAnswer(f"{path}: missing, never recorded: record it with --mcp-record") from None
        except OSError as error:
            raise AnswerFileFault(f"{path}: cannot be read: {error.strerror or error}") from error

    def _changed(self, file: str, data: bytes) -> ChangedAnswer | None:
        """The fault to raise where `data` are not what the lock knows."""
        entry = self.lock.entries.get(file)
        if entry is None:
            return ChangedAnswer(
                f"{self._answers / file}: {LOCK} does not know this file: record it with --mcp-record, "
                "or bless what was written by hand with `mcpparity amend`"
            )
        if entry.sha256 == hashlib.sha256(data).hexdigest():
            return None
        return ChangedAnswer(
            f"{self._answers / file}: changed since it was recorded: {LOCK} knows other bytes; restore it, "
            "bless the edit with `mcpparity amend`, or record anew with --mcp-record=all"
        )

    def _load_media(self, file: str) -> bytes:
        data = self._read(file)
        if (changed := self._changed(file, data)) is not None:
            raise changed
        return data

    @contextmanager
    def _placing_faults(self, path: Path, changed: ChangedAnswer | None) -> Iterator[None]:
        """Say in which file a line is, and whether that file is still the one that was recorded."""
        try:
            yield
        except UnreadableAnswer as fault:
            since = " (the file has changed since it was recorded)" if changed is not None else ""
            raise UnreadableAnswer(fault.reason + since, fault.line, str(path)) from None

    def survey(self, proven: Mapping[str, str] = MappingProxyType({})) -> Survey:
        """Everything that `inventory` needs to know; reads every answer but those that are `proven`.

        Args:
            proven: cases whose files are known to be in order, with the sha256 that they had then; they
                are left out of the answers if they still have it.

        Raises:
            AnswerFileFault: the folder cannot be listed, or the lock is malformed.
        """
        files = self._listing()
        answers: dict[str, Answer] = {}
        faults: dict[str, str] = {}
        instructions: str | None = None
        for file in files:
            if not file.endswith(SUFFIX) or self._is_proven(file, proven):
                continue
            try:
                if file == SESSION + SUFFIX:
                    instructions = self.load_instructions()
                else:
                    answers[file.removesuffix(SUFFIX)] = self.load(file.removesuffix(SUFFIX))
            except AnswerFileFault as fault:
                faults[file] = str(fault)
        return Survey(files, self.lock, answers, instructions, faults)

    def _is_proven(self, file: str, proven: Mapping[str, str]) -> bool:
        sha256 = proven.get(file.removesuffix(SUFFIX))
        entry = self.lock.entries.get(file)
        if sha256 is None or entry is None or entry.sha256 != sha256:
            return False
        try:
            return hashlib.sha256((self._answers / file).read_bytes()).hexdigest() == sha256
        except OSError:  # reading it says why
            return False

    def _listing(self) -> tuple[str, ...]:
        try:
            with os.scandir(self._answers) as found:
                return tuple(sorted(one.name + "/" if one.is_dir() else one.name for one in found))
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise AnswerFileFault(f"{self._answers}: cannot be listed: {error.strerror or error}") from error
