"""Which arguments look like a path, and what they get: the workspace, or a file in it (spec § 5)."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_mcpparity.suite.model import WORKSPACE

_FILES: Final = frozenset(
    {"path", "paths", "file", "files", "filename", "filenames", "filepath", "filepaths"}
)
_FOLDERS: Final = frozenset(
    {
        "dir",
        "dirs",
        "directory",
        "directories",
        "folder",
        "folders",
        "cwd",
        "root",
        "roots",
        "workdir",
        "repo",
    }
)
_ENDS: Final = frozenset({"source", "destination"})
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_FOLDER_TOOL: Final = re.compile(r"director|folder|tree|list|repo|git|search|glob", re.IGNORECASE)
_FOLDER_TEXT: Final = re.compile(r"director|folder|repositor", re.IGNORECASE)
_WRITING_TOOL: Final = re.compile(r"write|create|save|export|mkdir|copy|download", re.IGNORECASE)
_MEDIA_TOOL: Final = re.compile(r"media|image|picture|audio|photo", re.IGNORECASE)
_MEDIA: Final = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".wav", ".mp3", ".ogg"})
#: So many files of a workspace are looked at.
_MANY: Final = 1000


@dataclass(frozen=True, slots=True)
class Paths:
    """What arguments that look like a path get; `file` and `media` are None where there is no such file."""

    file: str | None = None
    media: str | None = None


def paths_in(workspace: Path | None) -> Paths:
    """What a workspace offers: its first file, and its first image or sound, by name from the top."""
    if workspace is None:
        return Paths()
    file = media = None
    seen = 0
    for folder, folders, names in os.walk(workspace):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(name for name in names if not name.startswith(".")):
            path = Path(folder, name)
            shown = f"{WORKSPACE}/{path.relative_to(workspace).as_posix()}"
            if path.suffix.lower() in _MEDIA:
                media = media or shown
            else:
                file = file or shown
            seen += 1
        if seen > _MANY or (file and media):
            break
    return Paths(file, media)


def path_for(name: str, description: str, tool: str, paths: Paths) -> str | None:
    """What the argument `name` of `tool` gets if it looks like a path; None if it does not."""
    words = [word.lower() for word in _WORD.findall(name)]
    last = words[-1] if words else ""
    is_end = name.lower() in _ENDS and re.search(r"path|file", f"{description} {tool}", re.IGNORECASE)
    if not (last in _FILES or last in _FOLDERS or is_end):
        return None
    if name.lower() == "destination" or (_WRITING_TOOL.search(tool) and last not in _FOLDERS):
        return f"{WORKSPACE}/new" if _FOLDER_TEXT.search(tool) else f"{WORKSPACE}/new.txt"
    if any(word in _FOLDERS for word in words) or _FOLDER_TEXT.search(description):
        return WORKSPACE
    if last in ("path", "paths") and _FOLDER_TOOL.search(tool):
        return WORKSPACE
    if _MEDIA_TOOL.search(tool) and paths.media is not None:
        return paths.media
    return paths.file or f"{WORKSPACE}/a.txt"
