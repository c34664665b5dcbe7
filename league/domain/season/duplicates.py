"""Results from elsewhere that may have been sent twice."""

from __future__ import annotations

from collections.abc import Iterable

from league.domain.season.results import identity_of
from league.domain.season.state import SeasonEvent


def possible_duplicates(events: Iterable[SeasonEvent]) -> dict[str, str]:
    """By the id of each event whose results an earlier one has: the id of the first of these.

    Results with a name or a day are refused as `same_result` before they count twice. Without both they may be those of
    another evening, so they count, and are pointed out here until one is removed, or gets a name or a day of its own.
    So are those that somebody wanted to count once more. An abandoned event counts for nothing and is left out.
    """
    first: dict[tuple[object, ...], str] = {}
    found = {}
    for event in events:
        if event.result is not None and not event.abandoned:
            earlier = first.setdefault(identity_of(event.result.name, event.date, event.result), event.id)
            if earlier != event.id:
                found[event.id] = earlier
    return found
