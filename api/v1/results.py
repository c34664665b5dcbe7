"""`tables/{id}/result` and what follows: confirmed, disputed, ruled on, corrected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec import Meta
from rest_framework.request import Request

from api import parsing
from api.base import Resource
from api.openapi.schema import describes
from api.parsing import Body
from api.problems import bad_field
from api.replies import Reply
from api.v1.tables import GAME_QUERY, TableShown, game_asked, one_game, table_after, visible_table
from api.writing import writes
from games import exact
from games.codec import MAX_INT
from games.kernel import N_
from league.access import roles
from league.access.roles import Caller, Forbidden
from league.domain.tournament.results.duels import ResultOfTwo
from league.domain.tournament.results.reports import Place, Report
from league.domain.values.fields import MOST_GAMES
from league.domain.values.numbers import Number
from league.models import Person, Table
from league.services import results
from league.services.execution import Done

Why = Annotated[str, Meta(min_length=1, max_length=500)]
Away = Annotated[list[str], Meta(max_length=12)]


class ResultSaid(Body, frozen=True):
    """A table's result by scores, places (1, 1, 3) or awards (staff: the points as they are to be given), by entry.

    These with absent and left are exactly the table's seats. stand_in: the person who played, by entry.
    result: in their place, of a table of two; the first seat is white, who is not there has "-".
    """

    scores: dict[str, exact.Number] | None = None
    places: dict[str, Place] | None = None
    awards: dict[str, Number] | None = None
    absent: Away = []
    left: Away = []
    stand_in: dict[str, str] = {}
    result: ResultOfTwo | None = None


class ResultsSaid(ResultSaid, frozen=True):
    """A result; or in its place `games`, with the result of each game at the table in order, all or nothing.

    In a round of several games a single result is that of the game which `?game=` names.
    """

    games: Annotated[list[ResultSaid], Meta(min_length=1, max_length=MOST_GAMES)] | None = None


class DisputeSaid(ResultSaid, frozen=True):
    """The result as it should be."""

    note: Annotated[str, Meta(max_length=500)] | None = None


class RulingSaid(ResultSaid, frozen=True, kw_only=True):
    """A ruling: the result that stands is upheld, or another one is right."""

    reason: Why
    uphold: bool = False


class CorrectionSaid(ResultSaid, frozen=True, kw_only=True):
    """The right result; or `at` and `command`, an amend of the game; or withdraw: the game has the word again."""

    reason: Why
    at: Annotated[int, Meta(ge=0, le=MAX_INT)] | None = None
    command: dict[str, Any] | None = None
    withdraw: bool = False


def said_of(told: ResultSaid, table: Table, path: str = "") -> Report:
    """What a body says of a table, with exact numbers and with people of its club. path: before its fields' names."""
    stand_in = _people(told.stand_in, table.club_id, path)
    if told.result is None:
        return _said(told, stand_in, path)
    if any(given is not None for given in (told.scores, told.places, told.awards)):
        raise bad_field(f"{path}result", "one_of", N_("A result of two stands alone: no scores, places or awards."))
    two = results.of_two(table, told.result)
    absent = (*two.absent, *(entry for entry in told.absent if entry not in two.absent))
    return msgspec.structs.replace(two, absent=absent, left=tuple(told.left), stand_in=stand_in)


def _said(told: ResultSaid, stand_in: dict[str, str], path: str) -> Report:
    return Report(
        places=told.places,
        scores=None
        if told.scores is None
        else {entry: _exact(f"{path}scores.{entry}", score) for entry, score in told.scores.items()},
        awards=told.awards,
        absent=tuple(told.absent),
        left=tuple(told.left),
        stand_in=stand_in,
    )


def reported(told: ResultSaid, table: Table, who: Caller) -> Report:
    """What somebody says at a table; points as they are to be given are for staff to say. Raises Forbidden."""
    said = said_of(told, table)
    _require_staff_for_awards([said], who)
    return said


def _require_staff_for_awards(said: Iterable[Report], who: Caller) -> None:
    if not who.is_staff and any(one.awards is not None for one in said):
        raise Forbidden


def _exact(field: str, score: exact.Number) -> exact.Written:
    try:
        return exact.write(exact.read(score))
    except ValueError as fault:
        raise bad_field(field, "bad_number", N_("This is no exact number: {reason}."), reason=str(fault)) from fault


def _people(stand_in: dict[str, str], club: UUID, path: str) -> dict[str, str]:
    ids = {entry: parsing.id_of(f"{path}stand_in.{entry}", person) for entry, person in stand_in.items()}
    known = set(Person.objects.filter(club=club, id__in=ids.values()).values_list("id", flat=True)) if ids else set()
    for entry, person in ids.items():
        if person not in known:
            raise bad_field(f"{path}stand_in.{entry}", "unknown_person", N_("The club has no such person."))
    return {entry: str(person) for entry, person in ids.items()}


