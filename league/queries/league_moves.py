"""What a closed tournament moved in the league tables of its seasons."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.core.cache import cache
from django.utils.translation import get_language

from league.access.audience import CLUB, EVERYBODY, Audience
from league.access.roles import Caller
from league.access.visibility import unlisted
from league.models import FollowerPosition, Season, Tournament
from league.projections import league_tables, standings
from league.projections.followers import LEAGUE_TABLES
from league.projections.league_tables import Progress, TableQuery
from league.queries import names
from league.queries.wording import Movement

KEPT_SECONDS = 600
Places = Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Line:
    """A person's place in a league table before and after a tournament; None without a place."""

    season: str
    person: str
    name: str
    before: int | None
    place: int | None
    is_shared: bool
    movement: Movement


@dataclass(frozen=True, slots=True)
class SeasonMoves:
    """A league table after a tournament, with the places before it. people: by entry of the tournament."""

    id: UUID
    name: str
    lines: Sequence[Line]
    people: Mapping[str, Sequence[str]]

    def of(self, entry: str) -> list[Line]:
        """The lines of the people of an entry."""
        return [line for line in self.lines if line.person in self.people.get(entry, ())]


def moves_of(row: Tournament, who: Caller) -> list[SeasonMoves]:
    """The moves in each season that counts the tournament, among the tournaments that the caller's lists show.

    Kept, for readers of the same names, until the league tables have read on in the log, which notes other names too.
    """
    seasons = list(row.seasons.order_by("pk"))
    without = unlisted(who) - {row.pk} if seasons else frozenset()
    at = (
        FollowerPosition.objects.filter(club=row.club_id, name=LEAGUE_TABLES).values_list("position", flat=True).first()
    )
    named = f"{who.audience.is_club}.{names.today()}.{get_language()}"
    key = f"hall.league.{row.pk}.{row.version}.{at}.{_digest(without)}.{named}"
    found: list[SeasonMoves] | None = cache.get(key)
    if found is None:
        audience = CLUB if who.audience.is_club else EVERYBODY
        found = [moves for season in seasons if (moves := _moves(season, row, without, audience))]
        cache.set(key, found, KEPT_SECONDS)
    return found


def _digest(ids: Collection[UUID]) -> str:
    return hashlib.sha256(b"".join(sorted(id.bytes for id in ids))).hexdigest()


def _moves(season: Season, row: Tournament, without: frozenset[UUID], audience: Audience) -> SeasonMoves | None:
    """The moves in a season; None where the tournament does not count in it."""
    steps = _steps(league_tables.progress(season, TableQuery(without=without)), str(row.pk))
    if steps is None:
        return None
    before, after = steps
    finals = standings.finals([row]).get(row.pk, ())
    called = names.of_people([UUID(person) for person in after], audience)
    holders = Counter(after.values())
    lines = [
        Line(
            season=season.name,
            person=person,
            name=called.get(person, ""),
            before=before.get(person),
            place=place,
            is_shared=place is not None and holders[place] > 1,
            movement=_movement(before, person, place),
        )
        for person, place in after.items()
    ]
    return SeasonMoves(
        id=season.pk,
        name=season.name,
        lines=sorted(lines, key=lambda line: (line.place is None, line.place or 0, names.as_listed(line.name))),
        people={final.entry: final.came for final in finals},
    )


def _steps(progress: Progress, tournament: str) -> tuple[Places, Places] | None:
    """The places before and after a tournament."""
    event = next((one.event.id for one in progress.table.events if one.event.tournament == tournament), None)
    at = next((at for at, step in enumerate(progress.steps) if step.event == event), None)
    if at is None:
        return None
    return progress.steps[at - 1].places if at else {}, progress.steps[at].places


def _movement(before: Places, person: str, place: int | None) -> Movement:
    was = before.get(person)
    gained = None if was is None or place is None else was - place
    return Movement.by(gained, is_new=bool(before) and person not in before)
