"""Hunks, windows and cuts of the difference of two texts, line by line (spec § 4.1)."""

from __future__ import annotations

import pytest

from pytest_mcpparity.explain.text_diff import LEFT_OUT, LIMIT, diff_texts


def lines(count: int, word: str = "line", first: int = 0) -> str:
    return "".join(f"{word} {number}\n" for number in range(first, first + count))


@pytest.mark.parametrize(
    ("expected", "received", "shown"),
    [
        ("é", "è", ("@@ -1,1 +1,1 @@", "-é", "+è")),
        ("a\nb", "a\nc", ("@@ -1,2 +1,2 @@", " a", "-b", "+c")),
        ("\na", "\nb", ("@@ -1,2 +1,2 @@", " ", "-a", "+b")),
        ("a\nb\nc", "x\nb\ny", ("@@ -1,3 +1,3 @@", "-a", "+x", " b", "-c", "+y")),
        ("1\n2\n3\n4\n5", "1\n2\n3\n4\n6", ("@@ -2,4 +2,4 @@", " 2", " 3", " 4", "-5", "+6")),
    ],
)
def test_few_lines_are_shown_around_what_differs(
    expected: str, received: str, shown: tuple[str, ...]
) -> None:
    assert diff_texts(expected, received) == shown


def test_a_difference_far_into_a_text_has_its_own_line_numbers() -> None:
    expected = f"\n{lines(20_000)}"

    assert diff_texts(expected, expected.replace("line 15000\n", "other\n")) == (
        "@@ -14999,7 +14999,7 @@",
        *(" line 14997", " line 14998", " line 14999", "-line 15000", "+other"),
        *(" line 15001", " line 15002", " line 15003"),
    )


def test_hunks_are_shown_with_the_lines_of_their_own_side() -> None:
    expected = lines(20, "é")

    made = diff_texts(
        expected, expected.replace("é 2\n", "é 2\nput in\nput in\n").replace("é 15\n", ""), ascii_only=True
    )

    assert made == (
        *("@@ -1,6 +1,8 @@", " \\xe9 0", " \\xe9 1", " \\xe9 2", "+put in", "+put in"),
        *(" \\xe9 3", " \\xe9 4", " \\xe9 5"),
        *("@@ -13,7 +15,6 @@", " \\xe9 12", " \\xe9 13", " \\xe9 14", "-\\xe9 15"),
        *(" \\xe9 16", " \\xe9 17", " \\xe9 18"),
    )


@pytest.mark.parametrize(("second", "hunks"), [(36, 1), (37, 1), (38, 2), (40, 2)])
def test_changes_with_more_than_six_equal_lines_between_have_two_hunks(second: int, hunks: int) -> None:
    expected = lines(60)
    received = expected.replace("line 30\n", "x\n").replace(f"line {second}\n", "y\n")

    assert sum(line.startswith("@@") for line in diff_texts(expected, received)) == hunks


def test_what_follows_many_equal_lines_is_shown() -> None:
    assert diff_texts("x\n" * 10, "x\n" * 20) == (
        *("@@ -8,4 +8,14 @@", " x", " x", " x"),
        *("+x",) * 10,
        " ⏎ (the text ends in a newline)",
    )


@pytest.mark.parametrize(("count", "more"), [(24, ()), (25, ("1 more {} line",)), (26, ("2 more {} lines",))])
def test_of_many_changed_lines_24_of_either_side_are_shown(count: int, more: tuple[str, ...]) -> None:
    made = diff_texts(lines(count, "old").strip(), lines(count, "new").strip())

    assert made == (
        f"@@ -1,{count} +1,{count} @@",
        *(f"-old {number}" for number in range(24)),
        *(f"-… {words.format('expected')}" for words in more),
        *(f"+new {number}" for number in range(24)),
        *(f"+… {words.format('received')}" for words in more),
    )


def test_of_very_many_changed_lines_1200_are_looked_at() -> None:
    made = diff_texts(f"same\n{lines(2000, 'old')}", f"same\n{lines(2000, 'new')}")

    assert made == (
        *("@@ -1,1200 +1,1200 @@", " same"),
        *(f"-old {number}" for number in range(24)),
        "-… 1175 more expected lines",
        *(f"+new {number}" for number in range(24)),
        "+… 1175 more received lines",
        LEFT_OUT,
    )


def test_a_side_that_was_not_looked_at_to_its_end_says_so() -> None:
    short, long = "a\nb", f"x\nb\n{lines(5000)}"

    assert diff_texts(short, long) == ("@@ -1,2 +1,2 @@", "-a", "+x", " b", LEFT_OUT)
    assert diff_texts(long, short) == ("@@ -1,2 +1,2 @@", "-x", "+a", " b", LEFT_OUT)
    assert diff_texts("a", lines(5000))[-1] == LEFT_OUT
    assert diff_texts(lines(5000), "a")[-1] == LEFT_OUT
    assert len(diff_texts("a", lines(5000))) < LIMIT


@pytest.mark.parametrize("before", [lines(3, "x" * 300_000), "x" * 300_000 + "\n"])
def test_a_difference_behind_very_long_lines_is_shown(before: str) -> None:
    number = before.count("\n") + 1

    assert diff_texts(f"{before}a", f"{before}b") == (f"@@ -{number},1 +{number},1 @@", "-a", "+b")


@pytest.mark.parametrize(
    ("expected", "received", "shown"),
    [
        ("x" * 200, "x" * 199 + "y", ("x" * 200, "x" * 199 + "y")),
        ("a" + "x" * 200, "b" + "x" * 200, ("a" + "x" * 199 + "…", "b" + "x" * 199 + "…")),
        ("x" * 50 + "a" + "x" * 150, "x" * 201, ("x" * 50 + "a" + "x" * 149 + "…", "x" * 200 + "…")),
        (
            "x" * 51 + "a" + "x" * 150,
            "x" * 202,
            ("…" + "x" * 50 + "a" + "x" * 149 + "…", "…" + "x" * 200 + "…"),
        ),
        ("x" * 60 + "a" + "x" * 141, "x" * 202, ("…" + "x" * 58 + "a" + "x" * 141, "…" + "x" * 200)),
        ("x" * 400 + "a", "x" * 400 + "b", ("…" + "x" * 199 + "a", "…" + "x" * 199 + "b")),
        ("x" * 190, "x" * 190 + "y" * 300, ("x" * 190, "…" + "x" * 50 + "y" * 150 + "…")),
    ],
)
def test_200_characters_of_a_line_are_shown_around_what_differs(
    expected: str, received: str, shown: tuple[str, str]
) -> None:
    made = diff_texts(f"first\n{expected}\nlast", f"first\n{received}\nlast")

    assert made == ("@@ -1,3 +1,3 @@", " first", f"-{shown[0]}", f"+{shown[1]}", " last")
