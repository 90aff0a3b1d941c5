"""Mutants of what a call asks: arguments, selections, tools and what refuses a repository (3, 5.1, 8.1)."""

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
        ("decisions-broken",),
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

REPOSITORIES = [
    Mutant(
        "takes an id for any file",
        "repository.py",
        'if fault is None and value["id"] != stem:',
        "if False:",
        ("decisions-broken-name",),
    ),
    Mutant(
        "takes a file for a folder",
        "repository.py",
        "DECISION_FOLDER).is_dir()",
        "DECISION_FOLDER).exists()",
        ("decisions-no-folder",),
    ),
    Mutant(
        "reads records by hidden names",
        "files.py",
        'and not entry.name.startswith(".")\n',
        "",
        ("decisions-edges",),
    ),
    Mutant(
        "takes a folder's file for its records",
        "files.py",
        "or not Path(folder).is_dir()",
        "",
        ("decisions-empty",),
    ),
    Mutant(
        "names the last unknown field",
        "values.py",
        "pointer_token(min(unknown))",
        "pointer_token(max(unknown))",
        ("decisions-broken-field",),
    ),
    Mutant("does not escape a pointer", "errors.py", '.replace("/", "~1")', "", ("decisions-broken-field",)),
    Mutant(
        "escapes a pointer the wrong way round",
        "errors.py",
        '.replace("~", "~0").replace("/", "~1")',
        '.replace("/", "~1").replace("~", "~0")',
        ("decisions-broken-field",),
    ),
    Mutant(
        "asks a field that may be missing",
        "values.py",
        'return Fault(pointer_token(name), "is required")',
        "continue",
        ("decisions-broken",),
    ),
    Mutant(
        "tells the number before the key",
        "json_text.py",
        "        if self._notes.duplicate_key:\n            raise JsonTextError(DUPLICATE_KEY)\n"
        "        if self._notes.bad_number:\n            raise JsonTextError(BAD_NUMBER)\n",
        "        if self._notes.bad_number:\n            raise JsonTextError(BAD_NUMBER)\n"
        "        if self._notes.duplicate_key:\n            raise JsonTextError(DUPLICATE_KEY)\n",
        ("decisions-broken-json",),
    ),
    Mutant(
        "keeps the last of two keys",
        "json_text.py",
        "notes.duplicate_key = True",
        "pass",
        ("decisions-broken-json",),
    ),
    Mutant(
        "knows any evidence",
        "references.py",
        "if name not in self.evidence:",
        "if False:",
        ("decisions-broken-reference",),
    ),
    Mutant(
        "counts references from one",
        "references.py",
        "for position, name in enumerate(claim.evidence):",
        "for position, name in enumerate(claim.evidence, 1):",
        ("decisions-broken-reference",),
    ),
    Mutant(
        "lets two reviews share a place",
        "references.py",
        "if earlier != review.id:",
        "if False:",
        ("decisions-broken-review",),
    ),
    Mutant(
        "reads Markdown that is no UTF-8",
        "repository.py",
        'data[path].decode("utf-8")',
        'data[path].decode("latin-1")',
        ("decisions-broken-markdown",),
    ),
    Mutant(
        "lets a model think for an hour",
        "settings.py",
        "integer(1, 300)",
        "integer(1, 3600)",
        ("decisions-broken-config",),
    ),
    Mutant(
        "takes settings without a value for a fault",
        "settings.py",
        "    if value is None:\n        return NO_SETTINGS\n",
        "",
        ("decisions-empty",),
    ),
    Mutant(
        "falls back in silence",
        "search/index.py",
        "if embedding is None:",
        "if True:",
        ("decisions-embedding-unset", "decisions-embedding-silent"),
    ),
    Mutant(
        "says less about the variable",
        "search/embeddings.py",
        "environment variable {quoted(variable)}",
        "environment variable {variable}",
        ("decisions-embedding-unset",),
    ),
    Mutant(
        "asks a model without its key",
        "search/embeddings.py",
        "        if not token:\n",
        '        token = token or "none"\n        if not token:\n',
        ("decisions-embedding-unset",),
    ),
    Mutant(
        "calls a silent model malformed",
        "search/embeddings.py",
        'EmbeddingError("Embedding request failed: no answer.")',
        'EmbeddingError("Embedding request failed: malformed answer.")',
        ("decisions-embedding-silent",),
    ),
]
