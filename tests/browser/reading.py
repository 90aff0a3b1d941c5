"""What a page shows, read back; and the runs that most pages here show."""

from __future__ import annotations

import struct
import zlib
from typing import Any

from pytest_mcpparity.report.outcomes import RunFacts, TargetFacts
from tests.unit.report_made import case, failed, run


def png(red: int) -> bytes:
    """A picture of four by four dots in one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    dots = (b"\x00" + bytes([red, 80, 80]) * 4) * 4
    head = struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(dots))
        + chunk(b"IEND", b"")
    )


def two_targets() -> RunFacts:
    """Three cases on two targets; of the second target two fail."""
    targets = tuple(
        TargetFacts(name, f"serve {name}", "auto", "2025-11-25", "stdio", "faulty", "1.0")
        for name in ("old", "port")
    )
    lines = "".join(f"line {number}\n" for number in range(60))
    cases = [case(case=name, nodeid=f"{name}-old", target="old") for name in ("one", "two", "three")]
    cases += [
        case(case="one", nodeid="one"),
        failed("alpha\nbeta  \n", "alpha\ngamma\t\n", case="two", nodeid="two", title="the second"),
        failed(lines, lines.replace("line 30\n", ""), case="three", nodeid="three", suite="suites/other"),
    ]
    return run(*cases, targets=targets)


def names(page: Any) -> list[str]:
    return [row.inner_text().split("\n")[0] for row in page.query_selector_all("tr.case th")]


def cell(page: Any, name: str) -> Any:
    """The cell of the case of that name under the last target."""
    return page.locator("tr.case", has=page.locator("th", has_text=name)).locator("button.cell").last


def focused(page: Any) -> str:
    """The name of the case whose cell has the focus, and the number of its column from 1."""
    found: str = page.evaluate(
        """() => {
          const cell = document.activeElement.closest("td");
          if (!cell) return document.activeElement.id;
          return cell.parentElement.querySelector("th").firstChild.textContent + " " + cell.cellIndex;
        }"""
    )
    return found


def wait_until(page: Any, expression: str, tries: int = 600) -> None:
    """Wait until `expression` holds in the page, half a minute at most.

    The driver's own way to wait has the page evaluate text, which the page's policy refuses.
    """
    for _ in range(tries):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came true: {expression}")
