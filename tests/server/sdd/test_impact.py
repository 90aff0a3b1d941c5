"""Impacted calls: baselines, changed files, and the projects they reach."""

from __future__ import annotations

from typing import Any

import pytest

from reference_server.sdd.baseline import Baseline, BaselineFault, resolve_baseline
from reference_server.sdd.file_patterns import match_path, patterns_match
from tests.server.sdd.workspaces import Result, Workspace

CLIENT = {
    "generatedBy": "@putnami/clientgen",
    "protocolVersion": 1,
    "contractSha256": "0" * 64,
    "service": {"id": " orders "},
}


@pytest.fixture
def repository(shop: Workspace) -> Workspace:
    shop.commit()
    return shop


def impacted(workspace: Workspace, **arguments: Any) -> Result:
    return workspace.call("sdd.list_specs", {"impacted": True, **arguments})


def reached(workspace: Workspace, **arguments: Any) -> list[str]:
    ids: list[str] = impacted(workspace, **arguments).report["selection"]["projects"]
    return ids


def test_nothing_changed_is_an_empty_impact(repository: Workspace) -> None:
    repository.write({"README.md": "unowned", "specs/x.json": "{}"})

    selection = impacted(repository).report["selection"]

    assert list(selection)[:6] == ["mode", "scoped", "baseline", "baselineSource", "projects", "emptyImpact"]
    assert list(selection.values())[:6] == ["impacted", True, "main", "local-trunk", [], True]


@pytest.mark.parametrize("stage", [False, True])
def test_a_change_reaches_its_project_and_all_dependents(repository: Workspace, stage: bool) -> None:
    repository.write({"shipping/code.py": "x"})
    if stage:
        repository.git("add", "-A")

    assert reached(repository) == ["/billing", "/shipping"]
    assert "emptyImpact" not in impacted(repository).report["selection"]


def test_a_committed_change_counts_against_the_given_baseline(repository: Workspace) -> None:
    repository.write({"billing/code.py": "x"}).commit()

    selection = impacted(repository, baseline=" HEAD~1 ").report["selection"]

    assert selection["baseline"] == "HEAD~1"
    assert selection["baselineSource"] == "explicit"
    assert selection["projects"] == ["/billing"]


def test_ignored_files_do_not_count(repository: Workspace) -> None:
    repository.write({".gitignore": "*.log\n"}).commit()
    repository.write({"billing/a.log": ""})

    assert reached(repository) == []


def test_a_baseline_that_does_not_exist_is_refused(repository: Workspace) -> None:
    result = impacted(repository, baseline="nope")

    assert result.is_error
    assert len(result.blocks) == 1
    assert result.message.startswith(
        '--impacted failed: git baseline "nope" could not be resolved (tried nope): '
        f"git merge-base (in {repository.root}): exit status 128: "
    )


def test_outside_a_repository_there_is_no_baseline(shop: Workspace) -> None:
    message = (
        "--impacted failed: resolve git baseline: no explicit baseline, origin/HEAD, origin/main, local "
        "main/master, or usable upstream tracking ref was found (a branch is never measured against itself) "
        "— pass --baseline or set the workspace config baseline"
    )
    assert impacted(shop).blocks == [message]


def test_the_configured_baseline_is_explicit_too(repository: Workspace) -> None:
    config = {"baseline": " main "}

    assert resolve_baseline(repository.root, "", config) == Baseline("main", "explicit")
    assert resolve_baseline(repository.root, "x", config) == Baseline("x", "explicit")


def test_the_trunk_of_origin_comes_before_a_local_one(repository: Workspace) -> None:
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    remote = resolve_baseline(repository.root, "", {})

    repository.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone")
    named = resolve_baseline(repository.root, "", {})

    assert remote == Baseline("origin/main", "trunk")
    assert named == Baseline("origin/gone", "trunk")


def test_master_is_the_last_trunk(repository: Workspace) -> None:
    repository.git("branch", "-m", "main", "master")

    assert resolve_baseline(repository.root, "", {}) == Baseline("master", "local-trunk")


def test_an_epic_branch_wins_if_it_was_left_later_than_the_trunk(repository: Workspace) -> None:
    repository.git("checkout", "-q", "-b", "epic/one")
    repository.commit("epic work")
    repository.git("checkout", "-q", "-b", "topic")
    repository.commit("topic work")
    config = {"epicBranches": [" epic/* ", "-x", "a b"]}

    nearer = resolve_baseline(repository.root, "", config)
    repository.git("update-ref", "refs/remotes/origin/epic/one", "epic/one")
    remote = resolve_baseline(repository.root, "", config)
    repository.git("branch", "-f", "main", "HEAD")
    trunk = resolve_baseline(repository.root, "", config)

    assert nearer == Baseline("epic/one", "epic")
    assert remote == Baseline("origin/epic/one", "epic")
    assert trunk == Baseline("main", "local-trunk")


