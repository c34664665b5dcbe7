"""`tournaments/{id}/standings`: who stands where, and what decided it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from api import bodies
from api.door import Door, Shown
from api.problems import bad_field
from api.schema import describes
from games.kernel import N_
from league import names, streams
from league.domain import standings
from league.models import Event, Tournament
from league.streams import TOURNAMENT

Written = int | str
MOST_ROUNDS = 100


class LineShown(msgspec.Struct):
    """What a round brought: kind is played, forfeit, bye or missed."""

    number: int
    kind: str
    table: int | None
    seat: int | None
    place: int | None
    points: Written


class RowShown(msgspec.Struct):
    """A row of the standings."""

    place: int
    entry: UUID
    name: str
    points: Written
    points_display: str
    played: int
    byes: int
    penalties: Written
    tie_breaks: dict[str, Any]
    decided_by: str
    rounds: list[LineShown]


class StandingsShown(msgspec.Struct):
    """The standings after a round, as known at a position of the log."""

    tournament: UUID
    after_round: int
    as_of_position: int
    rows: list[RowShown]
    changed_after_close: None


class Standings(Door):
    """The standings of a tournament."""

    @describes(StandingsShown, query=(("after_round", "Today's knowledge of rounds 1 to n."),), public=True)
    def get(self, request: Request, id: UUID) -> Shown:
        """Points, then the organiser's chain of tie-breaks; each place says what decided it."""
        row = get_object_or_404(Tournament, id=id)
        wanted = bodies.whole_parameter(request, "after_round", None, 0, MOST_ROUNDS)
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            state, version = stream.aggregate.state, stream.stored
            begun = sum(found.state in ("running", "closed") for found in state.rounds)
            if wanted is not None and wanted > begun:
                raise bad_field("after_round", "unknown_round", N_("Round {number} has not begun."), number=wanted)
            rows = standings.standings(state, wanted)
        position = Event.objects.filter(club=row.club_id, stream=id, version=version).values_list("position", flat=True)
        called = names.of_entries(id)
        return Shown(
            {
                "tournament": id,
                "after_round": begun if wanted is None else wanted,
                "as_of_position": position.get(),
                "rows": [{**line, "name": called.get(line["entry"], "")} for line in rows],
                "changed_after_close": None,
            }
        )
