"""The snippets to register by hand (spec 12.5)."""

from __future__ import annotations

import json
import shlex

from reference_server.decisions.setup.registration import Registration, member_key
from reference_server.decisions.setup.system import FILE_CLIENTS, System, client_path


def snippets(registration: Registration, system: System) -> str:
    """The text that `--client print` prints; raises `Refusal` as `client_path` does."""
    parts = [f"# claude-code\n{shlex.join(registration.claude_command('user'))}\n"]
    for client in FILE_CLIENTS:
        content = {member_key(client): {registration.name: registration.entry(client)}}
        written = json.dumps(content, ensure_ascii=False, indent=2)
        parts.append(f"# {client}: {client_path(client, system)}\n{written}\n")
    return "\n".join(parts)
