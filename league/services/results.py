"""What tables tell of their results, and what staff decide: each function is one command through `services`.

What a score sheet of one round can say is written into the table's game, so that the game's log stands for it;
everything else is the tournament's own, with the source "table". The game is locked before the tournament.
All raise what `services.execute` raises, and Rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from msgspec import UnsetType

from games import Match
from games.kernel import N_, Command, Json, Rejected
from games.scoresheet.commands import SheetOptions
from league.domain.tournament.require import require_running, table_of
from league.domain.tournament.results.claims import claim_of
from league.domain.tournament.results.commands import (
    ConfirmResult,
    CorrectResult,
    DisputeResult,
    RecordResult,
    RuleResult,
    WithdrawResult,
)
from league.domain.tournament.results.duels import ResultOfTwo, report_of_two
from league.domain.tournament.results.reports import Report, Source
from league.domain.tournament.results.rules import effect_of
from league.domain.tournament.rounds.state import Table as TableState
from league.domain.tournament.state import Tournament
from league.models import Round, Table
from league.repository import streams
from league.repository.game_streams import FIRST, named, stream_of
from league.repository.streams import GAME, TOURNAMENT, NoSuchStream, Stream
from league.services import execution, policies
from league.services.execution import Done, Work

REPORTED_AGAIN = "reported again"


class TableGame(NamedTuple):
    """A table with one of its games and its tournament, both locked. number: of the game."""

    game: Stream
    tournament: Stream
    id: str
    number: int = FIRST

    @property
    def state(self) -> Tournament:
        """The tournament as it stands."""
        state: Tournament = self.tournament.aggregate.state
        return state

    @property
    def table(self) -> TableState:
        """The game at the table as the tournament knows it."""
        return table_of(self.state, self.id, self.named)[0]

    @property
    def named(self) -> int | UnsetType:
        """The game as commands name it."""
        return named(self.number)


def report(table: Table, said: Report, *, actor: str, at: datetime, game: int = FIRST) -> Done:
    """Takes a table's result: the first one, one in its place, a confirmation or a dispute."""
    return _at(table, game, lambda work, place: report_game(work, place, said), actor=actor, at=at)


def report_all(table: Table, said: Sequence[Report], *, actor: str, at: datetime) -> Done:
    """Takes the results of all games at a table, in their order; all or nothing."""
    found = _round(table)
    if len(said) != found.games:
        facts = {"games": found.games, "told": len(said)}
        template = N_("{games} games are played at this table, and {told} results were told.")
        raise Rejected("wrong_games", template, facts, "games")

    def run(work: Work) -> Stream:
        games = [game_of(work, table.pk, game) for game in range(1, found.games + 1)]
        tournament = work.stream(TOURNAMENT, found.tournament_id)
        for number, (game, told) in enumerate(zip(games, said, strict=True), 1):
            with of_game(number):
                report_game(work, TableGame(game, tournament, str(table.pk), number), told)
        return tournament

    return execution.commit(run, club=table.club_id, actor=actor, at=at)


@contextmanager
def of_game(number: int, before: str = "") -> Iterator[None]:
    """A refusal of one of several results says which it is of. before: the path of their list."""
    try:
        yield
    except Rejected as refusal:
        field = f"{before}games.{number - 1}" + (f".{refusal.field}" if refusal.field else "")
        raise Rejected(refusal.code, refusal.template, refusal.facts, field) from refusal


def confirm(table: Table, *, by_staff: bool, actor: str, at: datetime, game: int = FIRST) -> Done:
    """Says that the result is right."""
    return _send(table, ConfirmResult(str(table.pk), at, actor, by_staff, named(game)), actor=actor, at=at)


def dispute(table: Table, said: Report, note: str | None, *, actor: str, at: datetime, game: int = FIRST) -> Done:
    """Says that the result is another one."""

    def run(work: Work) -> Stream:
        tournament = work.stream(TOURNAMENT, _round(table).tournament_id)
        held, _ = table_of(tournament.aggregate.state, str(table.pk), named(game))
        counted = as_counted(tournament.aggregate.state, held, said)
        work.send(tournament, DisputeResult(held.id, counted, at, actor, note, held.event_game))
        return tournament

    return execution.commit(run, club=table.club_id, actor=actor, at=at)


def rule(table: Table, said: Report | None, reason: str, *, actor: str, at: datetime, game: int = FIRST) -> Done:
    """Settles a dispute: by another result, or (None) by the one that stands."""

    def run(work: Work, place: TableGame) -> None:
        if said is None:
            ruling = RuleResult(place.id, None, at, actor, reason, game=place.named)
        else:
            right, source = _put_down(place, said, reason)
            ruling = RuleResult(place.id, right, at, actor, reason, source, place.named)
        work.send(place.tournament, ruling)

    return _at(table, game, run, actor=actor, at=at)


def correct(table: Table, said: Report, reason: str, *, actor: str, at: datetime, game: int = FIRST) -> Done:
    """Puts another result in the place of the one that stands, after the close of the round too."""

    def run(work: Work, place: TableGame) -> None:
        right, source = _put_down(place, said, reason)
        work.send(place.tournament, CorrectResult(place.id, right, at, actor, reason, source, place.named))

    return _at(table, game, run, actor=actor, at=at)


def amend(
    table: Table, number: int, command: Json, reason: str, *, actor: str, at: datetime, game: int = FIRST
) -> Done:
    """Amends the table's game, whose result is the table's again; after the close of the round too."""

    def run(work: Work, place: TableGame) -> None:
        place.game.match.execute({"type": "amend", "at": number, "command": command, "reason": reason})
        _follow_the_game(work, place, reason)

    return _at(table, game, run, actor=actor, at=at)


