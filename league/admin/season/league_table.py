"""What the page of a league table shows: a row for each person, a column for each event of the season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel import Json
from league.admin.formatting.wording import Movement, Points, criterion, points
from league.admin.formatting.wording import movement_of as moved
from league.domain.season.state import Season, SeasonEvent
from league.domain.values.numbers import exact


@dataclass(frozen=True)
class Column:
    """An event of the season. tournament: its id, None for a bare result; is_counted: whether it is over, so it counts.

    facts: what is unlike other events, as people say it.
    """

    event: str
    tournament: str | None
    name: str
    date: date | None
    is_counted: bool
    facts: Sequence[str]


@dataclass(frozen=True)
class Cell:
    """What somebody got in an event. status: why there is no place. extra: what of the points came on top."""

    place: int | None
    status: str
    points: Points
    extra: Points | None
    is_dropped: bool


@dataclass(frozen=True)
class Row:
    """A person's row. place: None below the minimum of events. gross: with what was dropped.

    division: with the place in it, and where the person goes from there; "" in a season without.
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
    moved: Movement
    cells: Sequence[Cell | None]


@dataclass(frozen=True)
class Tournament:
    """What a column needs to know of a tournament."""

    name: str
    state: str
    date: date | None


def columns(season: Season, tournaments: Mapping[str, Tournament]) -> list[Column]:
    """The events in the season's order. tournaments: by id."""
    return [column for event in season.events.values() if (column := _column(event, tournaments))]


def _column(event: SeasonEvent, tournaments: Mapping[str, Tournament]) -> Column | None:
    facts = []
    if exact(event.multiplier) != 1:
        facts.append(_("counts × {factor}").format(factor=points(event.multiplier).text))
    if event.final:
        facts.append(_("final"))
    if event.result is not None:
        return Column(event.id, None, event.result.name or _("Result from elsewhere"), event.date, True, facts)
    known = tournaments.get(event.tournament or "")
    if known is None:
        return None
    return Column(event.id, event.tournament, known.name, event.date or known.date, known.state == "closed", facts)


def rows(data: Sequence[Json], names: Mapping[str, str], listed: Sequence[Column]) -> list[Row]:
    """The rows in their order. data: as in the API. names: of people, by id."""
    sharers = Counter(row["place"] for row in data)
    return [_row(row, sharers[row["place"]] > 1, names, listed) for row in data]


def _row(row: Json, is_shared: bool, names: Mapping[str, str], listed: Sequence[Column]) -> Row:
    cells = {event["event"]: _cell(event, is_dropped=False) for event in row["counted"]}
    cells |= {event["event"]: _cell(event, is_dropped=True) for event in row["dropped"]}
    return Row(
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
        moved=moved(row),
        cells=[cells.get(column.event) for column in listed],
    )


MOVES = {
    "up": gettext_lazy("goes up"),
    "down": gettext_lazy("goes down"),
    "undecided": gettext_lazy("level on the line"),
}


def _division(row: Json) -> str:
    """ "First, 3: goes down"."""
    if "division" not in row:
        return ""
    place = row["division"] if row["division_place"] is None else f"{row['division']}, {row['division_place']}"
    move = MOVES.get(row["moves"])
    return f"{place}: {move}" if move else str(place)


def _cell(event: Json, *, is_dropped: bool) -> Cell:
    extra = points(event["extra"]) if "extra" in event else None
    return Cell(event["place"], event.get("status", ""), points(event["points"]), extra, is_dropped)
