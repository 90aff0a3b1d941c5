"""HTTP/1.1 as uvicorn speaks it, except that a bad Host header is refused in our words (11.2)."""

from __future__ import annotations

import sys

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from reference_server.decisions.http_guard import HOST_REFUSED
from reference_server.decisions.http_problems import PROBLEM_TYPE, problem_body, title


class LoopbackProtocol(H11Protocol):
    """h11 turns away requests without a Host header, or with two, before any application sees them."""

    def send_400_response(self, msg: str) -> None:
        """Refuse the request at hand; `msg` is uvicorn's own text, used for everything but Host."""
        error = sys.exc_info()[1]
        if not (isinstance(error, h11.RemoteProtocolError) and "Host: header" in str(error)):
            super().send_400_response(msg)
            return
        status, body = HOST_REFUSED.status, problem_body(HOST_REFUSED)
        headers = [
            ("content-type", PROBLEM_TYPE),
            ("content-length", str(len(body))),
            ("connection", "close"),
        ]
        for event in (
            h11.Response(status_code=status, headers=headers, reason=title(status).encode("ascii")),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
