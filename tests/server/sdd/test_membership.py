"""Which projects a workspace has, and what makes it unloadable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reference_server.sdd.contract import WorkspaceProject
from reference_server.sdd.load_checks import LoadFault
from reference_server.sdd.membership import find_root, load_workspace
from tests.server.sdd.workspaces import Workspace


def projects(workspace: Workspace) -> dict[str, WorkspaceProject]:
    return {project.path: project for project in load_workspace(workspace.root).projects}


def load_fault(workspace: Workspace) -> str:
    with pytest.raises(LoadFault) as caught:
        load_workspace(workspace.root)
    return str(caught.value)


def test_includes_are_cleaned_and_have_to_exist(empty: Workspace) -> None:
    includes = ["/b", " a/ ", "a/../c", "./b", "", ".", "absent", "file", "//d"]
    empty.write(
        {"putnami.workspace.json": {"includes": includes}, "a/x": "", "b/x": "", "c/x": "", "file": ""}
    )

    assert sorted(projects(empty)) == ["a", "b", "c", "file"]


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"includes":"a"}', '{"includes":["a"],"baseline":1}', '{"includes":["a"],"groups":[]}'],
)
def test_a_malformed_workspace_file_counts_as_absent(empty: Workspace, text: str) -> None:
    empty.write({"putnami.workspace.json": text, "a/x": ""})

    assert projects(empty) == {}


def test_unknown_members_and_other_letter_case_are_fine(empty: Workspace) -> None:
    empty.write({"putnami.workspace.json": '{"INCLUDES":["a"],"later":5}', "a/x": ""})

    assert list(projects(empty)) == ["a"]


def test_the_user_file_lies_under_the_workspace_file(
    empty: Workspace, home_without_configuration: Path
) -> None:
    user = home_without_configuration / ".putnami" / "config.json"
    user.parent.mkdir()
    user.write_text('{"baseline":"theirs","name":"theirs"}')
    empty.write({"putnami.workspace.json": {"includes": [], "name": "ours"}})

    config = load_workspace(empty.root).config

    assert (config["baseline"], config["name"]) == ("theirs", "ours")


def test_the_root_is_the_nearest_workspace_above(empty: Workspace, tmp_path: Path) -> None:
    empty.write({"a/b/x": "", "node/package.json": {"workspaces": []}, "node/c/x": "", "a/package.json": "{"})
    (tmp_path / "link").symlink_to(empty.root / "a")

    assert find_root(empty.root / "a" / "b") == empty.root
    assert find_root(empty.root / "node" / "c") == empty.root / "node"
    assert find_root(tmp_path / "link") == empty.root


def test_without_any_workspace_the_start_is_the_root(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"name":"x"}')

    assert find_root(tmp_path) == tmp_path.resolve()


@pytest.mark.parametrize(
    ("config", "name", "type_"),
    [
        ({"name": "n", "type": "t"}, "n", "t"),
        ({"name": ""}, "p", ""),
        ({"name": 5, "type": "t"}, "p", ""),
        ({"name": "n", "bin": 5}, "p", ""),
        ({"name": "n", "bin": {"a": 1}}, "p", ""),
        ({"name": "n", "bin": {"a": None}, "exports": "x", "later": []}, "n", ""),
        ({"name": "n", "exports": []}, "p", ""),
        ({"name": "n", "options": {"a": []}}, "p", ""),
        ({"name": None, "NAME": "n"}, "n", ""),
    ],
)
def test_a_wrong_type_in_a_known_member_drops_the_configuration(
    empty: Workspace, config: dict[str, Any], name: str, type_: str
) -> None:
    empty.write({"putnami.workspace.json": {"includes": ["x/p"]}, "x/p/putnami.json": config})

    project = projects(empty)["x/p"]

    assert (project.name, project.type) == (name, type_)


def scoped(workspace: Workspace, scope: dict[str, Any], **files: Any) -> Workspace:
    return workspace.write(
        {
            "putnami.workspace.json": {"includes": ["s", "direct"]},
            "s/putnami.json": scope,
            "s/a/putnami.json": {},
            "s/b/putnami.json": {},
            "direct/x": "",
            **files,
        }
    )


def test_a_scope_stands_for_its_members(empty: Workspace) -> None:
    scoped(empty, {"includes": ["/a", "b", "absent"]})

    assert sorted(projects(empty)) == ["direct", "s/a", "s/b"]


def test_an_activated_scope_is_a_project_that_its_members_depend_on(empty: Workspace) -> None:
    scoped(empty, {"includes": ["a", "b"], "activate": True})
    empty.write({"s/b/putnami.json": {"dependencies": ["/s", "/other"]}})

    found = projects(empty)

    assert found["s/a"].dependencies == ("/s",)
    assert found["s/b"].dependencies == ("/other", "/s")
    assert found["s"].dependencies == ()


@pytest.mark.parametrize("scope", [{"includes": ["a"], "tags": 5}, {"includes": []}, {"name": "x"}])
def test_what_is_no_scope_is_a_project(empty: Workspace, scope: dict[str, Any]) -> None:
    scoped(empty, scope)

    assert sorted(projects(empty)) == ["direct", "s"]


def test_scopes_do_not_nest(empty: Workspace) -> None:
    scoped(empty, {"includes": ["a"]})
    empty.write({"s/a/putnami.json": {"includes": ["deep"]}, "s/a/deep/x": ""})

    assert sorted(projects(empty)) == ["direct", "s/a"]


def test_names_may_come_from_the_patterns_of_scopes(empty: Workspace) -> None:
    channels = {"npm": {"namePattern": "@{name}/{name}"}, "apt": {"other": 1}}
    scoped(empty, {"includes": ["a", "b", "deep/c"], "publishConfig": channels})
    empty.write(
        {
            "s/b/putnami.json": {"name": "own"},
            "s/deep/putnami.json": {"publishConfig": {"npm": {"namePattern": "deep-{name}"}}},
            "s/deep/c/x": "",
        }
    )

    names = {path: project.name for path, project in projects(empty).items()}

    assert names == {"direct": "direct", "s/a": "@a/{name}", "s/b": "own", "s/deep/c": "deep-c"}


def test_extensions_are_inherited_from_the_deepest_scope_that_has_some(empty: Workspace) -> None:
    scoped(empty, {"includes": ["a", "b"], "extensions": ["outer"]})
    empty.write({"s/b/putnami.json": {"extensions": ["own"]}})

    found = projects(empty)

    assert found["s/a"].extensions == ("outer",)
    assert found["s/b"].extensions == ("own",)
    assert found["direct"].extensions == ()


def test_dependencies_are_ids_or_known_names(empty: Workspace) -> None:
    config = {"dependencies": ["@x/b", "/ghost", "unknown", "b", "@x/b"]}
    empty.write(
        {
            "putnami.workspace.json": {"includes": ["a", "b"]},
            "a/putnami.json": config,
            "b/putnami.json": {"name": "@x/b"},
        }
    )

    assert projects(empty)["a"].dependencies == ("/b", "/b", "/ghost")


def test_two_paths_must_not_share_an_id(empty: Workspace) -> None:
    empty.write({"putnami.workspace.json": {"includes": ["a", "(g)/a"]}, "a/x": "", "(g)/a/x": ""})

    result = empty.call("sdd.list_features")

    message = (
        'load workspace: duplicate project ID(s) "/a" ((g)/a, a); transparent group folders must not '
        "collapse distinct project paths to the same logical ID"
    )
    assert result.blocks == [message]
    assert result.is_error


def test_two_projects_must_not_share_a_name(empty: Workspace) -> None:
    empty.write({"putnami.workspace.json": {"includes": ["x/a", "y/a"]}, "x/a/f": "", "y/a/f": ""})

    assert load_fault(empty) == (
        'duplicate project name(s) "a" (x/a, y/a); project names must be unique across the workspace — '
        "rename one of the colliding projects (or fix the scope config that resolves them to the same name)"
    )


def cyclic(workspace: Workspace, **dependencies: list[str]) -> Workspace:
    files = {f"{name}/putnami.json": {"dependencies": ids} for name, ids in dependencies.items()}
    return workspace.write({"putnami.workspace.json": {"includes": sorted(dependencies)}, **files})


def test_a_dependency_cycle_is_shown_from_where_it_closes(empty: Workspace) -> None:
    cyclic(empty, a=["/b"], b=["/c", "/ghost"], c=["/d"], d=["/c", "/b"])

    assert load_fault(empty) == "dependency cycle detected: /b → /c → /d → /b"


def test_a_project_may_not_depend_on_itself(empty: Workspace) -> None:
    assert load_fault(cyclic(empty, a=["a"])) == "dependency cycle detected: /a → /a"


def test_shared_dependencies_are_no_cycle(empty: Workspace) -> None:
    cyclic(empty, a=["/b", "/c"], b=["/d"], c=["/d"], d=[])

    assert len(projects(empty)) == 4


_NOT_POSITIVE = (
    "task timeoutMs must be positive; 0 (use the CLI default) and negative values (no deadline) are "
    "extension-manifest sentinels"
)
_PARSE = "failed to parse task tuning: json: cannot unmarshal"


@pytest.mark.parametrize(
    ("tasks", "problems"),
    [
        ("[]", [("tasks", f"{_PARSE} array into Go value of type map[string]json.RawMessage")]),
        ("null", [("tasks", "task tuning must be an object")]),
        (
            '{"b":5,"a":null}',
            [
                ("tasks.a", "task tuning must be an object"),
                ("tasks.b", f"{_PARSE} number into Go value of type map[string]json.RawMessage"),
            ],
        ),
        ('{"a":{"z":1,"CpuWeight":1}}', [("tasks.a.CpuWeight", 'unknown task tuning field "CpuWeight"')]),
        (
            '{"a":{"cpuWeight":"x"}}',
            [
                (
                    "tasks.a.cpuWeight",
                    f"{_PARSE} string into Go struct field ProjectTaskTuning.cpuWeight of type float64",
                )
            ],
        ),
        (
            '{"a":{"timeoutMs":1.5}}',
            [
                (
                    "tasks.a.timeoutMs",
                    f"{_PARSE} number 1.5 into Go struct field ProjectTaskTuning.timeoutMs of type int",
                )
            ],
        ),
        (
            '{"a":{"timeoutMs":0}}',
            [("tasks.a.timeoutMs", _NOT_POSITIVE)],
        ),
    ],
)
def test_a_wrong_task_block_is_a_load_error(
    empty: Workspace, tasks: str, problems: list[tuple[str, str]]
) -> None:
    empty.write({"putnami.workspace.json": {"includes": ["a"]}, "a/putnami.json": f'{{"tasks":{tasks}}}'})

    place = f"{empty.root}/a/putnami.json"
    lines = [f"\n  {place}: {field}: {message}" for field, message in problems]
    assert load_fault(empty) == "invalid project configuration:" + "".join(lines)


@pytest.mark.parametrize(
    "config",
    ['{"tasks":{"a":{"cpuWeight":0.5,"timeoutMs":1}}}', '{"name":5,"tasks":{"a":{"timeoutMs":-1}}}', "{"],
)
def test_other_task_blocks_load(empty: Workspace, config: str) -> None:
    empty.write({"putnami.workspace.json": {"includes": ["a"]}, "a/putnami.json": config})

    assert list(projects(empty)) == ["a"]


def test_scopes_and_the_workspace_must_not_share_aliases_or_groups(empty: Workspace) -> None:
    scoped(empty, {"includes": ["a"], "projectAliases": {"x": "/s/a"}, "groups": {"g": "/s"}})
    empty.write({"putnami.workspace.json": {"includes": ["s"], "groups": {"g": "/"}}})

    assert load_fault(empty) == 'scan scopes: group "g" defined in both s and (workspace root)'

    empty.write({"putnami.workspace.json": {"includes": ["s"], "projectAliases": {"x": "/"}}})

    assert load_fault(empty) == 'scan scopes: project alias "x" defined in both s and (workspace root)'


def test_a_version_line_must_not_lie_under_another(empty: Workspace) -> None:
    scoped(empty, {"includes": ["deep/c"], "line": {}})
    empty.write({"s/deep/putnami.json": {"line": {"tag": "v"}}, "s/deep/c/x": ""})

    assert load_fault(empty) == (
        'scan scopes: version line "s/deep" is declared under version line "s"; '
        "a project's line must be exactly one"
    )


def test_the_scope_walk_ends_at_a_dot_directory(empty: Workspace) -> None:
    empty.write(
        {
            "putnami.workspace.json": {"includes": [".hidden/s/a"]},
            ".hidden/s/putnami.json": {"extensions": ["x"]},
            ".hidden/s/a/x": "",
        }
    )

    assert projects(empty)[".hidden/s/a"].extensions == ()


def test_an_activated_scope_counts_in_a_cycle(empty: Workspace) -> None:
    scoped(empty, {"includes": ["a"], "activate": True, "dependencies": ["/s/a"]})

    assert load_fault(empty) == "dependency cycle detected: /s → /s/a → /s"


def test_a_path_listed_twice_is_a_member_of_its_scope(empty: Workspace) -> None:
    scoped(empty, {"includes": ["a"], "activate": True})
    empty.write({"putnami.workspace.json": {"includes": ["s/a", "s"]}})

    assert projects(empty)["s/a"].dependencies == ("/s",)


def test_an_edited_workspace_file_shows_on_the_next_call(shop: Workspace) -> None:
    before = shop.call("sdd.list_specs").report["selection"]["projects"]

    shop.write({"putnami.workspace.json": {"includes": ["shipping"]}})

    assert before == ["/billing", "/shipping"]
    assert shop.call("sdd.list_specs").report["selection"]["projects"] == ["/shipping"]
