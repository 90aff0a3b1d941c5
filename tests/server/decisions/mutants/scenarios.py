"""Mutants of scenarios, comparison and impact (5, 10)."""

from __future__ import annotations

from tests.server.decisions.mutants.mutant import Mutant

SCENARIOS = [
    Mutant("applies the first operation", "scenario.py", "last = items[-1]", "last = items[0]"),
    Mutant(
        "replaces what is not there", "scenario.py", 'if last.name == "replace" and not exists:', "if False:"
    ),
    Mutant(
        "does not see added records exist",
        "scenario.py",
        'exists = key in base or any(item.name == "add" for item in items)',
        "exists = key in base",
    ),
    Mutant(
        "calls added records groundless",
        "scenario.py",
        'any(operation.name == "add" for operation in self.operations.get(key, ()))',
        "False",
    ),
    Mutant(
        "sees a conflict in three only", "scenario.py", "if len(operations) > 1", "if len(operations) > 2"
    ),
    Mutant(
        "lists conflicts as they come",
        "scenario.py",
        "in sorted(self.operations.items())",
        "in self.operations.items()",
    ),
    Mutant(
        "keeps rejected entities",
        "graph.py",
        'if verdict_of(judged, "entity", name) != "rejected"',
        "if True",
    ),
    Mutant(
        "keeps rejected relationships",
        "graph.py",
        'if verdict_of(judged, "relationship", name) != "rejected"',
        "if True",
    ),
    Mutant("calls the same content changed", "graph.py", " and after[name] != record", ""),
    Mutant(
        "says nothing of an undecided decision",
        "assumptions.py",
        'return f"{named} has no option selected"',
        "return None",
    ),
    Mutant(
        "takes assumptions of one decision for one", "assumptions.py", 'self.required_option or "",', '"",'
    ),
    Mutant("sees no groundless operation", "assumptions.py", "if scenario.exists(key):", "if True:"),
    Mutant(
        "forgets what rejected options assume",
        "assumptions.py",
        "        if option is None:\n            continue\n        ref",
        "        if option is None or repository.decisions[decision].options[option].needs_review:\n"
        "            continue\n        ref",
    ),
    Mutant(
        "takes the change the other way",
        "affected.py",
        "changes from {_named(before)} to {_named(after)}",
        "changes from {_named(after)} to {_named(before)}",
    ),
    Mutant("counts a decision among the others", "affected.py", "if other is not operation", "if True"),
    Mutant("lets a decision move itself", "affected.py", "frozenset()) - {decision}:", "frozenset()):"),
    Mutant(
        "looks at reasons in another order",
        "affected.py",
        "    yield from _selection_reasons(causes)\n    for decision, options",
        "    yield from _dependency_reasons(repository, causes)\n    yield from _selection_reasons(causes)\n"
        "    for decision, options",
    ),
    Mutant(
        "lists dependencies unsorted",
        "affected.py",
        "return sorted(key for key in named if key in changes)",
        "return sorted((key for key in named if key in changes), reverse=True)",
    ),
    Mutant("counts decisions that stay as movers", "comparison.py", "(decisions & moved)", "decisions"),
    Mutant(
        "sees movers after only",
        "comparison.py",
        "for scenario in (before, after):",
        "for scenario in (after,):",
    ),
    Mutant(
        "turns the reviewed options round",
        "comparison.py",
        "options = (change.before_option, change.after_option)",
        "options = (change.after_option, change.before_option)",
    ),
    Mutant(
        "sees a rejected option after only",
        "comparison.py",
        "options = (change.before_option, change.after_option)",
        "options = (change.after_option,)",
    ),
    Mutant(
        "takes conflicts on one key for one",
        "comparison.py",
        "return conflict.key, tuple((item.decision, item.option, item.name) for item in conflict.operations)",
        "return conflict.key, ()",
    ),
    Mutant(
        "takes another reason for another assumption",
        "comparison.py",
        "return tuple(item for item in items if item.key not in keys)",
        "return tuple(item for item in items if item not in tuple(others))",
    ),
    Mutant(
        "swaps appeared and disappeared",
        "answers.py",
        '"appeared": [assumption_json(item) for item in found.assumptions_appeared]',
        '"appeared": [assumption_json(item) for item in found.assumptions_disappeared]',
    ),
    Mutant(
        "does not name the ends of a removed edge",
        "option_names.py",
        'if ends is None and key.type == "relationship":',
        "if False:",
    ),
    Mutant(
        "does not name the ends of an edge",
        "option_names.py",
        "if isinstance(ends, Relationship):",
        "if False:",
    ),
    Mutant(
        "does not name what is assumed", "option_names.py", 'if assumption.type != "decision"', "if False"
    ),
    Mutant("always tells the impact", "answers.py", "if scenario.selections != own:", "if True:"),
    Mutant(
        "measures impact from the records on disk",
        "answers.py",
        "before = compile_scenario(repository, own).graph",
        "before = scenario.base",
    ),
]

