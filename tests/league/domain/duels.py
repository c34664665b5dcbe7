"""Rounds of two at a table, told as they are written by hand."""

from __future__ import annotations

from typing import Any

from league.domain.seating import plan as seating
from league.domain.tournament import commands as c
from league.domain.tournament.formats import Bye
from league.domain.tournament.results.duels import report_of_two
from tests.league.domain.night import EVENING, Night

CHESS = {"win": 1, "draw": "1/2", "loss": 0}
PAIRING = "pairing"


def play_pairs(night: Night, games: str, byes: dict[str, str] | None = None) -> None:
    """A whole round: "ann-bob 1-0, cy-dan ½-½". byes: by the pairing, or by own wish for so many points."""
    told = [game.split() for game in games.split(", ")] if games else []
    made = seating.given_plan(
        night.state,
        [seating.GivenTable(pair.split("-")) for pair, _ in told],
        [Bye(name) if kind == PAIRING else Bye(name, kind, "requested") for name, kind in (byes or {}).items()],
    )
    night.send(seating.seat_command(made, f"r{made.number}", night.ids(made)))
    night.start()
    for table, (_, result) in zip(night.last.tables, told, strict=True):
        text: Any = result
        said = report_of_two(table.seats, text, night.state.settings.points)
        fields = {name: getattr(said, name) for name in said.__struct_fields__}
        night.send(c.RecordResult(table.id, at=EVENING, source="table", by="user:1", **fields))
    night.close_round()
