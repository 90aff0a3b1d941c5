"""Keeps both whole answers of a failure under pytest's cache folder (spec § 4.1)."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from pytest_mcpparity.answer import Answer
from pytest_mcpparity.answers.file import format_answer
from pytest_mcpparity.errors import Mismatch


def keep_answers(config: pytest.Config, nodeid: str, mismatch: Mismatch) -> list[str]:
    """Write expected and received answer to files; the lines that name them. Without a cache: no lines.

    A folder that cannot be written is told in their place: the verdict on the item does not hang on it.
    """
    cache = getattr(config, "cache", None)  # gone with -p no:cacheprovider
    if cache is None or mismatch.expected is None or mismatch.received is None:
        return []
    readable = re.sub(r"[^A-Za-z0-9._-]+", "-", nodeid.rpartition("::")[2])[:80]
    lines = [""]
    try:
        folder = cache.mkdir("mcpparity") / f"{readable}-{hashlib.sha256(nodeid.encode()).hexdigest()[:8]}"
        for side, answer in (("expected", mismatch.expected), ("received", mismatch.received)):
            lines.append(f"{side} kept in {_keep(folder / side, answer)}")
    except OSError as error:
        place = f"pytest's cache folder {config.getini('cache_dir')}"
        return ["", f"the answers could not be kept in {place}: {error.strerror or error}"]
    return lines


def _keep(folder: Path, answer: Answer) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    data, media = format_answer(answer)
    for name, content in media.items():
        (folder / name).write_bytes(content)
    file = folder / f"{answer.case}.answer"
    file.write_bytes(data)
    return file
