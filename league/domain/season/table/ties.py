"""The tie-breaks of a season. An organiser chooses a chain; people who are equal after all of it share a place.

| name | code | source |
| --- | --- | --- |
| most first places, then most seconds, ..., of all events | `count_back` | motor sport today |
| the same, of events that count | `count_back_counted` | usual |
| the same, of events whose points were above 0 | `count_back_scoring` | motor sport until 1990 or so |
| counted scores from best to worst; then all from the last event back | `best_last` | Racing Rules of Sailing, A8 |
| the lower total including dropped events | `lower_gross` | usual with best n |
| the total that first reached its final value | `first_to_reach` | usual in quiz and darts leagues |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from league.domain.season.table.counting import Account
from league.domain.season.table.running_totals import totals
from league.domain.season.table.scheme import Scheme
from league.domain.standings.ranking import Key

Accounts = Mapping[str, Account]
Keys = dict[str, Key]


def tie_keys(name: str, accounts: Accounts, scheme: Scheme, numbers: Sequence[int]) -> Keys:
    """Everybody's key for that tie-break; greater is better. numbers: of the events that count."""
    return _RULES[name](accounts, scheme, numbers)


def count_back(accounts: Accounts, scheme: Scheme, numbers: Sequence[int]) -> Keys:
    """The number of first places, of second places, and so on, including dropped events; shared ones count in full."""
    return _count_back({person: [event.place for event in mine.all] for person, mine in accounts.items()})


def count_back_counted(accounts: Accounts, scheme: Scheme, numbers: Sequence[int]) -> Keys:
    """As `count_back`, for the events that count."""
    return _count_back({person: [event.place for event in mine.counted] for person, mine in accounts.items()})


def count_back_scoring(accounts: Accounts, scheme: Scheme, numbers: Sequence[int]) -> Keys:
    """As `count_back`, for events that paid points, including extra points."""
    places = {p: [event.place for event in mine.all if event.points > 0] for p, mine in accounts.items()}
    return _count_back(places)


def _count_back(places: Mapping[str, Sequence[int | None]]) -> Keys:
    """The negated places, the best first: one more of the first place that differs ranks ahead."""
    return {
        person: tuple(sorted((-place for place in own if place is not None), reverse=True))
        for person, own in places.items()
    }


def best_last(accounts: Accounts, scheme: Scheme, numbers: Sequence[int]) -> Keys:
    """The counted scores from best to worst, then all scores from the last event back; a missed event is worth 0."""
    sign = -1 if scheme.low_point else 1
    longest = max((len(mine.counted) for mine in accounts.values()), default=0)
    keys: Keys = {}
    for person, mine in accounts.items():
        points = {event.number: sign * event.points for event in mine.scored}
        counted = sorted((points[event.number] for event in mine.counted), reverse=True)
        missed = [0] * (longest - len(counted))
        listed = [*counted, *missed] if scheme.low_point else sorted([*counted, *missed], reverse=True)
        back = [points.get(number, 0) for number in reversed(numbers)]
        keys[person] = (*listed, *back)
    return keys


def lower_gross(accounts: Accounts, scheme: Scheme, numbers: Sequence[int]) -> Keys:
    return {person: (-mine.gross,) for person, mine in accounts.items()}


def first_to_reach(accounts: Accounts, scheme: Scheme, numbers: Sequence[int]) -> Keys:
    """The number of the event after which the total, as counted then, first had its final value.

    Computed only for people whose total is shared.
    """
    holders = Counter(mine.points for mine in accounts.values())
    return {
        person: (-_reached(mine, scheme, numbers),) if holders[mine.points] > 1 else (0,)
        for person, mine in accounts.items()
    }


def _reached(mine: Account, scheme: Scheme, numbers: Sequence[int]) -> int:
    final, course = mine.points, zip(numbers, totals(mine.scored, scheme, numbers, mine.least), strict=True)
    return next((number for number, total in course if total == final), 0)


_RULES: Mapping[str, Callable[[Accounts, Scheme, Sequence[int]], Keys]] = {
    "count_back": count_back,
    "count_back_counted": count_back_counted,
    "count_back_scoring": count_back_scoring,
    "best_last": best_last,
    "lower_gross": lower_gross,
    "first_to_reach": first_to_reach,
}
