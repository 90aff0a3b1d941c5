"""The passages of a Markdown file (9.1)."""

from __future__ import annotations

import hashlib

import pytest
from markdown_it import MarkdownIt

from reference_server.decisions.search.passages import Passage, passages_of
from tests.server.decisions.search.conftest import SAMPLE


def cut(text: str) -> list[Passage]:
    return passages_of("a.md", text.encode())


def outline(text: str) -> list[tuple[str, int, int, str]]:
    return [(each.kind, each.start_line, each.end_line, each.text) for each in cut(text)]


def test_each_kind_of_block_is_a_passage() -> None:
    text = (
        "para\nmore\n\n- one\n- two\n\n> quote\n\n```py\ncode\n```\n\n    indented\n\n<div>\nx\n</div>\n\n"
        "***\n\n[ref]: /url\n"
    )

    assert outline(text) == [
        ("paragraph", 1, 2, "para\nmore"),
        ("list_item", 4, 4, "- one"),
        ("list_item", 5, 5, "- two"),
        ("quote", 7, 7, "> quote"),
        ("code", 9, 11, "```py\ncode\n```"),
        ("code", 13, 13, "    indented"),
        ("html", 15, 17, "<div>\nx\n</div>"),
    ]


def test_an_item_is_whole_and_its_inner_blocks_are_no_passages() -> None:
    text = "1. one\n\n   > inner\n\n   - deep\n2. two\n"

    assert outline(text) == [
        ("list_item", 1, 5, "1. one\n\n   > inner\n\n   - deep"),
        ("list_item", 6, 6, "2. two"),
    ]


def test_blocks_inside_a_quote_are_no_passages() -> None:
    assert outline("> - a\n>\n> b\n") == [("quote", 1, 3, "> - a\n>\n> b")]


def test_a_table_of_another_dialect_is_a_paragraph() -> None:
    assert outline("| a | b |\n|---|---|\n| 1 | 2 |\n") == [
        ("paragraph", 1, 3, "| a | b |\n|---|---|\n| 1 | 2 |")
    ]


def test_trailing_lines_of_spaces_and_tabs_are_left_out() -> None:
    assert outline("- a\n \t\n\n- b\n  \n\nend") == [
        ("list_item", 1, 1, "- a"),
        ("list_item", 4, 4, "- b"),
        ("paragraph", 7, 7, "end"),
    ]
    assert outline("```\ncode\n \n\n") == [("code", 1, 2, "```\ncode")]


def test_a_trailing_line_of_other_white_space_stays() -> None:
    assert outline("```\ncode\n\f\n") == [("code", 1, 3, "```\ncode\n\f")]


def test_headings_make_the_trail_and_no_passages() -> None:
    text = (
        "a\n\n# *One* `x`\n\nb\n\nTwo\nlines\n---\n\nc\n\n#### Four ####\n\nd\n\n"
        "### Three\n\ne\n\n# Next\n\nf\n"
    )

    assert [(each.text, each.heading) for each in cut(text)] == [
        ("a", ()),
        ("b", ("*One* `x`",)),
        ("c", ("*One* `x`", "Two\nlines")),
        ("d", ("*One* `x`", "Two\nlines", "Four")),
        ("e", ("*One* `x`", "Two\nlines", "Three")),
        ("f", ("Next",)),
    ]


def test_a_heading_inside_a_quote_or_item_does_not_join_the_trail() -> None:
    text = "> # Quoted\n\n- # Item\n\nplain\n"

    assert [each.heading for each in cut(text)] == [(), (), ()]


def test_an_empty_heading_joins_the_trail_as_an_empty_text() -> None:
    assert cut("#\n\na\n")[0].heading == ("",)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_gives_the_same_text_and_hash(end: str) -> None:
    text = f"# T{end}{end}one{end}two{end}{end}three"

    found = cut(text)

    assert [each.text for each in found] == ["one\ntwo", "three"]
    assert found[0].passage_hash == "sha256:" + hashlib.sha256(b"one\ntwo").hexdigest()
    assert [(each.start_line, each.end_line) for each in found] == [(3, 4), (6, 6)]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_bytes_are_offsets_in_the_file_as_stored(mark: str, end: str) -> None:
    stored = f"{mark}é{end}two{end}{end}- ünï{end}  three  {end}".encode()

    first, second = passages_of("a.md", stored)

    assert first.start_byte == len(mark.encode())
    assert stored[first.start_byte : first.end_byte] == f"é{end}two".encode()
    assert stored[second.start_byte : second.end_byte] == f"- ünï{end}  three  ".encode()
    assert (first.text, second.text) == ("é\ntwo", "- ünï\n  three  ")


def test_a_byte_order_mark_is_no_part_of_the_first_block() -> None:
    found = cut("\ufeff# Title\n\ntext\n")

    assert [(each.text, each.heading) for each in found] == [("text", ("Title",))]


def test_a_nul_and_other_line_separators_stay_in_the_text() -> None:
    text = "a\u2028b\x0bc\x00d\x85e"

    assert outline(text) == [("paragraph", 1, 1, text)]


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n", "# only\n", "---\n", "[a]: /b\n", "\ufeff"])
def test_a_file_without_blocks_has_no_passages(text: str) -> None:
    assert cut(text) == []


def test_the_heading_is_not_in_the_hash_but_in_the_index_text() -> None:
    moved, bare = cut("# A\n\n## B\n\ntext\n")[0], cut("text\n")[0]

    assert moved.passage_hash == bare.passage_hash
    assert (moved.index_text, bare.index_text) == ("A B\ntext", "\ntext")


def test_an_id_is_path_and_lines() -> None:
    assert passages_of("docs/x.md", b"\na\nb\n")[0].id == "docs/x.md:2-3"


def test_the_sample_has_21_passages() -> None:
    files = sorted(path for path in SAMPLE.rglob("*.md") if ".decision" not in path.parts)

    assert sum(len(passages_of(path.name, path.read_bytes())) for path in files) == 21


def test_blocks_are_those_of_the_whole_parser() -> None:
    text = (
        "# *a* `b` \\# #\n\n[x]: /y 'z'\n[x] <b>\n\n* a\n\n  b\n* * *\n\n> a\nlazy\n\n1) x\n2) y\n"
        "3. z\n\n<!-- a\n\nb -->\n\ttab\n\na\n===\n~~~ ```\n~~~\n"
    )
    whole = MarkdownIt("commonmark").parse(text)

    expected = [
        (token.map[0] + 1)
        for token in whole
        if token.map
        and (
            (token.level == 0 and token.type in {"paragraph_open", "blockquote_open", "fence", "code_block"})
            or (token.level == 0 and token.type == "html_block")
            or (token.level == 1 and token.type == "list_item_open")
        )
    ]

    assert [each.start_line for each in cut(text)] == expected
    assert len(expected) > 8
