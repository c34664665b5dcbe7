"""What the leader of a season needs, and who can pass, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access.roles import Caller
from league.access.visibility import unlisted
from league.domain.season.table.race import Chaser, Race
from league.domain.values.numbers import written
from league.models import Season, Tournament
from league.projections import league_tables
from league.projections.league_tables import SeasonRace
from league.queries import dates, names
from league.queries.wording import joined, points
from league.repository.streams import NoSuchStream
from league.web.club.tables import CACHED_TABLES, version_of

MOST_CHASERS = 5


@dataclass(frozen=True)
class ShownRace:
    """The race in sentences. chasers: a sentence for each, the nearest first. more: how many chasers are left out."""

    leaders: str
    holds: str
    chasers: Sequence[str]
    more: int
    reaching: str


def read(season: Season, who: Caller) -> ShownRace | None:
    """The race as the reader may see it; None where there is none."""
    without = unlisted(who, season)
    found = _kept(season.pk, season.club_id, version_of(season, planned=True), without)
    return _shown(found, _names(found.race, who)) if found else None


@lru_cache(CACHED_TABLES)
def _kept(season: UUID, club: UUID, version: object, without: frozenset[UUID]) -> SeasonRace | None:
    try:
        return league_tables.race_in(Season(pk=season, club_id=club), without)
    except NoSuchStream:
        return None


def _names(race: Race, who: Caller) -> Mapping[str, str]:
    people = [*race.leaders, *(chaser.person for chaser in race.chasers)]
    return names.of_people([UUID(person) for person in people], who.audience)


def _shown(found: SeasonRace, called: Mapping[str, str]) -> ShownRace:
    race = found.race
    leader = called.get(race.leaders[0], "")
    return ShownRace(
        leaders=_leaders([called.get(person, "") for person in race.leaders]),
        holds=_holds(race, leader, _night(found)),
        chasers=[_chaser(chaser, called, leader) for chaser in race.chasers[:MOST_CHASERS]],
        more=max(len(race.chasers) - MOST_CHASERS, 0),
        reaching=_reaching(race, leader) if race.planned else "",
    )


def _leaders(leaders: Sequence[str]) -> str:
    if len(leaders) == 1:
        return _("{name} leads.").format(name=leaders[0])
    return _("{names} share the first place.").format(names=joined(leaders))


def _night(found: SeasonRace) -> str:
    """The next event: by its name and day."""
    if not found.planned:
        return _("the next night")
    first = found.planned[0]
    name = Tournament.objects.filter(pk=UUID(str(first.event.tournament))).values_list("name", flat=True).first() or ""
    return f"{name} ({dates.day(first.day)})" if first.day else name


def _holds(race: Race, leader: str, night: str) -> str:
    """What keeps the leader in front."""
    facts = {"name": leader, "night": night, "place": race.holds_with}
    match race.holds_with:
        case None:
            return _("After {night} {name} is in front in any case.").format(**facts)
        case 0:
            return _("After {night} not even a win is sure to keep {name} in front.").format(**facts)
        case 1:
            return _("{name} needs to win {night} to be sure of staying in front.").format(**facts)
    return _("{name} stays in front with place {place} or better at {night}, whatever the others do.").format(**facts)


def _chaser(chaser: Chaser, called: Mapping[str, str], leader: str) -> str:
    """What lets somebody pass."""
    facts = {
        "name": called.get(chaser.person, ""),
        "behind": points(written(chaser.behind)).text,
        "leader": leader,
        "place": chaser.place,
    }
    if chaser.place is None:
        absent = _("{name}, {behind} behind: catches up with a win if {leader} is not there.")
        passes = _("{name}, {behind} behind: passes with a win if {leader} is not there.")
        return (absent if chaser.is_level else passes).format(**facts)
    if chaser.place == 2 and not chaser.is_level:
        return _("{name}, {behind} behind: passes with a win.").format(**facts)
    level = _("{name}, {behind} behind: catches up with a win if {leader} is in place {place}.")
    passes = _("{name}, {behind} behind: passes with a win if {leader} is in place {place} or lower.")
    return (level if chaser.is_level else passes).format(**facts)


def _reaching(race: Race, leader: str) -> str:
    """Who can still lead by the last event that is planned."""
    nights = len(race.planned)
    if not race.reaching:
        template = ngettext(
            "Nobody can catch up with {name} on the one night that is planned.",
            "Nobody can catch up with {name} on the {nights} nights that are planned.",
            nights,
        )
    else:
        template = ngettext(
            "Nights that are planned: {nights}. {count} other person can still reach the first place.",
            "Nights that are planned: {nights}. {count} other people can still reach the first place.",
            race.reaching,
        )
    return template.format(name=leader, nights=nights, count=race.reaching)
