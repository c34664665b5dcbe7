"""What can be asked of a season. Ids are filled in by the caller."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812
from typing import Annotated

from msgspec import Meta

from games.kernel import Command
from league.domain.season.scheme import Scheme
from league.domain.tournament.settings import Id, Part

Name = Annotated[str, Meta(min_length=1, max_length=120)]
TimeZone = Annotated[str, Meta(min_length=1, max_length=64)]


class Create(Part, frozen=True):
    """Opens a season; the body of `POST seasons`."""

    club: Id
    name: Name
    scheme: Scheme
    time_zone: TimeZone = "UTC"


class Change(Command, frozen=True, tag="change"):
    """Changes what is given. The league table follows at once, for past events too."""

    name: Name | None = None
    time_zone: TimeZone | None = None
    scheme: Scheme | None = None


class AddTournament(Command, frozen=True, tag="add_tournament"):
    """Takes a tournament into the season, as an event of that id."""

    id: Id
    tournament: Id
    date: Date | None = None


class RemoveTournament(Command, frozen=True, tag="remove_tournament"):
    """Takes an event out of the season."""

    id: Id


COMMANDS: tuple[type[Command], ...] = (Change, AddTournament, RemoveTournament)
