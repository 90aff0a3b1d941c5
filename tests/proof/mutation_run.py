"""A pytest plugin for the runs of mutmut, which puts three frames of its own before each function.

Documents of the deepest form that the package takes would end at the interpreter's limit otherwise. The limit
must still be met by a lock that is nested 5,000 deep, which is a fault that a test asks for.
"""

import sys

sys.setrecursionlimit(4000)
