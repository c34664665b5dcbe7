"""The people whom a season names."""

from __future__ import annotations

from league.domain.season.state import Season, SeasonEvent


def everybody(state: Season) -> set[str]:
    """All people whom a season names itself: in results from elsewhere, extra points, shared seats and divisions."""
    return {person for division in state.divisions for person in division.people}.union(
        *(named_in(event) for event in state.events.values())
    )


def named_in(event: SeasonEvent) -> set[str]:
    """The people whom an event of a season names itself; those of a tournament are in the tournament."""
    named = {extra.person for extra in event.extra}.union(*event.shared)
    if event.result is not None:
        named.update(event.result.places, event.result.status, event.result.awards)
    return named
