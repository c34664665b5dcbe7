"""Whether a tournament takes sign-ups, and how many people are in it. Sign-ups themselves are rows, not in the log."""

from __future__ import annotations

from datetime import datetime

from league.domain.tournament.state import Tournament


def takes_sign_ups(state: Tournament, at: datetime) -> bool:
    """Whether the list is open at that time: the page is there, and no round is published yet."""
    page = state.settings.sign_up_page
    return page is not None and state.state == "open" and page.is_open_at(at)


def people_in(state: Tournament) -> int:
    """How many people are entered, alone or in teams, and have not left."""
    return sum(len(entry.people) for entry in state.entries.values() if not entry.left)
