"""The rows of a league table as pages show it: a row for each person, a column for each event of the season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel import Json
from league.domain.season.state import Season, SeasonEvent
from league.domain.values.numbers import exact
from league.models import Tournament
from league.queries.wording import Movement, Points, criterion, movement_of, points


class Column(NamedTuple):
    """An event of the season.

    tournament: its id, None for a result from elsewhere. is_counted: whether the event is over.
    facts: exceptions, in words: a multiplier, a final.
    """

    event: str
    tournament: str | None
    name: str
    date: date | None
    is_counted: bool
    facts: Sequence[str]


class EventCell(NamedTuple):
    """A person's result in an event. status: a code like DNF instead of a place. extra: additional points, included."""

    place: int | None
    status: str
    points: Points
    extra: Points | None
    is_dropped: bool


class LeagueTableRow(NamedTuple):
    """A person's row.

    place: None below the minimum of events. gross: points including dropped results, None if they are the same.
    division: in words, with the place in it and a move up or down; "" in a season without divisions.
    """

    place: int | None
    is_shared: bool
    person: str
    name: str
    points: Points
    gross: Points | None
    played: int
    dropped: int
    decided_by: str
    division: str
    movement: Movement
    cells: Sequence[tuple[Column, EventCell | None]]


class Window(NamedTuple):
    """The events that are shown, by their numbers from 1: first to last, of so many. size: how many at once."""

    first: int
    last: int
    events: int
    size: int

    @classmethod
    def until(cls, number: int | None, events: int, size: int) -> Window:
        """The events up to that one; None: the newest."""
        last = max(min(number or events, events), min(size, events))
        return cls(max(last - size + 1, 1), last, events, size)

    def of(self, listed: Sequence[Column]) -> Sequence[Column]:
        return listed[self.first - 1 : self.last]

    @property
    def earlier(self) -> int | None:
        """Up to which event to show instead; None where there are no earlier ones."""
        return self.first - 1 if self.first > 1 else None

    @property
    def later(self) -> int | None:
        """Up to which event to show instead; None where there are no later ones."""
        return min(self.last + self.size, self.events) if self.last < self.events else None


def columns(season: Season, tournaments: Mapping[str, Tournament]) -> list[Column]:
    """The events in the season's order, without unknown tournaments. tournaments: by id."""
    zone = ZoneInfo(season.time_zone)
    return [column for event in season.events.values() if (column := _column(event, tournaments, zone))]


def _column(event: SeasonEvent, tournaments: Mapping[str, Tournament], zone: ZoneInfo) -> Column | None:
    facts = []
    if exact(event.multiplier) != 1:
        facts.append(_("weight {factor}").format(factor=points(event.multiplier).text))
    if event.final:
        facts.append(_("final"))
    if event.abandoned:
        facts.append(_("abandoned: counts for nothing"))
    if event.result is not None:
        return Column(event.id, None, event.result.name or _("Result from elsewhere"), event.date, True, facts)
    known = tournaments.get(event.tournament or "")
    if known is None:
        return None
    day = event.date or (known.starts_at and known.starts_at.astimezone(zone).date())
    return Column(event.id, event.tournament, known.name, day, known.state == "closed", facts)


def rows(data: Sequence[Json], names: Mapping[str, str], listed: Sequence[Column]) -> list[LeagueTableRow]:
    """The rows in their order. data: as in the API. names: of people, by id."""
    sharers = Counter(row["place"] for row in data)
    return [_row(row, sharers[row["place"]] > 1, names, listed) for row in data]


def _row(row: Json, is_shared: bool, names: Mapping[str, str], listed: Sequence[Column]) -> LeagueTableRow:
    cells = {event["event"]: _cell(event, is_dropped=False) for event in row["counted"]}
    abandoned = ({**event, "points": 0} for event in row.get("abandoned", ()))
    cells |= {event["event"]: _cell(event, is_dropped=True) for event in (*row["dropped"], *abandoned)}
    return LeagueTableRow(
        place=row["place"],
        is_shared=is_shared and row["place"] is not None,
        person=row["person"],
        name=names.get(row["person"], row["person"]),
        points=points(row["points"]),
        gross=points(row["gross"]) if row["gross"] != row["points"] else None,
        played=row["played"],
        dropped=len(row["dropped"]),
        decided_by=criterion(row["decided_by"]),
        division=_division(row),
        movement=movement_of(row),
        cells=[(column, cells.get(column.event)) for column in listed],
    )


DIVISION_TEXTS = {
    "up": gettext_lazy("{division}: goes up"),
    "down": gettext_lazy("{division}: goes down"),
    "undecided": gettext_lazy("{division}: tied at the boundary"),
}


def _division(row: Json) -> str:
    """“First, 3: goes down”."""
    if "division" not in row:
        return ""
    division = row["division"] if row["division_place"] is None else f"{row['division']}, {row['division_place']}"
    template = DIVISION_TEXTS.get(row["moves"])
    return str(template).format(division=division) if template else str(division)


def _cell(event: Json, *, is_dropped: bool) -> EventCell:
    extra = points(event["extra"]) if "extra" in event else None
    return EventCell(event["place"], event.get("status", ""), points(event["points"]), extra, is_dropped)
