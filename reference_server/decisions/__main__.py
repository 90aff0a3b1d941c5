"""`python -m reference_server.decisions`: the command `switchplinth` without installing a script."""

from __future__ import annotations

import sys

from reference_server.decisions.cli import main

if __name__ == "__main__":
    sys.exit(main())
