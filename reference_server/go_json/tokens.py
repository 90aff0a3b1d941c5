"""Go's `json.Decoder`: a text read token by token, or value by value."""

from __future__ import annotations

from dataclasses import dataclass

from reference_server.go_json.faults import CutOff, EndOfInput, SyntaxFault, TrailingValue
from reference_server.go_json.scan import Truncated, invalid, scan_value, skip_space
from reference_server.go_json.tree import Node, numbers_fit, parse_valid


@dataclass(frozen=True, slots=True)
class Delimiter:
    """One of the four brackets, as a token."""

    bracket: str


# Where the reader stands. The names are those of the places in the error texts.
_TOP, _LIST_START, _LIST_VALUE, _LIST_COMMA = "top", "list-start", "list-value", "list-comma"
_KEY_START, _KEY, _COLON, _MEMBER_VALUE, _MEMBER_COMMA = "key-start", "key", "colon", "value", "comma"
_CONTEXT = {
    _TOP: "looking for beginning of value",
    _LIST_START: "looking for beginning of value",
    _LIST_VALUE: "looking for beginning of value",
    _MEMBER_VALUE: "looking for beginning of value",
    _LIST_COMMA: "after array element",
    _KEY: "looking for beginning of object key string",
    _COLON: "after object key",
    _MEMBER_COMMA: "after object key:value pair",
}
_VALUE_ALLOWED = (_TOP, _LIST_START, _LIST_VALUE, _MEMBER_VALUE)
_CLOSABLE = {"]": (_LIST_START, _LIST_COMMA), "}": (_KEY_START, _MEMBER_COMMA)}
_AFTER_COMMA = {_LIST_COMMA: _LIST_VALUE, _MEMBER_COMMA: _KEY}


class TokenReader:
    """Reads `data` as `json.Decoder` does; every fault has that decoder's text.

    `token()` gives a `Delimiter` or a decoded key or scalar; `more()` tells whether the list or
    object has more; `raw_value()` gives the bytes of one whole value; all raise `SyntaxFault`.
    Numbers must fit a float64 unless `use_number` is set (`Decoder.UseNumber`).
    """

    def __init__(self, data: bytes, *, use_number: bool = False) -> None:
        self.data = data
        self.use_number = use_number
        self.pos = 0
        self._state = _TOP
        self._stack: list[str] = []

    def more(self) -> bool:
        """True if another element or member follows; also before a wrong character."""
        pos = skip_space(self.data, self.pos)
        return pos < len(self.data) and self.data[pos] not in b"]}"

    def token(self) -> Delimiter | Node:
        """The next bracket, key or scalar."""
        while True:
            byte = self._peek()
            char = chr(byte)
            if char in "[{" and self._state in _VALUE_ALLOWED:
                self._stack.append(self._state)
                self._state = _LIST_START if char == "[" else _KEY_START
            elif char in "]}" and self._state in _CLOSABLE[char]:
                self._state = self._stack.pop()
                self._value_ended()
            elif char == ":" and self._state == _COLON:
                self._state = _MEMBER_VALUE
                self.pos += 1
                continue
            elif char == "," and self._state in _AFTER_COMMA:
                self._state = _AFTER_COMMA[self._state]
                self.pos += 1
                continue
            else:
                return self._key_or_scalar(byte)
            self.pos += 1
            return Delimiter(char)

    def raw_value(self) -> bytes:
        """The bytes of the next whole value, without white space around them."""
        if self._state in (_COLON, _LIST_COMMA):
            wanted, name = (
                (0x3A, "colon after object key")
                if self._state == _COLON
                else (0x2C, "comma after array element")
            )
            if self._peek() != wanted:
                raise SyntaxFault(f"expected {name}")
            self.pos += 1
            self._state = _MEMBER_VALUE if self._state == _COLON else _LIST_VALUE
        start = self.pos
        self._read_value()
        self._value_ended()
        return self.data[start : self.pos].strip(b" \t\n\r")

    def _key_or_scalar(self, byte: int) -> Node:
        is_key = byte == 0x22 and self._state in (_KEY_START, _KEY)
        if not is_key and (self._state not in _VALUE_ALLOWED or byte in b"]}:,"):
            raise invalid(byte, _CONTEXT.get(self._state, ""))
        start = self.pos
        self._read_value()
        value = parse_valid(self.data[start : self.pos])
        if not self.use_number:
            numbers_fit(value)
        if is_key:
            self._state = _COLON
        else:
            self._value_ended()
        return value

    def _read_value(self) -> None:
        start = self.pos
        try:
            self.pos = scan_value(self.data, start)
        except Truncated:
            raise EndOfInput if skip_space(self.data, start) >= len(self.data) else CutOff from None

    def _peek(self) -> int:
        self.pos = skip_space(self.data, self.pos)
        if self.pos >= len(self.data):
            raise EndOfInput
        return self.data[self.pos]

    def _value_ended(self) -> None:
        if self._state in (_LIST_START, _LIST_VALUE):
            self._state = _LIST_COMMA
        elif self._state == _MEMBER_VALUE:
            self._state = _MEMBER_COMMA


def refuse_trailing(data: bytes, pos: int, *, use_number: bool = False) -> None:
    """Raise unless only white space follows `pos`.

    One more complete value is a `TrailingValue`, but a number in it beyond a float64 comes first unless
    `use_number` is set; anything else has the decoder's own text.
    """
    rest = TokenReader(data[pos:])
    try:
        raw = rest.raw_value()
    except EndOfInput:
        return
    if not use_number:
        numbers_fit(parse_valid(raw))
    raise TrailingValue
