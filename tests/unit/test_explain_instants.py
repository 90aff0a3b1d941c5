"""One instant in two spellings is a change of the spelling: no mask is offered for it (spec § 4.1)."""

from __future__ import annotations

import pytest

from tests.unit.compare_made import explained, of_texts, structured

SAME = "; the same time in another spelling"
VARIES = "; this looks like a time; declare a mask if it may vary"

SPELLINGS = [
    ("2026-01-01T10:00:00Z", "2026-01-01T10:00:00+00:00", True),
    ("2026-01-01T10:00:00Z", "2026-01-01 10:00:00 UTC", True),
    ("2026-01-01T10:00:00+0100", "2026-01-01T09:00Z", True),
    ("2026-01-01T10:00:00.120Z", "2026-01-01T10:00:00.12Z", True),
    ("2026-01-01T10:00:00Z", "2026-01-01T10:00:00.000000Z", True),
    ("2026-01-01T23:30:00-01:00", "2026-01-02T00:30:00Z", True),
    ("2000-01-01T00:30:00+01:00", "1999-12-31T23:30:00Z", True),
    ("2026-01-01T10:00:00Z", "2026-01-01T10:00:00+01:00", False),
    ("2026-01-01T10:00:00.1234567Z", "2026-01-01T10:00:00.1234568Z", False),
    # Without a zone it may be any instant.
    ("2026-01-01T10:00:00Z", "2026-01-01T10:00:00", False),
    ("2026-01-01 10:00:00", "2026-01-01T10:00:00", False),
    ("2026-13-01T10:00:00Z", "2026-13-01T10:00:00+00:00", False),
]


@pytest.mark.parametrize(("expected", "received", "same"), SPELLINGS)
def test_one_instant_in_two_spellings_is_told_of_a_text(expected: str, received: str, same: bool) -> None:
    for before in ("", "at ", f"{'x' * 200} "):
        made = of_texts(f"{before}{expected}, b", f"{before}{received}, b")

        assert made.first_line.endswith(SAME if same else VARIES)
        assert ("mask" in " ".join(made.advice)) is not same


@pytest.mark.parametrize(("expected", "received", "same"), SPELLINGS)
def test_one_instant_in_two_spellings_is_told_of_a_value(expected: str, received: str, same: bool) -> None:
    made = explained(structured(f'{{"t":"{expected}"}}'), structured(f'{{"t":"{received}"}}'))

    assert made.first_line.endswith(SAME if same else VARIES)


@pytest.mark.parametrize(
    ("expected", "received", "ending"),
    [
        ("1767261600", "1767261600000", SAME),
        ("1767261600.25", "1767261600250000", SAME),
        ("1767261600000000000", "1767261600.000", SAME),
        ("1767261600", "1767261601000", VARIES),
        ("1767261600", "1767261601", VARIES),
        ("1767261600", "true", "received true"),
    ],
)
def test_one_instant_in_two_units_is_told(expected: str, received: str, ending: str) -> None:
    made = explained(structured(f'{{"t":{expected}}}'), structured(f'{{"t":{received}}}'))

    assert made.first_line.endswith(ending)


def test_a_time_elsewhere_in_the_text_says_nothing_of_what_differs() -> None:
    made = of_texts("2026-01-01T10:00:00Z now is x", "2026-01-01T10:00:00Z now is y")

    assert made.first_line.endswith('received "…01T10:00:00Z now is y"')
