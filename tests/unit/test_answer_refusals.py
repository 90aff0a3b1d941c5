"""A refusal points to the one line that writing would spell otherwise, however deep in a body it stands."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answers.file import parse_answer
from pytest_mcpparity.errors import UnreadableAnswer

HEAD = "mcp-answer 1\ncase case\n--- call tool\n--- result\n--- structured\n[\n"


@pytest.mark.parametrize("before", [0, 1, 5, 200])
def test_the_line_of_a_long_body_is_named_with_what_should_stand_there(before: int) -> None:
    elements = [f"  {number},\n" for number in range(before)]
    data = (HEAD + "".join(elements) + "  7 ,\n  8\n]\n--- end\n").encode()

    with pytest.raises(UnreadableAnswer) as refused:
        parse_answer(data, lambda name: b"")

    assert refused.value.line == 7 + before
    assert refused.value.reason == "`  7 ,` stands there, writing would put `  7,`"
