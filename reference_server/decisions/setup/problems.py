"""The two ways in which the wizard fails (spec 12.1)."""

from __future__ import annotations


class UsageProblem(Exception):
    """Wrong usage: the text goes to stderr after `switchplinth setup: `, exit status 2."""


class Refusal(Exception):
    """Refused or failed, and nothing was written: as `UsageProblem`, exit status 3."""
