"""`tournaments/{id}/attention`: what needs the director now."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import may
from games.kernel import Json
from league import models
from league.access.actions import Action
from league.access.audience import CLUB
from league.domain.seating.knockout.level import wanted_level
from league.domain.tournament.attention import Item, wanted
from league.domain.tournament.state import Tournament as State
from league.queries import names
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services.sign_up_list import next_up


class Want(msgspec.Struct):
    """Something that needs the director.

    kind: `level`: a table of a knockout is level, `dispute` of a result, `call` for the director, `late`: an entry came
    after the round was seated, `leave`: an entry says by its link that it leaves, `standby`: a place is free for
    somebody on the standby list, as directors see. table: the id of its table; null without one. table_number: of that
    table. game: of a dispute, the number of the game at the table. entry: who disputes, calls, came or leaves; null
    where it is not known. name: of the entry, or on the standby list. since: when it began; null where no time is
    known. note: what they say. call: the id of the call, for `POST calls/{id}/answer`. after_round: the last round of
    an entry that leaves; null: at once. sign_up: the id of who is next on the standby list, for `POST
    sign-ups/{id}/accept`.
    """

    kind: Literal["dispute", "level", "call", "late", "leave", "standby"]
    table: UUID | None
    table_number: int | None
    game: int | None
    entry: UUID | None
    name: str | None
    since: datetime | None
    note: str | None
    call: UUID | None
    after_round: int | None
    sign_up: UUID | None


class Attention(msgspec.Struct):
    """What needs the director now.

    results: level tables, disputes, calls, late arrivals, leaves, each kind from the oldest on; then who is next on
    standby.
    """

    results: list[Want]


class TournamentAttention(Resource):
    """What needs the director of a tournament."""

    queryset = models.Tournament.objects.all()
    permission_classes = [may(Action.READING)]
    parent = models.Tournament

    @describes(Attention)
    def get(self, request: Request, id: UUID) -> Reply:
        """What needs the director now, for staff.

        A level table goes away by `POST tables/{id}/goes-on`, a dispute by a ruling, a call by its answer, an arrival
        or a leave by `POST entries/{id}/notice`, a place for somebody on standby by `POST sign-ups/{id}/accept`.
        """
        row = self.get_object()
        called = names.of_entries(id, CLUB)
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            state: State = stream.aggregate.state
            found = [_want(state, item, called) for item in (*wanted_level(state), *wanted(state))]
            first = next_up(row, state) if self.caller(row.club_id).may(Action.ENTRIES) else None
        return Reply({"results": [*found, *([_standby(first)] if first else [])]})


def _standby(first: models.SignUp) -> Json:
    """A place is free for somebody on the standby list."""
    nothing = dict.fromkeys(("table", "table_number", "game", "entry", "note", "call", "after_round"))
    return {**nothing, "kind": "standby", "name": first.name, "since": first.joined_at, "sign_up": first.pk}


def _want(state: State, item: Item, called: dict[str, str]) -> Json:
    table = state.tables.get(item.table or "")
    return {
        "kind": item.kind,
        "table": item.table,
        "table_number": None if table is None else table.number,
        "game": item.game if item.kind == "dispute" else None,
        "entry": item.entry,
        "name": None if item.entry is None else called.get(item.entry, ""),
        "since": item.since,
        "note": item.note,
        "call": item.call,
        "after_round": item.after_round,
        "sign_up": None,
    }
