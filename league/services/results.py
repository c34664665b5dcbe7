"""Results of tables: reported, confirmed, disputed, ruled on, corrected. Each function is one command.

A result that a score sheet of one round can say is written into the table's game, so that the game's log stands for
it; any other is the tournament's own, with the source "table". The game is locked before the tournament.
All raise what `execution.execute` raises, and Rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from games.kernel import N_, Json, Path, Rejected, dotted, under
from league.access.roles import Forbidden
from league.domain.tournament.require import require_running, round_of, table_of
from league.domain.tournament.results.claims import counted_in, report_of, sheet_of
from league.domain.tournament.results.commands import (
    ConfirmResult,
    CorrectResult,
    DecideLevel,
    Decider,
    DisputeResult,
    LevelDecision,
    RecordResult,
    RuleResult,
    WithdrawResult,
)
from league.domain.tournament.results.duels import ResultOfTwo, report_of_two
from league.domain.tournament.results.reports import Report, Source
from league.domain.tournament.results.rules import decide_report
from league.domain.tournament.results.senders import Sender
from league.domain.tournament.rounds.state import Table as TableState
from league.domain.tournament.state import Tournament
from league.domain.values.faults import PartsRefused
from league.models import Round, Table
from league.repository import streams
from league.repository.game_streams import named
from league.repository.streams import FIRST, GAME, TOURNAMENT, NoSuchStream, Stream, stream_of
from league.services import clubs, execution, policies
from league.services.execution import Done, Work

REPORTED_AGAIN = "reported again"
WRONG_GAMES = N_("{games} games are played at this table, and {told} results were reported.")
As = str | UnsetType
"""The id of the entry that uses the link of its table; unset for every other sender."""


class GoesOn(NamedTuple):
    """Who goes on from a table that is level by a correction. decided_by: what says so; a lot names nobody."""

    entries: Sequence[str] = ()
    decided_by: Decider | UnsetType = UNSET


NOBODY_NAMED = GoesOn()


class TableGame(NamedTuple):
    """A table with one of its games and its tournament, both locked. number: of the game."""

    game: Stream
    tournament: Stream
    id: str
    number: int = FIRST

    @property
    def state(self) -> Tournament:
        """The tournament's state."""
        state: Tournament = self.tournament.aggregate.state
        return state

    @property
    def table(self) -> TableState:
        """The game at the table as the tournament knows it."""
        return table_of(self.state, self.id, self.number)[0]

    @property
    def named(self) -> int | UnsetType:
        """The game as commands name it."""
        return self.table.event_game


def report(
    table: Table,
    report: Report,
    *,
    actor: str,
    at: datetime,
    game: int = FIRST,
    by_staff: bool = False,
    as_entry: As = UNSET,
) -> Done:
    """Takes a table's result: the first one, one in its place, a confirmation or a dispute.

    as_entry: who uses the table's link. Raises Forbidden for awards that are not by staff, BadFields for a stand-in
    whom the club does not know.
    """
    report = allowed(table, report, by_staff=by_staff)
    return _at(table, game, lambda work, found: report_game(work, found, report, as_entry), actor=actor, at=at)


def report_all(
    table: Table,
    reports: Sequence[Report],
    *,
    actor: str,
    at: datetime,
    by_staff: bool = False,
    as_entry: As = UNSET,
) -> Done:
    """Takes the results of all games at a table, in their order; all or nothing. Raises as `report`."""
    found = _round(table)
    if len(reports) != found.games:
        facts = {"games": found.games, "told": len(reports)}
        raise Rejected("wrong_games", WRONG_GAMES, facts, "games")
    checked = [allowed(table, one, by_staff=by_staff, path=f"games.{number}.") for number, one in enumerate(reports)]

    def run(work: Work) -> Stream:
        games = [game_of(work, table.pk, game) for game in range(1, found.games + 1)]
        tournament = work.stream(TOURNAMENT, found.tournament_id)
        for number, (game, one) in enumerate(zip(games, checked, strict=True), 1):
            with under("games", number - 1):
                report_game(work, TableGame(game, tournament, str(table.pk), number), one, as_entry)
        return tournament

    return execution.commit(run, waits_for=found.tournament_id, club=table.club_id, actor=actor, at=at)


