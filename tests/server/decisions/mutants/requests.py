"""Mutants of what a call asks: arguments, selections, the order of the checks and the tools (5.1, 8.1)."""

from __future__ import annotations

from tests.server.decisions.mutants.mutant import SAMPLE, Mutant

ARGUMENTS = [
    Mutant(
        "names the last undeclared argument",
        "arguments.py",
        "quoted(min(unknown))",
        "quoted(max(unknown))",
    ),
    Mutant("accepts undeclared arguments", "arguments.py", "if unknown:", "if False:"),
    Mutant(
        "takes null for an absent argument",
        "arguments.py",
        "if parameter.name in given:",
        "if given.get(parameter.name) is not None:",
    ),
    Mutant(
        "asks only for a query",
        "arguments.py",
        'return self.kind != "selections"',
        'return self.kind == "query"',
    ),
    Mutant("strips spaces only", "arguments.py", "value.isspace()", 'not value.strip(" ")'),
    Mutant(
        "strips ASCII white space only", "arguments.py", "value.isspace()", 'not value.strip(" \\t\\r\\n")'
    ),
    Mutant("accepts an empty query", "arguments.py", "not value or value.isspace()", "value.isspace()"),
    Mutant("accepts a longer query", "arguments.py", "MAX_QUERY_LENGTH = 2000", "MAX_QUERY_LENGTH = 2001"),
    Mutant(
        "counts UTF-16 units",
        "arguments.py",
        "len(value) > MAX",
        'len(value.encode("utf-16-le")) // 2 > MAX',
    ),
    Mutant("names the first value sent", "arguments.py", "for key in sorted(value):", "for key in value:"),
    Mutant(
        "takes an array for a map",
        "arguments.py",
        "if not isinstance(value, dict):",
        "if not isinstance(value, dict | list):",
    ),
    Mutant(
        "takes null for no choice",
        "arguments.py",
        "if not isinstance(value[key], str):",
        "if not isinstance(value[key], str | None):",
    ),
    Mutant(
        "checks the order of declaration backwards",
        "arguments.py",
        "for parameter in parameters:\n        if",
        "for parameter in reversed(parameters):\n        if",
    ),
    Mutant("resolves the keys as sent", "selections.py", "sorted(given.items())", "given.items()"),
    Mutant("forgets the repository's choices", "selections.py", ", decision.selected_option)", ")"),
    Mutant(
        "finds options before decisions",
        "selections.py",
        "if decision not in decisions:",
        "if decision not in decisions and all(name not in decisions for name in given):",
    ),
    Mutant(
        "keeps silent about an unknown option",
        "selections.py",
        "if option not in decisions",
        "if False and option not in decisions",
    ),
    Mutant(
        "calls every map selections",
        "selections.py",
        'unknown decision or option, keys sorted.\n    """',
        'unknown decision or option, keys sorted.\n    """\n    argument = "selections"',
    ),
    Mutant(
        "resolves after before before",
        "tools.py",
        '    before = _scenario(repository, arguments, "before_selections")\n'
        '    after = _scenario(repository, arguments, "after_selections")\n',
        '    after = _scenario(repository, arguments, "after_selections")\n'
        '    before = _scenario(repository, arguments, "before_selections")\n',
    ),
    Mutant(
        "lets the diff take selections",
        "tools.py",
        'Parameter("after_selections", "selections")),',
        'Parameter("after_selections", "selections"), _SELECTIONS),',
        (SAMPLE,),
    ),
    Mutant(
        "lists with the settings",
        "tools.py",
        "    repository = load_repository(root)\n    return answers.decision_list",
        "    repository = with_settings(load_repository(root))\n    return answers.decision_list",
        ("decisions-broken-config",),
    ),
    Mutant(
        "inspects the graph with the settings",
        "tools.py",
        "    repository = load_repository(root)\n    return answers.architecture",
        "    repository = with_settings(load_repository(root))\n    return answers.architecture",
        ("decisions-broken-config",),
    ),
    Mutant(
        "inspects an entity with the settings",
        "tools.py",
        "    repository = load_repository(root)\n    return answers.entity_view",
        "    repository = with_settings(load_repository(root))\n    return answers.entity_view",
        ("decisions-broken-config",),
    ),
    Mutant(
        "compares with the settings",
        "tools.py",
        "    repository = load_repository(root)\n    before = _scenario",
        "    repository = with_settings(load_repository(root))\n    before = _scenario",
        ("decisions-broken-config",),
    ),
    Mutant(
        "reads the settings before the arguments",
        "tools.py",
        "    check_arguments(tool.parameters, arguments, stray)\n",
        "    from reference_server.decisions.settings import load_settings\n\n    load_settings(root)\n"
        "    check_arguments(tool.parameters, arguments, stray)\n",
        ("decisions-broken-config",),
    ),
    Mutant(
        "warms the index when listing",
        "tools.py",
        "    repository = load_repository(root)\n    return answers.decision_list",
        '    repository = load_repository(root)\n    _search_decisions(root, {"query": "name"})\n'
        "    return answers.decision_list",
        ("decisions-embedding-unset", "decisions-embedding-silent"),
    ),
    Mutant(
        "searches before it looks at the selections",
        "tools.py",
        "    repository = with_settings(load_repository(root))\n    scenario",
        "    repository = with_settings(load_repository(root))\n"
        '    search(repository, _scenario(repository, {}), "name")\n    scenario',
        ("decisions-embedding-unset", "decisions-embedding-silent"),
    ),
    Mutant(
        "reads the settings before all else",
        "tools.py",
        "    repository = with_settings(load_repository(root))\n    scenario",
        "    from reference_server.decisions.settings import load_settings\n"
        "    load_settings(root)\n    repository = with_settings(load_repository(root))\n    scenario",
        ("decisions-broken-markdown",),
    ),
    Mutant(
        "looks at the repository before the arguments",
        "tools.py",
        "    check_arguments(tool.parameters, arguments, stray)\n",
        "    load_repository(root)\n    check_arguments(tool.parameters, arguments, stray)\n",
        (
            "decisions-broken",
            "decisions-broken-markdown",
            "decisions-broken-reference",
            "decisions-no-folder",
        ),
    ),
    Mutant(
        "answers a misspelt name with another code",
        "mcp_server.py",
        "types.INVALID_PARAMS,",
        "types.METHOD_NOT_FOUND,",
        (SAMPLE,),
    ),
    Mutant("quotes an unknown name", "mcp_server.py", "{params.name}", "{params.name!r}", (SAMPLE,)),
    Mutant("forgets the structured content", "mcp_server.py", "structured_content=answer,", "", (SAMPLE,)),
    Mutant("answers an error as a result", "mcp_server.py", "is_error=True", "is_error=False", (SAMPLE,)),
    Mutant(
        "says more than the error", "mcp_server.py", "text=error.text)]", "text=error.text)] * 2", (SAMPLE,)
    ),
    Mutant(
        "trims an unknown tool's name",
        "mcp_server.py",
        "if params.name not in tools.TOOLS:",
        "if params.name.lower() not in tools.TOOLS:",
        (SAMPLE,),
    ),
]
