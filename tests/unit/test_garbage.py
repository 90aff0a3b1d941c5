from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from pytest_mcpparity.garbage import left_alone, may_set_aside, set_aside


@pytest.fixture(autouse=True)
def _collector_as_it_was() -> Iterator[None]:
    yield
    gc.enable()
    may_set_aside(False)


def test_the_collector_is_off_inside_the_block_and_on_behind_it() -> None:
    with left_alone():
        assert not gc.isenabled()

    assert gc.isenabled()


def test_the_collector_is_on_again_after_an_error() -> None:
    with pytest.raises(ValueError, match="inside"), left_alone():
        raise ValueError("inside")

    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()

    with left_alone():
        pass

    assert not gc.isenabled()


def test_what_lives_is_set_aside_where_that_is_permitted_and_taken_back() -> None:
    may_set_aside(True)

    set_aside()

    assert gc.get_freeze_count() > 0
    may_set_aside(False)
    assert gc.get_freeze_count() == 0


def test_nothing_is_set_aside_without_permission() -> None:
    may_set_aside(False)

    set_aside()

    assert gc.get_freeze_count() == 0