def several_of(told: ResultsSaid, table: Table, path: str = "") -> list[Report] | None:
    """What a body says of each game at a table; None where it says one result. path: before its fields' names."""
    if told.games is None:
        return None
    if says_something(told) or told.stand_in:
        raise bad_field(f"{path}games", "one_of", N_("Either a result, or a list of those of all games."))
    return [said_of(game, table, f"{path}games.{at}.") for at, game in enumerate(told.games)]


def says_something(told: ResultSaid) -> bool:
    """Whether there is any result in a body."""
    given = (told.scores, told.places, told.awards, told.result)
    return any((*(said is not None for said in given), told.absent, told.left))


class TableDoor(Resource):
    """What is said at a table."""

    def reporter(self, id: UUID) -> tuple[Table, Caller, str]:
        """The table, who asks, and in which name they report. Raises Forbidden."""
        table, who = visible_table(self, id)
        return table, who, roles.reports_at(who, table)

    def staff_at(self, id: UUID) -> tuple[Table, Caller]:
        """The table, for the staff of its club."""
        table, _ = visible_table(self, id)
        return table, self.staff(table.club_id)

    def answer(self, table: Table, who: Caller, done: Done) -> Reply:
        """The table as it is now."""
        return Reply(table_after(table, who, done.stream.aggregate.state, game_asked(self, table)))


class TableResult(TableDoor):
    """The result of a table."""

    @describes(TableShown, body=ResultsSaid, query=GAME_QUERY, link=True)
    @writes
    def put(self, request: Request, id: UUID) -> Reply:
        """Reports the result. The same by somebody else confirms it, another one disputes it."""
        table, who, actor = self.reporter(id)
        told, at = parsing.read(ResultsSaid, request.data), timezone.now()
        several = several_of(told, table)
        if several is None:
            said, game = reported(told, table, who), one_game(self, table)
            return self.answer(table, who, results.report(table, said, actor=actor, at=at, game=game))
        if game_asked(self, table) is not None:
            raise bad_field("games", "one_of", N_("?game= names one game: its result is told alone."))
        _require_staff_for_awards(several, who)
        return self.answer(table, who, results.report_all(table, several, actor=actor, at=at))


class ConfirmTable(TableDoor):
    """The confirmation of a result."""

    @describes(TableShown, body=Body, query=GAME_QUERY, link=True)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Says that the result is right."""
        table, who, actor = self.reporter(id)
        parsing.read(Body, request.data)
        game, at = one_game(self, table), timezone.now()
        return self.answer(table, who, results.confirm(table, by_staff=who.is_staff, actor=actor, at=at, game=game))


class DisputeTable(TableDoor):
    """A dispute about a result."""

    @describes(TableShown, body=DisputeSaid, query=GAME_QUERY, link=True)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Says that the result is another one; the round does not close before staff have ruled."""
        table, who, actor = self.reporter(id)
        told = parsing.read(DisputeSaid, request.data)
        said = reported(told, table, who)
        game, at = one_game(self, table), timezone.now()
        return self.answer(table, who, results.dispute(table, said, told.note, actor=actor, at=at, game=game))


class RuleTable(TableDoor):
    """The ruling on a dispute."""

    @describes(TableShown, body=RulingSaid, query=GAME_QUERY)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Staff settle a dispute, by the result that stands or by another."""
        table, who = self.staff_at(id)
        told = parsing.read(RulingSaid, request.data)
        if told.uphold == says_something(told):
            raise bad_field("uphold", "one_of", N_("Either the result is upheld, or another one is given."))
        said = None if told.uphold else said_of(told, table)
        game, at = one_game(self, table), timezone.now()
        return self.answer(table, who, results.rule(table, said, told.reason, actor=who.actor, at=at, game=game))


class CorrectTable(TableDoor):
    """The correction of a result."""

    @describes(TableShown, body=CorrectionSaid, query=GAME_QUERY)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Staff put another result in its place, also after the close of the round and of the tournament."""
        table, who = self.staff_at(id)
        told = parsing.read(CorrectionSaid, request.data)
        if says_something(told) + told.withdraw + (told.at is not None or told.command is not None) != 1:
            raise bad_field("reason", "one_of", N_("Either a result, or an amend of the game, or a withdrawal."))
        if (told.at is None) != (told.command is None):
            raise bad_field("command", "required", N_("An amend says at which event, and the command for it."))
        return self.answer(table, who, _corrected(table, told, who.actor, one_game(self, table)))


def _corrected(table: Table, told: CorrectionSaid, actor: str, game: int) -> Done:
    at = timezone.now()
    if told.withdraw:
        return results.take_back(table, told.reason, actor=actor, at=at, game=game)
    if told.at is None or told.command is None:
        return results.correct(table, said_of(told, table), told.reason, actor=actor, at=at, game=game)
    return results.amend(table, told.at, told.command, told.reason, actor=actor, at=at, game=game)
