"""Writes the part of reference/options.md that is taken from the code: `python -m docs.generate`."""

from __future__ import annotations

from pathlib import Path

from pytest_mcpparity.option_names import OPTIONS, SHORT, Option

PAGE = Path(__file__).parent / "reference" / "options.md"
_START = "<!-- from here written by python -m docs.generate -->\n"
_END = "<!-- to here -->\n"


def table(options: tuple[Option, ...]) -> str:
    """The table of options, one row each, in the order in which they are declared."""
    rows = ["| option | ini setting | meaning |", "|---|---|---|"]
    for option in options:
        ini = f"`{option.ini_name}`" if option.ini is not None else "–"
        rows.append(f"| `{_cell(_spelling(option))}` | {ini} | {_cell(option.help)} |")
    return "\n".join(rows) + "\n"


def _spelling(option: Option) -> str:
    name = SHORT + option.name
    return f"{name} {option.metavar}" if option.bare is None else f"{name}[={option.metavar}]"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def renewed(page: str, options: tuple[Option, ...]) -> str:
    """The page with the table of these options between its marks.

    Raises:
        ValueError: the page lacks a mark.
    """
    before, _, rest = page.partition(_START)
    _, end, after = rest.partition(_END)
    if not end:
        raise ValueError(f"{PAGE} has no {_START.strip()} with {_END.strip()} behind it")
    return f"{before}{_START}\n{table(options)}\n{_END}{after}"


def main() -> None:
    """Bring the page up to date."""
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), OPTIONS), encoding="utf-8")


if __name__ == "__main__":
    main()
