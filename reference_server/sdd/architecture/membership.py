"""The projects of the workspace, as far as architecture needs them (spec "Definitions", § c.1, § c.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """One resolved project: id, name, workspace-relative path, ids of its direct dependencies."""

    id: str
    name: str
    path: str
    dependencies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Membership:
    """All projects, never narrowed by a selection, with their indexes by id and by name."""

    members: tuple[Member, ...]
    by_id: Mapping[str, Member]
    by_name: Mapping[str, Member]

    def resolve(self, reference: str) -> Member | None:
        """The project a capability row means: by id, by name, then by id without its slashes."""
        if reference.startswith("/") and reference in self.by_id:
            return self.by_id[reference]
        if reference in self.by_name:
            return self.by_name[reference]
        return self.by_id.get("/" + reference.strip("/"))


def build_membership(members: Iterable[Member]) -> Membership:
    """Index `members`, given in project-id order; of equal names the last one is found."""
    ordered = tuple(members)
    return Membership(
        ordered, {member.id: member for member in ordered}, {member.name: member for member in ordered}
    )
