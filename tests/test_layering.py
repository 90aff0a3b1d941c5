"""Who may import whom: steps depend on earlier steps only, and what is slow or foreign stays in its room."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

REPOSITORY = Path(__file__).parent.parent
PACKAGE = "pytest_mcpparity"
#: The rooms, each of which may import those before it; a room is a folder or a group of single modules.
ROOMS: tuple[tuple[str, ...], ...] = (
    ("errors", "characters", "nearest", "json_text", "answer", "findings", "places", "projection", "garbage"),
    ("suite",),
    ("masks", "concealing", "matrix"),
    ("answers",),
    ("compare",),
    ("explain",),
    ("session", "target", "target_url"),
    ("option_names", "options", "journal", "coverage", "coverage_table"),
    ("play",),
    ("conductor", "keeping", "items", "order", "scheduler", "surveying", "stopping", "progress", "init",
     "kept_out", "api", "api_answer", "api_snapshot"),
    ("report",),
    ("fixtures", "cli", "plugin"),
)  # fmt: skip
#: A room as it stands in the table, and the one late import in which the order is turned round on purpose.
EXCEPTIONS = {("items", "report")}  # an item notes what JUnit shall hold
#: The only modules that know pytest.
PYTEST_SIDE = frozenset(
    {"plugin", "fixtures", "items", "options", "option_names", "order", "keeping", "kept_out", "scheduler",
     "api", "api_answer", "api_snapshot", "progress", "stopping", "report"}
)  # fmt: skip
#: Imported within functions only: each takes longer than all of an idle plugin.
SLOW = frozenset({"mcp", "httpx", "httpx2", "jsonschema", "deepdiff", "tomlkit", "referencing", "pydantic"})


class Import(NamedTuple):
    """One import: the module that is named, and whether it stands within a function."""

    name: str
    late: bool


def imports(source: str) -> Iterator[Import]:
    """The imports of a module, without those that only a type checker sees."""
    yield from _imports(ast.parse(source), late=False)


def _imports(node: ast.AST, *, late: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, late) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from (Import(f"{child.module}.{alias.name}", late) for alias in child.names)
        else:
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _imports(child, late=late or function)


def modules(package: str) -> dict[str, list[Import]]:
    """The imports of each module of a package, by its dotted name."""
    found = {}
    for file in sorted((REPOSITORY / package).rglob("*.py")):
        parts = file.relative_to(REPOSITORY).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = list(imports(file.read_text(encoding="utf-8")))
    return found


def room(module: str) -> str:
    """The folder of a module, or its own name where it lies in none."""
    return module.partition(".")[2].partition(".")[0]


def later_steps(name: str, found: list[Import]) -> list[str]:
    """What `name` imports of a room that comes after its own, or of one that is not in the table."""
    ranks = {member: rank for rank, members in enumerate(ROOMS) for member in members}
    targets = {room(one.name) for one in found if one.name.startswith(f"{PACKAGE}.")} - {room(name)}
    own = ranks.get(room(name), -1)
    return sorted(
        one
        for one in targets
        if one != "__version__" and (room(name), one) not in EXCEPTIONS and ranks.get(one, len(ROOMS)) > own
    )


OURS = modules(PACKAGE)


@pytest.mark.parametrize("name", sorted(set(OURS) - {PACKAGE}))
def test_no_module_imports_a_later_step(name: str) -> None:
    assert later_steps(name, OURS[name]) == []


def test_an_import_of_a_later_step_is_found_wherever_it_stands() -> None:
    source = f"def late():\n    from {PACKAGE}.plugin import x\n"

    found = list(imports(source))

    assert later_steps(f"{PACKAGE}.suite.model", found) == ["plugin"]
    assert later_steps(f"{PACKAGE}.plugin", found) == []


def test_every_room_stands_in_the_table_once() -> None:
    table = [member for members in ROOMS for member in members]

    assert len(table) == len(set(table))
    assert {room(name) for name in OURS} - {""} <= set(table)


def told_order(page: str) -> list[list[str]]:
    """The rooms of each row of the table in the page about the flow."""
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    return [re.findall(r"`(\w+)/?`", row) for row in rows]


def test_the_page_about_the_flow_tells_the_same_order() -> None:
    page = (REPOSITORY / "docs" / "explanation" / "the-flow.md").read_text(encoding="utf-8")

    rows = told_order(page)

    assert len(rows) == len(ROOMS)
    assert [row for row, members in zip(rows, ROOMS, strict=True) if not set(row) <= set(members)] == []
    assert told_order("| `suite/`, `target` | b |\n|---|\n") == [["suite", "target"]]


def graph() -> Mapping[str, set[str]]:
    """Which modules of ours each of ours imports, wherever the import stands."""
    return {
        name: {
            target
            for one in found
            for target in (one.name, one.name.rpartition(".")[0])
            if target in OURS and target not in (name, PACKAGE)
        }
        for name, found in OURS.items()
    }


def test_no_module_imports_itself_by_way_of_another() -> None:
    order = list(TopologicalSorter(graph()).static_order())

    assert len(order) == len(OURS)


def test_a_circle_is_found() -> None:
    with pytest.raises(CycleError):
        list(TopologicalSorter({"a": {"b"}, "b": {"a"}}).static_order())


def roots(found: list[Import], *, late: bool | None = None) -> set[str]:
    """The packages that are imported; with `late`, only those that are imported so."""
    return {one.name.partition(".")[0] for one in found if late is None or one.late == late}


def test_only_the_side_of_pytest_knows_pytest() -> None:
    knows = {name for name, found in OURS.items() if roots(found) & {"pytest", "_pytest", "xdist", "syrupy"}}

    assert {room(name) for name in knows} <= PYTEST_SIDE
    assert f"{PACKAGE}.plugin" in knows


def test_only_the_session_knows_the_sdk_and_imports_it_late() -> None:
    knows = {name for name, found in OURS.items() if "mcp" in roots(found)}

    assert {room(name) for name in knows} == {"session"}


#: The rooms of the HTTP client: only a target that is a URL brings them in.
HTTP_CLIENT = {f"{PACKAGE}.session.transport.http_client", f"{PACKAGE}.session.transport.http_exchange"}


def test_what_is_slow_is_imported_late() -> None:
    early = {name: roots(found, late=False) & SLOW for name, found in OURS.items()}

    slow = {name: packages for name, packages in early.items() if packages}
    assert slow == {key: {"httpx2"} for key in HTTP_CLIENT}


def test_what_speaks_http_is_imported_late_as_a_whole() -> None:
    run = subprocess.run(
        [sys.executable, "-c", f"import {PACKAGE}.session.session, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert not HTTP_CLIENT & set(run.stdout.split())


def test_an_early_import_is_told_from_a_late_one() -> None:
    found = list(imports("import mcp.types\ndef f():\n    import jsonschema\n"))

    assert roots(found, late=False) == {"mcp"}
    assert roots(found, late=True) == {"jsonschema"}


@pytest.mark.parametrize(("package", "other"), [("reference_server", PACKAGE), (PACKAGE, "reference_server")])
def test_the_reference_servers_and_the_plugin_share_no_code(package: str, other: str) -> None:
    shared = {name for name, found in modules(package).items() if other in roots(found)}

    assert shared == set()


def loaded(statement: str) -> set[str]:
    """The packages that a fresh interpreter has loaded after one statement."""
    code = f"{statement}\nimport sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in run.stdout.split()}


def test_the_plugin_loads_nothing_slow_beyond_pytest() -> None:
    added = loaded(f"import pytest, {PACKAGE}.plugin") - loaded("import pytest")

    assert PACKAGE in added
    assert added & (SLOW | {"anyio", "asyncio", "tomllib", "syrupy", "ssl", "email"}) == set()