IMPACT = [
    Mutant("walks five hops", "impact.py", "MAX_DEPTH = 4", "MAX_DEPTH = 5"),
    Mutant("walks three hops", "impact.py", "MAX_DEPTH = 4", "MAX_DEPTH = 3"),
    Mutant("calls an empty level more", "impact.py", "any(levels[MAX_DEPTH:])", "bool(levels[MAX_DEPTH:])"),
    Mutant("does not end at visited entities", "impact.py", " and source not in visited", ""),
    Mutant("visits its start again", "impact.py", "visited = {key.id}", "visited: set[str] = set()"),
    Mutant(
        "walks as the edges come",
        "impact.py",
        "for dependency in sorted(level, key=lambda item: item.entity):",
        "for dependency in level:",
    ),
    Mutant(
        "lists dependents as they come",
        "impact.py",
        "for found in sorted(level, key=lambda found: found.entity):",
        "for found in level:",
    ),
    Mutant(
        "starts a relationship one hop later",
        "impact.py",
        "        levels.append(level)\n    while",
        "    while",
    ),
    Mutant(
        "walks from source to target",
        "impact.py",
        "incoming.setdefault(relationship.target, [])",
        "incoming.setdefault(relationship.source, [])",
    ),
    Mutant(
        "walks the after scenario",
        "impact.py",
        "for relationship in before.relationships.values():\n        incoming",
        "for relationship in after.relationships.values():\n        incoming",
    ),
    Mutant(
        "tells what a removed dependent misses",
        "impact.py",
        "self._found(entity) if entity in self._after.entities else ()",
        "self._found(entity)",
    ),
    Mutant(
        "misses edges that are removed too",
        "impact.py",
        "if edge.target in before.entities and edge.target not in after.entities:",
        "if edge.id in after.relationships and edge.target in before.entities "
        "and edge.target not in after.entities:",
    ),
    Mutant(
        "misses edges that point elsewhere now",
        "impact.py",
        "if edge.target not in after.entities and not self._was_missing(edge):",
        "if False:",
    ),
    Mutant(
        "counts what was missing before",
        "impact.py",
        "and edge.target not in self._before.entities\n        )",
        "and False\n        )",
    ),
    Mutant("rewires by any kind", "impact.py", "if new.kind == edge.kind and new.target", "if new.target"),
    Mutant("rewires to old targets", "impact.py", " and new.target not in old_targets", ""),
    Mutant("rewires to missing entities", "impact.py", " and new.target in self._after.entities and", " and"),
    Mutant(
        "looks at old targets of any kind",
        "impact.py",
        "(edge.source, ()) if old.kind == edge.kind",
        "(edge.source, ())",
    ),
    Mutant(
        "takes names from after",
        "impact.py",
        "name = before.entities[found.entity].name",
        "name = after.entities.get(found.entity, before.entities[found.entity]).name",
    ),
    Mutant("says changed for replaced", "impact.py", 'else "replaced"', 'else "changed"'),
    Mutant(
        "calls an edge dangling that is rewired",
        "impact.py",
        "any(not endpoint.rewired_to for",
        "any(True for",
    ),
    Mutant(
        "walks from relationships first",
        "impact.py",
        '        ("entity", difference.entities.changes()),\n'
        '        ("relationship", difference.relationships.changes()),\n',
        '        ("relationship", difference.relationships.changes()),\n'
        '        ("entity", difference.entities.changes()),\n',
    ),
]
