"""A season of a file, as the commands that its organiser would have sent."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from uuid6 import uuid7

from games.kernel import Aggregate, Json
from league.domain.season import rules as domain
from league.domain.season.commands import AddResult, AddTournament, Create
from league.domain.season.results import Extra
from league.domain.season.table.league_table import final_entries, league_table
from league.domain.season.table.scheme import Scheme
from league.models import Club
from league.play import form
from league.play.checks import event_id, tournament_of
from league.play.pointers import Path
from league.play.problems import Places
from league.play.tournaments import Night
from league.repository.streams import SEASON
from league.services.execution import Work


class League:
    """A season with its events. path: where it stands in the file. people: ids of the club by the file's own."""

    def __init__(
        self, work: Work, club: Club, said: form.Season, path: Path, places: Places, people: Mapping[str, UUID]
    ) -> None:
        self.said, self.path, self.places = said, path, places
        self.people = {name: str(id) for name, id in people.items()}
        aggregate = Aggregate(domain.RULES)
        with places.at(*path):
            created = Create(str(club.pk), said.name or said.id, said.scheme or Scheme(), club.time_zone)
            aggregate.begin(domain.start(created))
        self.id = uuid7()
        self.work, self.stream = work, work.open(SEASON, self.id, aggregate)

    def add(self, nights: Mapping[str, Night]) -> None:
        """All events, in the order of the file. nights: tournaments by the file's ids."""
        for at, event in enumerate(self.said.events):
            id, tournament = str(uuid7()), tournament_of(event)
            self.places.known[id] = event_id(event)
            said = form.Event() if isinstance(event, str) else event
            night = None if tournament is None else nights[tournament]
            with self.places.at(*self.path, "events", at):
                self.work.send(self.stream, self._result(id, said) if night is None else self._night(id, said, night))

    def _night(self, id: str, said: form.Event, night: Night) -> AddTournament:
        date = said.date or night.said.date
        beside = self._extra(said), self._shared(said), said.final
        return AddTournament(id, str(night.id), date, said.multiplier, *beside)

    def _result(self, id: str, said: form.Event) -> AddResult:
        by = self.people
        return AddResult(
            id,
            said.name or said.id,
            said.date,
            {by[person]: place for person, place in said.places.items()},
            {by[person]: code for person, code in said.status.items()},
            {by[person]: points for person, points in said.awards.items()},
            said.awards_only,
            said.multiplier,
            self._extra(said),
            self._shared(said),
            said.final,
        )

    def _extra(self, said: form.Event) -> tuple[Extra, ...]:
        return tuple(Extra(self.people[one.person], one.points, one.for_) for one in said.extra)

    def _shared(self, said: form.Event) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(self.people[person] for person in group) for group in said.shared)

    def table(self, nights: Mapping[str, Night]) -> list[Json]:
        """The rows of the league table, with the ids of the log."""
        finals = {str(night.id): final_entries(night.state) for night in nights.values()}
        return league_table(self.stream.aggregate.state, finals)
