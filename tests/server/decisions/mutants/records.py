"""Mutants of deltas, reviews, identity, claims, evidence and receipts (3.4, 4, 7, 8)."""

from __future__ import annotations

from tests.server.decisions.mutants.mutant import EDGES, Mutant

DELTAS = [
    Mutant("adds a base record again", "deltas.py", "if entity.id in known.base_entities:", "if False:"),
    Mutant(
        "adds a base relationship again",
        "deltas.py",
        "if relationship.id in known.base_relationships:",
        "if False:",
    ),
    Mutant(
        "removes what it adds",
        "deltas.py",
        "        if name in added:\n            yield",
        "        if False:\n            yield",
    ),
    Mutant(
        "replaces what it adds", "deltas.py", '    if name in added:\n        return "is also in adds"\n', ""
    ),
    Mutant(
        "replaces what it removes",
        "deltas.py",
        'return "is also in removes" if name in removed else None',
        "return None",
    ),
    Mutant("removes the unknown", "deltas.py", "if name not in known:", "if False:"),
    Mutant(
        "replaces unknown relationships",
        "deltas.py",
        "if relationship.id not in known.relationships:",
        "if False:",
    ),
    Mutant(
        "points an edge at the unknown",
        "deltas.py",
        "if relationship.target not in known.entities:",
        "if False:",
    ),
    Mutant(
        "points from the option",
        "deltas.py",
        "/options/{position}/deltas{fault.pointer}",
        "/options/{position}{fault.pointer}",
    ),
    Mutant(
        "counts options from one",
        "deltas.py",
        'for position, option in enumerate(decision["options"]):',
        'for position, option in enumerate(decision["options"], 1):',
    ),
    Mutant("takes a repeat for sorted", "values.py", "any(before >= after for", "any(before > after for"),
    Mutant(
        "lets a name be longer", "values.py", "LINE = _string(1, 200,", "LINE = _string(1, 300,", (EDGES,)
    ),
    Mutant(
        "lets a text hold any character",
        "values.py",
        r're.compile(r"[^\x00-\x08\x0b-\x1f\x7f]*")',
        r're.compile(r"[^\x01-\x08\x0b-\x1f\x7f]*")',
        (EDGES,),
    ),
    Mutant(
        "asks review of every option",
        "records.py",
        "return any(option.needs_review",
        "return all(option.needs_review",
    ),
    Mutant("shows rejected deltas", "shapes.py", "if option.needs_review:", "if False:"),
]

REVIEWS = [
    Mutant(
        "takes reviews from the first on",
        "reviews.py",
        "key=lambda review: review.seq, reverse=True)",
        "key=lambda review: review.seq)",
    ),
    Mutant(
        "takes reviews by name",
        "reviews.py",
        "key=lambda review: review.seq, reverse=True",
        "key=lambda review: review.id, reverse=True",
    ),
    Mutant("does not supersede", "reviews.py", "(review.undoes, review.supersedes)", "(review.undoes,)"),
    Mutant("does not undo", "reviews.py", "(review.undoes, review.supersedes)", "(review.supersedes,)"),
    Mutant(
        "lets inactive reviews act",
        "reviews.py",
        "        if review.id in inactive:\n            continue\n        inactive.update",
        "        inactive.update",
    ),
    Mutant("makes undo a head", "reviews.py", 'if review.judgment != "undo":', "if True:"),
    Mutant(
        "lets the first judgment stand",
        "reviews.py",
        "    for head in heads:\n",
        "    for head in reversed(tuple(heads)):\n",
    ),
    Mutant(
        "judges by id alone",
        "reviews.py",
        'return judged.get((kind, name), "unreviewed")',
        'return next((found for (_, judged_id), found in judged.items() if judged_id == name), "unreviewed")',
    ),
]

