"""What the page of a league table shows: a row for each person, a column for each event of the season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel import Json
from league.admin.wording import Points, criterion, points
from league.domain.numbers import exact
from league.domain.season.scheme import Scheme
from league.domain.season.state import Season


@dataclass(frozen=True)
class Column:
    """An event of the season. tournament: its id; is_counted: whether it is over, so that it counts."""

    event: str
    tournament: str
    name: str
    date: date | None
    is_counted: bool


@dataclass(frozen=True)
class Cell:
    """What somebody got in an event, and whether it counts."""

    place: int
    points: Points
    is_dropped: bool


@dataclass(frozen=True)
class Row:
    """A person's row. place: None below the minimum of events. gross: with what was dropped."""

    place: int | None
    is_shared: bool
    name: str
    points: Points
    gross: Points | None
    played: int
    dropped: int
    decided_by: str
    cells: Sequence[Cell | None]


@dataclass(frozen=True)
class Tournament:
    """What a column needs to know of a tournament."""

    name: str
    state: str
    date: date | None


def columns(season: Season, tournaments: Mapping[str, Tournament]) -> list[Column]:
    """The events in the season's order. tournaments: by id."""
    return [
        Column(event.id, event.tournament, known.name, event.date or known.date, known.state == "closed")
        for event in season.events.values()
        if (known := tournaments.get(event.tournament))
    ]


def rows(data: Sequence[Json], names: Mapping[str, str], listed: Sequence[Column]) -> list[Row]:
    """The rows in their order. data: as in the API. names: of people, by id."""
    sharers = Counter(row["place"] for row in data)
    return [_row(row, sharers[row["place"]] > 1, names, listed) for row in data]


def _row(row: Json, is_shared: bool, names: Mapping[str, str], listed: Sequence[Column]) -> Row:
    cells = {event["event"]: Cell(event["place"], points(event["points"]), False) for event in row["counted"]}
    cells |= {event["event"]: Cell(event["place"], points(event["points"]), True) for event in row["dropped"]}
    return Row(
        place=row["place"],
        is_shared=is_shared and row["place"] is not None,
        name=names.get(row["person"], row["person"]),
        points=points(row["points"]),
        gross=points(row["gross"]) if row["gross"] != row["points"] else None,
        played=row["played"],
        dropped=len(row["dropped"]),
        decided_by=criterion(row["decided_by"]),
        cells=[cells.get(column.event) for column in listed],
    )


def scheme_sentences(scheme: Scheme) -> list[str]:
    """How the season adds up, as people say it."""
    by_place = [points(number).text for number in scheme.points.by_place]
    said = [_("Points by place: {points}").format(points=_shortened(by_place))]
    if scheme.best is not None:
        said.append(ngettext("The best result counts", "The best {n} results count", scheme.best).format(n=scheme.best))
    if scheme.drop_worst:
        worst = ngettext("The worst result is dropped", "The worst {n} results are dropped", scheme.drop_worst)
        said.append(worst.format(n=scheme.drop_worst))
    if exact(scheme.attendance):
        said.append(_("{points} for taking part, always").format(points=points(scheme.attendance).text))
    if scheme.minimum > 1:
        said.append(_("A place needs {n} events").format(n=scheme.minimum))
    return said


def _shortened(numbers: Sequence[str], longest: int = 8) -> str:
    return " – ".join(numbers[:longest]) + (" …" if len(numbers) > longest else "")
