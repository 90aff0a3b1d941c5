"""The listing of tools: names in any order, descriptors as JSON values (spec §§ 2.1 and 4.1 row 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pytest_mcpparity.compare.differences import Comparison, ToolDifference
from pytest_mcpparity.compare.equality import same_value
from pytest_mcpparity.json_text import Members, compact
from pytest_mcpparity.nearest import nearest
from pytest_mcpparity.places import Place

#: More names than this are not searched for the nearest one, nor are names of more characters.
_MANY = 500


def compare_tools(
    expected: Sequence[Members],
    received: Sequence[Members],
    descriptors: tuple[str, ...] | None,
    advertised: tuple[str, ...] | None,
) -> Comparison:
    """What differs between two listings, the tools in the order in which they were expected.

    Args:
        expected: the descriptors of `tools.answer` or of a live oracle.
        received: the descriptors that the target lists, all pages.
        descriptors: the members that are compared; None for all.
        advertised: exactly the names that must be listed; None for those of `expected`.
    """
    old, new = _by_name(expected), _by_name(received)
    names = list(old) if advertised is None else list(dict.fromkeys(advertised))
    wanted = {name: len(old.get(name, ())) if advertised is None else 1 for name in names}
    extra = [name for name in new if name not in wanted]
    found: list[ToolDifference] = []
    for name in names:
        place = Place("tools", name=name)
        if name not in new:
            kept = old[name][0] if name in old else Members()
            found.append(ToolDifference(place, "missing", expected=kept, nearest=_nearest(name, extra)))
        elif len(new[name]) != wanted[name]:
            found.append(ToolDifference(place, "count", counts=(wanted[name], len(new[name]))))
        else:
            found.extend(_compare_descriptors(place, old.get(name, []), new[name], descriptors))
    for name in extra:
        found.append(ToolDifference(Place("tools", name=name), "extra", received=new[name][0]))
    return Comparison(tuple(found))


def _compare_descriptors(
    place: Place, old: list[Members], new: list[Members], descriptors: tuple[str, ...] | None
) -> Iterable[ToolDifference]:
    for expected, received in zip(old, new, strict=False):  # advertised, but with nothing to hold it against
        expected, received = _only(expected, descriptors), _only(received, descriptors)
        if not same_value(expected, received, ordered=False):
            yield ToolDifference(place, "differs", expected, received)


def _only(tool: Members, names: tuple[str, ...] | None) -> Members:
    return tool if names is None else Members(pair for pair in tool if pair[0] in names)


def _by_name(tools: Sequence[Members]) -> dict[str, list[Members]]:
    grouped: dict[str, list[Members]] = {}
    for tool in tools:
        name = tool.get("name")
        grouped.setdefault(name if isinstance(name, str) else compact(name), []).append(tool)
    return grouped


def _nearest(name: str, names: list[str]) -> str:
    if len(names) > _MANY or len(name) > _MANY:
        return ""
    return nearest(name, (one for one in names if len(one) <= _MANY)) or ""