def allowed(table: Table, report: Report, *, by_staff: bool, path: str = "") -> Report:
    """The report, if the sender may send it, with the ids of stand-ins as the log writes them. path: of its fields.

    Raises Forbidden for awards, which are the staff's to give, and BadFields for stand-ins unknown to the club.
    """
    if report.awards is not None and not by_staff:
        raise Forbidden
    if not report.stand_in:
        return report
    clubs.require_people(table.club_id, _stand_ins(path, report))
    return _with_ids(report)


def _stand_ins(path: str, report: Report) -> Iterator[tuple[str, str]]:
    """The people who stand in, each with the path of its field. path: of the report's fields, with its last point."""
    return ((f"{path}stand_in.{seat}", person) for seat, person in report.stand_in.items())


def _with_ids(report: Report) -> Report:
    """The report with the ids of stand-ins as the log writes them."""
    stand_in = {seat: str(UUID(person)) for seat, person in report.stand_in.items()}
    return msgspec.structs.replace(report, stand_in=stand_in) if stand_in else report


def report_round(round: Round, reports: Mapping[UUID, Report | Sequence[Report]], *, actor: str, at: datetime) -> Done:
    """Takes the staff's reports of many tables of a round, all or none; each as `report` or `report_all` does.

    reports: by table. Raises BadFields for stand-ins whom the club does not know, and Refusals with what is wrong at
    any of the tables, each below the id of the table.
    """
    told = {id: _parts(id, one) for id, one in reports.items()}
    named = (one for parts in told.values() for path, report in parts for one in _stand_ins(f"{dotted(path)}.", report))
    clubs.require_people(round.club_id, named)
    checked = {id: [(path, _with_ids(report)) for path, report in parts] for id, parts in told.items()}

    def run(work: Work) -> Stream:
        streams_of = {id: [stream_of(id, game) for game in range(1, round.games + 1)] for id in checked}
        games = _games_of(work, [game for games in streams_of.values() for game in games])
        tournament, refused = work.stream(TOURNAMENT, round.tournament_id), PartsRefused()
        require_running(tournament.aggregate.state, round_of(tournament.aggregate.state, str(round.pk)))
        for id, parts in checked.items():
            with refused.part(str(id)):
                _require_all_games(round, parts)
                for number, (path, report) in enumerate(parts, 1):
                    found = TableGame(games[streams_of[id][number - 1]], tournament, str(id), number)
                    with refused.part(*path):
                        report_game(work, found, report)
        refused.refuse()
        return tournament

    return execution.commit(run, waits_for=round.tournament_id, club=round.club_id, actor=actor, at=at)


def _parts(id: UUID, told: Report | Sequence[Report]) -> list[tuple[Path, Report]]:
    """The reports of the games at a table, each with its path."""
    if isinstance(told, Report):
        return [((str(id),), told)]
    return [((str(id), "games", number), report) for number, report in enumerate(told)]


def _require_all_games(round: Round, parts: Sequence[Any]) -> None:
    """Refuses another number of reports than games are played at each table of the round."""
    if len(parts) != round.games:
        facts = {"games": round.games, "told": len(parts)}
        raise Rejected("wrong_games", WRONG_GAMES, facts, "games")


def _games_of(work: Work, ids: Sequence[UUID]) -> Mapping[UUID, Stream]:
    """Games at tables, locked. Raises Rejected before the start of their round."""
    try:
        return {stream.id: stream for stream in work.streams_of(GAME, ids)}
    except NoSuchStream:
        raise _not_running() from None


def confirm(table: Table, *, by_staff: bool, actor: str, at: datetime, game: int = FIRST, as_entry: As = UNSET) -> Done:
    """Says that the result is right. as_entry: who uses the table's link."""
    command = ConfirmResult(
        table=str(table.pk), at=at, by=actor, by_staff=by_staff, game=named(game), as_entry=as_entry
    )
    return execution.execute(TOURNAMENT, _round(table).tournament_id, command, club=table.club_id, actor=actor, at=at)


