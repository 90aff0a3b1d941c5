"""The answers of one suite on disk, written safely: recordings, edits by hand, the lock (spec §§ 2.4, 5)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Final

from pytest_mcpparity.answer import Answer
from pytest_mcpparity.answers.atomic import is_leftover, write_atomically
from pytest_mcpparity.answers.file import (
    SESSION,
    format_answer,
    format_instructions,
    parse_instructions,
)
from pytest_mcpparity.answers.lock import Amendment, Entry, Giver, Lock, write_lock
from pytest_mcpparity.answers.recorded import ANSWERS, LOCK, SUFFIX, RecordedAnswers, case_of, parse_of_case
from pytest_mcpparity.errors import AnswerFileFault, UsageFault
from pytest_mcpparity.nearest import did_you_mean

__all__ = ["ANSWERS", "LOCK", "SUFFIX", "AnswerStore"]

#: What keeps version control from converting line ends of answers.
_GITATTRIBUTES: Final = b"* -text\n"


class AnswerStore(RecordedAnswers):
    """The answers of the suite in `folder`, to be read and written; `flush` writes the lock.

    One store serves one run of one suite: two that write at once would lose each other's entries.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._new_lock: Lock | None = None

    @property
    def lock(self) -> Lock:
        """What the lock knows, with what has been saved or amended since it was read.

        Raises:
            AnswerFileFault: the lock is malformed.
        """
        return self._lock_on_disk if self._new_lock is None else self._new_lock

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        """The entries of the lock to be written, which may be changed in place."""
        entries = dict(self._lock_on_disk.entries)
        self._new_lock = Lock(entries, self._lock_on_disk.amendments)
        return entries

    def save(self, answer: Answer, giver: Giver) -> bool:
        """Write an answer and its media files; False where all of it was there and known.

        Media files of the case that the answer does not have any more are removed. The lock learns of
        it with `flush`.

        Raises:
            AnswerFileFault: a file cannot be written; each one is whole, old or new.
        """
        data, media = format_answer(answer)
        return self._save(answer.case, {**media, answer.case + SUFFIX: data}, giver)

    def save_instructions(self, text: str | None, giver: Giver) -> bool:
        """Write the instructions of the server; None, for a server that gives none, removes those recorded.

        Raises:
            AnswerFileFault: as for `save`.
        """
        files = {} if text is None else {SESSION + SUFFIX: format_instructions(text)}
        return self._save(SESSION, files, giver)

    def _save(self, case_id: str, files: dict[str, bytes], giver: Giver) -> bool:
        """Make `files` all that there is of a case; a killed run leaves too much rather than too little."""
        present = self._present_by_case
        gone = present.get(case_id, set()) - set(files)
        changed = False
        with _telling_faults():
            for name, data in files.items():
                changed |= self._save_file(name, data, giver)
            for name in gone:
                (self._answers / name).unlink(missing_ok=True)
                self._entries.pop(name, None)
        present[case_id] = set(files)
        return changed or bool(gone)

    def _save_file(self, name: str, data: bytes, giver: Giver) -> bool:
        sha256 = hashlib.sha256(data).hexdigest()
        path = self._answers / name
        same = path.is_file() and path.read_bytes() == data
        if not same:
            write_atomically(path, data)
        entry = self._entries.get(name)
        if same and entry is not None and entry.sha256 == sha256:
            return False
        self._entries[name] = Entry(sha256, giver)
        return True

    @cached_property
    def _present_by_case(self) -> dict[str, set[str]]:
        """The files of each case, listed once, when the first one is saved.

        What a killed run left is mended then: its files without a name are swept, and the lock forgets
        files that are gone.
        """
        with _telling_faults():
            self._answers.mkdir(exist_ok=True)
            attributes = self.folder / ".gitattributes"
            if not attributes.exists():
                write_atomically(attributes, _GITATTRIBUTES)
            for folder in (self.folder, self._answers):
                for path in folder.iterdir():
                    if is_leftover(path.name):
                        path.unlink(missing_ok=True)
        names = self._listing()
        for name in set(self._entries) - set(names):
            del self._entries[name]
        return _files_by_case(names)

    def forget(self, cases: Iterable[str]) -> None:
        """Take these cases out of the lock on disk, before their known answers are replaced.

        A run that is killed between here and `flush` then leaves answers that the lock does not know,
        and these the next recording writes anew. `flush` brings back what was not replaced.

        Raises:
            AnswerFileFault: the lock is malformed or cannot be written.
        """
        wanted = set(cases)
        entries = {name: entry for name, entry in self._entries.items() if case_of(name) not in wanted}
        if len(entries) != len(self._entries):
            write_lock(self.folder / LOCK, Lock(entries, self._lock_on_disk.amendments))

    def flush(self) -> bool:
        """Write the lock, where anything was saved or amended; False if it stays as it was.

        Raises:
            AnswerFileFault: it cannot be written.
        """
        return self._new_lock is not None and write_lock(self.folder / LOCK, self._new_lock)

    def amend(self, cases: Sequence[str], why: str) -> tuple[Amendment, ...]:
        """Bless what was edited by hand: update the hashes of `cases`, and put on record `why` (spec § 2.4).

        An answer that was deleted by hand is forgotten. Nothing is written unless all of it is in order.

        Raises:
            UsageFault: no reason is given, a case has no answer, or nothing of it has changed.
            UnreadableAnswer: writing the answer would not give the edited file; names the line.
            MissingAnswer: a media file that the edited answer names is not there.
            AnswerFileFault: a file cannot be read, or the lock cannot be read or written.
        """
        if not why.strip():
            raise UsageFault("--why is empty: an edit by hand needs a reason that reviewers can read")
        if not cases:
            raise UsageFault("no case is named: give the ids of the cases whose answers were edited")
        before = self._lock_on_disk.entries
        present = _files_by_case(self._listing())
        changes = {case: self._amended(case, present, before) for case in dict.fromkeys(cases)}
        amendments = tuple(
            Amendment(case, why.strip(), _sha256(before, case), _sha256(entries, case))
            for case, entries in changes.items()
        )
        kept = {name: entry for name, entry in before.items() if case_of(name) not in changes}
        for entries in changes.values():
            kept.update(entries)
        self._new_lock = Lock(kept, (*self._lock_on_disk.amendments, *amendments))
        self.flush()
        return amendments

    def _amended(
        self, case: str, present: Mapping[str, set[str]], before: Mapping[str, Entry]
    ) -> dict[str, Entry]:
        """The entries of an edited case; none where its answer was deleted."""
        known = {name: entry for name, entry in before.items() if case_of(name) == case}
        path = self.path_of(case)
        if path.name not in present.get(case, ()):
            if known:
                return {}
            raise UsageFault(f"{self._answers}: no answer of a case `{case}`{did_you_mean(case, present)}")
        files: dict[str, bytes] = {path.name: self._read(path.name)}

        def load(name: str) -> bytes:
            files[name] = self._read(name)
            return files[name]

        with self._placing_faults(path, None):
            if case == SESSION:
                parse_instructions(files[path.name])
            else:
                parse_of_case(case, files[path.name], load)
        giver = before[path.name].giver if path.name in before else None
        entries = {name: Entry(hashlib.sha256(data).hexdigest(), giver) for name, data in files.items()}
        if entries == known:
            raise UsageFault(f"{path}: nothing to amend, {LOCK} knows these very bytes")
        return entries


def _files_by_case(names: Iterable[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name in names:
        if (case := case_of(name)) is not None:
            found.setdefault(case, set()).add(name)
    return found


def _sha256(entries: Mapping[str, Entry], case: str) -> str | None:
    entry = entries.get(case + SUFFIX)
    return None if entry is None else entry.sha256


@contextmanager
def _telling_faults() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        place = error.filename or ANSWERS  # a full disk names no file
        raise AnswerFileFault(f"{place}: cannot be written: {error.strerror or error}") from error