def take_back(table: Table, reason: str, *, actor: str, at: datetime, game: int = FIRST) -> Done:
    """Takes back what the table told; what its game has come to is its result again."""
    return _at(table, game, lambda work, place: _follow_the_game(work, place, reason), actor=actor, at=at)


def of_two(table: Table, text: ResultOfTwo) -> Report:
    """What "1-0" and the like say of a table of two. Raises Rejected."""
    with streams.reading(table.club_id, TOURNAMENT, _round(table).tournament_id) as stream:
        state: Tournament = stream.aggregate.state
        held, _ = table_of(state, str(table.pk))
        return report_of_two(held.seats, text, state.settings.points)


def report_within(work: Work, tournament: Stream, table: str, said: Report, game: int = FIRST) -> None:
    """Takes what is told of a game at a table, within a work that goes on."""
    report_game(work, TableGame(work.stream(GAME, stream_of(table, game)), tournament, table, game), said)


def play(work: Work, tournament: Stream, table: str, command: Json, game: int = FIRST) -> bool:
    """Sends a game at a table a command, within a work that goes on; whether it is finished, and is the result."""
    place = TableGame(work.stream(GAME, stream_of(table, game)), tournament, table, game)
    place.game.match.execute(command)
    _follow_the_game(work, place, REPORTED_AGAIN)
    return place.table.result is not None


def as_counted(state: Tournament, held: TableState, said: Report) -> Report:
    """What was said, with the places as the game's own sheet counts them, where a sheet can say it."""
    game = state.game_at(held)
    claim_of(held, said, low_wins=game.low_wins)
    match = Match.start(game.game, list(held.seats), dict(game.options))
    sheet = sheet_of(match, said)
    if sheet is None:
        return said
    match.execute(sheet)
    return _outcome(match)


def sheet_of(match: Match, said: Report) -> Json | None:
    """The command that says it to a score sheet of one round: scores, or places where it asks for places only."""
    options = getattr(match.events[0], "options", None)
    if not isinstance(options, SheetOptions) or options.rounds != 1:
        return None
    field, other = ("places", "scores") if options.places_only else ("scores", "places")
    more = (getattr(said, other), said.awards, said.absent, said.left, said.stand_in)
    told: Mapping[str, int | str] | None = getattr(said, field)
    return None if told is None or any(more) else {"type": "record_round", field: dict(told)}


def _outcome(match: Match) -> Report:
    outcome = match.outcome()
    return Report(places=outcome["placings"], scores=outcome["totals"])


def _at(table: Table, number: int, do: Callable[[Work, TableGame], None], *, actor: str, at: datetime) -> Done:
    """Does something at a table whose round has begun. number: of the game."""

    tournament = _round(table).tournament_id

    def run(work: Work) -> Stream:
        game = game_of(work, table.pk, number)
        place = TableGame(game, work.stream(TOURNAMENT, tournament), str(table.pk), number)
        do(work, place)
        return place.tournament

    return execution.commit(run, club=table.club_id, actor=actor, at=at)


def _send(table: Table, command: Command, *, actor: str, at: datetime) -> Done:
    tournament = _round(table).tournament_id
    return execution.execute(TOURNAMENT, tournament, command, club=table.club_id, actor=actor, at=at)


def _round(table: Table) -> Round:
    """The table's round. A friendly game has none, nor a result beside its game's."""
    if table.round is None:
        raise Rejected("no_tournament", N_("Outside of a tournament the game at a table is its result."))
    return table.round


def game_of(work: Work, table: UUID, number: int) -> Stream:
    """A game at a table, locked. Raises Rejected before the start of its round."""
    try:
        return work.stream(GAME, stream_of(table, number))
    except NoSuchStream:
        raise Rejected("round_not_running", N_("The round of this table is not running.")) from None


def report_game(work: Work, place: TableGame, said: Report) -> None:
    """Takes what is told of a game at a table, in the game itself where that can be and the game has the word."""
    held, found = table_of(place.state, place.id, place.named)
    require_running(place.state, found)
    counted = as_counted(place.state, held, said)
    source: Source = "table"
    effect = effect_of(place.state, held, counted, work.actor)
    in_the_game = held.result is None or held.result.source == "game"
    if effect in ("recorded", "replaced") and in_the_game:
        counted, source = _put_down(place, said, REPORTED_AGAIN)
    told: dict[str, Any] = {name: getattr(counted, name) for name in Report.__struct_fields__}
    told |= {"by": work.actor, "source": source, "game": place.named}
    work.send(place.tournament, RecordResult(table=place.id, at=work.at, **told))


def _put_down(place: TableGame, said: Report, reason: str) -> tuple[Report, Source]:
    """Writes a result into the table's game where its sheet can say it; the result, and who has the word now."""
    counted, match = as_counted(place.state, place.table, said), place.game.match
    sheet = sheet_of(match, said)
    if sheet is None:
        return counted, "table"
    if not match.outcome()["finished"]:
        match.execute(sheet)
    elif _outcome(match) != counted:
        last = match.commands_in_force()[-1]
        match.execute({"type": "amend", "at": last, "command": sheet, "reason": reason})
    return counted, "game"


def _follow_the_game(work: Work, place: TableGame, reason: str) -> None:
    """Makes what the game has come to the table's result; while it goes on there is none."""
    result, known = policies.result_of(place.game), place.table.result
    if result is None:
        work.send(place.tournament, WithdrawResult(place.id, reason, place.named))
    elif known is None:
        told = RecordResult(table=place.id, at=work.at, by=work.actor, game=place.named, **result)
        work.send(place.tournament, told)
    else:
        right = CorrectResult(place.id, Report(**result), work.at, work.actor, reason, "game", place.named)
        work.send(place.tournament, right)
