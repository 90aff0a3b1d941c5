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
* `assumptions`, `affected`, `impact`, `comparison`, `receipts` - what a scenario changes.
* `search` - `search.query.search(repository, scenario, query) -> dict`: the answer of 9.8 without its last key
  `receipt`, which the tool adds. Reads passages, effective claims, evidence states and settings.
* `shapes`, `arguments`, `descriptors`, `tools` - the answers as JSON values; argument checks; the
  published descriptors; `call(root, name, arguments) -> dict`, which raises `ToolError`.
* `stdio`, `http`, `http_reads` - the transports. `setup` - the wizard, which uses nothing of these.
* `cli` - the command line.
"""
