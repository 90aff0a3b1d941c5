"""What a recording does not write, and what it advises instead (spec § 5)."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, contents, failures, raw_server, small_suite

_COUNT = """
count = 0
def step(_):
    global count
    count += 1
    return f"step {count}"

serve({"step": step, "same": lambda _: "same"})
"""
_COUNTED = '[case.a]\ntool = "step"\n[case.b]\ntool = "step"\n[case.c]\ntool = "same"\n'


def recorded(folder: Path) -> set[str]:
    """The cases whose answers lie in the suite."""
    return {file.stem for file in (folder / "answers").glob("*.answer")} - {"tools", "session"}


def test_cases_that_lean_on_each_other_are_not_written_and_the_advice_is_steps_or_isolation(
    pytester: pytest.Pytester, play: Play
) -> None:
    folder = small_suite(pytester.path, _COUNTED)

    result = play(raw_server(pytester.path, _COUNT), "--mcp-record")

    found = failures(result)
    assert found["a"].startswith("not recorded, two plays differ: block 1: line 1, character 6: expected ")
    assert found.keys() == {"a", "b", "inventory"}
    assert recorded(folder) == {"c"}
    result.stdout.fnmatch_lines(["Alone it answers the same each time, *", '*`steps`*isolation = "case".'])


_LEANING_AND_VARYING = """
import uuid
seen = []
def set(_):
    seen.append(1)
    return "set"
def ask(_):
    return f"{'clean' if seen else 'nothing set'} (request {uuid.uuid4()})"
serve({"set": set, "ask": ask})
"""


def test_a_case_that_leans_on_another_and_varies_too_is_told_to_lean(
    pytester: pytest.Pytester, play: Play
) -> None:
    small_suite(pytester.path, '[case.a]\ntool = "set"\n[case.b]\ntool = "ask"\n')

    result = play(raw_server(pytester.path, _LEANING_AND_VARYING), "--mcp-record")

    assert failures(result)["b"].startswith("not recorded, two plays differ: ")
    result.stdout.fnmatch_lines(["Alone it answers the same each time but for what varies, so it leans *"])
    assert "[[mask]]" not in result.stdout.str()


@pytest.mark.parametrize(
    "cure",
    [
        '[case.a]\nsteps = [{ tool = "step" }, { tool = "step" }]\n',
        '[case.a]\ntool = "step"\nisolation = "case"\n[case.b]\ntool = "step"\nisolation = "case"\n',
    ],
)
def test_what_is_advised_helps(pytester: pytest.Pytester, play: Play, cure: str) -> None:
    small_suite(pytester.path, cure)
    server = raw_server(pytester.path, _COUNT)

    recording = play(server, "--mcp-record")
    afterwards = play(server)

    assert recording.ret == 0
    assert afterwards.ret == 0


def test_each_selected_case_is_played_twice_the_second_time_in_reverse_order(
    pytester: pytest.Pytester, play: Play
) -> None:
    small_suite(pytester.path, "".join(f'[case.{n}]\ntool = "note"\narguments = "{{}}"\n' for n in "abc"))
    text = (pytester.path / "suites/small/mcp-suite.toml").read_text()
    for name in "abc":
        text = text.replace('arguments = "{}"', f"arguments = {{ n = '{name}' }}", 1)
    (pytester.path / "suites/small/mcp-suite.toml").write_text(text)
    body = f"""
    def note(given):
        with open("{pytester.path}/log", "a") as log:
            print(os.getpid(), given["n"], os.getcwd(), file=log)
        return "noted"
    serve({{"note": note}})
    """

    play(raw_server(pytester.path, body), "--mcp-record", "-k", "a or b or c")

    played = [line.split()[:2] for line in (pytester.path / "log").read_text().splitlines()]
    assert [name for _, name in played] == ["a", "b", "c", "c", "b", "a"]
    assert len({pid for pid, _ in played[:3]}) == len({pid for pid, _ in played[3:]}) == 1
    assert played[0][0] != played[3][0]


_VARYING = """
import json, uuid
def report(_):
    return {"result": {
        "content": [{"type": "text", "text": f"made {uuid.uuid4()} here\\nin 3 rows"}],
        "structuredContent": {"id": str(uuid.uuid4()), "rows": 3},
    }}
