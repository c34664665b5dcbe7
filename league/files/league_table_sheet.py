"""A league table as rows for a spreadsheet, a row for each person and two columns for each event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from games.kernel import Json
from league.access.audience import Audience
from league.files.spreadsheet import Cell, amount
from league.models import Tournament
from league.projections.league_tables import LeagueTable, PlayedEvent
from league.queries import names

HEADS = ("place", "name", "points", "gross", "events", "attendance", "decided by")
DROPPED = "[{points}]"
"""Dropped points are in brackets that no spreadsheet reads as a minus."""


def rows_of(table: LeagueTable, audience: Audience) -> list[list[Cell]]:
    """Return the heads and the rows of a table, with today's names."""
    people = names.of_people([UUID(row["person"]) for row in table.rows], audience)
    wanted = [played.event.tournament for played in table.events if played.event.tournament]
    tournaments = {str(id): name for id, name in Tournament.objects.filter(pk__in=wanted).values_list("pk", "name")}
    return sheet(table.rows, table.events, people, tournaments)


def sheet(
    rows: Sequence[Json], events: Sequence[PlayedEvent], people: Mapping[str, str], tournaments: Mapping[str, str]
) -> list[list[Cell]]:
    """Return the heads and the rows. people, tournaments: names by id. Points are exact: a fraction is text."""
    heads: list[Cell] = [*HEADS, *(head for played in events for head in _heads(played, tournaments))]
    return [heads, *(_row(row, events, people) for row in rows)]


def _heads(played: PlayedEvent, tournaments: Mapping[str, str]) -> Iterator[str]:
    event, day = played.event, played.day.isoformat() if played.day else ""
    name = tournaments.get(event.tournament or "", "") if event.result is None else event.result.name or ""
    called = f"{day} {name}".strip() or event.id
    yield f"{called}: place"
    yield f"{called}: points"


def _row(row: Json, events: Sequence[PlayedEvent], people: Mapping[str, str]) -> list[Cell]:
    counted = {event["event"]: (_place(event), amount(event["points"])) for event in row["counted"]}
    dropped = {event["event"]: (_place(event), DROPPED.format(points=event["points"])) for event in row["dropped"]}
    abandoned = {event["event"]: (event["place"], None) for event in row.get("abandoned", ())}
    results: Mapping[str, tuple[Cell, Cell]] = {**counted, **dropped, **abandoned}
    own = [amount(row["points"]), amount(row["gross"]), row["played"], amount(row["attendance"]), row["decided_by"]]
    of_events = (cell for played in events for cell in results.get(played.event.id, (None, None)))
    return [row["place"], people.get(row["person"], ""), *own, *of_events]


def _place(event: Json) -> Cell:
    """Return the place in the event, or the reason why there is none."""
    return event["place"] if event["place"] is not None else event.get("status")