def dispute(
    table: Table,
    report: Report | None,
    note: str | None,
    *,
    actor: str,
    at: datetime,
    game: int = FIRST,
    by_staff: bool = False,
    as_entry: As = UNSET,
) -> Done:
    """Says that the result is another one, or (None) only what is wrong with it. Raises as `report`."""
    id = _round(table).tournament_id
    given = None if report is None else allowed(table, report, by_staff=by_staff)

    def run(work: Work) -> Stream:
        tournament = work.stream(TOURNAMENT, id)
        found, _ = table_of(tournament.aggregate.state, str(table.pk), named(game))
        said = None if given is None else counted_in(tournament.aggregate.state, found, given)
        command = DisputeResult(
            table=found.id, said=said, at=at, by=actor, note=note, game=found.event_game, as_entry=as_entry
        )
        work.send(tournament, command)
        return tournament

    return execution.commit(run, waits_for=id, club=table.club_id, actor=actor, at=at)


def decide_level(
    table: Table, decision: LevelDecision, *, actor: str, at: datetime, by_staff: bool = False, as_entry: As = UNSET
) -> Done:
    """Decides who goes on from a level table of a knockout. Those at the table say who won a play-off."""
    command = level_command(str(table.pk), decision, actor=actor, at=at, by_staff=by_staff, as_entry=as_entry)
    return execution.execute(TOURNAMENT, _round(table).tournament_id, command, club=table.club_id, actor=actor, at=at)


def level_command(
    table: str, decision: LevelDecision, *, actor: str, at: datetime, by_staff: bool = False, as_entry: As = UNSET
) -> DecideLevel:
    """The command for a decision about a table with that id."""
    return DecideLevel(
        table=table,
        decided_by=decision.decided_by,
        at=at,
        by=actor,
        goes_on=decision.goes_on,
        reason=decision.reason,
        by_staff=by_staff,
        as_entry=as_entry,
    )


def rule(table: Table, report: Report | None, reason: str, *, actor: str, at: datetime, game: int = FIRST) -> Done:
    """Settles a dispute: by another result, or (None) by the one that stands. Raises as `report`."""
    report = None if report is None else allowed(table, report, by_staff=True)

    def run(work: Work, found: TableGame) -> None:
        said: Report | None = None
        source: Source = "table"
        if report is not None:
            said, source = _write_down(found, report, reason)
        command = RuleResult(table=found.id, said=said, at=at, by=actor, reason=reason, source=source, game=found.named)
        work.send(found.tournament, command)

    return _at(table, game, run, actor=actor, at=at)


def correct(
    table: Table,
    report: Report,
    reason: str,
    goes_on: GoesOn = NOBODY_NAMED,
    *,
    actor: str,
    at: datetime,
    game: int = FIRST,
) -> Done:
    """Puts another result in the place of the one that stands, after the close of the round too.

    goes_on: if a table of a knockout is level by it, those that go on. Raises as `report`.
    """
    report = allowed(table, report, by_staff=True)

    def run(work: Work, found: TableGame) -> None:
        _correct(work, found, *_write_down(found, report, reason), reason, goes_on)

    return _at(table, game, run, actor=actor, at=at)


def amend(
    table: Table,
    number: int,
    command: Json,
    reason: str,
    goes_on: GoesOn = NOBODY_NAMED,
    *,
    actor: str,
    at: datetime,
    game: int = FIRST,
) -> Done:
    """Amends the table's game, whose result is the table's again; after the close of the round too."""

    def run(work: Work, found: TableGame) -> None:
        found.game.match.execute({"type": "amend", "at": number, "command": command, "reason": reason})
        _follow_the_game(work, found, reason, goes_on)

    return _at(table, game, run, actor=actor, at=at)


def take_back(
    table: Table, reason: str, goes_on: GoesOn = NOBODY_NAMED, *, actor: str, at: datetime, game: int = FIRST
) -> Done:
    """Takes back what the table reported; the outcome of its game is its result again."""
    return _at(table, game, lambda work, found: _follow_the_game(work, found, reason, goes_on), actor=actor, at=at)


def of_two(table: Table, text: ResultOfTwo) -> Report:
    """The report that "1-0" and the like mean at a table of two. Raises Rejected."""
    with streams.reading(table.club_id, TOURNAMENT, _round(table).tournament_id) as stream:
        return of_two_in(stream.aggregate.state, table, text)


def of_two_in(state: Tournament, table: Table, text: ResultOfTwo) -> Report:
    """As `of_two`, in a state of the tournament."""
    found, _ = table_of(state, str(table.pk))
    return report_of_two(found.seats, text, state.settings.points)


def report_within(work: Work, tournament: Stream, table: str, report: Report, game: int = FIRST) -> None:
    """Takes the staff's report of a game at a table, within a work that goes on."""
    report_game(work, TableGame(work.stream(GAME, stream_of(table, game)), tournament, table, game), report)


