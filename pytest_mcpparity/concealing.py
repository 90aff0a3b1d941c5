"""Keeps what the user brought in as a secret out of everything that is shown or written (spec § 3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from pytest_mcpparity.characters import escape_hidden
from pytest_mcpparity.masks.mask_texts import value_forms

#: So much of a secret is told from chance, in characters: of one that is cut short, and of one of its lines.
_TELLING = 8


def conceal(text: str, secrets: Mapping[str, str]) -> str:
    """`text` with each secret's value as `{NAME}`, also where it stands escaped as in a JSON string.

    The longest goes first: one secret may be a part of another. What an excerpt that ends in `…` shows of
    a secret is replaced too, and so is each line of a secret of several lines.
    """
    if not secrets:
        return text
    pattern, names = _forms(tuple(sorted(secrets.items())))
    return pattern.sub(lambda match: names[match.group().removesuffix("…")] + _end(match), text)


def _end(match: re.Match[str]) -> str:
    return "…" if match.group().endswith("…") else ""


@lru_cache(maxsize=8)
def _forms(secrets: tuple[tuple[str, str], ...]) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """A pattern for all that betrays a secret, the longest first, and the name that replaces each form."""
    names: dict[str, str] = {}
    cut: dict[str, str] = {}
    for name, value in secrets:
        lines = [line for line in value.splitlines() if len(line) >= _TELLING]
        for form in {form for part in (value, *lines) for form in value_forms(part)}:
            names.setdefault(form, f"{{{name}}}")
            cut.update(dict.fromkeys(_starts(form), f"{{{name}}}"))
    spelled = [re.escape(form) for form in sorted(names, key=len, reverse=True)]
    spelled += [f"{re.escape(start)}…" for start in sorted(cut, key=len, reverse=True)]
    return re.compile("|".join(spelled)), {**cut, **names}


def _starts(form: str) -> Iterator[str]:
    """What an excerpt may show of a secret that it cuts short."""
    return (form[:end] for end in range(_TELLING // 2, min(len(form), 200)))


def presentable(text: str, secrets: Mapping[str, str]) -> str:
    """`text` for a terminal: without secrets, and with nothing raw that a terminal would obey."""
    return escape_hidden(conceal(text, secrets))


def conceal_all(value: Any, secrets: Mapping[str, str]) -> Any:
    """`conceal` for each string in a plain JSON value; names of members are ours and stay."""
    if not secrets:
        return value
    if isinstance(value, str):
        return conceal(value, secrets)
    if isinstance(value, list | tuple):
        return [conceal_all(child, secrets) for child in value]
    if isinstance(value, dict):
        return {name: conceal_all(child, secrets) for name, child in value.items()}
    return value
