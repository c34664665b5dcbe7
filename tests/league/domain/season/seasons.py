"""Seasons for the tests: said in short, folded from commands."""

from __future__ import annotations

from typing import Any

from games.kernel import Aggregate, Json
from league.domain.season import commands as c
from league.domain.season import rules as season
from league.domain.season.state import Season
from league.domain.season.table.league_table import FinalEntry, league_table
from league.domain.values.faults import read
from tests.league.domain.night import places


def season_of(scheme: Json, *results: Json) -> Aggregate[Season]:
    """A season of bare results, the events "e1", "e2", ... in their order."""
    aggregate = Aggregate(season.RULES)
    aggregate.begin(season.start(read(c.Create, {"club": "club", "name": "Winter", "scheme": scheme})))
    for number, result in enumerate(results, 1):
        add(aggregate, f"e{number}", result)
    return aggregate


def add(aggregate: Aggregate[Season], id: str, result: Json) -> None:
    """Takes a result in, given as in `AddResult`."""
    aggregate.send(read(c.AddResult, {"type": "add_result", "id": id, **result}))


def came(told: str, **fields: Any) -> Json:
    """A result: "ann bob=cy dan", first place first."""
    return {"places": places(told), **fields}


def final(told: str) -> list[FinalEntry]:
    """The final standings of people: "ann=bob cy"."""
    return [FinalEntry(name, (name,), place) for name, place in places(told).items()]


def rows_of(scheme: Json, *results: Json) -> list[Json]:
    """The league table of bare results."""
    return league_table(season_of(scheme, *results).state, {})


def points(rows: list[Json]) -> dict[str, Any]:
    """Everybody's points."""
    return {row["person"]: row["points"] for row in rows}


def order(rows: list[Json]) -> list[tuple[int | None, str, str]]:
    """Place, person and what decided it, of each row."""
    return [(row["place"], row["person"], row["decided_by"]) for row in rows]
