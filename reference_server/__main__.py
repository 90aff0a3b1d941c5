"""`python -m reference_server`: the same as the console script `mcp-reference-server`."""

import sys

from reference_server.cli import main

if __name__ == "__main__":
    sys.exit(main())
