"""Whatever is wrong around a run, neither pytest nor the plugin breaks down over it, and words say it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.plugin.conftest import Play, small_suite, sound

#: Spoils what is around a suite, and gives the options of the run.
Spoil: TypeAlias = Callable[[Path, pytest.MonkeyPatch], list[str]]
CASES = '[case.lines]\ntool = "lines"\n'
ANSWER = "mcp-answer 1\ncase lines\n--- call lines\n--- result\n--- text\nother\n--- end\n"
LOCK = {
    "amendments": [],
    "answers": {"lines.answer": {"giver": None, "sha256": hashlib.sha256(ANSWER.encode()).hexdigest()}},
    "format": 1,
}
LOCKS = {"conflict": "<<<<<<< ours\n=======\n>>>>>>> theirs\n", "no JSON": "{"}
AWAY = "--mcp-server=http://mcp.invalid/mcp"


def _lock(text: str, *options: str) -> Spoil:
    def spoil(suite: Path, _patch: pytest.MonkeyPatch) -> list[str]:
        (suite / "answers.lock").write_text(text)
        return [sound(), *options]

    return spoil


def _environment(name: str, value: str) -> Spoil:
    def spoil(_suite: Path, patch: pytest.MonkeyPatch) -> list[str]:
        patch.setenv(name, value)
        return [AWAY]

    return spoil


def _no_cache(_suite: Path, _patch: pytest.MonkeyPatch) -> list[str]:
    Path(".pytest_cache").write_text("a file")
    return [sound(), "-W", "ignore::pytest.PytestCacheWarning"]  # pytest's own


def _no_cache_for_answers(_suite: Path, _patch: pytest.MonkeyPatch) -> list[str]:
    Path(".pytest_cache/d").mkdir(parents=True)
    Path(".pytest_cache/d/mcpparity").write_text("a file")
    return [sound()]


def _no_folder_for_answers(suite: Path, _patch: pytest.MonkeyPatch) -> list[str]:
    for file in (suite / "answers").iterdir():
        file.unlink()
    (suite / "answers").rmdir()
    (suite / "answers").write_text("a file")
    return [sound(), "--mcp-record"]


SPOILS: dict[str, Spoil] = {
    **{
        f"lock: {name}, {option or 'compared'}": _lock(text, *filter(None, [option]))
        for name, text in LOCKS.items()
        for option in ("", "--mcp-record", "--mcp-record=all")
    },
    "cache is a file": _no_cache,
    "cache of answers is a file": _no_cache_for_answers,
    "answers is a file": _no_folder_for_answers,
    "proxy without its package": _environment("ALL_PROXY", "socks5://proxy:1"),
    "proxy of no known scheme": _environment("HTTP_PROXY", "foo://proxy:1"),
    "proxy without a port": _environment("HTTP_PROXY", "http://proxy:port"),
    "missing certificates": _environment("SSL_CERT_FILE", "/missing"),
    "certificates that are none": _environment("SSL_CERT_FILE", __file__),
}


@pytest.mark.parametrize("what", SPOILS)
def test_nothing_around_a_run_breaks_it_down(
    pytester: pytest.Pytester, play: Play, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    for name in ("ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    suite = small_suite(pytester.path, CASES)
    (suite / "answers").mkdir()
    (suite / "answers" / "lines.answer").write_text(ANSWER)
    (suite / "answers.lock").write_text(json.dumps(LOCK))
    pytester.makepyfile('def test_python(mcp_target): assert mcp_target.call("lines").text')
    options = SPOILS[what](suite, monkeypatch)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    # In a process of its own where threads are: what a leak says, it says when the interpreter ends.
    run = pytester.runpytest_subprocess if AWAY in options else play
    result = run("-p", "mcpparity", *options)

    shown = result.stdout.str() + result.stderr.str()
    assert result.ret in (1, 4)
    assert [word for word in ("INTERNALERROR", "Traceback", "Exception ignored") if word in shown] == []
    assert AWAY not in options or "in the environment" in shown
