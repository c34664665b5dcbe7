"""Whether a tournament takes sign-ups, and how many people are in it. Sign-ups themselves are rows, not in the log."""

from __future__ import annotations

from datetime import datetime, timedelta

from league.domain.tournament.settings import Settings
from league.domain.tournament.state import Tournament

NIGHT = timedelta(days=1)
"""So long after its start a night is over, even if nobody closes the tournament."""


def takes_sign_ups(state: Tournament, at: datetime) -> bool:
    """Whether the list is open at that time. It is closed from the first published round on."""
    return state.state == "open" and is_list_open(state.settings, at)


def is_list_open(settings: Settings, at: datetime) -> bool:
    """Whether the settings let somebody sign up at that time."""
    page, starts_at = settings.sign_up_page, settings.starts_at
    if page is None or not page.open:
        return False
    return (page.closes_at is None or at < page.closes_at) and (starts_at is None or at < starts_at + NIGHT)


def people_in(state: Tournament) -> int:
    """How many people are entered, alone or in teams, and have not left."""
    return sum(len(entry.people) for entry in state.entries.values() if not entry.left)
