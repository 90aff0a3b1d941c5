"""`python -m pytest_mcpparity` is the command line `mcpparity`."""

from __future__ import annotations

import sys

from pytest_mcpparity.cli import main

if __name__ == "__main__":
    sys.exit(main())
