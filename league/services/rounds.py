"""The end of a round, with the results of tables that have not told theirs; one command through `services`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from games.kernel import N_, Rejected
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.results.reports import Report
from league.models import Round, Table
from league.repository.streams import TOURNAMENT, Stream
from league.services import execution
from league.services.execution import Done, Work
from league.services.results import TableGame, game_of, of_game, report_game


def tables_of(round: Round, wanted: Iterable[UUID]) -> dict[UUID, Table]:
    """Those tables of a round, by id. Raises Rejected where one is not of it."""
    found = Table.objects.select_related("round").filter(round=round).in_bulk()
    if strangers := [table for table in wanted if table not in found]:
        raise Rejected("unknown_table", N_("There is no table {table} here."), {"table": str(strangers[0])}, "missing")
    return {table: found[table] for table in wanted}


def close_round(round: Round, missing: Mapping[UUID, Report | Sequence[Report]], *, actor: str, at: datetime) -> Done:
    """Ends a round; the tables that are `missing` get these results before. All or nothing.

    Of a table with several games those that have no result get them, in order.
    """
    tables_of(round, missing)

    def run(work: Work) -> Stream:
        games = {table: [game_of(work, table, game) for game in range(1, round.games + 1)] for table in sorted(missing)}
        tournament = work.stream(TOURNAMENT, round.tournament_id)
        found = next(found for found in tournament.aggregate.state.rounds if found.id == str(round.pk))
        for table, at_it in games.items() if found.state != "closed" else ():
            places = [TableGame(game, tournament, str(table), number) for number, game in enumerate(at_it, 1)]
            said = missing[table]
            if isinstance(said, Report):
                report_game(work, _only_missing(places, table), said)
            else:
                _tell_missing(work, places, said, f"missing.{table}.")
        work.send(tournament, CloseRound(str(round.pk)))
        return tournament

    return execution.commit(run, club=round.club_id, actor=actor, at=at)


def _only_missing(places: Sequence[TableGame], table: UUID) -> TableGame:
    """The game at a table that has no result, if it is the only one."""
    lacking = _lacking(places)
    if len(lacking) > 1:
        raise _wrong_games(len(lacking), 1, f"missing.{table}")
    return lacking[0]


def _tell_missing(work: Work, places: Sequence[TableGame], said: Sequence[Report], before: str) -> None:
    lacking = _lacking(places)
    if len(said) != len(lacking):
        raise _wrong_games(len(lacking), len(said), f"{before}games")
    for number, (place, told) in enumerate(zip(lacking, said, strict=True), 1):
        with of_game(number, before):
            report_game(work, place, told)


def _lacking(places: Sequence[TableGame]) -> list[TableGame]:
    """The games at a table that have no result. Raises Rejected where there is none."""
    lacking = [place for place in places if place.table.result is None]
    if not lacking:
        raise Rejected(
            "already_reported", N_("Table {number} has a result already."), {"number": places[0].table.number}
        )
    return lacking


def _wrong_games(games: int, told: int, field: str) -> Rejected:
    template = N_("{games} games at this table have no result, and {told} were told.")
    return Rejected("wrong_games", template, {"games": games, "told": told}, field)
