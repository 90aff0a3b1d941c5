"""Mistakes in membership, selection, git, scope and the five tools' own answers."""

from __future__ import annotations

from tests.server.sdd.mutant import Mutant

_SELECTION = "sdd/selection.py"
_MEMBERSHIP = "sdd/membership.py"
_LOAD = "sdd/load_checks.py"
_IMPACT = "sdd/impact.py"
_BASELINE = "sdd/baseline.py"
_SCOPE = "sdd/scope.py"
_LIST = "sdd/list_features.py"
_CONTEXT = "sdd/feature_context.py"
_IMPLEMENTED = "sdd/implementations.py"
_DECLARED = "sdd/declarations.py"
_SPECS = "sdd/list_specs.py"
_SPEC = "sdd/spec_context.py"

TOOL_MUTANTS = (
    Mutant("both-selections-pass", _SELECTION, "if asked.impacted and asked.projects:", "if False:"),
    Mutant(
        "hits-among-the-missing",
        _SELECTION,
        "for selector in selectors if selector not in meanings]",
        "for selector in selectors if len(selectors) > 1 or selector not in meanings]",
    ),
    Mutant(
        "selectors-are-trimmed",
        _SELECTION,
        "f\"projects not found: {', '.join(missing)}\"",
        "f\"projects not found: {', '.join(missing)}\".strip()",
    ),
    Mutant("ids-only", _SELECTION, "    return names | {project.id", "    return {project.id"),
    Mutant("baseline-source-hidden", _SCOPE, "    if selection.baseline_source:\n", "    if False:\n"),
    Mutant("empty-impact-hidden", _SCOPE, "    if selection.empty_impact:\n", "    if False:\n"),
    Mutant("root-is-no-seed", _SCOPE, 'frozenset({"", *(paths', "frozenset({*(paths"),
    Mutant(
        "scoped-diagnostics-of-all",
        _SCOPE,
        "return self.has(diagnostic.path.removesuffix",
        "return True or self.has(diagnostic.path.removesuffix",
    ),
    Mutant("externals-unsorted", _SCOPE, "sorted(external)}", "sorted(external, reverse=True)}"),
    Mutant(
        "missing-places-count",
        _MEMBERSHIP,
        "if path not in paths and _exists(",
        "if path not in paths and True or _exists(",
    ),
    Mutant("scope-is-always-a-project", _MEMBERSHIP, 'path if scope.get("activate") else ""', "path"),
    Mutant(
        "unknown-names-stay",
        _MEMBERSHIP,
        'by_name.get(entry, "") for entry',
        "by_name.get(entry, entry) for entry",
    ),
    Mutant("groups-in-ids", "sdd/paths.py", "if not (len(s.encode", "if True or not (len(s.encode"),
    Mutant(
        "every-placeholder-named",
        "sdd/scopes.py",
        "posixpath.basename(path), 1)",
        "posixpath.basename(path))",
    ),
    Mutant(
        "last-channel-names",
        "sdd/scopes.py",
        "in sorted(channels.items()):",
        "in sorted(channels.items(), reverse=True):",
    ),
    Mutant(
        "id-clash-text",
        _LOAD,
        "transparent group folders must not collapse",
        "group folders must not collapse",
    ),
    Mutant("cycle-from-the-start", _LOAD, "ids[ids.index(neighbour) :]", "ids"),
    Mutant("names-may-repeat", _LOAD, "[project for project in projects if project.name]", "[]"),
    Mutant(
        "groups-before-aliases",
        _LOAD,
        '(("project alias", "projectAliases", aliases), ("group", "groups", groups))',
        '(("group", "groups", groups), ("project alias", "projectAliases", aliases))',
    ),
    Mutant(
        "aliases-may-repeat",
        _LOAD,
        "                if name in seen:\n",
        "                if kind == 'group' and name in seen:\n",
    ),
    Mutant("lines-may-nest", _LOAD, "        if outer:\n", "        if False:\n"),
    Mutant(
        "durations-may-be-zero", "sdd/task_tuning.py", '.get("timeoutMs", 1) <= 0', '.get("timeoutMs", 1) < 0'
    ),
    Mutant("unknown-tuning-passes", "sdd/task_tuning.py", "    if unknown:\n", "    if False:\n"),
    Mutant(
        "null-tuning-passes",
        "sdd/task_tuning.py",
        '        return "task tuning must be an object"\n',
        '        return ""\n',
    ),
    Mutant("dependents-stay", _IMPACT, "dependents.get(id_, set()) | clients", "clients"),
    Mutant(
        "clients-stay",
        _IMPACT,
        "reached = dependents.get(id_, set()) | clients.get(id_, set())",
        "reached = dependents.get(id_, set())",
    ),
    Mutant(
        "parents-are-selected",
        _IMPACT,
        "        if directory:\n            yield by_path[directory]",
        "        while directory:\n"
        "            yield from [by_path[directory]] if directory in by_path else []\n"
        "            directory = posixpath.dirname(directory)",
    ),
    Mutant(
        "scope-files-do-nothing",
        _IMPACT,
        "if _claims(project, changed) or scopes_changed.intersection(",
        "if _claims(project, changed) or frozenset().intersection(",
    ),
    Mutant(
        "assets-do-nothing",
        _IMPACT,
        'any(file == asset or file.startswith(f"{asset}/") for asset in assets)',
        "False",
    ),
    Mutant(
        "extensions-do-nothing",
        _IMPACT,
        "return sorted(selected | _extension_consumers(workspace, selected))",
        "return sorted(selected)",
    ),
    Mutant(
        "exclusions-do-nothing",
        "sdd/file_patterns.py",
        '            if written.startswith("!"):\n                return False\n',
        "",
    ),
    Mutant(
        "untracked-do-nothing", "sdd/changes.py", "dict.fromkeys(below + untracked)", "dict.fromkeys(below)"
    ),
    Mutant("ignored-files-count", "sdd/changes.py", '"--others", "--exclude-standard"', '"--others"'),
    Mutant(
        "services-untrimmed",
        "sdd/contract_clients.py",
        "return trim_space(name) if isinstance",
        "return name if isinstance",
    ),
    Mutant(
        "baseline-untrimmed",
        _BASELINE,
        'trim_space(argument) or trim_space(config.get("baseline", ""))',
        'argument.strip("\\t") or config.get("baseline", "")',
    ),
    Mutant("configured-baseline-hidden", _BASELINE, ' or trim_space(config.get("baseline", ""))', ""),
    Mutant("local-trunk-is-trunk", _BASELINE, '"trunk" if "/" in trunk else "local-trunk"', '"trunk"'),
    Mutant(
        "no-baseline-text",
        _BASELINE,
        "a branch is never measured against itself",
        "a branch is not measured against itself",
    ),
    Mutant(
        "unknown-ref-is-head",
        "sdd/changes.py",
        "    if is_commit(root, ref):\n        return ref\n",
        "    if True:\n        return 'HEAD'\n",
    ),
    Mutant(
        "head-without-kind", "sdd/git.py", '"head": f"git:{head.text.lower()}"', '"head": head.text.lower()'
    ),
    Mutant(
        "query-shown-when-empty",
        _LIST,
        '    if query:\n        report["query"] = query',
        '    if True:\n        report["query"] = query',
    ),
    Mutant("query-of-any-word", _LIST, "return all(word in text", "return any(word in text"),
    Mutant(
        "query-of-first-declaration",
        _LIST,
        "rows = [feature.declarations[0], *feature.declarations]",
        "rows = [feature.declarations[0]]",
    ),
    Mutant("query-with-case", _LIST, 'text = lower(" ".join(texts))', 'text = " ".join(texts)'),
    Mutant("bad-query-passes", _LIST, "if query and not is_selector(query):", "if False:"),
    Mutant(
        "features-counted-after-the-query",
        _LIST,
        "len(features), 0, external)",
        "len(_matching(features, query)), 0, external)",
    ),
    Mutant(
        "externals-stay-out", _LIST, "            external.append(record.path)", "            covered.pop()"
    ),
    Mutant(
        "no-project-is-empty", _LIST, '"projects": feature.projects,', '"projects": feature.projects or [],'
    ),
    Mutant("unreadable-without-code", _LIST, 'f"{finding.code}: {finding.message}"', "finding.message"),
    Mutant(
        "graph-fault-hidden",
        _LIST,
        "entries = [(entry.path, entry.reason) for entry in graphs]",
        "entries: list[tuple[str, str]] = []",
    ),
    Mutant("conflicts-hidden", _LIST, "        if feature.conflicts:\n", "        if False:\n"),
    Mutant(
        "owner-is-compared-no-more",
        _DECLARED,
        'for name in ("name", "outcome", "owner")):\n        return True',
        'for name in ("name",)):\n        return True',
    ),
    Mutant(
        "order-by-kind", _DECLARED, 'return row["source"], row["kind"]', 'return row["kind"], row["source"]'
    ),
    Mutant("last-segment-unmatched", _CONTEXT, '[] if "/" in selector else', "[] if True else"),
    Mutant("ambiguity-takes-the-first", _CONTEXT, "if len(candidates) == 1:", "if candidates:"),
    Mutant(
        "selector-is-trimmed",
        _CONTEXT,
        "    if selector in ids:\n        return selector\n",
        "    selector = selector.strip()\n    if selector in ids:\n        return selector\n",
    ),
    Mutant("invalid-selector-is-unknown", _CONTEXT, "    if not is_selector(selector):\n", "    if False:\n"),
    Mutant(
        "blank-feature-passes",
        "sdd/arguments.py",
        "    if not trim_space(feature):\n",
        "    if not feature:\n",
    ),
    Mutant("no-steps-backwards", _IMPLEMENTED, "if edge.target == here and kind in", "if False and kind in"),
    Mutant("strongest-authority", _IMPLEMENTED, "weakest = max(", "weakest = min("),
    Mutant("five-origins", _IMPLEMENTED, "_MAX_ORIGINS = 4", "_MAX_ORIGINS = 5"),
    Mutant(
        "commands-have-paths",
        _IMPLEMENTED,
        '_NO_PATH = ("feature", "module", "project", "command")',
        '_NO_PATH = ("feature", "module", "project")',
    ),
    Mutant("dependencies-unminted", "sdd/minted_nodes.py", "if dependency in implementing:", "if False:"),
    Mutant(
        "type-without-default",
        "sdd/minted_nodes.py",
        '"type": project.type or "application"',
        '"type": project.type',
    ),
    Mutant("five-outcomes", _SPECS, "_SHOWN_OUTCOMES = 4", "_SHOWN_OUTCOMES = 5"),
    Mutant("features-without-spec-of-all", _SPECS, "len(authored - specified)", "len(authored)"),
    Mutant("faulty-spec-is-valid", _SPECS, "record.path not in faulty)", "True)"),
    Mutant(
        "specs-of-seeds-only",
        _SPECS,
        "if scope.has(s.root) or s.spec.feature in authored]",
        "if scope.has(s.root)]",
    ),
    Mutant(
        "manifest-findings-hidden",
        _SPECS,
        "d for d in manifests.diagnostics if scope",
        "d for d in () if scope",
    ),
    Mutant("last-spec-is-shown", _SPEC, "record = named[0]", "record = named[-1]"),
    Mutant(
        "missing-spec-is-an-error",
        _SPEC,
        '"specs.missing_spec", message, "feature", "warning")',
        '"specs.missing_spec", message, "feature")',
    ),
    Mutant("missing-record-is-an-error", _SPEC, '#decisions[{index}]", "warning")', '#decisions[{index}]")'),
    Mutant("root-files-are-records", _SPEC, "if path_fault(link) or not directory:", "if path_fault(link):"),
    Mutant("any-missing-link-warns", _SPEC, '        and link.endswith(".md")\n', ""),
    Mutant("spec-id-is-not-checked", _SPEC, "    if not is_selector(feature):\n", "    if False:\n"),
    Mutant(
        "unknown-feature-text",
        _SPEC,
        "no authored feature declaration mints {quote(feature)}",
        "no feature declaration mints {quote(feature)}",
    ),
)
"""Each is killed by at least one case."""
