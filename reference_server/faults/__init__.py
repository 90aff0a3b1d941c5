"""A raw MCP server with one named fault: `python -m reference_server.faults FAULT`; `none` is sound.

Standard library only, so that it starts at once and shares no code with what it tests. It speaks
every handshake revision and 2026-07-28, answers one request at a time, and offers `greet`, `report`,
`check`, `lines`, `unicode`, `measure`, `picture` and `wait`; `list_things` was removed and is refused.
Faults of frames and of the process act on `greet`, so that calls of other tools pass. Faults after the
answer wait 0.1 s, so that they fall into the gap only where nothing is asked meanwhile: ask `greet` last.

One thing differs in an answer, a descriptor or the instructions (`answers`):
    report: member-order indentation escapes trailing-newline number-spelling value value-missing
    lines: crlf line-order line-changed terminal-escapes bidirectional absolute-path clock block-extra
        block-type
    unicode: nfd. picture: image-changed
    check: blocks-swapped block-missing blocks-merged is-error-flipped
    measure: structured-missing structured-number structured-order
    greet: meta-added; without a name: error-code error-message error-data
    list_things: removed-answers removed-code removed-message removed-advertised
    tools/list: tool-missing tool-extra tool-annotation tool-description; pages is sound
    instructions
One rule of the protocol is broken (`framing`), and the finding that shows it:
    stray-output: stray-line stray-brace stray-number stray-string stray-object stray-blank stray-escapes,
        stray-later (after the answer), stray-at-start, stray-at-list
    bad-utf8: bad-utf8. duplicate-answer: duplicate-answer (after the answer). id-type: id-string
    unknown-id: unknown-id id-null. result-and-error: result-and-error
    bad-frame: no-jsonrpc batch broken-json result-no-object. duplicate-member: duplicate-member
    schema-input: schema-input. schema-output: schema-output. capability: capability-refused (resources)
    no finding, but no listing: tools-refused cursor-repeats
    nothing at all: crlf-frames escaped-frames (differ at `wire`) asks-roots asks-sampling
        asks-elicitation logs-between
The process goes wrong (`lifetime`):
    no answer: crash-in-call crash-in-line crash-by-signal hang-in-call stops-reading closes-output
        closes-input, late-answer (after 1 s, and lives on)
    oversized: endless-line endless-lines, oversized (2 MB)
    after the answer: crash-after-answer (code 5)
    stray-output: unfinished-line. exit-code: exit-code (3). killed: ignores-end ignores-sigterm
    children-left: leaves-child leaves-child-with-pipes leaves-session leaves-daemon
    at start: exits-at-start (code 4) silent-at-start only-handshake only-stateless only-old
        without-server-info
    nothing at all: floods-stderr
Over HTTP (`--http PORT`, see `http`), where these act too, and of HTTP's own (`http_faults`):
    nothing at all: sse-split sse-multi-line sse-comments sse-crlf sse-cr sse-bom sse-fields sse-stays-open
        sse-breaks-after error-statuses without-session delete-405 redirect-307 redirect-308 asks-aside
        counts-sessions (but `lines` differs)
    no answer: sse-breaks sse-ends html json-other (stray-output too) error-other-id, status-202 -400 -401
        -403 -404 -406 -413 -421 -500 -503; session-forgotten (after the answer: exit-code)
    duplicate-answer: sse-twice. stray-output: sse-other-type. exit-code: delete-500. killed: delete-hangs
    another answer: error-500. no session: redirect-303 redirect-host redirect-loop, wants-token (without it)
"""
