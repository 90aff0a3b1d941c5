"""How comparing and explaining grow with what is compared: ratios of one run on one machine.

Run with `python -m benchmarks.compare_large`. Each row compares two answers of one size, then of twice
that size: a ratio near 2 is linear, near 4 quadratic. Two blocks of 20 MB come last, with the memory
that the whole process took at its peak.
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Callable

from pytest_mcpparity.answer import Answer, Exchange, Question, Result, StepAnswer, Text
from pytest_mcpparity.compare.answers import compare_answers
from pytest_mcpparity.explain.explanation import explain

_MEGABYTE = 1_000_000


def _answer(*texts: str) -> Answer:
    blocks = tuple(Text(text) for text in texts)
    return Answer("large", (Exchange(Question("call", "large"), StepAnswer(Result(blocks=blocks))),))


def _seconds(expected: Answer, received: Answer) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        explain(compare_answers(expected, received, "content"))
        best = min(best, time.perf_counter() - start)
    return best


def _lines(size: int, word: str) -> str:
    return "".join(f"{word} {number}\n" for number in range(size // (len(word) + 8)))


def _json(size: int, word: str) -> str:
    return json.dumps([{"id": number, "name": f"{word} {number}"} for number in range(size // 32)])


def _blocks(size: int, word: str) -> tuple[str, ...]:
    return tuple(f"{word} {number}" for number in range(size // 20))


_ROWS: tuple[tuple[str, int, Callable[[int], tuple[Answer, Answer]]], ...] = (
    ("lines that all differ", 400_000, lambda n: (_answer(_lines(n, "old")), _answer(_lines(n, "new")))),
    ("one line that differs", 400_000, lambda n: (_answer("a" * n), _answer("b" * n))),
    (
        "lines in another order",
        400_000,
        lambda n: (_answer(_lines(n, "x")), _answer(_reversed(_lines(n, "x")))),
    ),
    (
        "CRLF for LF",
        400_000,
        lambda n: (_answer(_lines(n, "x")), _answer(_lines(n, "x").replace("\n", "\r\n"))),
    ),
    ("values that all differ", 200_000, lambda n: (_answer(_json(n, "old")), _answer(_json(n, "new")))),
    (
        "JSON with other white space",
        200_000,
        lambda n: (_answer(_json(n, "x")), _answer(_json(n, "x").replace(",", " ,"))),
    ),
    ("blocks that all differ", 200_000, lambda n: (_answer(*_blocks(n, "old")), _answer(*_blocks(n, "new")))),
    (
        "blocks in another order",
        200_000,
        lambda n: (_answer(*_blocks(n, "x")), _answer(*_blocks(n, "x")[::-1])),
    ),
)


def _reversed(text: str) -> str:
    return "\n".join(text.split("\n")[::-1])


def main() -> None:
    """Print one row a kind, then the large blocks."""
    for name, size, make in _ROWS:
        once, twice = _seconds(*make(size)), _seconds(*make(2 * size))
        print(f"{name:30} {size:>9} characters {once:6.3f} s, twice that: ratio {twice / once:4.1f}")
    for name, unit in (("20 MB of ASCII", "0123456789abcde\n"), ("20 MB, one line", "0123456789abcdef")):
        text = unit * (20 * _MEGABYTE // 16)
        pair = _answer("x" + text), _answer(text.swapcase().replace("0", "9"))
        start = time.perf_counter()
        line = explain(compare_answers(*pair, "content")).first_line
        print(f"{name:30} {time.perf_counter() - start:6.3f} s, peak {_peak():4.0f} MB: {line[:60]}…")
    print(f"peak of the process {_peak():4.0f} MB")


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


if __name__ == "__main__":
    main()
