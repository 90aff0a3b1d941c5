"""Arbitrary answers for property tests: every kind of part, and texts that are hard to store."""

from __future__ import annotations

import os

from hypothesis import settings
from hypothesis import strategies as st

from pytest_mcpparity.answer import (
    ABSENT,
    NO_CODE,
    Answer,
    Exchange,
    Media,
    NoAnswer,
    Other,
    Question,
    Result,
    RpcError,
    StepAnswer,
    Text,
)
from pytest_mcpparity.json_text import Members, Number, Value, compact

#: How many examples each property is tried with; mutation testing, with its many runs, sets fewer.
EXAMPLES = int(os.environ.get("PROPERTY_EXAMPLES", "150"))
# The same examples in each run, and nothing kept between runs: a failure belongs to its change.
BOUNDED = settings(derandomize=True, database=None, deadline=None, max_examples=EXAMPLES)


def _paired(text: str) -> str:
    """`text` with surrogates that pair up made the character they stand for, as every JSON reader does."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


HARD_LINES = [
    *("", " ", "\t", "--- text", "--- end", "---- end", "----- ", "---", "-- text", "--- "),
    *("step 2", '"quoted"', "\\u0041", "json", "a\rb", "\r", "\x00", "\x1b[31m", "\x85", "\u2028", "\u202e"),
    *("\ufeff", "\ud800", "\udcff", "\u00e9", "e\u0301", "😀", "\U0010ffff", "\xad", "\x0c", "\x1c", "\x7f"),
]

texts = st.one_of(
    st.text(st.characters(), max_size=20),
    st.lists(st.one_of(st.sampled_from(HARD_LINES), st.text(max_size=6)), max_size=6).map("\n".join),
).map(_paired)
names = st.one_of(
    st.sampled_from(["tool", "sdd.list_specs", "json", "a b", 'q"', "it's", "é", "", "tools/list"]), texts
)
numbers = st.sampled_from(
    ["0", "-0", "1", "1.0", "1e2", "1E+400", "-12.50", "123456789012345678901234567890", "1e-7"]
).map(Number)
scalars: st.SearchStrategy[Value] = st.one_of(st.none(), st.booleans(), numbers, texts)


def _containers(children: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    pairs = st.lists(st.tuples(texts, children), max_size=4)
    return st.one_of(st.lists(children, max_size=4), pairs.map(Members))


values: st.SearchStrategy[Value] = st.recursive(scalars, _containers, max_leaves=8)
# Few names, so that some objects have a member twice.
member_names = st.one_of(st.sampled_from(["_meta", "annotations", "content", "isError"]), texts)
members = st.one_of(st.just(Members()), st.lists(st.tuples(member_names, values), max_size=4).map(Members))

mimes = st.one_of(st.sampled_from(["image/png", "audio/wav", "application/x y", "IMAGE/PNG", ""]), names)
blocks = st.one_of(
    st.builds(Text, texts, members),
    st.builds(Media, st.sampled_from(["image", "audio"]), mimes, st.binary(max_size=12), members),
    st.builds(Other, values),
)
structured = st.one_of(st.just(ABSENT), values)
results = st.builds(Result, st.booleans(), st.lists(blocks, max_size=4).map(tuple), structured, members)
codes = st.one_of(st.sampled_from(["-32602", "-32602.0", "null", NO_CODE]), values.map(compact))
rpc_errors = st.builds(RpcError, codes, st.one_of(st.none(), texts), structured, members)
bodies = st.one_of(results, rpc_errors, st.builds(NoAnswer))
questions = st.one_of(
    st.builds(Question, st.sampled_from(["call", "request"]), names, st.one_of(st.none(), texts)),
    st.builds(Question, st.just("frame"), st.just(""), texts),
)
step_answers = st.builds(StepAnswer, bodies, st.one_of(st.none(), texts))
case_ids = st.from_regex(r"[a-z0-9][a-z0-9_-]{0,20}", fullmatch=True)
answers = st.builds(
    Answer,
    case_ids,
    st.lists(st.builds(Exchange, questions, step_answers), min_size=1, max_size=3).map(tuple),
)
