"""The commands of a season. The caller supplies ids."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.season.results import Awards, Extras, Places, Shared, Status
from league.domain.season.table.groups import Categories, Divisions
from league.domain.season.table.scheme import Scheme
from league.domain.values.fields import Id, Part, Reason
from league.domain.values.numbers import Number

Name = Annotated[str, Meta(min_length=1, max_length=120)]
TimeZone = Annotated[str, Meta(min_length=1, max_length=64)]


class Create(Part, frozen=True):
    """Opens a season. after: the previous season, whose divisions it continues."""

    club: Id
    name: Name
    scheme: Scheme
    time_zone: TimeZone = "UTC"
    divisions: Divisions = ()
    categories: Categories = ()
    after: Id | None = None


class Change(Command, frozen=True, tag="change"):
    """Changes the given fields. The league table follows at once, for past events too."""

    name: Name | None = None
    time_zone: TimeZone | None = None
    scheme: Scheme | None = None
    divisions: Divisions | UnsetType = UNSET
    categories: Categories | UnsetType = UNSET


class AddTournament(Command, frozen=True, tag="add_tournament"):
    """Adds a tournament to the season, as an event with that id.

    tournament: the id of a tournament of the club. date: None means the day on which it starts. multiplier: of its
    points. extra: additional points. shared: people who had one result together. final: it is the season's final,
    which the scheme may weigh differently. abandoned: it is shown and counts for nothing.
    """

    id: Id
    tournament: Id
    date: Date | None = None
    multiplier: Number = 1
    extra: Extras = ()
    shared: Shared = ()
    final: bool = False
    abandoned: bool = False


class AddResult(Command, frozen=True, tag="add_result"):
    """Adds the result of an event that was not played here. People are given by their ids.

    name: of the event. date: of the event, in the season's time zone. places: by person; shared and missing ones are
    allowed; where nobody has one, points that were given decide them. status: by person, such as DNF; beside a place
    for who lost it (DSQ). awards: by person, points in place of the scheme's. awards_only: the scheme pays nothing for
    the whole event. multiplier: of the event's points. extra: additional points. shared: people who had one result
    together. final: it is the season's final, which the scheme may weigh differently. abandoned: it is shown and counts
    for nothing. again: true: it counts although the season has the very same result already; false: it does not, even
    without a name and a day, by which it may be another evening.
    """

    id: Id
    name: Name | None = None
    date: Date | None = None
    places: Places = {}
    status: Status = {}
    awards: Awards = {}
    awards_only: bool = False
    multiplier: Number = 1
    extra: Extras = ()
    shared: Shared = ()
    final: bool = False
    abandoned: bool = False
    again: bool | UnsetType = UNSET


class CorrectEvent(Command, frozen=True, tag="correct_event"):
    """Corrects an event, which keeps its position among the others. Fields left out stay the same.

    For a tournament only date, multiplier, extra, shared, final and abandoned can be given; its places come from the
    tournament. Of a result, places replaces all places, and so does each other field. reason: stored in the log.
    """

    id: Id
    reason: Reason | None = None
    name: Name | UnsetType | None = UNSET
    date: Date | UnsetType | None = UNSET
    places: Places | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    awards: Awards | UnsetType = UNSET
    awards_only: bool | UnsetType = UNSET
    multiplier: Number | UnsetType = UNSET
    extra: Extras | UnsetType = UNSET
    shared: Shared | UnsetType = UNSET
    final: bool | UnsetType = UNSET
    abandoned: bool | UnsetType = UNSET


class RemoveEvent(Command, frozen=True, tag="remove_event"):
    """Removes an event from the season."""

    id: Id


class Remove(Command, frozen=True, tag="remove"):
    """Removes the season; only its log stays."""


COMMANDS: tuple[type[Command], ...] = (Change, AddTournament, AddResult, CorrectEvent, RemoveEvent, Remove)
