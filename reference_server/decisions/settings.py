"""`.decision/config.yaml`, which only the search reads (2.4, 3.5)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from reference_server.decisions.errors import Fault, refusal
from reference_server.decisions.files import ReadError, read_limited
from reference_server.decisions.values import LINE, URL, VARIABLE, Check, integer, object_of

CONFIG_PATH = ".decision/config.yaml"
DEFAULT_TIMEOUT_SECONDS = 30
# What the safe loader lets through beside its own errors, for scalars like `!!int ''` or an impossible date.
_LOADER_LEAKS = (ValueError, LookupError, AttributeError, TypeError, OverflowError, RecursionError)


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """A configured embedding model; `api_key_env` names an environment variable, or is None."""

    base_url: str
    model: str
    api_key_env: str | None
    timeout_seconds: int


@dataclass(frozen=True, slots=True)
class Settings:
    """What config.yaml sets; `embedding` None means the local fallback (9.4)."""

    embedding: EmbeddingSettings | None = None


NO_SETTINGS = Settings()


def _string_keyed(check: Check) -> Check:
    # YAML keys can be anything; a key that is no string comes before all other faults of its object.
    def checked(value: Any) -> Fault | None:
        if isinstance(value, dict) and not all(isinstance(key, str) for key in value):
            return Fault("", "must have string keys")
        return check(value)

    return checked


_EMBEDDING = object_of(
    {"base_url": URL, "model": LINE, "api_key_env": VARIABLE, "timeout_seconds": integer(1, 300)},
    optional=frozenset({"api_key_env", "timeout_seconds"}),
)
_CONFIG = _string_keyed(
    object_of(
        {"version": integer(1, 1), "embedding": _string_keyed(_EMBEDDING)}, optional=frozenset({"embedding"})
    )
)


def load_settings(root: Path) -> Settings:
    """The settings of the repository at `root`; a missing or empty file means none.

    Raises RepositoryError with the first fault of 3.5.
    """
    path = root / CONFIG_PATH
    if not path.exists():
        return NO_SETTINGS
    try:
        text = read_limited(str(path), None).decode("utf-8")
    except ReadError as error:
        raise refusal(CONFIG_PATH, error.fault) from None
    except UnicodeDecodeError:
        raise refusal(CONFIG_PATH, Fault("", "is not valid UTF-8")) from None
    try:
        value = yaml.safe_load(text)
    except (yaml.YAMLError, *_LOADER_LEAKS):
        raise refusal(CONFIG_PATH, Fault("", "is not valid YAML")) from None
    if value is None:
        return NO_SETTINGS
    fault = _CONFIG(value)
    if fault is not None:
        raise refusal(CONFIG_PATH, fault)
    embedding = value.get("embedding")
    return NO_SETTINGS if embedding is None else Settings(_embedding(embedding))


def _embedding(value: dict[str, Any]) -> EmbeddingSettings:
    return EmbeddingSettings(
        value["base_url"],
        value["model"],
        value.get("api_key_env"),
        value.get("timeout_seconds", DEFAULT_TIMEOUT_SECONDS),
    )
