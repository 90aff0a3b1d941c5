"""The sentences of a passage (9.6)."""

from __future__ import annotations

import pytest

from reference_server.decisions.search.sentences import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Ends here.", ["Ends here."]),
        ("Wait... What?! Yes.", ["Wait...", "What?!", "Yes."]),
        ('He said "no." Then (left.) *Gone.* `x.` [y.] _z._ End', None),
        ("Use e.g. the queue. Then stop.", ["Use e.g. the queue.", "Then stop."]),
        ("At 3. 4 follows. ß is lower. É is not.", ["At 3.", "4 follows. ß is lower.", "É is not."]),
        ("Version 1.2 works.No space. End", ["Version 1.2 works.No space.", "End"]),
        ("A; b: c, d", ["A; b: c, d"]),
        ("Line one.\nLine two.\r\n\tLine  three.", ["Line one.", "Line two.", "Line three."]),
        (" . . ", [".", "."]),
        ("", []),
        ("   ", []),
        ("a\u00a0b. C", ["a\u00a0b.", "C"]),
        ("Stop.\u00a0Not here. Here", ["Stop.\u00a0Not here.", "Here"]),
        ("Really.) Yes", ["Really.)", "Yes"]),
        ("Is it.(no) Yes", ["Is it.(no) Yes"]),
    ],
)
def test_a_paragraph_is_cut_after_its_stops(text: str, expected: list[str] | None) -> None:
    if expected is None:
        expected = ['He said "no."', "Then (left.)", "*Gone.*", "`x.`", "[y.]", "_z._", "End"]

    assert sentences("paragraph", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> One.\n> Two", ["One.", "Two"]),
        ("> > nested\n>> deep", ["nested deep"]),
        ("   >three spaces\nlazy", ["three spaces lazy"]),
        ("    > four spaces", ["> four spaces"]),
        (">\n>  a > b", ["a > b"]),
    ],
)
def test_a_quote_loses_its_marks(text: str, expected: list[str]) -> None:
    assert sentences("quote", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- One. Two", ["One.", "Two"]),
        ("* a", ["a"]),
        ("+ a", ["a"]),
        ("12) a", ["a"]),
        ("2. Restart. Wait", ["Restart.", "Wait"]),
        ("123456789. a", ["a"]),
        ("-", []),
        ("7.", []),
        ("- - nested", ["- nested"]),
        ("  - indented", ["indented"]),
        ("-x", ["-x"]),
        ("- > quoted stays", ["> quoted stays"]),
    ],
)
def test_an_item_loses_its_mark(text: str, expected: list[str]) -> None:
    assert sentences("list_item", text) == expected


def test_a_paragraph_keeps_what_looks_like_a_mark() -> None:
    assert sentences("paragraph", "- a") == ["- a"]
    assert sentences("paragraph", "> a") == ["> a"]


@pytest.mark.parametrize("kind", ["code", "html"])
def test_code_and_html_have_no_sentences(kind: str) -> None:
    assert sentences(kind, "One. Two.") == []


def test_a_long_run_of_stops_is_one_cut() -> None:
    assert sentences("paragraph", "a" + "." * 200_000 + ' "b') == ["a" + "." * 200_000, '"b']
    assert sentences("paragraph", "." + ")" * 200_000 + "x") == ["." + ")" * 200_000 + "x"]