serve({"report": report})
"""


def test_the_masks_that_are_printed_for_what_varies_work_when_they_are_pasted(
    pytester: pytest.Pytester, play: Play
) -> None:
    folder = small_suite(pytester.path, '[case.report]\ntool = "report"\n')
    server = raw_server(pytester.path, _VARYING)

    refused = play(server, "--mcp-record")
    nothing_written = recorded(folder)
    output = refused.stdout.str()
    pasted = "\n".join(
        re.findall(r"^\[\[mask\]\]\n(?:(?:pattern|pointer|as|cases) = .*\n)+", output, re.MULTILINE)
    )
    (folder / "mcp-suite.toml").write_text((folder / "mcp-suite.toml").read_text() + pasted)
    accepted = play(server, "--mcp-record")
    afterwards = play(server)

    assert failures(refused)["report"].startswith("not recorded, two plays differ: ")
    assert nothing_written == set()
    assert pasted.count("[[mask]]") == 2
    assert accepted.ret == 0
    assert afterwards.ret == 0


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ('outcome = "rpc-error"', "not recorded: the case claims outcome rpc-error, received result"),
        ("blocks = 2", "not recorded: the case claims 2 blocks, received 1"),
    ],
)
def test_an_answer_that_disagrees_with_its_claim_is_not_written(
    pytester: pytest.Pytester, play: Play, claim: str, line: str
) -> None:
    folder = small_suite(pytester.path, f'[case.a]\ntool = "same"\n{claim}\n[case.b]\ntool = "same"\n')

    result = play(raw_server(pytester.path, _COUNT), "--mcp-record", "-k", "a or b")

    assert failures(result)["a"] == line
    assert recorded(folder) == {"b"}


@pytest.mark.parametrize(
    ("body", "allow", "line"),
    [
        ('write(b"noise\\n") or "1"', "", "stray-output: "),
        ("os._exit(3)", "", "no answer: the target exited with code 3 in step 1"),
        ('write(b"noise\\n") or "1"', 'allow = ["stray-output"]\n', None),
    ],
)
def test_an_answer_with_a_finding_or_none_at_all_is_not_written_unless_allowed(
    pytester: pytest.Pytester, play: Play, body: str, allow: str, line: str | None
) -> None:
    folder = small_suite(pytester.path, f'{allow}[case.a]\ntool = "a"\n')
    server = raw_server(pytester.path, f'serve({{"a": lambda _: {body}}})')

    result = play(server, "--mcp-record", "-k", "a and not tools")

    assert failures(result).get("a", "passed").startswith(line or "passed")
    assert recorded(folder) == (set() if line else {"a"})


def test_a_listing_that_varies_is_not_written(pytester: pytest.Pytester, play: Play) -> None:
    folder = small_suite(pytester.path, '[case.same]\ntool = "same"\n')
    server = raw_server(pytester.path, 'serve({"same": lambda _: "1", f"tool{os.getpid()}": lambda _: "2"})')

    result = play(server, "--mcp-record")

    assert failures(result)["tools"].startswith("not recorded, tools/list varies from play to play: tools: ")
    assert not (folder / "answers" / "tools.answer").exists()


def test_a_recording_that_is_killed_leaves_whole_files_and_the_next_one_mends_it(
    pytester: pytest.Pytester, play: Play
) -> None:
    folder = small_suite(pytester.path, '[case.a]\ntool = "a"\n[case.b]\ntool = "b"\n')
    old, new = (
        raw_server(pytester.path, f'serve({{"a": lambda _: "{w} a", "b": lambda _: "{w} b"}})', f"{w}.py")
        for w in ("old", "new")
    )
    play(old, "--mcp-record")
    (pytester.path / "conftest.py").write_text(
        "import os\n"
        "def pytest_runtest_logreport(report):\n"
        "    if report.when == 'call' and report.nodeid.endswith('::a'): os.kill(os.getpid(), 9)\n"
    )

    killed = pytester.runpytest_subprocess("-p", "no:randomly", new, "--mcp-record=all")
    (pytester.path / "conftest.py").unlink()
    torn = contents(folder)
    mended = play(new, "--mcp-record")
    rest = play(new, "--mcp-record=all")

    assert killed.ret == -signal.SIGKILL
    assert b"new a" in torn["answers/a.answer"]
    assert b"old b" in torn["answers/b.answer"]
    assert mended.ret == 0
    assert rest.ret == 0
    play(new).assert_outcomes(passed=6)


def test_the_plays_of_a_recording_are_outside_the_limits_of_pytest_timeout(
    pytester: pytest.Pytester, play: Play
) -> None:
    folder = small_suite(pytester.path, '[case.a]\ntool = "a"\n')
    server = raw_server(pytester.path, 'serve({"a": lambda _: time.sleep(1.5) or "1"})')

    result = play("-p", "timeout", server, "--mcp-record", "--timeout=1")
    compared = play("-p", "timeout", server, "--timeout=1")

    assert result.ret == 0
    assert recorded(folder) == {"a"}
    assert "Timeout" in failures(compared)["a"]
