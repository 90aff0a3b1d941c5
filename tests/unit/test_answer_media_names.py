"""The names of media files: another name would be another file of the same answer, so the table is fixed."""

from __future__ import annotations

import pytest

from pytest_mcpparity.answers.writer import media_file

ENDINGS = {
    "audio/aac": "aac", "audio/flac": "flac", "audio/mp3": "mp3", "audio/mp4": "m4a", "audio/mpeg": "mp3",
    "audio/ogg": "ogg", "audio/wav": "wav", "audio/webm": "weba", "audio/x-wav": "wav",
    "image/avif": "avif", "image/bmp": "bmp", "image/gif": "gif", "image/jpeg": "jpg", "image/jpg": "jpg",
    "image/png": "png", "image/svg+xml": "svg", "image/tiff": "tif", "image/webp": "webp",
    "image/PNG": "bin", "image/x-unknown": "bin", "": "bin",
}  # fmt: skip


@pytest.mark.parametrize("mime", ENDINGS)
def test_a_media_file_ends_as_its_type_says(mime: str) -> None:
    assert media_file("case", 2, mime) == f"case.2.{ENDINGS[mime]}"
