"""Results of a file, reported to their tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from games.kernel import N_, Path
from league.domain.tournament.results.duels import report_of_two
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.state import Tournament
from league.play import form
from league.play.checks import AWAY, OVER_ALL
from league.play.problems import Origins, refused
from league.repository.streams import Stream
from league.services import results
from league.services.execution import Work

T = TypeVar("T")


def report(
    work: Work, tournament: Stream, table: Table, result: form.Result, path: Path, origins: Origins, game: int
) -> None:
    """Report the result of a game at the table; its ids are those of the log. Raises PlayProblem.

    path: of the result in the file. game: from 1.
    """
    if result.commands is None:
        with origins.at(*path):
            results.report_within(
                work, tournament, table.id, report_of(tournament.aggregate.state, table, result), game
            )
        return
    is_finished = False
    for at, command in enumerate(result.commands):
        with origins.at(*path, "commands", at):
            is_finished = results.play(work, tournament, table.id, command, game)
    if not is_finished:
        raise refused((*path, "commands"), "game_not_finished", N_("After these commands the game is not finished."))


def report_of(tournament: Tournament, table: Table, result: form.Result) -> Report:
    """Return the result as a table would report it."""
    if result.result is not None:
        return report_of_two(table.seats, result.result, tournament.settings.points)
    return Report(
        scores=result.scores, places=result.places, awards=result.awards, absent=result.absent, left=result.left
    )


def numbered_games(path: Path, only: T, games: Sequence[T] | None) -> Iterator[tuple[Path, int, T]]:
    """Yield the path, number and result of each game. only: the result where there is no list of games."""
    if games is None:
        yield path, 1, only
        return
    for at, game in enumerate(games):
        yield (*path, "games", at), at + 1, game


def share_of(given: form.Round | form.RoundGame, seats: Sequence[str]) -> form.Result:
    """Return a table's part of a result over all entries, with places within the table."""
    parts: dict[str, Any] = {
        name: {entry: values[entry] for entry in seats if entry in values}
        for name in OVER_ALL
        if (values := getattr(given, name)) is not None
    }
    if "places" in parts:
        places = parts["places"]
        parts["places"] = {entry: 1 + sum(other < own for other in places.values()) for entry, own in places.items()}
    away: dict[str, Any] = {name: tuple(entry for entry in getattr(given, name) if entry in seats) for name in AWAY}
    return form.Result(**parts, **away)
