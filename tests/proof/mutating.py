"""Random inputs from seeds, without a fuzzer: what a seed number gives is the same on every machine."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.proof.seeds import DICTIONARY, seeds

#: No mutated input is longer, in bytes.
LONGEST = 8192


def mutated(reader: str, seed: int, count: int) -> Iterator[bytes]:
    """`count` inputs for a reader: one to eight changes of a seed each."""
    chance = random.Random(f"{reader} {seed}")
    start = seeds(reader)
    words = [word.encode() for word in DICTIONARY[reader]]
    for _ in range(count):
        data = bytearray(chance.choice(start))
        for _ in range(chance.randint(1, 8)):
            _change(chance, data, words, start)
        yield bytes(data[:LONGEST])


def _change(chance: random.Random, data: bytearray, words: list[bytes], start: list[bytes]) -> None:
    at = chance.randint(0, len(data))
    length = min(len(data) - at, chance.choice((1, 1, 2, 4, 16, 64)))
    match chance.randrange(6):
        case 0:
            data[at : at + length] = b""
        case 1:
            data[at:at] = chance.choice(words)
        case 2:
            data[at : at + length] = chance.randbytes(length)
        case 3:
            data[at:at] = data[at : at + length] * chance.choice((1, 2, 40))
        case 4:
            data[at : at + length] = chance.choice(words)
        case _:
            other = chance.choice(start)
            cut = chance.randint(0, len(other))
            data[at:] = other[cut:]
