"""`sdd.architecture_context`: one domain's declaration, relationships, findings and coverage.

`architecture_context` takes the request of the tool contract and gives its outcome. The pipeline, one
stage a module: `discovery`, `manifest_parsing` (over `strict_document`), the rules (`manifest_rules`,
`export_rules`, `import_rules`, `local_copy_rules`, `access_mode_rules`, `cross_rules`), `debt`,
`evidence` (over `capabilities`), `edges`, `violations`, `findings`, `ratchet`, `coverage`, `report`;
`evaluation` runs them, `tool` judges the result.
"""

from reference_server.sdd.architecture.tool import architecture_context

__all__ = ["architecture_context"]
