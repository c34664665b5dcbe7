"""A season of a file, run by the commands that its organiser would have sent."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar
from uuid import UUID

from uuid6 import uuid7

from games.kernel import Aggregate, Json, Path
from league.domain.season import rules as domain
from league.domain.season.commands import AddResult, AddTournament, Create
from league.domain.season.results import Extra
from league.domain.season.state import Season, SeasonEvent
from league.domain.season.table.league_table import final_entries, league_table
from league.domain.season.table.scheme import Scheme
from league.models import Club
from league.play import form
from league.play.checks import event_id, tournament_of
from league.play.problems import Origins
from league.play.tournaments import FileTournament
from league.repository.streams import SEASON
from league.services.execution import Work

T = TypeVar("T")


class FileSeason:
    """A season while it is run. given: its part of the file, at `path`. people: ids of the club by the file's ids."""

    def __init__(
        self, work: Work, club: Club, given: form.Season, path: Path, origins: Origins, people: Mapping[str, UUID]
    ) -> None:
        self.given, self.path, self.origins = given, path, origins
        self.people = {name: str(id) for name, id in people.items()}
        aggregate = Aggregate(domain.RULES)
        with origins.at(*path):
            created = Create(str(club.pk), given.name or given.id, given.scheme or Scheme(), club.time_zone)
            aggregate.begin(domain.start(created))
        self.id = uuid7()
        self.work, self.stream = work, work.open(SEASON, self.id, aggregate)

    def add(self, tournaments: Mapping[str, FileTournament]) -> None:
        """Add all events, in the order of the file. tournaments: by the file's ids."""
        for at, given in enumerate(self.given.events):
            id, tournament = str(uuid7()), tournament_of(given)
            self.origins.file_ids[id] = event_id(given)
            event = form.Event() if isinstance(given, str) else given
            with self.origins.at(*self.path, "events", at):
                if tournament is None:
                    self.work.send(self.stream, self._add_result(id, event))
                else:
                    self.work.send(self.stream, self._add_tournament(id, event, tournaments[tournament]))

    def _add_tournament(self, id: str, event: form.Event, counted: FileTournament) -> AddTournament:
        date = event.date or counted.given.date
        return AddTournament(id=id, tournament=str(counted.id), date=date, **self._details(event))

    def _add_result(self, id: str, event: form.Event) -> AddResult:
        return AddResult(
            id=id,
            name=event.name or event.id,
            date=event.date,
            places=self._by_id(event.places),
            status=self._by_id(event.status),
            awards=self._by_id(event.awards),
            awards_only=event.awards_only,
            again=True,
            **self._details(event),
        )

    def _by_id(self, values: Mapping[str, T]) -> dict[str, T]:
        return {self.people[person]: value for person, value in values.items()}

    def _details(self, event: form.Event) -> dict[str, Any]:
        """Return the fields that both kinds of events have."""
        return {
            "multiplier": event.multiplier,
            "extra": tuple(Extra(self.people[extra.person], extra.points, extra.for_) for extra in event.extra),
            "shared": tuple(tuple(self.people[person] for person in people) for people in event.shared),
            "final": event.final,
            "abandoned": event.abandoned,
        }

    @property
    def events(self) -> Collection[SeasonEvent]:
        """The events as they stand in the log."""
        state: Season = self.stream.aggregate.state
        return state.events.values()

    def table(self, tournaments: Mapping[str, FileTournament]) -> list[Json]:
        """Return the rows of the league table, with the ids of the log."""
        finals = {str(tournament.id): final_entries(tournament.state) for tournament in tournaments.values()}
        return league_table(self.stream.aggregate.state, finals)
