"""`tables/{id}`: a table and its result: reported, confirmed, disputed, ruled on, corrected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec import UNSET, Meta, UnsetType
from rest_framework.decorators import action
from rest_framework.request import Request

from api import parsing, scopes
from api.base import Reply, ResourceSet, writes
from api.old_slips import LeadsPeople
from api.openapi.schema import describes
from api.parsing import Body
from api.permissions import IsAtTable, ReadOnly, may
from api.problems import bad_field
from api.v1.past import TableQuery, table_as_of
from api.v1.tables import GameQuery, Table, TableResource, table_after, table_answer
from games import exact
from games.codec import MAX_INT
from games.kernel import N_, Json
from league import models
from league.access.actions import Action
from league.domain.tournament.results.commands import Decider, LevelDecision
from league.domain.tournament.results.duels import ResultOfTwo
from league.domain.tournament.results.reports import Place, Report
from league.domain.values.fields import MOST_GAMES
from league.domain.values.numbers import Number
from league.services import results
from league.services.execution import Done

WrittenReason = Annotated[str, Meta(min_length=1, max_length=500)]
Away = Annotated[list[str], Meta(max_length=12)]


class Result(Body, frozen=True):
    """A table's result by scores, places or awards. These with absent and left name exactly the entries of the table.

    scores: by entry. places: by entry, as 1, 1, 3. awards: points by entry, in place of what places pay; for staff.
    absent: entries that never came. left: entries that went before the end; they may have a score. Both are last
    unless they have a place. stand_in: the person who played, by entry. result: instead, of a table of two: `1-0`,
    `½-½`; the first seat is white, an absent player has `-`.
    """

    scores: dict[str, exact.Number] | None = None
    places: dict[str, Place] | None = None
    awards: dict[str, Number] | None = None
    absent: Away = []
    left: Away = []
    stand_in: dict[str, str] = {}
    result: ResultOfTwo | None = None


class Results(Result, frozen=True):
    """A result, or those of all games at the table.

    games: in place of a result, that of each game in order, all or nothing.

    Where several games are played at a table, a single result is that of the game which `?game=` names.
    """

    games: Annotated[list[Result], Meta(min_length=1, max_length=MOST_GAMES)] | None = None


class ReportedResult(Results, frozen=True):
    """A result, or those of all games. as: with the link of a table, the entry seated there that reports."""

    as_entry: UUID | UnsetType = msgspec.field(default=UNSET, name="as")


class Confirmation(Body, frozen=True):
    """Says that the result is right. as: with the link of a table, the entry seated there that confirms."""

    as_entry: UUID | UnsetType = msgspec.field(default=UNSET, name="as")


class Dispute(Result, frozen=True):
    """The result as it should be, or only a note that says what is wrong.

    note: for staff. as: with the link of a table, the entry seated there that disputes.
    """

    note: Annotated[str, Meta(max_length=500)] | None = None
    as_entry: UUID | UnsetType = msgspec.field(default=UNSET, name="as")


class Ruling(Result, frozen=True, kw_only=True):
    """A ruling: the reported result is upheld, or another one is right.

    reason: for staff. uphold: the reported result is right.
    """

    reason: WrittenReason
    uphold: bool = False


class Correction(Result, frozen=True, kw_only=True):
    """The right result, or an amendment of the game, or the end of an earlier correction.

    reason: for staff. at: the number, in the game's log, of the event to amend. command: the game's command in its
    place. withdraw: the game's outcome counts again. goes_on: of the entries that are level by it at a table of a
    knockout whose round is closed, those that go on. decided_by: what says so, the director if left out; a `lot` is
    drawn, and names nobody.
    """

    reason: WrittenReason
    at: Annotated[int, Meta(ge=0, le=MAX_INT)] | None = None
    command: dict[str, Any] | None = None
    withdraw: bool = False
    goes_on: Annotated[list[UUID], Meta(max_length=12)] = []
    decided_by: Decider | UnsetType = UNSET


class LevelChoice(Body, frozen=True, kw_only=True):
    """Who goes on from a level table of a knockout.

    decided_by: a `play_off` that was played; for staff also a `lot`, which is drawn now, or the `director`. goes_on:
    the entries that go on; none with a lot. reason: of the director, for staff.
    """

    decided_by: Decider
    goes_on: Annotated[list[UUID], Meta(max_length=12)] = []
    reason: WrittenReason | None = None


class WhoGoesOn(LevelChoice, frozen=True, kw_only=True):
    """Who goes on from a level table of a knockout. as: with a table's link, the entry seated there that says so."""

    as_entry: UUID | UnsetType = msgspec.field(default=UNSET, name="as")


