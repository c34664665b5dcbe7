"""A round whose clock runs out soon, and how often the log says so."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from league.models import Club, Event, Tournament
from tests.league.nights import Night, new_people

CLOCK_SECONDS = 600
EXPIRED = "tournament.clock_expired"


def start_clock(seconds_left: float) -> None:
    """A night of the one club there is, at its first round; the clock runs out `seconds_left` from now."""
    club = Club.objects.get()
    night = Night.open(club, clock_seconds=CLOCK_SECONDS)
    night.at = timezone.now() - timedelta(seconds=CLOCK_SECONDS + 60)
    night.enter(new_people(club, 6))
    night.at = timezone.now() - timedelta(seconds=CLOCK_SECONDS - seconds_left + 2)
    night.start_round()


def expiries() -> int:
    """How often clocks ran out, by the log."""
    return Event.objects.filter(type=EXPIRED).count()


def newest_tournament() -> dict[str, str]:
    """The id and the code of the tournament opened last."""
    row = Tournament.objects.select_related("public_code").latest("id")
    return {"id": str(row.pk), "code": row.public_code.code}
