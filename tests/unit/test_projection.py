from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_mcpparity.answer import ABSENT, NO_CODE, Media, NoAnswer, Other, Result, RpcError, Text
from pytest_mcpparity.json_text import Members, Number, Value, parse
from pytest_mcpparity.projection import project_error, project_result, unproject
from tests.unit.arbitrary import BOUNDED, texts, values


def members(text: str) -> Members:
    value = parse(text)
    assert isinstance(value, Members)
    return value


def result(text: str) -> Result:
    return project_result(members(text))


NAMES = [
    "content",
    "structuredContent",
    "isError",
    "_meta",
    "resultType",
    "ttlMs",
    "code",
    "message",
    "data",
    "x",
]
BLOCKS: list[Value] = [
    parse('{"type":"text","text":"a"}'),
    parse('{"type":"text","text":"a","annotations":{}}'),
    parse('{"type":"text","text":1}'),
    parse('{"type":"image","mimeType":"image/png","data":"YQ=="}'),
    parse('{"type":"image","mimeType":"image/png","data":"YR=="}'),
]
any_value = st.one_of(
    values, st.lists(st.one_of(st.sampled_from(BLOCKS), values), max_size=3), st.booleans(), texts
)
objects = st.lists(st.tuples(st.sampled_from(NAMES), any_value), max_size=6).map(Members)


@BOUNDED
@given(objects)
def test_a_result_projects_the_same_again(whole: Members) -> None:
    projected = project_result(whole)

    assert project_result(unproject(projected)) == projected


@BOUNDED
@given(objects)
def test_an_error_projects_the_same_again(whole: Members) -> None:
    projected = project_error(whole)

    assert project_error(unproject(projected)) == projected


@BOUNDED
@given(objects)
def test_an_error_loses_no_member(whole: Members) -> None:
    again = unproject(project_error(whole))

    assert sorted(map(repr, again)) == sorted(map(repr, whole))


def test_parts_go_to_their_place_and_the_rest_stays_in_order() -> None:
    projected = result(
        '{"z":1,"content":[{"type":"text","text":"t","_meta":{"k":1}},{"type":"resource_link"}],'
        '"structuredContent":{"b":1,"a":2},"isError":true,"a":{}}'
    )

    assert projected == Result(
        is_error=True,
        blocks=(Text("t", members('{"_meta":{"k":1}}')), Other(members('{"type":"resource_link"}'))),
        structured=members('{"b":1,"a":2}'),
        members=members('{"z":1,"a":{}}'),
    )


def test_what_a_revision_or_the_sdk_writes_is_left_out() -> None:
    info = '"io.modelcontextprotocol/serverInfo":{"name":"s"}'

    bare = result(
        f'{{"resultType":"complete","ttlMs":5,"cacheScope":"x","_meta":{{{info}}},"isError":false}}'
    )
    more = result(f'{{"resultType":"other","_meta":{{{info},"k":1}}}}')

    assert bare == Result()
    assert more == Result(members=members('{"resultType":"other","_meta":{"k":1}}'))


def test_an_empty_meta_of_the_targets_own_stays() -> None:
    assert result('{"_meta":{}}').members == members('{"_meta":{}}')


def test_absent_empty_and_wrong_contents_are_four_things() -> None:
    spellings = ["{}", '{"content":[]}', '{"content":null}', '{"content":[{"type":"text","text":""}]}']

    projected = [result(text) for text in spellings]

    assert [one.members for one in projected] == [
        *(Members(), members('{"content":[]}'), members('{"content":null}'), Members())
    ]
    assert projected[3].blocks == (Text(""),)
    assert len({repr(one) for one in projected}) == 4


@pytest.mark.parametrize(
    ("text", "structured"),
    [
        ("{}", ABSENT),
        ('{"structuredContent":null}', None),
        ('{"structuredContent":{}}', Members()),
        ('{"structuredContent":[]}', []),
        ('{"structuredContent":1.0}', Number("1.0")),
    ],
)
def test_structured_content_is_absent_null_or_what_it_is(text: str, structured: object) -> None:
    projected = result(text)

    assert projected.structured == structured
    assert projected.members == Members()


def test_of_duplicates_the_last_one_counts_and_the_others_stay() -> None:
    projected = result('{"isError":true,"content":[1],"isError":false,"content":[],"content":"x"}')

    assert projected == Result(members=members('{"isError":true,"content":[1],"content":[],"content":"x"}'))


def test_an_overruled_is_error_does_not_come_back() -> None:
    projected = result('{"isError":true,"isError":false}')

    assert not projected.is_error
    assert project_result(unproject(projected)) == projected


def test_an_is_error_that_is_no_boolean_stays_a_member() -> None:
    assert result('{"isError":"true"}') == Result(members=members('{"isError":"true"}'))


@pytest.mark.parametrize(
    "block",
    [
        *('"text"', "null", "[]", "{}", '{"type":"text"}', '{"type":"text","text":null}'),
        '{"type":"text","text":"a","text":"b"}',
        '{"type":"text","text":"a","_meta":1,"_meta":2}',
        '{"type":"image","data":"YQ=="}',
        '{"type":"image","mimeType":"image/png"}',
        '{"type":"image","mimeType":"image/png","data":"YQ"}',
        '{"type":"image","mimeType":"image/png","data":"YR=="}',
        '{"type":"image","mimeType":"image/png","data":"Y Q=="}',
        '{"type":"image","mimeType":"image/png","data":"_-8="}',
        '{"type":"image","mimeType":"image/png","data":"é"}',
        '{"type":"video","mimeType":"video/mp4","data":"YQ=="}',
        '{"type":["text"],"text":"a"}',
    ],
)
def test_a_block_that_no_part_would_give_back_is_kept_whole(block: str) -> None:
    assert result(f'{{"content":[{block}]}}').blocks == (Other(parse(block)),)


@pytest.mark.parametrize("kind", ["image", "audio"])
@pytest.mark.parametrize("data", [b"", b"a", bytes(range(256))])
def test_images_and_sound_are_decoded(kind: str, data: bytes) -> None:
    text = base64.b64encode(data).decode()

    projected = result(f'{{"content":[{{"data":"{text}","mimeType":"x/y","type":"{kind}","more":1}}]}}')

    (block,) = projected.blocks
    assert isinstance(block, Media)
    assert (block.kind, block.mime, block.data, block.members) == (kind, "x/y", data, members('{"more":1}'))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"code":-32602,"message":"m"}', RpcError("-32602", "m")),
        ('{"code":-32602.0,"message":"m","data":null}', RpcError("-32602.0", "m", None)),
        ('{"code":null,"message":""}', RpcError("null", "")),
        ('{"code":"a b","message":"m","x":1}', RpcError('"a b"', "m", members=members('{"x":1}'))),
        ('{"message":1}', RpcError(NO_CODE, members=members('{"message":1}'))),
        ('{"code":1,"code":2,"message":"m"}', RpcError("2", "m", members=members('{"code":1}'))),
        ("{}", RpcError(NO_CODE)),
    ],
)
def test_an_error_keeps_the_spelling_of_its_code_and_what_is_odd(text: str, error: RpcError) -> None:
    assert project_error(members(text)) == error


def test_no_answer_has_nothing_to_point_into() -> None:
    assert unproject(NoAnswer()) == Members()
