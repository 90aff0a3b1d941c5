from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from pytest_mcpparity.garbage import left_alone


@pytest.fixture(autouse=True)
def _collector_as_it_was() -> Iterator[None]:
    yield
    gc.enable()


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
