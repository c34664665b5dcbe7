"""A round whose clock runs out soon, and how often the log says so."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from league.log import store
from league.models import Club
from tests.league.nights import Night, new_people

CLOCK_SECONDS = 600
EXPIRED = "tournament.clock_expired"


def start_clock(club_id: str, seconds_left: float) -> None:
    """A night of the club, at its first round; the clock runs out `seconds_left` from now."""
    club = Club.objects.get(pk=club_id)
    night = Night.open(club, clock_seconds=CLOCK_SECONDS)
    night.at = timezone.now() - timedelta(seconds=CLOCK_SECONDS + 60)
    night.enter(new_people(club, 6))
    night.at = timezone.now() - timedelta(seconds=CLOCK_SECONDS - seconds_left + 2)
    night.start_round()


def expiries(club_id: str) -> int:
    """How often the clocks of the club ran out, by its log."""
    return sum(event.type == EXPIRED for event in store.feed(UUID(club_id), 0, 10_000))


def first_club() -> str:
    """The club that the first start of `manage.py club` makes."""
    return str(Club.objects.get().pk)