def test_the_current_branch_is_no_epic_of_itself(repository: Workspace) -> None:
    repository.git("checkout", "-q", "-b", "epic/one")
    repository.commit("epic work")

    assert resolve_baseline(repository.root, "", {"epicBranches": ["epic/*"]}).source == "local-trunk"


def test_an_upstream_counts_only_if_it_is_another_branch_with_less(repository: Workspace) -> None:
    repository.git("branch", "-m", "main", "topic")
    repository.git("branch", "base")
    repository.git("branch", "-q", "--set-upstream-to=base")
    with pytest.raises(BaselineFault):
        resolve_baseline(repository.root, "", {})

    repository.commit("ahead")

    assert resolve_baseline(repository.root, "", {}) == Baseline("base", "upstream")


def test_an_unrelated_baseline_is_compared_directly(repository: Workspace) -> None:
    repository.git("checkout", "-q", "--orphan", "other")
    repository.write({"shipping/new.py": ""}).commit()

    assert reached(repository, baseline="main") == ["/billing", "/shipping"]


def test_a_baseline_that_only_origin_has_is_found_there(repository: Workspace) -> None:
    repository.git("update-ref", "refs/remotes/origin/release", "HEAD")
    repository.write({"billing/new.py": ""}).commit()

    selection = impacted(repository, baseline="release").report["selection"]

    assert selection["projects"] == ["/billing"]
    assert selection["baseline"] == "release"


def test_paths_are_those_of_a_workspace_below_the_top_of_the_repository(shop: Workspace) -> None:
    outer = Workspace(shop.root.parent)
    outer.commit()
    shop.write({"billing/putnami.json": {"name": "@acme/billing"}})
    outer.write({"beside/billing/x": ""})

    assert reached(shop) == ["/billing"]


def test_only_the_deepest_project_owns_a_file(empty: Workspace) -> None:
    empty.write({"putnami.workspace.json": {"includes": ["a", "a/b"]}, "a/x": "", "a/b/x": ""}).commit()

    empty.write({"a/b/y": ""})

    assert reached(empty) == ["/a/b"]


@pytest.mark.parametrize(
    ("config", "file", "claimed"),
    [
        ({"build": {"assets": [{"from": "/shared/logo"}]}}, "shared/logo/a.svg", True),
        ({"build": {"assets": [{"from": "/shared/logo"}]}}, "shared/logo", True),
        ({"build": {"assets": [{"from": "/shared/logo"}]}}, "shared/logos", False),
        ({"build": {"assets": [{"from": "../shared"}, {"from": ""}]}}, "shared/x", True),
        ({"build": {"assets": [{"from": "../../shared"}, {"from": "/"}]}}, "shared/x", False),
        ({"options": {"generate": {"assets": [{"from": "/shared"}, 5]}}}, "shared/x", True),
        ({"options": {"other": {"assets": [{"from": "/shared"}]}}}, "shared/x", False),
        ({"options": {"lint": {"filePatterns": ["../shared/*.css"]}}}, "shared/a.css", True),
        ({"options": {"lint": {"filePatterns": ["git:./../**"]}}}, "shared/deep/a.css", True),
        ({"options": {"lint": {"filePatterns": ["../**", "!../shared/*"]}}}, "shared/a", False),
        (
            {"options": {"a": {"filePatterns": ["!../shared/*"]}, "b": {"filePatterns": ["../**"]}}},
            "shared/a",
            True,
        ),
        ({"options": {"lint": {"filePatterns": "../**"}}}, "shared/a", False),
    ],
)
def test_projects_claim_assets_and_watched_files(
    empty: Workspace, config: dict[str, Any], file: str, claimed: bool
) -> None:
    empty.write({"putnami.workspace.json": {"includes": ["p"]}, "p/putnami.json": config}).commit()

    empty.write({file: "new"})

    assert reached(empty) == (["/p"] if claimed else [])


def test_a_scope_file_reaches_the_projects_below_it(empty: Workspace) -> None:
    files = {"s/putnami.json": {"includes": ["a", "b"]}, "s/a/x": "", "s/b/x": "", "c/x": ""}
    empty.write({"putnami.workspace.json": {"includes": ["s", "c"]}, **files}).commit()

    empty.write({"s/putnami.json": {"includes": ["a", "b"], "tags": []}})

    assert reached(empty) == ["/s/a", "/s/b"]


def test_the_files_of_an_activated_scope_do_not_reach_its_members(empty: Workspace) -> None:
    files = {"s/putnami.json": {"includes": ["a"], "activate": True}, "s/a/x": ""}
    empty.write({"putnami.workspace.json": {"includes": ["s"]}, **files}).commit()

    empty.write({"s/code": ""})

    assert reached(empty) == ["/s"]


