"""The decisions server: five read-only tools over one repository of architecture decisions.

The rooms, each importing only from those above it:

* `errors`, `serialise`, `json_text`, `values` - error types and texts, the written form of answers,
  strict JSON, checks of values.
* `search.passages`, `search.tokens` - passages (9.1), tokens and terms (9.2); they import nothing else.
* `records`, `record_shapes` - the frozen record types; the checks that come before them.
* `files`, `markdown` - what counts as a file; `MarkdownFiles`, which cuts a file into passages at most
  once a call (`repository.markdown.passages(path)`).
* `deltas`, `references`, `reviews`, `evidence`, `settings` - rejected deltas, known ids, review heads
  and verdicts, `EvidenceState`, config.yaml.
* `repository` - `load_repository(root) -> Repository`, everything of one call in one frozen value;
  `with_settings` adds config.yaml, which only the search reads.
* `selections`, `graph`, `scenario` - resolving a selection map; `Graph` (entities and relationships
  by id) and its comparison; `Scenario`: the resolved map, its graph, operations and conflicts.
* `claims`, `identity` - effective claims and aliases, labels, identity groups.
* `assumptions`, `option_names`, `affected`, `impact`, `comparison`, `receipts` - what a scenario changes.
* `search` - `search.query.search(repository, scenario, query) -> dict`: the answer of 9.8 without its
  last key `receipt`, which the tool adds. Reads passages, effective claims, evidence states, settings.
* `shapes`, `answers` - records and results as JSON values, keys in the order of the answers.
* `arguments`, `descriptors`, `tools` - argument checks; the published descriptors; `call(root, name,
  arguments) -> dict`, the one service behind both transports, which raises `ToolError`.
* `mcp_server`, `stdio` - the tools for the MCP SDK, and the first transport.
* `http_problems`, `http_guard`, `http_protocol`, `http_reads`, `http` - the second transport.
* `setup` - the wizard, which uses nothing of these.
* `cli` - the command line.
"""
