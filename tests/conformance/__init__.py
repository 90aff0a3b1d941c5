"""The official conformance suite of the protocol, against the decision server's HTTP transport.

| Module | Holds |
|---|---|
| `running` | the suite installed and run, and what it says of each check |
| `__main__` | both revisions, told so that a person understands: `make conformance` |
| `baseline-*.yml` | what a tools-only server does not offer, by revision and by reason |
"""