def play(work: Work, tournament: Stream, table: str, command: Json, game: int = FIRST) -> bool:
    """Sends a game at a table a command, within a work that goes on; whether it is finished, and is the result."""
    found = TableGame(work.stream(GAME, stream_of(table, game)), tournament, table, game)
    found.game.match.execute(command)
    _follow_the_game(work, found, REPORTED_AGAIN)
    return found.table.result is not None


def report_game(work: Work, found: TableGame, report: Report, as_entry: As = UNSET) -> None:
    """Takes the report of a game at a table; as its result in the game itself, where that can say it."""
    work.as_entry = as_entry
    decision = decide_report(found.state, found.table, report, Sender(work.actor, as_entry))
    is_in_game = decision.is_for_the_game and _write_into_game(found.game, report, decision.report, REPORTED_AGAIN)
    command = RecordResult(
        table=found.id,
        at=work.at,
        by=work.actor,
        source="game" if is_in_game else "table",
        game=found.named,
        as_entry=as_entry,
        **msgspec.structs.asdict(decision.report),
    )
    work.send(found.tournament, command, decision.events(command))


def _write_down(found: TableGame, report: Report, reason: str) -> tuple[Report, Source]:
    """Writes a result into the table's game where its sheet can say it; the result as counted, and its source."""
    counted = counted_in(found.state, found.table, report)
    return counted, "game" if _write_into_game(found.game, report, counted, reason) else "table"


def _write_into_game(game: Stream, report: Report, counted: Report, reason: str) -> bool:
    """Makes the report the outcome of a game; whether its sheet can say it. counted: the outcome that it has then."""
    match = game.match
    sheet = sheet_of(getattr(match.events[0], "options", None), report)
    if sheet is None:
        return False
    outcome = match.outcome()
    if not outcome["finished"]:
        match.execute(sheet)
    elif report_of(outcome) != counted:
        last = match.commands_in_force()[-1]
        match.execute({"type": "amend", "at": last, "command": sheet, "reason": reason})
    return True


def _follow_the_game(work: Work, found: TableGame, reason: str, goes_on: GoesOn = NOBODY_NAMED) -> None:
    """Makes the outcome of the game the table's result; while the game goes on there is none."""
    result = policies.result_of(found.game)
    if result is None:
        work.send(found.tournament, WithdrawResult(found.id, reason, found.named))
    elif found.table.result is None:
        command = RecordResult(table=found.id, at=work.at, by=work.actor, game=found.named, **result)
        work.send(found.tournament, command)
    else:
        _correct(work, found, Report(**result), "game", reason, goes_on)


def _correct(work: Work, found: TableGame, report: Report, source: Source, reason: str, goes_on: GoesOn) -> None:
    command = CorrectResult(
        table=found.id,
        said=report,
        at=work.at,
        by=work.actor,
        reason=reason,
        source=source,
        game=found.named,
        goes_on=tuple(goes_on.entries),
        decided_by=goes_on.decided_by,
    )
    work.send(found.tournament, command)


def _at(table: Table, number: int, do: Callable[[Work, TableGame], None], *, actor: str, at: datetime) -> Done:
    """Does something at a table whose round has begun. number: of the game."""
    tournament = _round(table).tournament_id

    def run(work: Work) -> Stream:
        game = stream_of(table.pk, number)
        try:
            work.take({game: GAME, tournament: TOURNAMENT})
        except NoSuchStream:
            raise _not_running() from None
        found = TableGame(work.streams[game], work.streams[tournament], str(table.pk), number)
        do(work, found)
        return found.tournament

    return execution.commit(run, waits_for=tournament, club=table.club_id, actor=actor, at=at)


def _round(table: Table) -> Round:
    """The table's round. A friendly game has none, nor a result other than its game's."""
    if table.round is None:
        raise Rejected("no_tournament", N_("Outside of a tournament the game at a table is its result."))
    return table.round


def game_of(work: Work, table: UUID, number: int) -> Stream:
    """A game at a table, locked. Raises Rejected before the start of its round."""
    try:
        return work.stream(GAME, stream_of(table, number))
    except NoSuchStream:
        raise _not_running() from None


def _not_running() -> Rejected:
    return Rejected("round_not_running", N_("The round of this table is not running."))
