"""Review heads and verdicts (spec 4)."""

from __future__ import annotations

from typing import Any

from reference_server.decisions import records
from reference_server.decisions.graph import base_graph
from reference_server.decisions.records import Review
from reference_server.decisions.repository import load_repository
from reference_server.decisions.reviews import review_heads, verdict_of, verdicts
from reference_server.decisions.tools import call
from tests.server.decisions.repositories import DEFAULTS, Workspace, entity


def review(name: str, seq: int, judgment: str = "accept", **fields: Any) -> Review:
    return records.review({**DEFAULTS["reviews"], "id": name, "seq": seq, "judgment": judgment, **fields})


def undo(name: str, seq: int, undoes: str) -> Review:
    return review(name, seq, "undo", subject=None, undoes=undoes)


def ids(reviews: tuple[Review, ...]) -> list[str]:
    return [item.id for item in reviews]


def test_heads_ascend_by_seq_whatever_their_file_names() -> None:
    assert ids(review_heads([review("a", 2), review("b", 1)])) == ["b", "a"]


def test_superseded_and_undone_reviews_are_no_heads() -> None:
    heads = review_heads([review("a", 1), review("b", 2, supersedes="a"), review("c", 3), undo("d", 4, "c")])

    assert ids(heads) == ["b"]


def test_undone_undo_lets_the_judgment_stand_again() -> None:
    heads = review_heads([review("a", 1), undo("b", 2, "a"), undo("c", 3, "b")])

    assert ids(heads) == ["a"]


def test_undone_supersession_lets_the_earlier_judgment_stand_again() -> None:
    heads = review_heads([review("a", 1), review("b", 2, supersedes="a"), undo("c", 3, "b")])

    assert ids(heads) == ["a"]


def test_last_accept_or_reject_of_the_same_record_is_the_verdict() -> None:
    judged = verdicts(
        review_heads(
            [
                review("a", 1, "reject"),
                review("b", 2, "accept"),
                review("c", 3, "reject", subject={"type": "claim", "ids": ["a"]}),
                review("d", 4, "reject", subject={"type": "identity", "ids": ["a", "b"]}),
            ]
        )
    )

    assert verdict_of(judged, "entity", "a") == "accepted"
    assert verdict_of(judged, "claim", "a") == "rejected"
    assert verdict_of(judged, "alias", "a") == "unreviewed"
    assert verdict_of(judged, "entity", "b") == "unreviewed"


def test_rejected_records_leave_the_base_graph_only(workspace: Workspace) -> None:
    workspace.entities("a", "b")
    workspace.put("relationships", "r").put("relationships", "s")
    workspace.put("reviews", "v1", seq=1, judgment="reject", subject={"type": "entity", "ids": ["b"]})
    workspace.put("reviews", "v2", seq=2, judgment="reject", subject={"type": "relationship", "ids": ["s"]})

    graph = base_graph(load_repository(workspace.root))

    # A relationship to the missing entity stays (5.2).
    assert (list(graph.entities), list(graph.relationships)) == (["a"], ["r"])


def test_rejected_alias_and_claim_are_shown_and_not_effective(workspace: Workspace) -> None:
    workspace.put_value("entities", "a", entity("a"))
    workspace.put("aliases", "al").put("claims", "c").put("aliases", "am").put("claims", "d")
    workspace.put("reviews", "v1", seq=1, judgment="reject", subject={"type": "alias", "ids": ["al"]})
    workspace.put("reviews", "v2", seq=2, judgment="reject", subject={"type": "claim", "ids": ["c"]})

    answer = call(workspace.root, "inspect_architecture", {})

    assert [
        (item["id"], item["review"], item["effective"]) for item in answer["aliases"] + answer["claims"]
    ] == [
        ("al", "rejected", False),
        ("am", "unreviewed", True),
        ("c", "rejected", False),
        ("d", "unreviewed", True),
    ]
