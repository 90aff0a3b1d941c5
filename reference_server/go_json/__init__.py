r"""Go's JSON: its writing, its quoting, its decoding, and the words of its errors.

Shapes are declared as data; decoding gives dicts of the members that were met, under their declared names
and in declared order::

    from reference_server.go_json import INT, STRING, ListOf, Struct, string_type
    from reference_server.go_json import JSONFault, TypeFault, UnknownField
    from reference_server.go_json import decode_clean, decode_document, first_null, marshal_indent, quote

    FACT = Struct("wireFact", "architecture.wireFact", {"name": STRING}, own_decoder=True)
    EXPORT = Struct("Export", "architecture.Export", {
        "id": STRING,
        "version": INT,
        "status": string_type("architecture.LifecycleStatus"),
        "facts": ListOf(FACT, named="[]architecture.Fact"),
    })
    MANIFEST = Struct("Manifest", "architecture.Manifest", {"domain": STRING, "exports": ListOf(EXPORT)})

    document = decode_clean(data, MANIFEST)          # fast; None unless nothing at all is off
    if document is None:                             # then the careful way, phase by phase
        document = decode_document(data, MANIFEST)   # raises a JSONFault
        null_path = first_null(data)                 # "exports[0].facts", or None
    document.get("domain", "")                       # absent members are absent from the dict

`TokenReader` is Go's `json.Decoder` for walks over a text (`token`, `more`, `raw_value`), `refuse_trailing`
what follows a document; `unmarshal` reads a whole text (frames, arguments); `marshal` and `marshal_indent`
write.
`quote` is `%q`; `trim_space`, `split_space`, `lower`, `clean_path` are Go's functions of those purposes.
Every fault is a `JSONFault` whose `str()` is Go's text.
"""

from reference_server.go_json.decode import SelfDecoded, decode_tree, plain
from reference_server.go_json.faults import (
    CutOff,
    EndOfInput,
    JSONFault,
    SyntaxFault,
    TrailingValue,
    TypeFault,
    UnknownField,
)
from reference_server.go_json.read import (
    check_valid,
    decode_clean,
    decode_document,
    decode_node,
    first_null,
    parse,
    raw_members,
    unmarshal,
    unmarshal_partly,
)
from reference_server.go_json.shapes import (
    ANYTHING,
    BOOL,
    FLOAT,
    INT,
    RAW,
    STRING,
    ListOf,
    MapOf,
    Scalar,
    Shape,
    Struct,
    string_type,
)
from reference_server.go_json.text import clean_path, lower, quote, split_space, trim_space
from reference_server.go_json.tokens import Delimiter, TokenReader, refuse_trailing
from reference_server.go_json.tree import Node
from reference_server.go_json.write import compact_raw, format_float, marshal, marshal_indent

__all__ = [
    "ANYTHING",
    "BOOL",
    "FLOAT",
    "INT",
    "RAW",
    "STRING",
    "CutOff",
    "Delimiter",
    "EndOfInput",
    "JSONFault",
    "ListOf",
    "MapOf",
    "Node",
    "Scalar",
    "SelfDecoded",
    "Shape",
    "Struct",
    "SyntaxFault",
    "TokenReader",
    "TrailingValue",
    "TypeFault",
    "UnknownField",
    "check_valid",
    "clean_path",
    "compact_raw",
    "decode_clean",
    "decode_document",
    "decode_node",
    "decode_tree",
    "first_null",
    "format_float",
    "lower",
    "marshal",
    "marshal_indent",
    "parse",
    "plain",
    "quote",
    "raw_members",
    "refuse_trailing",
    "split_space",
    "string_type",
    "trim_space",
    "unmarshal",
    "unmarshal_partly",
]
