"""`rounds/{id}`: drawn again, changed by hand, published, repaired, started, paused, extended, closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils import timezone
from msgspec import Meta
from rest_framework.decorators import action
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, ends_in_writes, writes
from api.command_bodies import body_of, command_of
from api.openapi.schema import describes
from api.parsing import Body
from api.permissions import ReadOnly, may
from api.steps import Step, Steps, send
from api.v1.results import LevelChoice, Results, decision_of, report_of, reports_of
from api.v1.rounds import HidesDrafts, Round, RoundsQuery, SearchSteps, effort_of, round_answers
from games.kernel import Json
from league import models
from league.access.actions import Action
from league.domain.tournament.clocks.commands import Extend, Pause, Resume
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import (
    CancelRound,
    Discard,
    Move,
    Publish,
    Repair,
    RepairEmpty,
    RepairMerge,
    RepairReplace,
    RepairSeat,
    RepairSwap,
    Start,
    Swap,
)
from league.domain.tournament.state import Tournament as State
from league.domain.values.fields import Reason
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import rounds
from league.services.rounds import Write

RepairSeatBody = body_of(RepairSeat, ("round", "fewest", "most", "fresh"), "RepairSeat")


class CloseRound(Body, frozen=True):
    """The end of a round. missing: results of the tables that have not reported, by the table's id.

    Of a table with several games, `games` has the results of those that have none, in order. goes_on: in a knockout, of
    the entries that are level at a table those that go on, by the director. level: instead, how that was decided, by
    the table's id. drop: entries that leave the tournament with the round, such as those who never came.
    """

    missing: dict[str, Results] = {}
    goes_on: Annotated[list[UUID], Meta(max_length=2000)] = []
    drop: list[UUID] = []
    level: dict[str, LevelChoice] = {}


class Redraw(Body, frozen=True):
    """Another seating. steps: the most steps of the search for a rotation; more than some 20 seconds are cut short."""

    steps: SearchSteps | None = None


class MergeTables(Body, frozen=True):
    """Two tables to merge. merge: their ids; the lower number stays. reason: for staff."""

    merge: tuple[UUID, UUID]
    reason: Reason | None = None


class SwapEntries(Body, frozen=True):
    """Two entries to swap. swap: their ids; each is seated or has a bye. reason: for staff."""

    swap: tuple[UUID, UUID]
    reason: Reason | None = None


class ReplaceEntry(Body, frozen=True):
    """In a knockout, an entry in the place of another; one of the small final changes places with it.

    replace: the entry that leaves its place. by: the one that takes it. reason: for staff.
    """

    replace: UUID
    by: UUID
    reason: Reason | None = None


class EmptySeat(Body, frozen=True):
    """A seat or a bye to take away before the round begins. empty: the entry that has it. reason: for staff."""

    empty: UUID
    reason: Reason | None = None


class Rounds(HidesDrafts, Steps):
    """Single rounds."""

    permission_classes = [ReadOnly | may(Action.SEATING)]
    item_field = "round"
    answer_type = Round
    steps = (
        Step("swap", Swap, "swap_seats", "Two entries of a draft swap seats; sent again, they swap back."),
        Step("move", Move, "move_seat", "An entry of a draft takes the last seat of another table."),
        Step("publish", Publish, "publish_round", "Publishes the draft: everybody may see the seats."),
        Step("start", Start, "start_round", "Starts the round, its clock and its games; publishes a draft."),
        Step("pause", Pause, "pause_round", "Pauses the clock; the remaining time is kept exactly."),
        Step("resume", Resume, "resume_round", "Lets the paused clock run on."),
        Step("cancel", CancelRound, "cancel_round", "Calls a round off that is published or running: nothing counts."),
        Step("extend", Extend, "extend_round", "Gives more time to all tables of the round, or to one."),
    )

    @describes(Round, query=RoundsQuery)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The round, for everybody; a draft is for staff."""
        return self.one(self.get_object())

    @describes()
    @writes
    def destroy(self, request: Request, id: UUID) -> Reply:
        """A director discards a draft, or a published round that has not begun."""
        send(self, self.get_object().tournament, Discard(str(id)))
        return Reply()

    @action(detail=True, methods=["post"], permission_classes=[may(Action.SEATING)], dry_run=DryRun.NONE)
    @describes(Round, body=Redraw)
    @ends_in_writes
    def redo(self, request: Request, id: UUID) -> HttpResponse:
        """A director draws a round again that has not begun; it is a draft then. The number of attempts is public."""
        row, steps = self.get_object(), parsing.read(Redraw, request.data).steps
        actor = self.caller(row.club_id).actor
        return rounds.redo(
            row, actor=actor, within=lambda write: self._redo(request, row, write), effort=effort_of(steps)
        )

    @writes
    def _redo(self, request: Request, row: models.Round, write: Write) -> Reply:
        return self.after(row, write())

    @action(detail=True, methods=["post"], permission_classes=[may(Action.SEATING)])
    @describes(Round, body=(RepairSeatBody, MergeTables, SwapEntries, ReplaceEntry, EmptySeat))
    @writes
    def repair(self, request: Request, id: UUID) -> Reply:
        """A director changes seats of a published round, or of a running one at tables where nothing has been played.

        In a running round the tables that change get new ids, links and games; in a published one they keep their ids.
        In a knockout, `replace` and `by` put the right entry in after a correction, in a draft too.
        Only before the round begins may a seat be emptied.
        """
        row = self.get_object()
        actor = self.caller(row.club_id).actor
        return self.after(row, rounds.repair(row, _repair(request.data), actor=actor, at=timezone.now()))

    @action(detail=True, methods=["post"], permission_classes=[may(Action.ROUNDS)])
    @describes(Round, body=CloseRound)
    @writes
    def close(self, request: Request, id: UUID) -> Reply:
        """A director closes the round: its points are final. Every table has a result, or is given one here.

        In a knockout, a level table is refused as `level_match` until it is decided who goes on: at the table before,
        by `level` or by `goes_on`.
        """
        row, body = self.get_object(), parsing.read(CloseRound, request.data)
        missing, goes_on, drop = body.missing, list(map(str, body.goes_on)), list(map(str, body.drop))
        named = {parsing.id_of(f"missing.{name}", name): name for name in missing}
        tables = rounds.tables_of(row, named)
        given = {id: _reported(missing[name], tables[id], f"missing.{name}.") for id, name in named.items()}
        actor = self.caller(row.club_id).actor
        level = {str(parsing.id_of(f"level.{name}", name)): decision_of(one) for name, one in body.level.items()}
        done = rounds.close_round(row, given, goes_on, drop, level, actor=actor, at=timezone.now())
        return self.after(row, done)

    def represent(self, rows: Sequence[models.Round]) -> Sequence[Json]:
        (row,) = rows
        with streams.reading(row.club_id, TOURNAMENT, row.tournament_id) as stream:
            return [self.answer(row, stream.aggregate.state)]

    def answer(self, row: models.Round, state: State) -> Json:
        """The round. Raises Http404 where it is gone since it was looked up."""
        found = round_answers(self, row.tournament, state, [row.pk])
        if not found:
            raise Http404
        return found[0]


def _repair(raw: Any) -> Callable[..., Repair]:
    """The repair that a body asks for; the field that only one kind of repair has says which it is."""
    if isinstance(raw, dict) and "merge" in raw:
        merge = parsing.read(MergeTables, raw)
        first, second = map(str, merge.merge)
        return partial(RepairMerge, tables=(first, second), reason=merge.reason)
    if isinstance(raw, dict) and "swap" in raw:
        swap = parsing.read(SwapEntries, raw)
        a, b = map(str, swap.swap)
        return partial(RepairSwap, a=a, b=b, reason=swap.reason)
    if isinstance(raw, dict) and "replace" in raw:
        other = parsing.read(ReplaceEntry, raw)
        return partial(RepairReplace, replace=str(other.replace), by=str(other.by), reason=other.reason)
    if isinstance(raw, dict) and "empty" in raw:
        seat = parsing.read(EmptySeat, raw)
        return partial(RepairEmpty, entry=str(seat.empty), reason=seat.reason)
    return partial(command_of, RepairSeat, parsing.read(RepairSeatBody, raw))


def _reported(body: Results, table: models.Table, path: str) -> Report | list[Report]:
    several = reports_of(body, table, path)
    return report_of(body, table, path) if several is None else several
