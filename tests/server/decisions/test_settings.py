"""config.yaml (spec 2.4, 3.5)."""

from __future__ import annotations

import pytest

from reference_server.decisions.errors import ArgumentError, RepositoryError
from reference_server.decisions.settings import NO_SETTINGS, EmbeddingSettings, load_settings
from reference_server.decisions.tools import call
from tests.server.decisions.repositories import Workspace

MODEL = b"version: 1\nembedding:\n  base_url: http://localhost:1/v1\n  model: m\n"
FAULTS: list[tuple[bytes, str, str]] = [
    (b"\xff", "", "is not valid UTF-8"),
    (b"a: [", "", "is not valid YAML"),
    (b"a: 1\n---\nb: 1\n", "", "is not valid YAML"),
    (b"a: \x00", "", "is not valid YAML"),
    (b"a: 2026-99-99", "", "is not valid YAML"),
    (b"a: !!int ''", "", "is not valid YAML"),
    (b"a: !!python/object:os.system x", "", "is not valid YAML"),
    (b"[]", "", "must be an object"),
    (b"text", "", "must be an object"),
    (b"{}", "/version", "is required"),
    (b"1: 2\nzz: 1", "", "must have string keys"),
    (b"version: 1\nzz: 1", "/zz", "is not a known field"),
    (b"version: 2", "/version", "must be from 1 to 1"),
    (b"version: 1.0", "/version", "must be an integer"),
    (b"version: true", "/version", "must be an integer"),
    (b"version: 1\nembedding: null", "/embedding", "must be an object"),
    (b"version: 1\nembedding: {}", "/embedding/base_url", "is required"),
    (b"version: 1\nembedding: {true: 1}", "/embedding", "must have string keys"),
    (b"version: 1\nembedding: {base_url: 'http://x'}", "/embedding/model", "is required"),
    (b"version: 1\nembedding: {base_url: x}", "/embedding/base_url", "must be an http or https URL"),
    (MODEL + b"  api_key_env: a-b", "/embedding/api_key_env", "must be a variable name"),
    (MODEL + b"  timeout_seconds: 301", "/embedding/timeout_seconds", "must be from 1 to 300"),
]


@pytest.mark.parametrize(
    "data", [b"", b"# nothing\n", b"null\n", b"version: 1\n", b"\xef\xbb\xbfversion: 1\n"]
)
def test_settings_without_a_model_are_the_defaults(workspace: Workspace, data: bytes) -> None:
    workspace.put_bytes(".decision/config.yaml", data)

    assert load_settings(workspace.root) == NO_SETTINGS


def test_missing_file_means_no_settings(workspace: Workspace) -> None:
    assert load_settings(workspace.root) == NO_SETTINGS


def test_model_is_read_with_its_defaults(workspace: Workspace) -> None:
    workspace.put_bytes(".decision/config.yaml", MODEL)

    assert load_settings(workspace.root).embedding == EmbeddingSettings(
        "http://localhost:1/v1", "m", None, 30
    )


def test_model_is_read_with_all_its_fields_through_a_link(workspace: Workspace) -> None:
    workspace.put_bytes("elsewhere.yaml", MODEL + b"  api_key_env: KEY\n  timeout_seconds: 5\n")
    (workspace.root / ".decision/config.yaml").symlink_to(workspace.root / "elsewhere.yaml")

    assert load_settings(workspace.root).embedding == EmbeddingSettings(
        "http://localhost:1/v1", "m", "KEY", 5
    )


@pytest.mark.parametrize(("data", "pointer", "reason"), FAULTS)
def test_faulty_settings_are_told_where_and_why(
    workspace: Workspace, data: bytes, pointer: str, reason: str
) -> None:
    workspace.put_bytes(".decision/config.yaml", data)

    with pytest.raises(RepositoryError) as error:
        load_settings(workspace.root)

    assert error.value.text == (
        f'Repository error: file ".decision/config.yaml", pointer "{pointer}": {reason}.'
    )


def test_folder_in_place_of_the_file_cannot_be_read(workspace: Workspace) -> None:
    (workspace.root / ".decision/config.yaml").mkdir()

    with pytest.raises(RepositoryError, match="cannot be read"):
        load_settings(workspace.root)


def test_only_the_search_reads_it_before_the_selections(workspace: Workspace) -> None:
    workspace.put_bytes(".decision/config.yaml", b"{}")
    unknown = {"selections": {"x": "y"}}

    with pytest.raises(RepositoryError, match="config"):
        call(workspace.root, "search_decisions", {"query": "q", **unknown})
    with pytest.raises(ArgumentError, match="Unknown decision"):
        call(workspace.root, "list_decisions", unknown)
