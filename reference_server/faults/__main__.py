"""`python -m reference_server.faults FAULT` serves on stdio with one named fault."""

from __future__ import annotations

import sys

from reference_server.faults.server import Server
from reference_server.faults.table import FAULTS


def main(arguments: list[str]) -> int:
    """Serve with the named fault until the end of input."""
    if len(arguments) != 1 or arguments[0] not in FAULTS:
        print(f"usage: python -m reference_server.faults FAULT, one of: {' '.join(FAULTS)}", file=sys.stderr)
        return 2
    server = Server()
    FAULTS[arguments[0]](server)
    return server.serve()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
