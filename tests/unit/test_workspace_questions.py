"""The path of a workspace in what is asked of a target."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answer import Question
from pytest_mcpparity.play.workspace import question_with_workspace


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/tmp/ws", '{"a":"/tmp/ws/x","b":"/tmp/ws"}'),
        ('/tmp/a "b"\\c', '{"a":"/tmp/a \\"b\\"\\\\c/x","b":"/tmp/a \\"b\\"\\\\c"}'),
        ("/tmp/ü", '{"a":"/tmp/ü/x","b":"/tmp/ü"}'),
    ],
)
@pytest.mark.parametrize("kind", ["call", "frame"])
def test_the_path_goes_into_what_is_sent_escaped_as_json(path: str, sent: str, kind: str) -> None:
    question = Question("call" if kind == "call" else "frame", "x", '{"a":"{workspace}/x","b":"{workspace}"}')

    found = question_with_workspace(question, path)

    assert found == Question(question.kind, "x", sent)


@pytest.mark.parametrize("body", [None, "{}", '{"a":"{rootdir}"}'])
def test_a_question_that_does_not_name_the_workspace_is_sent_as_it_is(body: str | None) -> None:
    question = Question("call", "{workspace}", body)

    found = question_with_workspace(question, "/tmp/ws")

    assert found is question
