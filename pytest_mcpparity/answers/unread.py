"""A recorded answer that is held against a received one as bytes, without being read (spec § 2.3).

Every answer has one spelling. Where writing what was received gives the very bytes that were recorded, the
two are the same at every level of comparison, and what was recorded needs not be read at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_mcpparity.answer import Answer, Question
from pytest_mcpparity.answers.writer import answer_chunks, media_of, question_head

_BOUNDARY = re.compile(rb"^-{3,} ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class UnreadAnswer:
    """The bytes of an answer's file, which are those of the lock, and begin with the suite's question."""

    data: bytes
    sha256: str

    def holds(self, answer: Answer) -> bool:
        """Whether writing `answer` gives these bytes; False also where only reading them can tell.

        The data of images and sound lie in files of their own, and those are not looked at here.
        """
        at = 0
        for chunk in answer_chunks(answer):
            if not self.data.startswith(chunk, at):
                return False
            at += len(chunk)
        return at == len(self.data) and next(media_of(answer), None) is None


def begins_with(data: bytes, case_id: str, question: Question) -> bool:
    """Whether a file is that of the case, and its first question is this one."""
    boundary = _BOUNDARY.search(data)  # neither of the lines before the first marker looks like one
    return boundary is not None and data.startswith(question_head(case_id, question, boundary.group()))
