"""The league table: a pure function of a season and the final standings of its tournaments.

An event's places pay (`payment`), the best events count (`counting`), and ties are broken (`ties`). Each member of a
team gets what the team gets.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.kernel import Json
from league.domain.numbers import display, written
from league.domain.ranking import Key, Ranked, ranked
from league.domain.season.counting import Account, account
from league.domain.season.outcomes import FinalEntry, final_entries, outcomes
from league.domain.season.payment import Scored, scored
from league.domain.season.scheme import Scheme
from league.domain.season.state import Season
from league.domain.season.ties import tie_keys

__all__ = ["FinalEntry", "final_entries", "league_table"]


def league_table(
    season: Season,
    finals: Mapping[str, Sequence[FinalEntry]],
    scheme: Scheme | None = None,
    *,
    part: Collection[str] | None = None,
) -> list[Json]:
    """The rows, first place first. finals: of the tournaments that are closed, by id; others count nothing.

    scheme: in place of the season's own, for a what-if; without faults. part: ids of events, to count these alone,
    each with its number in the whole season.
    """
    scheme = scheme or season.scheme
    held_so_far = outcomes(season.events.values(), finals)
    events = [event for event in held_so_far if part is None or event.event.id in part]
    held = [event.number for event in events]
    accounts = {person: account(mine, scheme, held) for person, mine in scored(scheme, events).items()}
    enough = {person: mine for person, mine in accounts.items() if mine.played >= scheme.minimum}
    short = {person: mine for person, mine in accounts.items() if person not in enough}
    order = _ranked(enough, scheme, held)
    if scheme.places == "dense":
        order = _dense(order)
    listed = [_row(accounts[name], name, place, decided_by) for name, place, decided_by in order]
    below = [_row(accounts[name], name, None, "minimum") for name, _, _ in _ranked(short, scheme, held)]
    return listed + below


def _ranked(accounts: Mapping[str, Account], scheme: Scheme, held: Sequence[int]) -> list[Ranked]:
    sign = -1 if scheme.low_point else 1
    keys: dict[str, tuple[Key, ...]] = {person: ((sign * mine.points,),) for person, mine in accounts.items()}
    for name in scheme.ties:
        for person, key in tie_keys(name, accounts, scheme, held).items():
            keys[person] += (key,)
    return ranked(keys, ["points", *scheme.ties])


def _dense(order: Sequence[Ranked]) -> list[Ranked]:
    """The same order with places that leave no number out."""
    places = list(dict.fromkeys(row.place for row in order))
    number = {place: dense for dense, place in enumerate(places, 1)}
    return [Ranked(row.name, number[row.place], row.decided_by) for row in order]


def _row(mine: Account, person: str, place: int | None, decided_by: str) -> Json:
    return {
        "place": place,
        "person": person,
        "points": written(mine.points),
        "points_display": display(mine.points),
        "gross": written(mine.gross),
        "played": mine.played,
        "attendance": written(mine.attendance),
        "counted": [_event_json(event) for event in mine.counted],
        "dropped": [_event_json(event) for event in mine.dropped],
        "decided_by": decided_by,
    }


def _event_json(event: Scored) -> Json:
    """status and extra stand there where there are any; extra is a part of the points."""
    shown: Json = {"event": event.event, "place": event.place, "points": written(event.points)}
    if event.status is not None:
        shown["status"] = event.status
    if event.extra:
        shown["extra"] = written(event.extra)
    return shown
