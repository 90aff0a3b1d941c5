"""Coverage-guided fuzzing of one reader: `python -m tests.proof.fuzz READER --seconds N --corpus FOLDER`.

Needs atheris, which is no dependency of the project. It stops at the first input that breaks a rule of
`attacks`, takes longer than `SLOWEST` or more memory than `MEMORY`, and writes that input into the folder.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Final

from tests.proof.seeds import DICTIONARY, seeds

#: Seconds for one input of at most `LONGEST` bytes, and MiB for the whole process.
SLOWEST: Final = 10
MEMORY: Final = 1024
LONGEST: Final = 8192
#: What is instrumented: the readers and what they stand on.
INSTRUMENTED: Final = ("pytest_mcpparity", "tomllib")


def main(argv: list[str]) -> None:
    """Fuzz until the time is over; the process ends with libFuzzer's exit code."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("reader", choices=sorted(DICTIONARY))
    asked.add_argument("--seconds", type=int, default=1200)
    asked.add_argument("--corpus", type=Path, required=True)
    chosen = asked.parse_args(argv)
    folder: Path = chosen.corpus / chosen.reader
    words = _prepare(chosen.reader, folder)
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=list(INSTRUMENTED)):
        attack = importlib.import_module("tests.proof.attacks").READERS[chosen.reader]
    limits = [f"-timeout={SLOWEST}", f"-rss_limit_mb={MEMORY}", f"-max_len={LONGEST}"]
    report = [f"-max_total_time={chosen.seconds}", f"-dict={words}", f"-artifact_prefix={folder}-found-"]
    atheris.Setup([sys.argv[0], str(folder), *limits, *report, "-print_final_stats=1"], attack)
    atheris.Fuzz()


def _prepare(reader: str, folder: Path) -> Path:
    """Lay out the seeds and the dictionary; the path of the latter."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds(reader)):
        (folder / f"seed-{number}").write_bytes(seed)
    words = folder.parent / f"{reader}.dict"
    quoted = (word.encode().hex() for word in DICTIONARY[reader])
    lines = (
        '"' + "".join(f"\\x{word[at : at + 2]}" for at in range(0, len(word), 2)) + '"' for word in quoted
    )
    words.write_text("\n".join(lines) + "\n", encoding="ascii")
    return words


if __name__ == "__main__":
    main(sys.argv[1:])
