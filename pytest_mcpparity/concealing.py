"""Keeps what the user brought in as a secret out of everything that is shown or written (spec § 3)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def conceal(text: str, secrets: Mapping[str, str]) -> str:
    """`text` with each secret's value as `{NAME}`, also where it stands escaped as in a JSON string.

    The longest goes first: one secret may be a part of another.
    """
    for name, secret in sorted(secrets.items(), key=lambda one: -len(one[1])):
        for spelled in {secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}:
            text = text.replace(spelled, "{" + name + "}")
    return text


def conceal_all(value: Any, secrets: Mapping[str, str]) -> Any:
    """The same for each string in a plain JSON value; names of members are ours and stay."""
    if not secrets:
        return value
    if isinstance(value, str):
        return conceal(value, secrets)
    if isinstance(value, list | tuple):
        return [conceal_all(child, secrets) for child in value]
    if isinstance(value, dict):
        return {name: conceal_all(child, secrets) for name, child in value.items()}
    return value
