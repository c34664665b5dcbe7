"""The names in the commands of a season, in the form in which names are stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from league.domain.season.commands import AddResult, Change, CorrectEvent, Create
from league.domain.season.table.groups import LONGEST_GROUP_NAME, Category, Division, OfClub
from league.domain.values.names import checked

C = TypeVar("C", Create, Change, AddResult, CorrectEvent)
G = TypeVar("G", Division, Category)


def with_stored_names(command: C) -> C:
    """The command with the names of the season or event, and of its groups, in the stored form. Raises BadFields."""
    changed: dict[str, Any] = {}
    if isinstance(command.name, str):
        changed["name"] = checked("name", command.name)
    if isinstance(command, Create | Change):
        for field in ("divisions", "categories"):
            if (groups := getattr(command, field)) is not UNSET:
                changed[field] = tuple(_groups(field, groups))
    return replace(command, **changed)


def _groups(field: str, groups: Sequence[G]) -> Iterator[G]:
    for at, group in enumerate(groups):
        named = replace(group, name=checked(f"{field}.{at}.name", group.name, most=LONGEST_GROUP_NAME))
        if isinstance(named, OfClub):
            named = replace(named, club=checked(f"{field}.{at}.club", named.club, needs_letter=False))
        yield named
