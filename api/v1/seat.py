"""`entries/{id}/seat`: where an entry sits now."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec
from django.utils import timezone
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.v1.home import home_of
from api.v1.rounds import current_round
from api.v1.table_parts import Clock
from games.kernel import Json, Viewer
from league import models
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament as State
from league.domain.tournament.view import clock_view, entry_state, table_view
from league.log.time import steady
from league.queries import names
from league.repository import streams
from league.repository.streams import TOURNAMENT

Kind = Literal["no_round", "seated", "bye", "not_seated", "dropped"]
NOWHERE: Json = dict.fromkeys(("table", "table_number", "label", "area", "seat"))


class Neighbour(msgspec.Struct):
    """Another entry at the table. seat: its number, from 1. entry: its id. name: as everybody sees it."""

    seat: int
    entry: UUID
    name: str


class EntrySeat(msgspec.Struct):
    """Where an entry sits in the current round: the newest one that is published, running or closed.

    entry: its id. tournament: the id of its tournament. club: the id of its club. kind: `seated` at a table; `bye`: it
    sits the round out; `not_seated`: it has no part in the round, as one that came late; `dropped`: nor has it, since
    it has left; `no_round`: none is published yet. round: the id of the round; null without one. round_number: in the
    tournament, from 1. round_state: `published`, `running` or `closed`. table: its id. table_number, label, area: as
    they stand on it. seat: from 1. All of these are null without a table. others: at the table, by seat. clock: of the
    table, with a bye that of the round; null without a round.
    """

    entry: UUID
    tournament: UUID
    club: UUID
    kind: Kind
    round: UUID | None
    round_number: int | None
    round_state: Literal["published", "running", "closed"] | None
    table: UUID | None
    table_number: int | None
    label: str | None
    area: str | None
    seat: int | None
    others: list[Neighbour]
    clock: Clock | None


class CurrentSeat(Resource):
    """The seat of an entry."""

    queryset = models.Entry.objects.select_related("tournament")
    permission_classes = [ReadOnly]

    @describes(EntrySeat)
    def get(self, request: Request, id: UUID) -> Reply:
        """Where the entry sits now, for everybody: its table in the newest round that is published, running or closed.

        A round that was called off is not looked at. Before the first round, with a bye and for an entry that is not
        seated, `kind` says so and there is no table.
        """
        row = self.get_object()
        who = self.caller(row.club_id)
        called = names.of_entries(row.tournament_id, who.audience)
        with streams.reading(row.club_id, TOURNAMENT, row.tournament_id) as stream:
            found = _seat(stream.aggregate.state, str(id), steady(timezone.now()), who.reader)
        others = [{**other, "name": called.get(other["entry"], "")} for other in found["others"]]
        return Reply({"entry": id, **home_of(row), **found, "others": others})


def _seat(state: State, entry: str, at: datetime, viewer: Viewer) -> Json:
    """The place of an entry in the current round; without names."""
    round = current_round(state)
    if round is None:
        of_round = dict.fromkeys(("round", "round_number", "round_state"))
        return {"kind": "no_round", **of_round, **NOWHERE, "others": [], "clock": None}
    of_round = {"round": round.id, "round_number": round.number, "round_state": round.state}
    table = next((table for table in round.tables if entry in table.seats), None)
    if table is None:
        kind, clock = _without_seat(state, round, entry), clock_view(round.clock, at)
        return {"kind": kind, **of_round, **NOWHERE, "others": [], "clock": clock}
    shown = table_view(state, table, round, at, viewer)
    at_table = {"table": table.id, "table_number": table.number, "label": shown["label"], "area": table.area}
    seats = {seated: seat for seat, seated in enumerate(table.seats, 1)}
    others = [{"seat": seat, "entry": other} for other, seat in seats.items() if other != entry]
    return {
        "kind": "seated",
        **of_round,
        **at_table,
        "seat": seats[entry],
        "others": others,
        "clock": shown["clock"],
    }


def _without_seat(state: State, round: Round, entry: str) -> Kind:
    if entry in round.byes:
        return "bye"
    return "dropped" if entry_state(state, state.entries[entry]) == "dropped" else "not_seated"