@pytest.mark.parametrize(
    ("client", "change", "ids"),
    [
        (CLIENT, "provider/schema/openapi.json", ["/client", "/provider"]),
        (CLIENT, "provider/code", ["/provider"]),
        (CLIENT | {"contractSha256": "0"}, "provider/schema/openapi.json", ["/provider"]),
        (CLIENT | {"protocolVersion": 0}, "provider/schema/openapi.json", ["/provider"]),
        (CLIENT | {"protocolVersion": True}, "provider/schema/openapi.json", ["/provider"]),
        (CLIENT | {"generatedBy": "me"}, "provider/schema/openapi.json", ["/provider"]),
        (CLIENT | {"service": {"id": "other"}}, "provider/schema/openapi.json", ["/provider"]),
    ],
)
def test_a_contract_reaches_its_clients(
    empty: Workspace, client: dict[str, Any], change: str, ids: list[str]
) -> None:
    contract = {"x-putnami-client": {"service": {"id": "orders"}}}
    empty.write(
        {
            "putnami.workspace.json": {"includes": ["provider", "client"]},
            "provider/schema/openapi.json": contract,
            "client/client.putnami.json": client,
        }
    ).commit()

    empty.write({change: contract | {"info": 1}})

    assert reached(empty) == ids


def test_a_contract_that_two_projects_have_reaches_nobody(empty: Workspace) -> None:
    contract = {"x-putnami-client": {"service": {"id": "orders"}}}
    files = {
        "a/schema/openapi.json": contract,
        "b/schema/openapi.json": contract,
        "c/client.putnami.json": CLIENT,
    }
    empty.write({"putnami.workspace.json": {"includes": ["a", "b", "c"]}, **files}).commit()

    empty.write({"a/schema/openapi.json": contract | {"info": 1}})

    assert reached(empty) == ["/a"]


@pytest.mark.parametrize("entry", ["/ext", "./ext", "@x/ext"])
def test_an_extension_reaches_its_users_and_no_further(empty: Workspace, entry: str) -> None:
    empty.write(
        {
            "putnami.workspace.json": {"includes": ["ext", "user", "dependent"]},
            "ext/putnami.json": {"name": "@x/ext"},
            "user/putnami.json": {"extensions": [entry]},
            "dependent/putnami.json": {"dependencies": ["/user"]},
        }
    ).commit()

    empty.write({"ext/code": ""})

    assert reached(empty) == ["/ext", "/user"]


def test_an_extension_of_the_workspace_reaches_everyone(empty: Workspace) -> None:
    includes = ["ext", "a"]
    empty.write(
        {"putnami.workspace.json": {"includes": includes, "extensions": ["./ext"]}, "ext/x": "", "a/x": ""}
    )
    empty.commit()

    empty.write({"ext/code": ""})

    assert reached(empty) == ["/a", "/ext"]


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("a*c", "abbc", True),
        ("*", "a/b", False),
        ("a?", "ab", True),
        ("a?", "a/", False),
        ("[a-c]x", "bx", True),
        ("[^a-c]x", "bx", False),
        ("[^a]", "/", False),
        ("[c-a]", "b", False),
        ("[^c-a]", "b", True),
        ("[\\]]", "]", True),
        ("\\*", "*", True),
        ("\\*", "a", False),
        ("[a", "a", False),
        ("[]a]", "a", False),
        ("[-]", "-", False),
        ("a\\", "a", False),
        (".", "x", False),
    ],
)
def test_patterns_match_as_in_go(pattern: str, path: str, matches: bool) -> None:
    assert match_path(pattern, path) is matches


@pytest.mark.parametrize(
    ("patterns", "path", "matches"),
    [
        (["**"], "a/b/c", True),
        (["a/**/c"], "a/c", True),
        (["a/**/c"], "a/x/y/c", True),
        (["a/**/c"], "a/x/y/d", False),
        (["**/*.py"], "x.py", True),
        (["src**"], "src/x", False),
        (["*.py", "!x.py"], "x.py", False),
        (["!x.py", "*.py"], "x.py", False),
        (["!x.py"], "y.py", False),
        ([], "x", False),
        (["git:./*.py"], "x.py", True),
    ],
)
def test_pattern_lists_include_and_exclude(patterns: list[str], path: str, matches: bool) -> None:
    assert patterns_match(patterns, path) is matches


@pytest.mark.parametrize(
    ("include", "message"),
    [
        ("a,b", "no projects matched: --projects /a,b"),
        ("x/.../y", "no projects matched: --projects /x/.../y"),
    ],
)
def test_an_id_that_an_expression_cannot_carry_selects_nothing(
    empty: Workspace, include: str, message: str
) -> None:
    empty.write({"putnami.workspace.json": {"includes": [include, "c"]}, f"{include}/x": "", "c/x": ""})

    result = empty.call("sdd.list_specs", {"projects": [f"/{include}"]})

    assert result.blocks == [message]
    assert empty.call("sdd.list_specs", {"projects": [f"/{include}", "/c"]}).report["selection"][
        "projects"
    ] == ["/c"]


def test_exact_ids_come_before_exact_names(empty: Workspace) -> None:
    files = {"a/putnami.json": {"name": "/b"}, "b/putnami.json": {"name": "other"}}
    empty.write({"putnami.workspace.json": {"includes": ["a", "b"]}, **files})

    selection = empty.call("sdd.list_specs", {"projects": ["/b"]}).report["selection"]

    assert selection["projects"] == ["/b"]
