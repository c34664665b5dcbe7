"""A season of a file, as the commands that its organiser would have sent."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from uuid6 import uuid7

from games.kernel import Aggregate, Json
from league.domain import season as domain
from league.domain.season.commands import AddTournament, Create
from league.domain.season.league_table import final_entries, league_table
from league.models import Club
from league.play import form
from league.play.checks import event_id, tournament_of
from league.play.nights import Night
from league.play.pointers import Path
from league.play.problems import Places
from league.services import Work
from league.streams import SEASON, Stream


class League:
    """A season with its events. path: where it stands in the file."""

    def __init__(self, work: Work, club: Club, said: form.Season, path: Path, places: Places) -> None:
        self.said, self.path, self.places = said, path, places
        aggregate = Aggregate(domain.RULES)
        with places.at(*path):
            created = Create(str(club.pk), said.name or said.id, said.scheme, club.time_zone)
            aggregate.begin(domain.start(created))
        self.id = uuid7()
        self.work, self.stream = work, work.open(SEASON, self.id, aggregate)

    def add(self, nights: Mapping[str, Night], people: Mapping[str, UUID]) -> None:
        """All events, in the order of the file. nights: tournaments by the file's ids."""
        for at, event in enumerate(self.said.events):
            id, tournament = str(uuid7()), tournament_of(event)
            self.places.known[id] = event_id(event)
            if tournament is not None:
                night = nights[tournament]
                with self.places.at(*self.path, "events", at):
                    self.work.send(self.stream, AddTournament(id, str(night.id), night.said.date))

    def table(self, nights: Mapping[str, Night]) -> list[Json]:
        """The rows of the league table, with the ids of the log."""
        finals = {str(night.id): final_entries(night.state) for night in nights.values()}
        return league_table(self.stream.aggregate.state, finals)
