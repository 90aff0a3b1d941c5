"""Workspace paths: the relative-path check, joining, and ids made of paths."""

from __future__ import annotations

import re

from reference_server.go_json import clean_path

MAX_PATH = 4096
"""Bytes of a relative path."""

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

INVALID_PATH = "features.invalid_path"
PATH_ESCAPE = "features.path_escape"


def path_fault(path: str) -> str:
    """The code of what is wrong with a relative path (empty counts as wrong), or "" for a good one."""
    if not path or len(path.encode("utf-8", "surrogateescape")) > MAX_PATH:
        return INVALID_PATH
    if "\\" in path or "\0" in path or path.startswith("/") or SCHEME.match(path):
        return PATH_ESCAPE
    if _CONTROL.search(path):
        return INVALID_PATH
    if path == "." or clean_path(path) != path:
        return PATH_ESCAPE if ".." in path.split("/") else INVALID_PATH
    return PATH_ESCAPE if path.split("/", 1)[0] == ".." else ""


def under(root: str, relative: str) -> str:
    """The workspace path of `relative` in the discovery root `root` ("" is the workspace itself)."""
    return clean_path(f"{root}/{relative}") if root else relative


def project_id(path: str) -> str:
    """The id of a project path: `/` and the path without its transparent `(group)` segments."""
    kept = [
        s
        for s in path.split("/")
        if not (len(s.encode("utf-8", "surrogateescape")) > 2 and s[0] == "(" and s[-1] == ")")
    ]
    return "/" + "/".join(kept)
