"""What a table of a file tells, told to its tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from games.kernel import N_
from league.domain.tournament.results.duels import report_of_two
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.state import Tournament
from league.play import form
from league.play.pointers import Path
from league.play.problems import Places, refused
from league.repository.streams import Stream
from league.services import results
from league.services.execution import Work

T = TypeVar("T")


def tell(
    work: Work, tournament: Stream, table: Table, result: form.Result, path: Path, places: Places, game: int
) -> None:
    """Gives a game at the table its result; ids are those of the log. path: where the result stands.

    Raises PlayProblem.
    """
    if result.commands is None:
        with places.at(*path):
            results.report_within(work, tournament, table.id, said(tournament.aggregate.state, table, result), game)
        return
    is_finished = False
    for at, command in enumerate(result.commands):
        with places.at(*path, "commands", at):
            is_finished = results.play(work, tournament, table.id, command, game)
    if not is_finished:
        raise refused((*path, "commands"), "game_not_finished", N_("After these commands the game is not finished."))


def said(tournament: Tournament, table: Table, result: form.Result) -> Report:
    """The result as a table would say it."""
    if result.result is not None:
        return report_of_two(table.seats, result.result, tournament.settings.points)
    return Report(
        scores=result.scores, places=result.places, awards=result.awards, absent=result.absent, left=result.left
    )


def one_by_one(path: Path, whole: T, games: Sequence[T] | None) -> Iterator[tuple[Path, int, T]]:
    """The result of each game, with its number and where it stands; `whole` is that of the only one."""
    if games is None:
        yield path, 1, whole
        return
    for at, game in enumerate(games):
        yield (*path, "games", at), at + 1, game


def share(played: form.Round | form.RoundGame, seats: Sequence[str]) -> form.Result:
    """A table's part of a result over all entries; its places rank within the table."""
    parts: dict[str, Any] = {
        name: {entry: told[entry] for entry in seats if entry in told}
        for name in ("scores", "places", "awards")
        if (told := getattr(played, name)) is not None
    }
    if "places" in parts:
        below = Counter(parts["places"].values())
        parts["places"] = {
            entry: 1 + sum(times for place, times in below.items() if place < own)
            for entry, own in parts["places"].items()
        }
    away: dict[str, Any] = {
        name: tuple(entry for entry in getattr(played, name) if entry in seats) for name in ("absent", "left")
    }
    return form.Result(**parts, **away)