OfTwo = Callable[[models.Table, ResultOfTwo], Report]


def report_of(body: Result, table: models.Table, path: str = "", of_two: OfTwo = results.of_two) -> Report:
    """The report that a body is, with exact numbers. path: before the names of its fields. Raises Problem.

    of_two: reads "1-0" and the like.
    """
    if body.result is None:
        return Report(
            places=body.places,
            scores=None if body.scores is None else _exact_scores(body.scores, f"{path}scores."),
            awards=body.awards,
            absent=tuple(body.absent),
            left=tuple(body.left),
            stand_in=body.stand_in,
        )
    if any(given is not None for given in (body.scores, body.places, body.awards)):
        raise bad_field(f"{path}result", "one_of", N_("A result of two stands alone: no scores, places or awards."))
    two = of_two(table, body.result)
    absent = (*two.absent, *(entry for entry in body.absent if entry not in two.absent))
    return msgspec.structs.replace(two, absent=absent, left=tuple(body.left), stand_in=body.stand_in)


def _exact_scores(scores: dict[str, exact.Number], path: str) -> dict[str, exact.Written]:
    return {entry: _exact(f"{path}{entry}", score) for entry, score in scores.items()}


def _exact(field: str, score: exact.Number) -> exact.Written:
    try:
        return exact.write(exact.read(score))
    except ValueError as fault:
        template = N_("{entry}: {number} is not an exact decimal number.")
        entry = field.rpartition(".")[2]
        raise bad_field(field, "bad_number", template, entry=entry, number=score, reason=str(fault)) from fault


def reports_of(
    body: Results, table: models.Table, path: str = "", of_two: OfTwo = results.of_two
) -> list[Report] | None:
    """The report of each game at a table; None where the body is one result. As `report_of`."""
    if body.games is None:
        return None
    if is_result(body) or body.stand_in:
        raise bad_field(f"{path}games", "one_of", N_("Either a result, or a list of those of all games."))
    return [report_of(game, table, f"{path}games.{at}.", of_two) for at, game in enumerate(body.games)]


def decision_of(body: LevelChoice) -> LevelDecision:
    """The decision that a body is."""
    goes_on = tuple(map(str, body.goes_on))
    return LevelDecision(decided_by=body.decided_by, goes_on=goes_on, reason=body.reason)


def as_of(body: ReportedResult | Confirmation | Dispute | WhoGoesOn) -> results.As:
    """The entry as which the holder of a table's link answers."""
    return UNSET if body.as_entry is UNSET else str(body.as_entry)


def is_result(body: Result) -> bool:
    """Whether a body holds a result."""
    given = (body.scores, body.places, body.awards, body.result)
    return any((*(part is not None for part in given), body.absent, body.left))


