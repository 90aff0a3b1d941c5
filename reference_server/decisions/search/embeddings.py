"""Vectors from a configured embedding model, by an OpenAI-compatible endpoint (spec 9.4)."""

from __future__ import annotations

import ipaddress
import json
import os
from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn

import anyio
import httpx2

from reference_server.decisions.errors import EmbeddingError
from reference_server.decisions.serialise import quoted
from reference_server.decisions.settings import EmbeddingSettings

BATCH = 64
"""How many inputs one request holds."""

_SCALE = 1_000_000
_MAX_PORT = 65535


def embed(settings: EmbeddingSettings, inputs: Sequence[str]) -> list[Sequence[int]]:
    """The integer vectors of `inputs`, in their order.

    Sends one request after the other, retries none, follows no redirect and keeps nothing. Raises
    `EmbeddingError` with the text of 9.4 for the first thing that goes wrong.
    """
    headers = _headers(settings.api_key_env)
    # A thread of its own: the caller's may run an event loop already.
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(anyio.run, _embed, settings, headers, inputs).result()


async def _embed(
    settings: EmbeddingSettings, headers: dict[bytes, bytes], inputs: Sequence[str]
) -> list[Sequence[int]]:
    vectors: list[Sequence[int]] = []
    url = _endpoint(settings.base_url)
    # Nobody means a server on this machine to be asked for through a proxy.
    by_proxy = not _is_loopback(url.host)
    async with httpx2.AsyncClient(headers=headers, timeout=None, trust_env=by_proxy) as client:
        for start in range(0, len(inputs), BATCH):
            batch = inputs[start : start + BATCH]
            body = {"model": settings.model, "input": list(batch), "encoding_format": "float"}
            answer = await _post(client, url, body, settings.timeout_seconds)
            vectors.extend(_vectors(answer, len(batch)))
            if len(vectors[-1]) != len(vectors[0]):
                _malformed()
    return vectors


def _headers(variable: str | None) -> dict[bytes, bytes]:
    headers = {b"Content-Type": b"application/json"}
    if variable is not None:
        token = os.environ.get(variable)
        # An empty token cannot be sent, so it is none.
        if not token:
            raise EmbeddingError(
                f"Embedding request failed: environment variable {quoted(variable)} is not set."
            )
        headers[b"Authorization"] = b"Bearer " + os.fsencode(token)
    return headers


def _endpoint(base_url: str) -> httpx2.URL:
    try:
        url = httpx2.URL(base_url.rstrip("/") + "/embeddings")
    except httpx2.InvalidURL:
        _no_answer()
    if url.port is not None and not 0 < url.port <= _MAX_PORT:
        _no_answer()
    return url


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def _post(client: httpx2.AsyncClient, url: httpx2.URL, body: object, timeout: int) -> bytes:
    """The body of the answer with status 200, all of it within `timeout` seconds."""
    content = json.dumps(body, ensure_ascii=False).encode("utf-8")
    answered = False
    try:
        with anyio.fail_after(timeout):
            async with client.stream("POST", url, content=content) as response:
                answered = True
                if response.status_code != httpx2.codes.OK:
                    raise EmbeddingError(f"Embedding request failed: HTTP {response.status_code}.")
                return await response.aread()
    except (TimeoutError, UnicodeError):  # the latter for a host that no name can have
        _no_answer()
    except httpx2.RequestError as error:
        if answered or _is_garbage(error):
            _malformed()
        _no_answer()


def _is_garbage(error: httpx2.RequestError) -> bool:
    """Whether something came before any status, and it was no HTTP; a silent hang-up is no answer."""
    silent = "without sending a response" in str(error)
    return isinstance(error, httpx2.RemoteProtocolError) and not silent


def _vectors(answer: bytes, expected: int) -> list[Sequence[int]]:
    """The vectors of one answer by `index`, all of one length."""
    try:
        value = json.loads(answer.decode("utf-8"), parse_constant=_refuse_constant)
        data = value["data"]
        by_index = {_index(item["index"]): item["embedding"] for item in data}
        if not isinstance(data, list) or len(data) != expected or set(by_index) != set(range(expected)):
            _malformed()
        vectors = [_integers(by_index[index]) for index in range(expected)]
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        _malformed()
    if len({len(vector) for vector in vectors}) != 1:
        _malformed()
    return vectors


def _index(value: Any) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _integers(embedding: Any) -> Sequence[int]:
    """Each number times a million, rounded half to even, in as little memory as the numbers allow."""
    if not isinstance(embedding, list) or not embedding:
        raise TypeError
    if not set(map(type, embedding)) <= {int, float}:
        raise TypeError
    # Rounding refuses what is not finite.
    numbers = [round(number * _SCALE) for number in map(float, embedding)]
    for code in ("i", "q"):
        try:
            return array(code, numbers)
        except OverflowError:
            continue
    return numbers


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _no_answer() -> NoReturn:
    raise EmbeddingError("Embedding request failed: no answer.") from None


def _malformed() -> NoReturn:
    raise EmbeddingError("Embedding request failed: malformed answer.") from None
