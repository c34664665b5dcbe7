"""A league table as rows for a spreadsheet: a row for each person, two columns for each event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from games.kernel import Json
from league.files.spreadsheet import Cell
from league.models import Tournament
from league.projections.league_tables import LeagueTable, PlayedEvent
from league.queries import names

HEADS = ("place", "name", "points", "gross", "events", "attendance", "decided by")
DROPPED = "[{points}]"
"""What is dropped stands in brackets that no spreadsheet takes for a minus."""


def rows_of(table: LeagueTable) -> list[list[Cell]]:
    """The heads and the rows of a table, with names as they are today."""
    people = names.of_people([UUID(row["person"]) for row in table.rows])
    wanted = [held.event.tournament for held in table.events if held.event.tournament]
    tournaments = {str(id): name for id, name in Tournament.objects.filter(pk__in=wanted).values_list("pk", "name")}
    return sheet(table.rows, table.events, people, tournaments)


def sheet(
    rows: Sequence[Json], events: Sequence[PlayedEvent], people: Mapping[str, str], tournaments: Mapping[str, str]
) -> list[list[Cell]]:
    """The heads and the rows. people, tournaments: names by id. Points are exact: a fraction is text."""
    heads = [*HEADS, *(head for held in events for head in _heads(held, tournaments))]
    return [list(heads), *(_row(row, events, people) for row in rows)]


def _heads(held: PlayedEvent, tournaments: Mapping[str, str]) -> Iterator[str]:
    """An event's two columns: the place in it, and its points."""
    result = held.event.result
    name = tournaments.get(held.event.tournament or "", "") if result is None else result.name or ""
    called = " ".join(part for part in (held.day.isoformat() if held.day else "", name) if part) or held.event.id
    yield f"{called}: place"
    yield f"{called}: points"


def _row(row: Json, events: Sequence[PlayedEvent], people: Mapping[str, str]) -> list[Cell]:
    counted = {event["event"]: (_place(event), event["points"]) for event in row["counted"]}
    dropped = {event["event"]: (_place(event), DROPPED.format(points=event["points"])) for event in row["dropped"]}
    results: Mapping[str, tuple[Cell, Cell]] = {**counted, **dropped}
    cells: list[Cell] = [
        row["place"],
        people.get(row["person"], ""),
        row["points"],
        row["gross"],
        row["played"],
        row["attendance"],
        row["decided_by"],
    ]
    return [*cells, *(cell for held in events for cell in results.get(held.event.id, (None, None)))]


def _place(event: Json) -> Cell:
    """The place in the event, or why there is none."""
    return event["place"] if event["place"] is not None else event.get("status")
