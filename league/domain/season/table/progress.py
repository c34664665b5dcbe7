"""Places in a league table after each event of a season, and before the last one. Pure.

The table after an event covers the season's events up to it, with today's knowledge. Points are computed again for each
event but ties are broken only among people who are level, so a season of a hundred events doesn't cost a hundred league
tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from league.domain.season.state import Season
from league.domain.season.table.counting import Account, account
from league.domain.season.table.outcomes import FinalEntry, Outcome, outcomes
from league.domain.season.table.payment import ScoredEvent, scored_after_each, scored_events
from league.domain.season.table.scheme import Scheme
from league.domain.season.table.ties import Accounts, Keys, tie_keys
from league.domain.standings.comparison import Places
from league.domain.values.numbers import Exact, whole

Finals = Mapping[str, Sequence[FinalEntry]]
Broken = Callable[[str, Accounts, Scheme, Sequence[int]], Keys]
FIRST_TO_REACH = "first_to_reach"


@dataclass(frozen=True, slots=True)
class After:
    """The places after an event. number: of the event in the season."""

    event: str
    number: int
    places: Places


def places_before_last(
    season: Season,
    finals: Finals,
    scheme: Scheme | None = None,
    *,
    part: Collection[str] | None = None,
    people: Collection[str] | None = None,
) -> Places | None:
    """The places that `league_table` gave, with the same arguments, before the last event that counts.

    None if there was none before it.
    """
    scheme = scheme or season.scheme
    events = _events(season, finals, scheme, part)[:-1]
    if not events:
        return None
    numbers = [outcome.number for outcome in events]
    accounts = _accounts(scheme, scored_events(scheme, events), numbers, season.least_counted, people)
    return _places(scheme, accounts, numbers, tie_keys)


def places_after_each(
    season: Season,
    finals: Finals,
    scheme: Scheme | None = None,
    *,
    part: Collection[str] | None = None,
    people: Collection[str] | None = None,
) -> list[After]:
    """The places that `league_table` gives, with the same arguments, after each event that counts."""
    scheme = scheme or season.scheme
    events = _events(season, finals, scheme, part)
    return [
        After(outcome.event.id, outcome.number, places)
        for outcome, places in zip(events, _after_each(scheme, events, season.least_counted, people), strict=True)
    ]


def _events(season: Season, finals: Finals, scheme: Scheme, part: Collection[str] | None) -> list[Outcome]:
    held_so_far = outcomes(season, finals, scheme)
    return [outcome for outcome in held_so_far if part is None or outcome.event.id in part]


def _after_each(
    scheme: Scheme, events: Sequence[Outcome], least: int, people: Collection[str] | None
) -> Iterator[Places]:
    numbers: list[int] = []
    first = events[0].number if events else 0
    reached: dict[str, dict[Exact, int]] = {}
    for outcome, lines in zip(events, scored_after_each(scheme, events), strict=True):
        numbers.append(outcome.number)
        accounts = _accounts(scheme, lines, numbers, least, people)
        for person, mine in accounts.items() if FIRST_TO_REACH in scheme.ties else ():
            before: dict[Exact, int] = {} if outcome.number == first else {0: first}
            reached.setdefault(person, before).setdefault(mine.points, outcome.number)
        yield _places(scheme, accounts, numbers, partial(_tie_break_keys, reached))


def _accounts(
    scheme: Scheme,
    lines: Mapping[str, Sequence[ScoredEvent]],
    numbers: Sequence[int],
    least: int,
    people: Collection[str] | None,
) -> dict[str, Account]:
    wanted = lines if people is None else {person: mine for person, mine in lines.items() if person in people}
    return {person: account(mine, scheme, numbers, least) for person, mine in wanted.items()}


def _tie_break_keys(
    reached: Mapping[str, Mapping[Exact, int]], name: str, level: Accounts, scheme: Scheme, numbers: Sequence[int]
) -> Keys:
    """The keys of a tie-break. reached: by person, the event after which they first had each total, 0 before they came.

    With low points an earlier total depends on people who came later, so it is computed again.
    """
    if name != FIRST_TO_REACH or scheme.low_point:
        return tie_keys(name, level, scheme, numbers)
    return {person: (-reached[person][mine.points],) for person, mine in level.items()}


def _places(scheme: Scheme, accounts: Accounts, numbers: Sequence[int], tie_break_keys: Broken) -> Places:
    """The places in a table. broken: the keys of a tie-break."""
    sign = -1 if scheme.low_point else 1
    qualified = {
        person: mine for person, mine in accounts.items() if not scheme.minimum or mine.played >= scheme.minimum
    }
    points = whole({person: sign * mine.points for person, mine in qualified.items()})
    holders = Counter(points.values())
    level = {person: mine for person, mine in qualified.items() if holders[points[person]] > 1}
    chain_keys = [tie_break_keys(name, level, scheme, numbers) for name in scheme.ties]
    keys = {
        person: (total, *(keys[person] for keys in chain_keys if person in level)) for person, total in points.items()
    }
    places: dict[str, int | None] = dict.fromkeys(accounts)
    place, before = 0, None
    for at, person in enumerate(sorted(keys, key=keys.__getitem__, reverse=True), 1):
        if keys[person] != before:
            place = place + 1 if scheme.places == "dense" else at
            before = keys[person]
        places[person] = place
    return places
