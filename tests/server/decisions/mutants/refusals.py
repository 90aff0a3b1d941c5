"""Mutants of what refuses a repository, its settings or its model (3, 9.4)."""

from __future__ import annotations

from tests.server.decisions.mutants.mutant import Mutant

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
