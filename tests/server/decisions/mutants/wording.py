"""Mutants of how answers are written (6.1)."""

from __future__ import annotations

from tests.server.decisions.mutants.mutant import Mutant

WRITING = [
    Mutant(
        "escapes what need not be",
        "serialise.py",
        "return _encodable(encode_basestring(text))",
        "import json\n\n    return json.dumps(text)",
    ),
    Mutant(
        "ends with a newline",
        "serialise.py",
        'return _encodable(_written(value, "\\n"))',
        'return _encodable(_written(value, "\\n")) + "\\n"',
    ),
    Mutant(
        "writes an empty list over two lines",
        "serialise.py",
        '            return "[]"',
        '            return f"[{line}]"',
    ),
    Mutant("trims the query", "search/query.py", '"query": query,', '"query": query.strip(),'),
    Mutant(
        "lists decisions without their titles",
        "answers.py",
        '"title": decision.title,\n        "status"',
        '"status"',
    ),
    Mutant(
        "tells no limits",
        "impact.py",
        "and it does not follow identity groups.",
        "and it does not follow groups.",
    ),
]
