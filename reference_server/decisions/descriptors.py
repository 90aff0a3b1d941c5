"""The published tool descriptors, from the package's own file (App. B)."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any


@cache
def descriptors() -> tuple[dict[str, Any], ...]:
    """The five descriptors as `tools/list` gives them, in order, members in order."""
    text = resources.files(__package__).joinpath("schemas", "tools.json").read_text("utf-8")
    return tuple(json.loads(text))
