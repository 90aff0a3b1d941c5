"""`sdd.architecture_context`: one domain's declaration, relationships, findings and coverage.

`architecture_context` takes the request of the tool contract and gives its outcome. The pipeline, one
stage a module: `discovery`; `documents` (strict reading, the manifest as data); `rules` over the
`repository` of all manifests; `debt` (baseline and waivers); `evidence` over `capabilities`; `edges`;
`violations`; `findings`; `ratchet`; `coverage`; `report` with its `domain_view`. `evaluation` runs
them, `tool` guards before and judges after.
"""

from reference_server.sdd.architecture.tool import architecture_context

__all__ = ["architecture_context"]
