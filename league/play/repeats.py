"""What a club has already: the same tournament, or the same results from elsewhere, in another import."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from uuid import UUID

from games.kernel import N_
from league.domain.season.results import identity_of
from league.domain.season.state import Season
from league.domain.standings.standings import rows
from league.domain.tournament.state import Tournament
from league.domain.values.names import compared
from league.models import Club
from league.models import Season as SeasonRow
from league.models import Tournament as TournamentRow
from league.play.problems import refused
from league.play.seasons import FileSeason
from league.play.tournaments import FileTournament
from league.repository import streams
from league.repository.streams import SEASON, TOURNAMENT


def refuse_repeats(club: Club, tournaments: Mapping[str, FileTournament], seasons: Mapping[str, FileSeason]) -> None:
    """Refuse a tournament or a result that the club has under the same name and day. Raises PlayProblem."""
    for file_tournament in tournaments.values():
        if (name := _same_tournament(club.pk, file_tournament)) is not None:
            template = N_("The club has this very tournament already: {name}. To import it once more, add --again.")
            raise refused(file_tournament.path, "same_result", template, name=name)
    for file_season in seasons.values():
        if (name := _same_results(club.pk, file_season)) is not None:
            template = N_("The season {name} has these very results already. To import them once more, add --again.")
            raise refused(file_season.path, "same_result", template, name=name)


def _same_tournament(club: UUID, given: FileTournament) -> str | None:
    """The name of a tournament of the club with the same name, start, people and points."""
    settings, points = given.state.settings, _points(given.state)
    same_start = TournamentRow.objects.filter(club=club, starts_at=settings.starts_at).exclude(pk=given.id)
    for row in same_start if points else ():
        if compared(row.name) != compared(settings.name):
            continue
        with streams.reading(club, TOURNAMENT, row.pk) as stream:
            if _points(stream.aggregate.state) == points:
                return row.name
    return None


def _points(state: Tournament) -> list[tuple[tuple[str, ...], Fraction]]:
    """People and points of each entry, without places, which may have been decided by lot."""
    return sorted((state.entries[row.entry].people, row.points) for row in rows(state))


def _same_results(club: UUID, given: FileSeason) -> str | None:
    """The name of a season, of the club or the given one itself, that has one of the results already.

    They are the same under the same name and day.
    """
    state: Season = given.stream.aggregate.state
    wanted = _results(state)
    if any(wanted.count(result) > 1 for result in wanted):
        return state.name
    for row in SeasonRow.objects.filter(club=club).exclude(pk=given.id) if wanted else ():
        with streams.reading(club, SEASON, row.pk) as stream:
            if any(result in wanted for result in _results(stream.aggregate.state)):
                return row.name
    return None


def _results(state: Season) -> list[tuple[object, ...]]:
    return [
        identity_of(event.result.name, event.date, event.result)
        for event in state.events.values()
        if event.result is not None
    ]