IDENTITY = [
    Mutant(
        "joins by the first head only",
        "identity.py",
        "    for head in merges:\n        for name in head.ids[1:]:",
        "    for head in merges[:1]:\n        for name in head.ids[1:]:",
    ),
    Mutant("suggests who was judged not to be", "identity.py", "if entity in head.ids:", "if False:"),
    Mutant(
        "suggests members of the group",
        "identity.py",
        "judged = set(group.members) if group is not None else {entity}",
        "judged = {entity}",
    ),
    Mutant("knows no alias as a label", "identity.py", "found[alias.entity].add(phrase(alias.name))", "pass"),
    Mutant("shares the empty label", "identity.py", 'frozenset(texts - {""})', "frozenset(texts)"),
    Mutant(
        "lists labels backwards",
        "identity.py",
        "tuple(sorted(own & theirs))",
        "tuple(sorted(own & theirs, reverse=True))",
    ),
    Mutant(
        "counts kinds of those who are not there",
        "identity.py",
        "kinds = sorted({scenario.graph.entities[name].kind for name in present})",
        "kinds = sorted({repository.entities[name].kind for name in group.members})",
    ),
    Mutant(
        "sees a rejected pair in one member",
        "identity.py",
        "if members.issuperset(head.ids):",
        "if members.intersection(head.ids):",
    ),
    Mutant(
        "names a group by its last member",
        "identity.py",
        'f"identity-{self.members[0]}"',
        'f"identity-{self.members[-1]}"',
    ),
]

STATES = [
    Mutant(
        "wants every option of a claim",
        "claims.py",
        "if claim.effective_under and not any(",
        "if claim.effective_under and not all(",
    ),
    Mutant(
        "lets a claim outlive its subject",
        "claims.py",
        'return claim.subject.type == "decision" or',
        'return claim.subject.type in ("decision", "relationship") or',
    ),
    Mutant(
        "lets a rejected claim stand",
        "claims.py",
        'if verdict_of(repository.verdicts, "claim", claim.id) == "rejected":',
        "if False:",
    ),
    Mutant(
        "lets a rejected alias stand",
        "claims.py",
        'and verdict_of(repository.verdicts, "alias", alias.id) != "rejected"',
        "",
    ),
    Mutant(
        "finds the last of equal passages",
        "evidence.py",
        "in reversed(markdown.passages(anchor.path))",
        "in markdown.passages(anchor.path)",
    ),
    Mutant("calls stale missing", "evidence.py", 'EvidenceState("stale")', 'EvidenceState("missing")'),
    Mutant(
        "does not know the added",
        "answers.py",
        "if entity_id in repository.known.entities:",
        "if entity_id in repository.entities:",
    ),
    Mutant(
        "lists a self-loop once",
        "answers.py",
        "if edge.target == entity_id]",
        "if edge.target == entity_id != edge.source]",
    ),
    Mutant(
        "leaves out claims about edges",
        "answers.py",
        'keys = {Key("entity", entity_id), *(Key("relationship", edge.id) for edge in outgoing + incoming)}',
        'keys = {Key("entity", entity_id)}',
    ),
    Mutant(
        "lists evidence backwards",
        "answers.py",
        "for name in sorted(cited)]",
        "for name in sorted(cited, reverse=True)]",
    ),
    Mutant(
        "tells the first option's rationale",
        "answers.py",
        "decision.options[selected].rationale,",
        "next(iter(decision.options.values())).rationale,",
    ),
    Mutant(
        "lists effective aliases only",
        "answers.py",
        "if alias.entity == entity_id]",
        "if alias.entity == entity_id and is_effective_alias(repository, scenario, alias)]",
    ),
    Mutant(
        "relates the selected option only",
        "answers.py",
        "for option in decision.options.values())\n        ],",
        "for option in decision.options.values()\n"
        "                if option.id == scenario.selections[decision.id])\n        ],",
    ),
    Mutant(
        "goes by file name",
        "repository.py",
        "{name: values[name] for name in sorted(values)}",
        "{name: values[name] for name in values}",
    ),
]

RECEIPTS = [
    Mutant("hashes the reviews with the records", "repository.py", 'if folder != "reviews"', "if folder"),
    Mutant(
        "hashes the heads backwards",
        "receipts.py",
        "for head in repository.heads]",
        "for head in reversed(repository.heads)]",
    ),
    Mutant(
        "hashes anchors without their state",
        "receipts.py",
        '            "state": repository.evidence_states[anchor.id].state,\n',
        "",
    ),
    Mutant("hashes no query", "receipts.py", "_hash(canonical(request))", "_hash(canonical({}))"),
    Mutant(
        "hashes before for after",
        "answers.py",
        'maps = {"before": before.selections, "after": after.selections}',
        'maps = {"before": after.selections, "after": before.selections}',
    ),
    Mutant(
        "hashes escapes for characters",
        "receipts.py",
        "ensure_ascii=False, separators",
        "ensure_ascii=True, separators",
    ),
    Mutant(
        "hashes the components as text",
        "receipts.py",
        '"digest": _hash(canonical(components))',
        '"digest": _hash(json.dumps(components).encode())',
    ),
]
