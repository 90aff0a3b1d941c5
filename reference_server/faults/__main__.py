"""`python -m reference_server.faults FAULT` serves on stdio with one named fault, `--http PORT` over HTTP."""

from __future__ import annotations

import sys

from reference_server.faults.server import Server
from reference_server.faults.table import FAULTS


def main(arguments: list[str]) -> int:
    """Serve with the named fault until the end of input, or over HTTP until killed."""
    if "--http" in arguments:
        return _main_http(arguments)
    if len(arguments) != 1 or arguments[0] not in FAULTS:
        print(f"usage: python -m reference_server.faults FAULT, one of: {' '.join(FAULTS)}", file=sys.stderr)
        return 2
    server = Server()
    FAULTS[arguments[0]](server)
    return server.serve()


def _main_http(arguments: list[str]) -> int:
    from reference_server.faults.http import HttpServer, serve
    from reference_server.faults.http_faults import FAULTS as HTTP_FAULTS

    match arguments:
        case [name, "--http", port, *events] if (name in FAULTS or name in HTTP_FAULTS) and port.isdigit():
            server = HttpServer()
            server.events = events == ["--events"]
            (HTTP_FAULTS.get(name) or FAULTS[name])(server)
            return serve(server, int(port))
    names = " ".join([*FAULTS, *HTTP_FAULTS])
    print(
        f"usage: python -m reference_server.faults FAULT --http PORT [--events], one of: {names}",
        file=sys.stderr,
    )
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
