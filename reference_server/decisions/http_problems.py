"""Failures over HTTP: problem details as JSON, written as answers are (11.3)."""

from __future__ import annotations

from http import HTTPStatus

from starlette.responses import Response

from reference_server.decisions.errors import (
    ArgumentError,
    EmbeddingError,
    EntityError,
    RepositoryError,
    ToolError,
)
from reference_server.decisions.serialise import serialise

PROBLEM_TYPE = "application/problem+json"
# Python 3.11 still gives two of them their older names.
_TITLES = {413: "Content Too Large", 422: "Unprocessable Content"}
_STATUSES: tuple[tuple[type[ToolError], int], ...] = (
    (ArgumentError, 422),
    (RepositoryError, 409),
    (EntityError, 404),
    (EmbeddingError, 502),
)


class Problem(Exception):
    """A request that is refused with `status` and `detail`; `allow` goes with 405."""

    def __init__(self, status: int, detail: str, *, allow: str | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.allow = allow


def problem_of(error: ToolError) -> Problem:
    """The problem that a tool error makes over HTTP: its text with the status of its class."""
    status = next(status for kind, status in _STATUSES if isinstance(error, kind))
    return Problem(status, error.text)


def title(status: int) -> str:
    """The title that goes with `status`."""
    return _TITLES.get(status) or HTTPStatus(status).phrase


def problem_body(problem: Problem) -> bytes:
    """The body of a refused request."""
    value = {
        "type": "about:blank",
        "title": title(problem.status),
        "status": problem.status,
        "detail": problem.detail,
    }
    return serialise(value).encode("utf-8")


def problem_response(problem: Problem) -> Response:
    """The whole answer to a refused request."""
    headers = {} if problem.allow is None else {"Allow": problem.allow}
    return Response(problem_body(problem), problem.status, headers, media_type=PROBLEM_TYPE)
