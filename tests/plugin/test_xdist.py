"""xdist: the same verdicts under every `--dist`, one suite on one worker under plain `-n` (spec § 3)."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, failures, lines_of, outcomes, raw_server, small_suite, sound

FAULT = sound("value")
WORKERS = ("-p", "xdist", "-n", "2")
#: Writes which worker ran which item.
_WHO = """
import os
def pytest_runtest_call(item):
    with open("who", "a") as who:
        print(os.environ.get("PYTEST_XDIST_WORKER"), item.nodeid, file=who)
"""


def who(pytester: pytest.Pytester) -> dict[str, list[str]]:
    """The workers that ran items of each suite (with its bracket), by the suite's name."""
    found: dict[str, list[str]] = {}
    for line in (pytester.path / "who").read_text().splitlines():
        worker, nodeid = line.split(" ", 1)
        found.setdefault(nodeid.split("/")[1], []).append(worker)
    return found


def test_two_workers_give_the_verdicts_and_node_ids_of_one_process(suite: Path, play: Play) -> None:
    alone = play(FAULT, "-v")

    spread = play(FAULT, "-v", *WORKERS)

    assert outcomes(spread) == outcomes(alone)
    assert failures(spread) == failures(alone)
    assert spread.ret == 1


def test_a_suite_stays_on_one_worker_and_two_suites_take_two(
    pytester: pytest.Pytester, suite: Path, play: Play
) -> None:
    pytester.makeconftest(_WHO)
    shutil.copytree(suite, suite.parent / "twin")

    result = play(sound(), *WORKERS)

    workers = who(pytester)
    assert result.ret == 0
    assert {name: len(set(ran)) for name, ran in workers.items()} == {"sound": 1, "twin": 1}
    assert workers["sound"][0] != workers["twin"][0]


def test_cases_with_a_process_of_their_own_spread(pytester: pytest.Pytester, play: Play) -> None:
    cases = "".join(f'[case.c{number}]\ntool = "a"\n' for number in range(12))
    small_suite(pytester.path, f'isolation = "case"\n{cases}')
    server = raw_server(pytester.path, 'serve({"a": lambda _: time.sleep(0.1) or "1"})')
    play(server, "--mcp-record")
    pytester.makeconftest(_WHO)

    result = play(server, *WORKERS)

    assert result.ret == 0
    assert len(set(who(pytester)["small"])) == 2


def test_targets_are_units_of_their_own(pytester: pytest.Pytester, suite: Path, play: Play) -> None:
    pytester.makeconftest(_WHO)
    value = sound().partition("=")[2]

    result = play(f"--mcp-server=a={value}", f"--mcp-server=b={value}", *WORKERS)

    lines = (pytester.path / "who").read_text().splitlines()
    assert result.ret == 0
    for label in ("a", "b"):
        assert len({line.split()[0] for line in lines if line.endswith(f"[{label}]")}) == 1


def test_plain_tests_beside_a_suite_are_run(pytester: pytest.Pytester, suite: Path, play: Play) -> None:
    pytester.makepyfile(
        test_plain="import pytest\n@pytest.mark.parametrize('n', range(4))\ndef test_n(n): pass\n"
    )

    result = play(sound(), *WORKERS)

    result.assert_outcomes(passed=19)


def test_junit_is_the_same_with_workers(pytester: pytest.Pytester, suite: Path, play: Play) -> None:
    play(FAULT, "--junit-xml=alone.xml")
    play(FAULT, "--junit-xml=spread.xml", *WORKERS)

    def cases(name: str) -> list[tuple[str | None, str | None, str | None]]:
        found = ElementTree.parse(pytester.path / name).iter("testcase")
        failed = [(case, case.find("failure")) for case in found]
        return sorted(
            (case.get("classname"), case.get("name"), None if failure is None else failure.get("message"))
            for case, failure in failed
        )

    assert len(cases("alone.xml")) == 15
    assert cases("alone.xml") == cases("spread.xml")


@pytest.mark.parametrize("dist", ["worksteal", "each"])
def test_other_ways_to_distribute_give_the_same_verdicts(suite: Path, play: Play, dist: str) -> None:
    alone = play(FAULT, "-v")

    spread = play(FAULT, "-v", *WORKERS, f"--dist={dist}")

    assert outcomes(spread) == outcomes(alone)


def test_what_goodbye_would_fail_for_on_another_worker_is_named_and_the_run_exits_1(
    pytester: pytest.Pytester, play: Play
) -> None:
    cases = "".join(f'[case.c{number}]\ntool = "a"\n' for number in range(6))
    small_suite(pytester.path, cases)
    server = 'serve({{"a": lambda _: time.sleep({pause}) or "1"}}, at_end=lambda: sys.exit({code}))'
    play(raw_server(pytester.path, server.format(pause=0, code=0)), "--mcp-record")
    ends_badly_on = 'os.environ["WORKER"] == {worker!r}'
    pytester.makeconftest("import os\nos.environ['WORKER'] = os.environ.get('PYTEST_XDIST_WORKER', '')\n")
    verdicts = {
        worker: play(
            raw_server(pytester.path, server.format(pause=0.1, code=ends_badly_on.format(worker=worker))),
            *WORKERS,
            "--dist=worksteal",
        )
        for worker in ("gw0", "gw1")
    }

    # One of the two ran goodbye, which fails there; what ended badly on the other one is named.
    by_goodbye = [worker for worker, result in verdicts.items() if failures(result).keys() == {"goodbye"}]
    named = [
        worker
        for worker, result in verdicts.items()
        if lines_of(result, "suites/small: exit-code: the target exited with code 1")
    ]
    assert [result.ret for result in verdicts.values()] == [1, 1]
    assert sorted(by_goodbye + named) == ["gw0", "gw1"]


def test_a_refused_name_without_its_bracket_selects_every_target_on_workers_too(
    suite: Path, play: Play
) -> None:
    value = sound().partition("=")[2]
    targets = [f"--mcp-server=a={value}", f"--mcp-server=b={value}"]

    result = play(*targets, *WORKERS, "suites/sound/mcp-suite.toml::refused[list_things]", "-v")

    assert outcomes(result) == {
        "refused[list_things][a]": "PASSED",
        "refused[list_things][b]": "PASSED",
    }
