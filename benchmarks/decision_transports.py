"""What the transports of the decision server cost: the cold start, and 200 calls over HTTP against stdio.

Run `python -m benchmarks.decision_transports`. The sample repository is asked; figures are medians.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

WORKSPACE = Path(__file__).parents[1] / "fixtures" / "decisions" / "workspace"
SERVER = [sys.executable, "-m", "reference_server", "switchplinth"]
CALLS = 200
STARTS = 5
_ACCEPTED = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


def main() -> None:
    """Measure and print."""
    interpreter = statistics.median(timed(bare_start) for _ in range(STARTS))
    cold = statistics.median(timed(cold_start) for _ in range(STARTS))
    ratio = cold / interpreter
    print(f"cold start on stdio: {cold:.2f} s to the first answer = {ratio:.1f} x importing the SDK")
    stdio, http = calls_over_stdio(), calls_over_http()
    print(
        f"{CALLS} calls of list_decisions: {stdio:.2f} s over stdio, {http:.2f} s over HTTP "
        f"on one connection = {http / stdio:.2f} x"
    )


def timed(work: Callable[[], object]) -> float:
    """Seconds of `work`."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def bare_start() -> None:
    """A Python that only imports the SDK, which no server of it can avoid."""
    subprocess.run([sys.executable, "-c", "import mcp"], check=True)


def cold_start() -> None:
    """A server from its start to its first answer, and its end."""
    done = subprocess.run(
        [*SERVER, "mcp", "--repo", str(WORKSPACE)], input=line(1), stdout=subprocess.PIPE, check=True
    )
    assert b'"isError":false' in done.stdout.replace(b" ", b"")


def request(number: int) -> dict[str, Any]:
    """A call of list_decisions."""
    params = {"name": "list_decisions", "arguments": {}}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def line(number: int) -> bytes:
    """The same as a line."""
    return json.dumps(request(number)).encode() + b"\n"


def calls_over_stdio() -> float:
    """Seconds of CALLS calls one after the other, without the start."""
    command = [*SERVER, "mcp", "--repo", str(WORKSPACE)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        sent, received = process.stdin, process.stdout
        assert sent is not None
        assert received is not None

        def ask(number: int) -> bytes:
            sent.write(line(number))
            sent.flush()
            return received.readline()

        ask(0)
        spent = timed(lambda: [ask(number) for number in range(1, CALLS + 1)])
        sent.close()
        process.wait()
    return spent


def calls_over_http() -> float:
    """Seconds of the same calls over one HTTP connection, without the start."""
    command = [*SERVER, "serve", "--repo", str(WORKSPACE), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        started = re.search(rb":(\d+)/mcp", process.stderr.readline())
        assert started is not None
        connection = HTTPConnection("127.0.0.1", int(started[1]), timeout=60)

        def ask(number: int) -> bytes:
            connection.request("POST", "/mcp", json.dumps(request(number)), _ACCEPTED)
            return connection.getresponse().read()

        try:
            ask(0)
            return timed(lambda: [ask(number) for number in range(1, CALLS + 1)])
        finally:
            connection.close()
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
