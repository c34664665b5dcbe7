"""`rounds/{id}/repair`: who sits where is changed after everybody has seen it, before anything is played there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request

from api import parsing
from api.base import Resource
from api.openapi.schema import describes
from api.parsing import Body
from api.replies import Reply
from api.v1.rounds import RoundShown, round_shown, staffs_round
from api.writing import writes
from league.domain.tournament.rounds.commands import Repair, RepairMerge, RepairSeat, RepairSwap
from league.domain.values.fields import Reason
from league.services import repairs


class SeatRepair(Body, frozen=True):
    """An entry, seated or sitting out or late, and the table at which it takes a free seat."""

    entry: UUID
    table: UUID
    reason: Reason | None = None


class MergeRepair(Body, frozen=True):
    """Two tables that become one."""

    merge: tuple[UUID, UUID]
    reason: Reason | None = None


class SwapRepair(Body, frozen=True):
    """Two entries that change places."""

    swap: tuple[UUID, UUID]
    reason: Reason | None = None


class RoundRepair(Resource):
    """The repair of a published round."""

    @describes(RoundShown, body=(SeatRepair, MergeRepair, SwapRepair))
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Staff change seats of a published round, or of a running one at tables where nothing has been played.

        In a running round the tables that change get new ids, links and games; in a published one they keep their ids.
        """
        row = staffs_round(self, id)
        done = repairs.repair(row, _asked(request.data), actor=self.caller(row.club_id).actor, at=timezone.now())
        return Reply(round_shown(self, row, done))


def _asked(raw: Any) -> Callable[..., Repair]:
    """What a body asks for; the field that only one kind of repair has says which it is."""
    if isinstance(raw, dict) and "merge" in raw:
        merge = parsing.read(MergeRepair, raw)
        first, second = map(str, merge.merge)
        return partial(RepairMerge, tables=(first, second), reason=merge.reason)
    if isinstance(raw, dict) and "swap" in raw:
        swap = parsing.read(SwapRepair, raw)
        a, b = map(str, swap.swap)
        return partial(RepairSwap, a=a, b=b, reason=swap.reason)
    seat = parsing.read(SeatRepair, raw)
    return partial(RepairSeat, entry=str(seat.entry), table=str(seat.table), reason=seat.reason)
