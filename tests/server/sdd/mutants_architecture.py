"""Mistakes in the architecture: documents, rules, evidence, findings, verdict and report."""

from __future__ import annotations

from tests.server.sdd.mutant import Mutant

_ROOM = "sdd/architecture/"
_TOOL = _ROOM + "tool.py"
_REPORT = _ROOM + "report.py"
_FINDINGS = _ROOM + "findings.py"
_VIOLATIONS = _ROOM + "violations.py"
_EDGES = _ROOM + "edges.py"
_EVIDENCE = _ROOM + "evidence.py"
_DEBT = _ROOM + "debt.py"
_VIEW = _ROOM + "domain_view.py"
_STRICT = _ROOM + "documents/strict_document.py"
_CROSS = _ROOM + "rules/cross_manifest.py"
_WORDS = _ROOM + "rules/vocabulary.py"
_MODES = _ROOM + "rules/access_modes.py"
_IDENTITY = _ROOM + "capabilities/identity_rules.py"
_SOURCES = _ROOM + "capabilities/provenance_rules.py"

ARCHITECTURE_MUTANTS = (
    Mutant("blank-domain-passes", _TOOL, "    if not trim_space(domain):\n", "    if not domain:\n"),
    Mutant(
        "unknown-domain-succeeds",
        _TOOL,
        "    if domain not in snapshot.repository.domains:\n",
        "    if False:\n",
    ),
    Mutant(
        "unknown-domain-blocks-first",
        _TOOL,
        "    if blocking:\n",
        "    if blocking and domain in snapshot.repository.domains:\n",
    ),
    Mutant("findings-block-no-more", _TOOL, "    if blocking:\n", "    if False:\n"),
    Mutant("warnings-block", _TOOL, "sum(finding.is_blocking for finding", "sum(True for finding"),
    Mutant(
        "filtered-findings-are-counted",
        _TOOL,
        "finding.is_blocking for finding in snapshot.findings)",
        "finding.is_blocking and finding.edge is None for finding in snapshot.findings)",
    ),
    Mutant("failure-text", _TOOL, "{count} blocking finding(s)", "{count} blocking findings"),
    Mutant(
        "domain-is-trimmed",
        _TOOL,
        'domain = arguments.get("domain", "")',
        'domain = arguments.get("domain", "").strip(" ")',
    ),
    Mutant(
        "inbound-is-outbound",
        _REPORT,
        '"inbound"] = [_declared(edge) for edge in declared if edge.consumer_domain',
        '"inbound"] = [_declared(edge) for edge in declared if edge.producer_domain',
    ),
    Mutant(
        "findings-need-an-edge",
        _REPORT,
        "if finding.edge is None or finding",
        "if finding.edge is not None and finding",
    ),
    Mutant("baseline-is-compared", _REPORT, '"compared": False', '"compared": True'),
    Mutant("facts-as-authored", _REPORT, '"facts": sorted(item.facts)', '"facts": list(item.facts)'),
    Mutant(
        "observed-of-all",
        _REPORT,
        "for edge in observed if edge.touches(requested)]",
        "for edge in observed]",
    ),
    Mutant("transports-hidden", _REPORT, "    if record.transports:\n", "    if False:\n"),
    Mutant("modes-as-authored", _VIEW, '"modes": sorted(export.modes)', '"modes": list(export.modes)'),
    Mutant(
        "empty-bindings-shown",
        _VIEW,
        '    if item.bindings:\n        view["bindings"]',
        '    if True:\n        view["bindings"]',
    ),
    Mutant(
        "empty-key-hidden",
        _VIEW,
        '"idempotencyKey": consistency.idempotency_key,',
        '**({"idempotencyKey": consistency.idempotency_key} if consistency.idempotency_key else {}),',
    ),
    Mutant("local-fields-as-authored", _VIEW, "sorted(model.local_fields)", "list(model.local_fields)"),
    Mutant(
        "debt-blocks",
        _FINDINGS,
        'severity, disposition = "warning", "known-debt"',
        'severity, disposition = "error", "known-debt"',
    ),
    Mutant("waivers-never-expire", _FINDINGS, "waiver.expires and waiver.expires < today", "False"),
    Mutant("waivers-expire-always", _FINDINGS, "waiver.expires and waiver.expires < today", "waiver.expires"),
    Mutant(
        "stale-debt-stays", _FINDINGS, "            if recorded not in current:\n", "            if False:\n"
    ),
    Mutant(
        "findings-by-code",
        _FINDINGS,
        "key=lambda finding: byte_order(finding.id)",
        "key=lambda finding: (finding.severity, byte_order(finding.id))",
    ),
    Mutant("ids-unescaped", _VIOLATIONS, "safe=_UNESCAPED,", 'safe=_UNESCAPED + "/",'),
    Mutant("percent-once", _VIOLATIONS, "safe=_UNESCAPED,", 'safe=_UNESCAPED + "%",'),
    Mutant(
        "bindings-authorise-nothing",
        _VIOLATIONS,
        "        if edge.binding not in authorised:\n",
        "        if True:\n",
    ),
    Mutant(
        "unobserved-bindings-pass", _VIOLATIONS, "            if binding in seen:\n", "            if True:\n"
    ),
    Mutant(
        "planned-needs-evidence",
        _VIOLATIONS,
        'if item.status == "active" and domain in domains',
        "if domain in domains",
    ),
    Mutant(
        "undeclared-evidence-passes", _VIOLATIONS, "        if key not in imports:\n", "        if False:\n"
    ),
    Mutant(
        "same-domain-edges",
        _EDGES,
        "producer_domain is not None and producer_domain != consumer_domain",
        "producer_domain is not None",
    ),
    Mutant(
        "producer-first",
        _EDGES,
        "        edge.consumer_domain,\n        edge.producer_domain,\n        edge.consumer_project",
        "        edge.producer_domain,\n        edge.consumer_domain,\n        edge.consumer_project",
    ),
    Mutant(
        "evidence-by-file",
        _EVIDENCE,
        "yield EvidenceRecord(project_domains[owner.id], owner.id,",
        "yield EvidenceRecord(next(iter(project_domains.values())), owner.id,",
    ),
    Mutant(
        "unmapped-evidence",
        _EVIDENCE,
        "sorted(row.transports, key=lambda transport: transport.role)",
        "row.transports",
    ),
    Mutant(
        "first-name-owns",
        _ROOM + "membership.py",
        'return self.by_id.get("/" + reference.strip("/"))',
        "return None",
    ),
    Mutant("events-unseen", _ROOM + "coverage.py", 'events=word("event" in kinds)', "events=word(False)"),
    Mutant("database-seen", _ROOM + "coverage.py", "database=NOT_DETECTED", "database=EVIDENCE"),
    Mutant("waived-uncounted", _ROOM + "ratchet.py", 'waived=counts["waived"]', "waived=0"),
    Mutant(
        "debt-may-have-no-end",
        _DEBT,
        "    if not record.remove_when and not record.expires:\n",
        "    if False:\n",
    ),
    Mutant("debt-may-be-both", _DEBT, "        if record.finding in classified:\n", "        if False:\n"),
    Mutant("any-date", _WORDS, "    return 1 <= day <= longest", "    return 1 <= day <= 31"),
    Mutant("vendor-is-walked", _ROOM + "discovery.py", '{"node_modules", "vendor"}', '{"node_modules"}'),
    Mutant("dot-folders-are-walked", _ROOM + "discovery.py", 'and not entry.name.startswith(".")', ""),
    Mutant(
        "diagnostics-by-code",
        _ROOM + "diagnostics.py",
        "byte_order(found.field), byte_order(found.code)",
        "byte_order(found.code), byte_order(found.field)",
    ),
    Mutant("nulls-pass-here", _STRICT, "    if null is not None:\n", "    if False:\n"),
    Mutant(
        "version-1-in-any-form",
        _STRICT,
        '    if raw == b"1":\n',
        '    if raw is not None and raw.strip(b\'"\') == b"1":\n',
    ),
    Mutant(
        "top-keys-may-repeat",
        _ROOM + "documents/repeated_keys.py",
        "            if inside.step in inside.keys:\n",
        "            if inside.step in inside.keys and len(opened) > 1:\n",
    ),
    Mutant(
        "repeats-cite-the-last",
        _ROOM + "rules/repeats.py",
        "            yield index, earlier, value",
        "            yield index, index - 1, value",
    ),
    Mutant("planned-may-be-bound", _ROOM + "rules/imports.py", 'if item.status == "planned":', "if False:"),
    Mutant(
        "active-on-planned-transport",
        _ROOM + "rules/imports.py",
        'if import_status == "active" and availability != "active":',
        "if False:",
    ),
    Mutant(
        "classified-or-not",
        _ROOM + "rules/exports.py",
        "if only_referenced and _is_unclassified(fact):",
        "if only_referenced:",
    ),
    Mutant(
        "zero-staleness",
        _ROOM + "rules/durations.py",
        "nanoseconds is not None and nanoseconds > 0",
        "nanoseconds is not None",
    ),
    Mutant(
        "stale-unavailable",
        _WORDS,
        'STALE_BEHAVIORS = frozenset({"fail-open"',
        'STALE_BEHAVIORS = frozenset({"unavailable", "fail-open"',
    ),
    Mutant(
        "contract-without-segment",
        _WORDS,
        r'_CONTRACT = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9_-]*)+\.v',
        r'_CONTRACT = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9_-]*)*\.v',
    ),
    Mutant(
        "commands-need-consistency",
        _MODES,
        'if item.mode != "command" and item.consistency is None:',
        "if item.consistency is None:",
    ),
    Mutant("projections-unordered", _MODES, '    if consistency.ordering == "none":\n', "    if False:\n"),
    Mutant("projected-in-part", _MODES, "len(projected) == len(facts) and all(", "all("),
    Mutant("old-versions-pass", _CROSS, "    if item.version < minimum:\n", "    if False:\n"),
    Mutant(
        "active-on-planned-export",
        _CROSS,
        'if item.status == "active" and export.status != "active":',
        "if False:",
    ),
    Mutant(
        "projects-may-be-ghosts",
        _CROSS,
        "            if project not in members:\n",
        "            if False:\n",
    ),
    Mutant(
        "bindings-authorised-twice",
        _CROSS,
        "                if binding in first_import:\n",
        "                if False:\n",
    ),
    Mutant(
        "repeated-identity-passes", _IDENTITY, "            if earlier != place:\n", "            if False:\n"
    ),
    Mutant(
        "subkind-where-none-is", _IDENTITY, "if not entry_list.is_divided and identity.subkind:", "if False:"
    ),
    Mutant(
        "artifact-is-declaration",
        _SOURCES,
        "    if (artifact.root, artifact.path) == (declaration.root, declaration.path):\n",
        "    if False:\n",
    ),
    Mutant(
        "escape-before-shape",
        _SOURCES,
        '        if segment == "..":\n            return "path_escape"',
        '        if segment == "..":\n            return "invalid_path"',
    ),
    Mutant(
        "label-by-package",
        _ROOM + "capabilities/shared_rules.py",
        "        provenance.evidence_path,\n        provenance.package,",
        "        provenance.package,\n        provenance.evidence_path,",
    ),
    Mutant(
        "v1-texts-of-v2",
        _ROOM + "capabilities/version1_rules.py",
        "sourceKind {quote(provenance.source_kind)} is not in the v1 set",
        "sourceKind {quote(provenance.source_kind)} is not in the v2 set",
    ),
)
"""Each is killed by at least one case."""
