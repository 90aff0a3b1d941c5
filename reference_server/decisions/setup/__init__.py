"""The setup wizard: registers the stdio server with an MCP client (spec 12).

| Module | Gives |
|---|---|
| `problems` | the two ways to fail: wrong usage (status 2), refused or failed (status 3) |
| `system` | platform, environment, clock and where each client keeps its file (12.3) |
| `options` | the command line as one frozen value (12.1) |
| `registration` | the entry that a client gets, in each client's shape (12.2, 12.3) |
| `json_spans` | where the values of a JSON or JSONC text begin and end |
| `edit` | the new text of a client's file (12.4) |
| `files` | reading, backing up and replacing that file (12.3) |
| `console` | what is printed, and the one question |
| `claude_code`, `client_file`, `snippets` | what each client's run does (12.2, 12.3, 12.5) |
| `wizard` | `main` |
"""

from reference_server.decisions.setup.wizard import main

__all__ = ["main"]
