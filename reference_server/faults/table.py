"""Every fault by its name."""

from __future__ import annotations

from reference_server.faults import answers, framing, lifetime
from reference_server.faults.answers import Fault

FAULTS: dict[str, Fault] = {
    "none": lambda _server: None,
    **answers.FAULTS,
    **framing.FAULTS,
    **lifetime.FAULTS,
}
