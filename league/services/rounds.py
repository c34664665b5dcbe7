"""Rounds: seated, drawn again, repaired, closed. Each function is one command through `execution`.

All raise what `execution.execute` raises, and Rejected; nothing happened then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from operator import call
from typing import TypeVar
from uuid import UUID

from django.utils import timezone
from msgspec import UNSET
from uuid6 import uuid7

from games.kernel import N_, Command, Event, Rejected, under
from games.registry import find_game
from league.domain.seating.plan import GivenTable, Plan
from league.domain.tournament import rules as tournament
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.formats import Bye
from league.domain.tournament.require import round_of
from league.domain.tournament.results.commands import LevelDecision
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import Repair
from league.domain.tournament.rounds.events import GoneTable, RoundRepaired
from league.domain.tournament.rounds.state import Round as DomainRound
from league.domain.tournament.state import Tournament
from league.log import store
from league.models import Round, Table
from league.models import Tournament as TournamentRow
from league.repository import streams
from league.repository.streams import GAME, TOURNAMENT, Stream, stream_of
from league.seating import planning
from league.seating.planning import Effort
from league.services import execution
from league.services.execution import Busy, Done, Work
from league.services.results import TableGame, allowed, game_of, level_command, report_game

STALE = "stale_plan"
"""Code of the refusal of a plan that was made for an older state. It is no answer: the plan is made again."""
PLANS = 4
NOTHING_DECIDED: Mapping[str, LevelDecision] = {}
P = TypeVar("P")
R = TypeVar("R")
Write = Callable[[], Done]


def seat_next(
    row: TournamentRow,
    *,
    actor: str,
    within: Callable[[Write], R],
    given: Sequence[GivenTable] | None = None,
    byes: Sequence[str | int | Bye] = (),
    game: str | None = None,
    effort: Effort | None = None,
) -> R:
    """Seats the next round as a draft. Where a draft stands already nothing happens: `Done` has no events.

    within: runs the write, in a transaction of its own if it wants; its value is returned. May run several times.
    given: tables in place of drawn ones, with their `byes`; of a drawn round these are the entries that ask to sit out.
    game: another than the tournament's.
    """
    make = partial(planning.plan_next, row.pk, club=row.club_id, given=given, byes=byes, game=game, effort=effort)
    return _with_current_plan(make, partial(_seat, row, actor), within)


def seat_after(row: Round, *, actor: str) -> Done | None:
    """Seats the round that follows a closed one; None if it is seated already, or was."""
    tournament = row.tournament
    with streams.reading(row.club_id, TOURNAMENT, tournament.pk) as stream:
        last: Sequence[DomainRound] = stream.aggregate.state.rounds[-1:]
        if [(round.id, round.state) for round in last] != [(str(row.pk), "closed")]:
            return None
    return seat_next(tournament, actor=actor, within=call)


def redo(row: Round, *, actor: str, within: Callable[[Write], R], effort: Effort | None = None) -> R:
    """Draws a draft again, or a published round that has not begun. within: as in `seat_next`."""
    make = partial(planning.plan_again, row.tournament_id, club=row.club_id, effort=effort)
    return _with_current_plan(make, partial(_redo, row, actor), within)


def _with_current_plan(make: Callable[[], P], send: Callable[[P], Done], within: Callable[[Write], R]) -> R:
    """Makes a plan outside of any transaction, since that may take long, then runs `within` on its write.

    Where the tournament changed meanwhile, both are repeated. A refusal to plan is raised by the write, so that it is
    an answer to keep like any other. Raises Busy.
    """
    for _ in range(PLANS):
        try:
            return within(partial(_write, _plan_or_refusal(make), send))
        except Rejected as refused:
            if refused.code != STALE:
                raise
    raise Busy


def _plan_or_refusal(make: Callable[[], P]) -> P | Rejected:
    try:
        return make()
    except Rejected as refusal:
        return refusal


def _write(made: P | Rejected, send: Callable[[P], Done]) -> Done:
    if isinstance(made, Rejected):
        raise made
    return send(made)


def _seat(row: TournamentRow, actor: str, made: Plan | None) -> Done:
    """Sends the plan; None: the round that is seated already is the answer. Its time is that of the write."""
    if made is not None:
        return _send(row.pk, planning.new_seat_command(made), club=row.club_id, actor=actor)
    done = execution.unchanged(TOURNAMENT, row.pk, club=row.club_id, actor=actor, at=timezone.now())
    rounds = done.stream.aggregate.state.rounds
    if not rounds or rounds[-1].state == "closed":
        raise Rejected(STALE, N_("The round that was seated is not open any more."))
    return done


def _redo(row: Round, actor: str, made: Plan) -> Done:
    return _send(row.tournament_id, planning.new_redo_command(made, row.pk), club=row.club_id, actor=actor)


def _send(id: UUID, command: Command, *, club: UUID, actor: str) -> Done:
    return execution.execute(TOURNAMENT, id, command, club=club, actor=actor, at=timezone.now())


def repair(row: Round, asked: Callable[..., Repair], *, actor: str, at: datetime) -> Done:
    """Changes seats of a round that everybody sees, at tables where nothing has been played.

    Only where an entry of a knockout takes the place that a correction gave it, a game may have begun: it is given up.

    asked: makes the command from what is filled in here: the round, its game's bounds, fresh ids. In a running round a
    changed table is another one, whose game the policy opens; the game of the table before it stays in the log. Two
    repairs at once come one after the other: the round is locked, then the games left behind, then the tournament.
    """
    fresh = (str(uuid7()), str(uuid7()))

    def run(work: Work) -> Stream:
        store.lock(row.pk)
        with streams.reading(row.club_id, TOURNAMENT, row.tournament_id) as stream:
            state: Tournament = stream.aggregate.state
            command = _repair_command(state, row, asked, fresh)
            events = list(tournament.decide(state, command))
        left = _games_left(state, row, events)
        for table in sorted(left, key=lambda table: table.id):
            for game in range(1, row.games + 1):
                played = work.stream(GAME, stream_of(table.id, game))
                if not _puts_right(events):
                    _require_unplayed(played, table)
        changed = work.stream(TOURNAMENT, row.tournament_id)
        if _games_left(changed.aggregate.state, row, work.send(changed, command)) != left:
            raise store.Conflict  # it was started meanwhile
        return changed

    return execution.commit(run, waits_for=row.tournament_id, club=row.club_id, actor=actor, at=at)


def _repair_command(state: Tournament, row: Round, asked: Callable[..., Repair], fresh: tuple[str, str]) -> Repair:
    found = round_of(state, str(row.pk))
    game = find_game(state.game_of(found).game)
    return asked(round=found.id, fewest=game.min_players, most=game.max_players, fresh=fresh)


def _games_left(state: Tournament, row: Round, events: Iterable[Event]) -> list[GoneTable]:
    """The tables whose games are left behind; before the start of the round there are no games."""
    repaired = [event for event in events if isinstance(event, RoundRepaired)]
    running = round_of(state, str(row.pk)).state == "running"
    return [table for event in repaired for table in event.gone] if running else []


def _puts_right(events: Iterable[Event]) -> bool:
    """Whether an entry takes the place in a knockout that a correction of an earlier result gave it."""
    return any(isinstance(event, RoundRepaired) and event.replaced is not UNSET for event in events)


def _require_unplayed(game: Stream, table: GoneTable) -> None:
    """Refuses to leave a game behind in which more has happened than its opening."""
    if game.match.commands:
        raise Rejected("game_begun", N_("The game at table {number} has begun."), {"number": table.number})


def tables_of(round: Round, wanted: Iterable[UUID]) -> dict[UUID, Table]:
    """The wanted tables of a round, by id. Raises Rejected for a table that is not of the round."""
    found = Table.objects.select_related("round").filter(round=round).in_bulk()
    if strangers := [table for table in wanted if table not in found]:
        facts, field = {"table": str(strangers[0])}, f"missing.{strangers[0]}"
        raise Rejected("unknown_table", N_("There is no table {table} here."), facts, field)
    return {table: found[table] for table in wanted}


def close_round(
    round: Round,
    missing: Mapping[UUID, Report | Sequence[Report]],
    goes_on: Sequence[str] = (),
    drop: Sequence[str] = (),
    level: Mapping[str, LevelDecision] = NOTHING_DECIDED,
    *,
    actor: str,
    at: datetime,
) -> Done:
    """Closes a round; the tables that are `missing` get these results before. All or nothing.

    Of a table with several games those that have no result get them, in order. goes_on: of the entries that are level
    at a table of a knockout those that go on. drop: entries that leave the tournament with the round. level: decisions
    about level tables, by table. Raises as `results.report`.
    """
    rows = tables_of(round, missing)
    checked = {id: _allowed(rows[id], reports) for id, reports in missing.items()}

    def run(work: Work) -> Stream:
        games = {id: [game_of(work, id, game) for game in range(1, round.games + 1)] for id in sorted(checked)}
        stream = work.stream(TOURNAMENT, round.tournament_id)
        found = round_of(stream.aggregate.state, str(round.pk))
        for id, played in games.items() if found.state != "closed" else ():
            with under("missing", str(id)):
                lacking = _lacking([TableGame(game, stream, str(id), number) for number, game in enumerate(played, 1)])
                _report_missing(work, lacking, checked[id])
        for table, decision in level.items() if found.state != "closed" else ():
            with under("level", table):
                work.send(stream, level_command(table, decision, actor=actor, at=at, by_staff=True))
        closing = CloseRound(str(round.pk), goes_on=tuple(goes_on), drop=tuple(drop) or UNSET)
        work.send(stream, closing)
        return stream

    return execution.commit(run, waits_for=round.tournament_id, club=round.club_id, actor=actor, at=at)


def _allowed(table: Table, reports: Report | Sequence[Report]) -> Report | list[Report]:
    path = f"missing.{table.pk}."
    if isinstance(reports, Report):
        return allowed(table, reports, by_staff=True, path=path)
    return [allowed(table, one, by_staff=True, path=f"{path}games.{at}.") for at, one in enumerate(reports)]


def _report_missing(work: Work, lacking: Sequence[TableGame], reports: Report | Sequence[Report]) -> None:
    """Reports the games of a table that have no result; a single report is that of the only one."""
    if isinstance(reports, Report):
        if len(lacking) > 1:
            raise _wrong_games(len(lacking), 1, None)
        report_game(work, lacking[0], reports)
        return
    if len(reports) != len(lacking):
        raise _wrong_games(len(lacking), len(reports), "games")
    for number, (found, report) in enumerate(zip(lacking, reports, strict=True)):
        with under("games", number):
            report_game(work, found, report)


def _lacking(games: Sequence[TableGame]) -> list[TableGame]:
    """The games at a table that have no result. Raises Rejected where there is none."""
    lacking = [found for found in games if found.table.result is None]
    if not lacking:
        raise Rejected(
            "already_reported", N_("Table {number} has a result already."), {"number": games[0].table.number}
        )
    return lacking


def _wrong_games(games: int, reports: int, field: str | None) -> Rejected:
    template = N_("{games} games at this table have no result, and {told} results were given.")
    return Rejected("wrong_games", template, {"games": games, "told": reports}, field)
