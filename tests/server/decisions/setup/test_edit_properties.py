"""The edit of any JSON object: the value changes as asked, and no other byte does (12.4)."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reference_server.decisions.setup.edit import edited

ENTRY: dict[str, object] = {"command": "/sp", "args": ["mcp"]}
OTHER_KEYS = st.sampled_from(["a", 'quote " and \\', "ü", "", "//", "/* */", "sp"])
SCALARS = st.sampled_from([None, True, 0, -1.5e30, "", "},", "//x", ",]", '"', "\\", "\u2028", "🍕"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(OTHER_KEYS, inner, max_size=3),
    max_leaves=8,
)
MEMBERS = st.dictionaries(OTHER_KEYS, VALUES, max_size=3)
ROOTS = st.builds(
    lambda before, servers, after: {**before, **({} if servers is None else {"servers": servers}), **after},
    MEMBERS,
    st.none() | MEMBERS,
    MEMBERS,
)
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def common_start(left: str, right: str) -> int:
    pairs = zip(left, right, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(left), len(right)))


@patient
@given(
    root=ROOTS,
    indent=st.sampled_from([None, 0, 1, 4, "\t"]),
    eol=st.sampled_from(["\n", "\r\n"]),
    jsonc=st.booleans(),
)
def test_any_object_gets_the_entry_and_keeps_the_rest(
    root: dict[str, Any], indent: int | str | None, eol: str, jsonc: bool
) -> None:
    old = json.dumps(root, indent=indent, ensure_ascii=False).replace("\n", eol) + eol

    new = edited(old, "servers", "sp", ENTRY, jsonc=jsonc)

    servers = root.get("servers", {})
    assert json.loads(new) == {**root, "servers": {**servers, "sp": ENTRY}}
    if "sp" not in servers:
        assert common_start(old, new) + common_start(old[::-1], new[::-1]) >= len(old)


@patient
@given(servers=MEMBERS, comma=st.booleans(), comment=st.sampled_from(["/*§,}*/", "//§,}\n", "/*§*/ //§\n"]))
def test_comments_and_a_trailing_comma_survive_wherever_they_stand(
    servers: dict[str, Any], comma: bool, comment: str
) -> None:
    others = {key: value for key, value in servers.items() if key != "sp"}
    members = ",".join(
        f"{comment}{json.dumps(key)}{comment}:{comment}{json.dumps(value)}{comment}"
        for key, value in others.items()
    )
    tail = "," + comment if comma and others else ""
    old = f'{comment}{{"servers":{{{members}{tail}}}{comment}}}{comment}'

    new = edited(old, "servers", "sp", ENTRY, jsonc=True)

    assert new.count(comment) == old.count(comment)
    assert json.loads(new.replace(comment, "")) == {"servers": {**others, "sp": ENTRY}}
