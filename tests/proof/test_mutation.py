"""The mistakes that are made on purpose: each is one, and the unit tests decide about it."""

from __future__ import annotations

import ast

import pytest

from tests.proof.mutants import Mutant, count, mutant
from tests.proof.mutation import ROOMS, _modules, _test_files, survives

SOURCE = '''"""Told to people."""
__all__ = ["f"]
LIMIT: "int" = 3
def f(a: "str", b=True) -> "str":
    """Told to people, too."""
    a.append(1)
    if a and not b:
        return f"{a} of {LIMIT - 1}"
    return "one" if a == b else ""
'''


def test_each_mistake_changes_one_thing_and_gives_a_module() -> None:
    whole = ast.unparse(ast.parse(SOURCE))

    made = [mutant(SOURCE, number) for number in range(count(SOURCE))]

    assert {one.source for one in made} & {whole} == set()
    assert len({one.source for one in made}) == len(made)
    assert all(ast.parse(one.source) for one in made)
    assert {one.after for one in made} >= {
        "a != b",
        "LIMIT + 1",
        "a or not b",
        "4",
        "False",
        "'oneXX'",
        "'XX'",
    }


def test_what_is_told_to_people_and_to_type_checkers_is_left_alone() -> None:
    made = [mutant(SOURCE, number).source for number in range(count(SOURCE))]

    assert all('"""Told to people."""' in one and "Told to people, too." in one for one in made)
    assert all("'int'" in one and "['f']" in one for one in made)


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_every_room_has_modules_and_tests(room: str) -> None:
    pattern, patterns = ROOMS[room]

    assert list(_modules(pattern))
    assert _test_files(patterns)


@pytest.mark.heavy
def test_a_sound_module_survives_and_a_broken_one_does_not() -> None:
    pattern, patterns = ROOMS["masks"]
    sources = dict(_modules(pattern))
    name = "pytest_mcpparity.masks.masks"
    sound = Mutant(0, "", "", sources[name])
    broken = Mutant(0, "", "", f"{sources[name]}\nraise RuntimeError\n")

    lived = survives(name, sound, _test_files(patterns))

    assert lived
    assert not survives(name, broken, _test_files(patterns))
