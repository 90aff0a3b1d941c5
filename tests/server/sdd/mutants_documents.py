"""Mistakes in manifests, specs, design graphs, and in how documents are found and read."""

from __future__ import annotations

from tests.server.sdd.mutant import Mutant

_STRICT = "sdd/strict_document.py"
_VERSION = "sdd/version_scan.py"
_MANIFEST = "sdd/manifest.py"
_RULES = "sdd/manifest_rules.py"
_VERIFIED = "sdd/verification_rules.py"
_SPEC = "sdd/spec_rules.py"
_SPECS = "sdd/spec_repository.py"
_GRAPH = "sdd/design_graph.py"
_READER = "sdd/contained.py"
_FOUND = "sdd/discovery.py"
_WORDS = "sdd/vocabulary.py"

DOCUMENT_MUTANTS = (
    Mutant("nulls-pass", _STRICT, "    null = first_null(data)\n", "    null = None\n"),
    Mutant("last-version-counts", _VERSION, "        if version is not None:\n", "        if False:\n"),
    Mutant("version-text", _VERSION, "(want exact integer token {wanted})", "(want integer token {wanted})"),
    Mutant("no-object-text", _STRICT, 'versions, "document")', 'versions, "manifest")'),
    Mutant("unknown-field-keeps-quotes", _STRICT, "unknown.quoted.strip('\"')", "unknown.quoted"),
    Mutant("version-1-verifies", _MANIFEST, "        if place:\n", "        if False:\n"),
    Mutant(
        "positions-as-authored",
        _MANIFEST,
        'key=lambda index: features[index].get("id", ""))',
        "key=lambda index: index)",
    ),
    Mutant(
        "requirements-by-id",
        _MANIFEST,
        'return RANKS.get(requirement.get("stage", ""), len(RANKS)), requirement.get("id", "")',
        'return 0, requirement.get("id", "")',
    ),
    Mutant("checks-as-authored", _MANIFEST, '        verification["checks"].sort()', "        pass"),
    Mutant("zero-targets-vanish", _MANIFEST, '(name == "target" and value is not None)', "False"),
    Mutant(
        "relations-by-target",
        _MANIFEST,
        '(r.get("kind", ""), r.get("target", ""))',
        '(r.get("target", ""), r.get("kind", ""))',
    ),
    Mutant("namespaces-may-differ", _RULES, ' or id_.partition("/")[0] != namespace', ""),
    Mutant("features-may-repeat", _RULES, "if first.setdefault(id_, index) != index:", "if False:"),
    Mutant("ladder-starts-later", _RULES, "for stage in STAGES[1 : ", "for stage in STAGES[2 : "),
    Mutant("anything-includes", _RULES, 'if kind == "includes" and type_ != "journey":', "if False:"),
    Mutant("relations-may-repeat", _RULES, "        seen.add((kind, target))\n", ""),
    Mutant("requirements-may-repeat", _RULES, "        seen.add(id_)\n", ""),
    Mutant("modeled-is-a-stage", _RULES, "if not RANKS.get(stage):", "if stage not in RANKS:"),
    Mutant("evidence-may-be-missing", _RULES, "    if not kinds:\n", "    if False:\n"),
    Mutant(
        "unattested-verification",
        _VERIFIED,
        'if "attestation" not in (requirement.get("evidenceKinds") or ()):',
        "if False:",
    ),
    Mutant(
        "target-0-is-no-objective",
        _VERIFIED,
        'or "target" in verification or',
        'or verification.get("target") or',
    ),
    Mutant(
        "wished-verification",
        _VERIFIED,
        ' is not supported", f"{place}.kind")\n        return\n    if "attestation"',
        ' is not supported", f"{place}.kind")\n    if "attestation"',
    ),
    Mutant("rolling-without-limit", _VERIFIED, "if not 0 < seconds <= _MAX_SECONDS:", "if not 0 < seconds:"),
    Mutant("stale-without-limit", _VERIFIED, "if not 0 < max_age <= _MAX_SECONDS:", "if not 0 < max_age:"),
    Mutant("rolling-at-any-stage", _VERIFIED, 'if stage != "live-verified":', "if False:"),
    Mutant("invocations-may-last", _VERIFIED, "        if seconds:\n", "        if False:\n"),
    Mutant(
        "two-checks-a-threshold", _VERIFIED, 'elif kind == "threshold" and len(checks) > 1:', "elif False:"
    ),
    Mutant(
        "text-in-characters",
        _WORDS,
        'len(text.encode("utf-8", "surrogateescape")) <= TEXT_LIMIT',
        "len(text) <= TEXT_LIMIT",
    ),
    Mutant("text-of-511", _WORDS, "TEXT_LIMIT = 512", "TEXT_LIMIT = 511"),
    Mutant(
        "delete-is-no-control",
        _WORDS,
        r'_CONTROL = re.compile(r"[\x00-\x1f\x7f]")',
        r'_CONTROL = re.compile(r"[\x00-\x1f]")',
    ),
    Mutant("empty-outcomes-pass", _SPEC, "    if spec.outcomes == []:\n", "    if False:\n"),
    Mutant("non-goals-unchecked", _SPEC, '("nonGoals", spec.non_goals))', '("nonGoals", []))'),
    Mutant(
        "links-may-repeat",
        _SPEC,
        "        if first.setdefault(link, index) != index:\n",
        "        if False:\n",
    ),
    Mutant("any-link-passes", _SPEC, "elif not code and not _is_decision(link):", "elif False:"),
    Mutant("long-links-pass", _SPEC, "if not code and len(link.encode()) > TEXT_LIMIT:", "if False:"),
    Mutant("links-may-leave", _SPEC, '    if segments[0] == "..":\n', "    if False:\n"),
    Mutant("missing-lists-pass", _SPEC, "        if value is None:\n", "        if False:\n"),
    Mutant("specs-anywhere", _SPEC, "return _is_spec_path(path) is not None", "return True"),
    Mutant("placeless-findings-have-a-document", _SPECS, "own if place else [", "["),
    Mutant("specs-may-repeat", _SPECS, "return found + _duplicates(references)", "return found"),
    Mutant(
        "unknown-references-pass", _SPECS, "            if feature in minted:\n", "            if True:\n"
    ),
    Mutant(
        "specs-in-any-order",
        "sdd/spec_document.py",
        'decisions=sorted(document.get("decisions") or ())',
        'decisions=list(document.get("decisions") or ())',
    ),
    Mutant(
        "requirements-as-authored",
        "sdd/spec_document.py",
        'key=lambda r: r.get("id", "")),',
        "key=lambda r: 0),",
    ),
    Mutant("any-compatibility", _GRAPH, 'if compatibility != "provisional":', "if False:"),
    Mutant("nodes-may-repeat", _GRAPH, "    if id_ in ids:\n", "    if False:\n"),
    Mutant("edges-may-repeat", _GRAPH, "    if (source, target, kind) in seen:\n", "    if False:\n"),
    Mutant(
        "blank-names-pass", _GRAPH, 'if not trim_space(node.get("name", "")):', 'if not node.get("name", ""):'
    ),
    Mutant("lines-may-be-negative", _GRAPH, 'if provenance.get("line", 0) < 0:', "if False:"),
    Mutant("loud-error-texts", _GRAPH, "return text[:1].lower() + text[1:]", "return text"),
    Mutant(
        "folders-are-unreadable",
        _READER,
        "                raise ContainedFault(*_NOT_REGULAR)\n            if",
        "                raise ContainedFault(*_UNREADABLE)\n            if",
    ),
    Mutant(
        "unreadable-is-absent",
        _READER,
        "            raise ContainedFault(*_UNREADABLE) from None\n        if len(found)",
        "            return None\n        if len(found)",
    ),
    Mutant(
        "any-letter-case-is-a-spec",
        _FOUND,
        'if name.endswith(".json") and',
        'if name.lower().endswith(".json") and',
    ),
    Mutant("folders-are-specs", _FOUND, "and not is_directory", ""),
    Mutant(
        "roots-may-leave",
        _FOUND,
        '        if code:\n            message = "project root',
        '        if False:\n            message = "project root',
    ),
    Mutant("long-messages-stay", "sdd/diagnostics.py", "    if len(encoded) <= limit:\n", "    if True:\n"),
    Mutant(
        "diagnostics-by-field",
        "sdd/diagnostics.py",
        "d.code, d.field, d.message))",
        "d.field, d.code, d.message))",
    ),
    Mutant(
        "warnings-first",
        "sdd/diagnostics.py",
        "key=lambda d: (_RANKS.get(d.severity, 2),",
        "key=lambda d: (-_RANKS.get(d.severity, 2),",
    ),
)
"""Each is killed by at least one case."""