class Tables(LeadsPeople, TableResource, ResourceSet):
    """Single tables."""

    permission_classes = [ReadOnly]

    @describes(Table, query=TableQuery)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The table and its game, as the caller may see it; with `as_of` as they were then.

        Results that the tournament hides now are hidden in the past too.
        """
        table, then = self.get_object(), self.asked(TableQuery).as_of
        if then is None:
            return self.one(table)
        return Reply(table_as_of(table, self.caller(table.club_id), self.game_asked(table), then))

    @action(detail=True, methods=["put"], permission_classes=[IsAtTable])
    @describes(Table, body=ReportedResult, query=GameQuery)
    @writes
    def result(self, request: Request, id: UUID) -> Reply:
        """Reports the result. An equal report by somebody else confirms it, a different one disputes it."""
        table, body = self.get_object(), parsing.read(ReportedResult, request.data)
        who, at, several = self.caller(table.club_id), timezone.now(), reports_of(body, table)
        if several is None:
            report, game = report_of(body, table), self.one_game(table)
            done = results.report(
                table, report, actor=who.actor, at=at, game=game, by_staff=who.is_staff, as_entry=as_of(body)
            )
        elif self.game_asked(table) is not None:
            raise bad_field("games", "one_of", N_("?game= names one game: send the result of that game alone."))
        else:
            done = results.report_all(
                table, several, actor=who.actor, at=at, by_staff=who.is_staff, as_entry=as_of(body)
            )
        return self._after(table, done)

    @action(detail=True, methods=["post"], permission_classes=[IsAtTable])
    @describes(Table, body=Confirmation, query=GameQuery)
    @writes
    def confirm(self, request: Request, id: UUID) -> Reply:
        """Confirms the result as it was reported."""
        table, body = self.get_object(), parsing.read(Confirmation, request.data)
        who, game, at = self.caller(table.club_id), self.one_game(table), timezone.now()
        done = results.confirm(table, by_staff=who.is_staff, actor=who.actor, at=at, game=game, as_entry=as_of(body))
        return self._after(table, done)

    @action(detail=True, methods=["post"], permission_classes=[IsAtTable])
    @describes(Table, body=Dispute, query=GameQuery)
    @writes
    def dispute(self, request: Request, id: UUID) -> Reply:
        """Disputes the result with another one, or with a note. The round can't be closed before staff have ruled."""
        table, body = self.get_object(), parsing.read(Dispute, request.data)
        who, game, at = self.caller(table.club_id), self.one_game(table), timezone.now()
        report = report_of(body, table) if is_result(body) or body.stand_in else None
        done = results.dispute(
            table,
            report,
            body.note,
            actor=who.actor,
            at=at,
            game=game,
            by_staff=who.is_staff,
            as_entry=as_of(body),
        )
        return self._after(table, done)

    @action(detail=True, methods=["post"], url_path="goes-on", url_name="goes-on", permission_classes=[IsAtTable])
    @describes(Table, body=WhoGoesOn)
    @writes
    def goes_on(self, request: Request, id: UUID) -> Reply:
        """Says who goes on from a table of a knockout that has ended level, before its round is closed.

        Those at the table say who won a play-off. Staff may draw a lot or decide by hand, and decide once more.
        """
        table, body = self.get_object(), parsing.read(WhoGoesOn, request.data)
        who, at = self.caller(table.club_id), timezone.now()
        if body.decided_by != "play_off":
            scopes.require_action(request, Action.RULINGS)
        done = results.decide_level(
            table, decision_of(body), actor=who.actor, at=at, by_staff=who.is_staff, as_entry=as_of(body)
        )
        return self._after(table, done)

    @action(detail=True, methods=["post"], permission_classes=[may(Action.RULINGS)])
    @describes(Table, body=Ruling, query=GameQuery)
    @writes
    def rule(self, request: Request, id: UUID) -> Reply:
        """Staff settle a dispute: they uphold the result, or give another one."""
        table, body = self.get_object(), parsing.read(Ruling, request.data)
        if body.uphold == is_result(body):
            raise bad_field("uphold", "one_of", N_("Either the result is upheld, or another one is given."))
        report, game = None if body.uphold else report_of(body, table), self.one_game(table)
        actor, at = self.caller(table.club_id).actor, timezone.now()
        return self._after(table, results.rule(table, report, body.reason, actor=actor, at=at, game=game))

    @action(detail=True, methods=["post"], permission_classes=[may(Action.CORRECTIONS)])
    @describes(Table, body=Correction, query=GameQuery)
    @writes
    def correct(self, request: Request, id: UUID) -> Reply:
        """Staff correct the result, also after the close of the round and of the tournament."""
        table, body = self.get_object(), parsing.read(Correction, request.data)
        if is_result(body) + body.withdraw + (body.at is not None or body.command is not None) != 1:
            raise bad_field("reason", "one_of", N_("Either a result, or an amend of the game, or a withdrawal."))
        if (body.at is None) != (body.command is None):
            raise bad_field("command", "required", N_("An amend says at which event, and the command for it."))
        return self._after(table, _corrected(table, body, self.caller(table.club_id).actor, self.one_game(table)))

    def represent(self, rows: Sequence[models.Table]) -> Sequence[Json]:
        return [table_answer(row, self.caller(row.club_id), self.game_asked(row)) for row in rows]

    def _after(self, table: models.Table, done: Done) -> Reply:
        """The table after a command."""
        return Reply(table_after(table, self.caller(table.club_id), done, self.game_asked(table)))


def _corrected(table: models.Table, body: Correction, actor: str, game: int) -> Done:
    at, goes_on = timezone.now(), results.GoesOn(list(map(str, body.goes_on)), body.decided_by)
    if body.withdraw:
        return results.take_back(table, body.reason, goes_on, actor=actor, at=at, game=game)
    if body.at is None or body.command is None:
        return results.correct(table, report_of(body, table), body.reason, goes_on, actor=actor, at=at, game=game)
    return results.amend(table, body.at, body.command, body.reason, goes_on, actor=actor, at=at, game=game)
