"""What happened in a run beside the verdicts of its items: for the summary, and across xdist's workers."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field


@dataclass(slots=True)
class Journal:
    """Counts and lines for the end of a run.

    `sessions` describes each target that negotiated, `written` and `left` what a recording did, `dated`
    what it wrote that tells the date, `local` what tells of the machine,
    `notes` the findings that fail nothing because their item was not selected, and `unclaimed` what
    `goodbye` would have failed for on a worker that did not run it: those make the run fail. So do
    `unwritten`, the locks that could not be written when all items had ended.
    `suites` are the files of all suites that were collected, and `listings` the tools (compact JSON) that
    targets gave, by the name of the run: what coverage is counted over.
    """

    selected: int = 0
    compared: int = 0
    recorded: int = 0
    sessions: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    dated: list[str] = field(default_factory=list)
    local: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unclaimed: list[str] = field(default_factory=list)
    unwritten: list[str] = field(default_factory=list)
    suites: list[str] = field(default_factory=list)
    listings: dict[str, str] = field(default_factory=dict)

    def to_wire(self) -> dict[str, object]:
        """What a worker sends to the controller: plain values only."""
        return asdict(self)

    def merge(self, other: Journal) -> None:
        """Add what another process saw; `selected` is the same in each and is not added up."""
        self.selected = max(self.selected, other.selected)
        self.compared += other.compared
        self.recorded += other.recorded
        for mine, theirs in (
            (self.sessions, other.sessions),
            (self.written, other.written),
            (self.left, other.left),
            (self.dated, other.dated),
            (self.local, other.local),
            (self.notes, other.notes),
            (self.unclaimed, other.unclaimed),
            (self.unwritten, other.unwritten),
            (self.suites, other.suites),
        ):
            mine.extend(line for line in theirs if line not in mine)
        self.listings = {**other.listings, **self.listings}

    def sections(self) -> list[tuple[str, list[str]]]:
        """Titles and lines for the end of the run; nothing is said where there is nothing to say."""
        titled = (
            ("targets", self.sessions),
            ("written", self.written),
            ("left as they are", self.left),
            ("may differ on another day", self.dated),
            ("may differ on another machine", self.local),
            ("found, but not by an item of this selection", self.notes),
            ("found on a worker that did not run goodbye", self.unclaimed),
            ("not written", self.unwritten),
        )
        return [(title, lines) for title, lines in titled if lines]
