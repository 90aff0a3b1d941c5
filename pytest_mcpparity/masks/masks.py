"""Masks: declared places where a value may vary, replaced on both sides before anything is compared (§ 4).

Three kinds, applied in this order: the workspace's path, secrets, and the suite's own masks in the
order of the file. What they have written stays: an answer masked twice is the answer masked once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pytest_mcpparity.answer import RpcError, StepAnswer
from pytest_mcpparity.errors import SuiteFault
from pytest_mcpparity.json_text import Members, Value
from pytest_mcpparity.masks.answer_texts import map_texts, seen_texts
from pytest_mcpparity.masks.mask_texts import BuiltIn, mask_pattern
from pytest_mcpparity.projection import project_error, project_result, unproject
from pytest_mcpparity.suite.model import WORKSPACE, Mask

#: Shorter secrets are not masked: they would be found in words that are none.
MIN_SECRET = 8


class Masks:
    """The masks of one suite in one session.

    `workspace` holds the paths of the workspace, as given and as resolved; `secrets` maps the NAME
    that the command line gave to its value.
    """

    __slots__ = ("_built_in", "_suite_masks")

    def __init__(
        self,
        suite_masks: tuple[Mask, ...] = (),
        workspace: tuple[str, ...] = (),
        secrets: Mapping[str, str] | None = None,
    ) -> None:
        self._suite_masks = suite_masks
        # In a `file:` URL the path alone is replaced: a target that takes to writing URLs shows.
        paths = {one.rstrip("/"): WORKSPACE for one in workspace if len(one.rstrip("/")) > 1}
        named: dict[str, str] = {}
        for name, value in (secrets or {}).items():
            if len(value) >= MIN_SECRET:
                named.setdefault(value, f"{{{name}}}")
        kept = (WORKSPACE, *sorted(named.values()))
        by_path = (BuiltIn(paths, kept, WORKSPACE),) if paths else ()
        self._built_in = (*by_path, BuiltIn(named, kept)) if named else by_path

    def mask_text(self, text: str) -> str:
        """`text` without the workspace's path and without secrets: for stderr, messages and reports."""
        for built_in in self._built_in:
            text = built_in.apply(text)
        return text

    def for_case(self, case_id: str) -> CaseMasks:
        """The masks for the answers of one case; `tools` and `session` are the listing and instructions."""
        own = tuple(mask for mask in self._suite_masks if mask.covers(case_id))
        return CaseMasks(case_id, own, self._built_in)


@dataclass(frozen=True, slots=True)
class CaseMasks:
    """The masks that hold for one case, ready to be applied to its answers."""

    case_id: str
    masks: tuple[Mask, ...]
    built_in: tuple[BuiltIn, ...]

    def apply(self, answer: StepAnswer) -> StepAnswer:
        """`answer` with every mask in its place; the very same object where none matches.

        Raises:
            SuiteFault: a mask finds something again in what was masked already, so that expected and
                received would drift apart by being masked a different number of times.
        """
        once = self._once(answer)
        if once is answer:
            return answer
        again = self._once(once)
        if again != once:
            raise SuiteFault(self._restless(once))
        return once

    def found(self, answer: StepAnswer) -> frozenset[int]:
        """The numbers of the masks that match `answer`, or whose `as` stands in it: those of some use."""
        return frozenset(mask.number for mask in self.masks if _is_found(mask, answer))

    def _once(self, answer: StepAnswer) -> StepAnswer:
        for built_in in self.built_in:
            answer = map_texts(answer, built_in.apply)
        for mask in self.masks:
            answer = _apply_mask(mask, answer)
        return answer

    def _restless(self, once: StepAnswer) -> str:
        culprit = next((mask for mask in self.masks if _apply_mask(mask, once) != once), None)
        where = f"in the answer of {self.case_id}"
        if culprit is None:
            return f"the workspace's path or a secret is part of the name that replaces it, {where}"
        return (
            f"mask {culprit.number} masks again what is masked already, {where}: applied twice it is not "
            "the same. Let its pattern match only what varies, as [0-9a-f]{8} in place of .{8}"
        )


def _apply_mask(mask: Mask, answer: StepAnswer) -> StepAnswer:
    if mask.pattern is not None:
        pattern, replacement = mask.pattern, mask.replacement
        return map_texts(answer, lambda text: mask_pattern(pattern, replacement, text))
    whole = unproject(answer.body)
    masked = _replace_at(whole, mask.pointer or (), mask.replacement)
    if masked == whole or not isinstance(masked, Members):
        return answer
    project = project_error if isinstance(answer.body, RpcError) else project_result
    return replace(answer, body=project(masked))


def _replace_at(value: Value, pointer: tuple[str, ...], replacement: str) -> Value:
    """`value` with `replacement` at every place that `pointer` names."""
    if not pointer:
        return replacement
    token, rest = pointer[0], pointer[1:]
    if isinstance(value, Members):
        return Members(
            (name, _replace_at(child, rest, replacement) if token in ("*", name) else child)
            for name, child in value
        )
    if isinstance(value, list):
        return [
            _replace_at(child, rest, replacement) if token in ("*", str(index)) else child
            for index, child in enumerate(value)
        ]
    return value


def _is_found(mask: Mask, answer: StepAnswer) -> bool:
    if _apply_mask(mask, answer) is not answer:
        return True
    if mask.pattern is None:
        return mask.replacement in _values_at(unproject(answer.body), mask.pointer or ())
    return any(mask.replacement in text for text in seen_texts(answer))


def _values_at(value: Value, pointer: tuple[str, ...]) -> list[Value]:
    level = [value]
    for token in pointer:
        level = [child for one in level for child in _children_at(one, token)]
    return level


def _children_at(value: Value, token: str) -> Iterable[Value]:
    if isinstance(value, Members):
        return [child for name, child in value if token in ("*", name)]
    if isinstance(value, list):
        return [child for index, child in enumerate(value) if token in ("*", str(index))]
    return []
