"""The sample repository is that of spec 13, byte for byte: the worked examples depend on it."""

from __future__ import annotations

import hashlib

from reference_server.decisions.repository import load_repository
from tests.server.decisions.repositories import EXPECTED, SAMPLE


def test_sample_files_have_the_sizes_and_digests_of_the_spec() -> None:
    lines = (EXPECTED / "sample_files.tsv").read_text("utf-8").splitlines()
    expected = {path: (int(size), digest) for path, size, digest in (line.split("\t") for line in lines)}

    found = {}
    for file in SAMPLE.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            digest = hashlib.sha256(data).hexdigest()[:16]
            found[file.relative_to(SAMPLE).as_posix()] = (len(data), digest)

    assert len(expected) == 72
    assert found == expected


def test_sample_graph_has_the_sizes_of_the_spec() -> None:
    repository = load_repository(SAMPLE)

    assert (len(repository.entities), len(repository.relationships)) == (16, 15)
    kafka = repository.decisions["decision-messaging"].options["option-kafka"].deltas
    assert (len(kafka.adds.entities), len(kafka.adds.relationships)) == (1, 3)
