"""What is done to a round: drawn again, changed by hand, published, started, paused, extended, closed."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from msgspec import Meta
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Resource
from api.openapi.schema import describes
from api.parsing import Body
from api.parsing import Empty as Nothing
from api.replies import Reply
from api.v1.results import ResultsSaid, said_of, several_of
from api.v1.rounds import Planned, RoundShown, Steps, effort_of, round_shown, staffs_round, usable, with_current_plan
from api.v1.tournaments import sent
from api.writing import writes
from games.kernel import Command
from league.domain.tournament.clocks.commands import Extend, Pause, Resume
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import Move, Publish, Start, Swap
from league.domain.values.fields import Seconds
from league.models import Round, Table
from league.seating import planning
from league.services import round_closing


class Ending(Body, frozen=True):
    """The end of a round. missing: results of the tables that have not reported, by the table's id.

    Of a table with several games `games` has the results of those that have none, in order.
    """

    missing: dict[str, ResultsSaid] = {}


class Again(Body, frozen=True):
    """Another seating. steps: of the search for a rotation, at most; more than take some 20 seconds are not made."""

    steps: Steps | None = None


class Longer(Body, frozen=True):
    """How much more time a round gets, or one table of it."""

    seconds: Seconds
    table: UUID | None = None
    reason: Annotated[str, Meta(max_length=500)] | None = None


class Pair(Body, frozen=True):
    """Two entries of a round, seated or sitting out."""

    a: UUID
    b: UUID


class Seat(Body, frozen=True):
    """An entry of a round, and the table that it goes to."""

    entry: UUID
    table: UUID


class Why(Body, frozen=True):
    """A reason, for the staff."""

    reason: Annotated[str, Meta(max_length=500)] | None = None


def _after(door: Resource, id: UUID, command: Command) -> Reply:
    """The round after staff have sent a command about it."""
    row = staffs_round(door, id)
    done = sent(door, row.tournament, command)
    return Reply(round_shown(door, row, done))


class RoundRedo(Resource):
    """Another seating of a draft."""

    dry_run = DryRun.NONE

    @describes(RoundShown, body=Again)
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Draws the draft again; how often that was done is public."""
        steps = parsing.read(Again, request.data).steps
        row = staffs_round(self, id)
        return with_current_plan(
            lambda: planning.plan_again(row.tournament_id, club=row.club_id, effort=effort_of(steps)),
            lambda made: self._redo(request, row, made),
        )

    @writes
    def _redo(self, request: Request, row: Round, made: Planned) -> Reply:
        done = sent(self, row.tournament, planning.new_redo_command(usable(made), row.pk))
        return Reply(round_shown(self, row, done))


class RoundSwap(Resource):
    """A change of places in a draft."""

    @describes(RoundShown, body=Pair)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Two entries change places; sent again without an Idempotency-Key, they change back."""
        asked = parsing.read(Pair, request.data)
        return _after(self, id, Swap(str(id), str(asked.a), str(asked.b)))


class RoundMove(Resource):
    """A move to another table of a draft."""

    @describes(RoundShown, body=Seat)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """An entry takes the last seat of another table, as far as the tables' sizes allow."""
        asked = parsing.read(Seat, request.data)
        return _after(self, id, Move(str(id), str(asked.entry), str(asked.table)))


class RoundPublish(Resource):
    """The publication of a round."""

    @describes(RoundShown, body=Nothing)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Everybody may see who sits where."""
        parsing.read(Nothing, request.data)
        return _after(self, id, Publish(str(id)))


class RoundStart(Resource):
    """The start of a round."""

    @describes(RoundShown, body=Nothing)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Starts the round, its clock and the games at its tables; publishes a draft."""
        parsing.read(Nothing, request.data)
        return _after(self, id, Start(str(id), timezone.now()))


class RoundPause(Resource):
    """The pause of a round's clock."""

    @describes(RoundShown, body=Why)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Stops the clock; the rest is kept exactly."""
        return _after(self, id, Pause(str(id), timezone.now(), parsing.read(Why, request.data).reason))


class RoundResume(Resource):
    """The end of a pause."""

    @describes(RoundShown, body=Nothing)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Lets the clock run on."""
        parsing.read(Nothing, request.data)
        return _after(self, id, Resume(str(id), timezone.now()))


class RoundExtend(Resource):
    """More time for a round."""

    @describes(RoundShown, body=Longer)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Gives all tables of the round more time, or one."""
        asked = parsing.read(Longer, request.data)
        table = None if asked.table is None else str(asked.table)
        return _after(self, id, Extend(str(id), timezone.now(), asked.seconds, asked.reason, table))


class RoundClose(Resource):
    """The end of a round."""

    @describes(RoundShown, body=Ending)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Ends the round, with its points as decided; every table has a result, or is given one here."""
        missing = parsing.read(Ending, request.data).missing
        row = staffs_round(self, id)
        named = {parsing.id_of(f"missing.{name}", name): name for name in missing}
        tables = round_closing.tables_of(row, named)
        said = {id: _told(missing[name], tables[id], f"missing.{name}.") for id, name in named.items()}
        who = self.caller(row.club_id)
        done = round_closing.close_round(row, said, actor=who.actor, at=timezone.now())
        return Reply(round_shown(self, row, done))


def _told(told: ResultsSaid, table: Table, path: str) -> Report | list[Report]:
    several = several_of(told, table, path)
    return said_of(told, table, path) if several is None else several
