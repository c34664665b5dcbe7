"""The league table: a pure function of a season and the final standings of its tournaments.

An event's places pay points (`payment`), the best events count (`counting`), and ties are broken (`ties`). Each member
of a team gets the team's points.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from games.kernel import Json
from league.domain.season.state import Season
from league.domain.season.table.counting import Account, account
from league.domain.season.table.divisions import DivisionRow, DivisionStanding, standings_of
from league.domain.season.table.outcomes import FinalEntry, Outcome, final_entries, outcomes
from league.domain.season.table.payment import ScoredEvent, scored_events
from league.domain.season.table.scheme import Scheme
from league.domain.season.table.ties import tie_keys
from league.domain.standings.ranking import Key, Ranked, ranked
from league.domain.values.numbers import display, written

__all__ = ["FinalEntry", "final_entries", "league_table"]


def league_table(
    season: Season,
    finals: Mapping[str, Sequence[FinalEntry]],
    scheme: Scheme | None = None,
    *,
    part: Collection[str] | None = None,
    people: Collection[str] | None = None,
) -> list[Json]:
    """The rows, first place first. finals: of the closed tournaments, by id; others don't count.

    scheme: in place of the season's own, for a what-if; must be free of faults. part: ids of events that count alone,
    with their numbers in the whole season. people: rank only these, by their points in the whole table; `overall_place`
    is their place in that.
    """
    scheme = scheme or season.scheme
    held_so_far = outcomes(season, finals, scheme)
    events = [event for event in held_so_far if part is None or event.event.id in part]
    numbers = [event.number for event in events]
    accounts = {
        person: account(mine, scheme, numbers, season.least_counted)
        for person, mine in scored_events(scheme, events).items()
    }
    rank = partial(_rows_among, scheme, accounts, numbers)
    whole = rank(list(accounts))
    divided = standings_of(season.divisions, [row.person for row in whole], rank) if season.divisions else {}
    rows = whole if people is None else rank([person for person in accounts if person in people])
    overall = {} if people is None else {row.person: row.place for row in whole}
    shown = outcomes(season, finals, scheme, abandoned=True)
    abandoned = _abandoned([outcome for outcome in shown if part is None or outcome.event.id in part])
    return [
        _row(accounts[row.person], row) | _of_groups(row.person, divided, overall) | abandoned.get(row.person, {})
        for row in rows
    ]


def _abandoned(shown: Sequence[Outcome]) -> dict[str, Json]:
    """The field with the places in events that count for nothing, by person; nobody without any."""
    fields: dict[str, Json] = {}
    for outcome in shown:
        places: dict[str, int | None] = dict.fromkeys(outcome.people)
        for unit in reversed(outcome.units):
            places |= dict.fromkeys(unit.people, unit.place)
        for person, place in places.items():
            fields.setdefault(person, {"abandoned": []})["abandoned"].append(
                {"event": outcome.event.id, "place": place}
            )
    return fields


def _rows_among(
    scheme: Scheme, accounts: Mapping[str, Account], numbers: Sequence[int], people: Sequence[str]
) -> list[DivisionRow]:
    """The places of some people among themselves; those below the minimum of events come last, without a place."""
    chosen = {person: accounts[person] for person in people}
    qualified = {person: mine for person, mine in chosen.items() if mine.played >= scheme.minimum}
    short = {person: mine for person, mine in chosen.items() if person not in qualified}
    order = _ranked(qualified, scheme, numbers)
    ranks = _dense(order) if scheme.places == "dense" else order
    listed = [
        DivisionRow(row.name, row.place, row.decided_by, entry.place) for row, entry in zip(ranks, order, strict=True)
    ]
    below = [DivisionRow(row.name, None, "minimum", len(order) + row.place) for row in _ranked(short, scheme, numbers)]
    return listed + below


def _of_groups(person: str, divided: Mapping[str, DivisionStanding], overall: Mapping[str, int | None]) -> Json:
    """Fields of a row in a season with divisions, or in a table of some people."""
    fields: Json = {}
    if (standing := divided.get(person)) is not None:
        fields = {"division": standing.division, "division_place": standing.place, "moves": standing.move}
    return {**fields, "overall_place": overall[person]} if person in overall else fields


def _ranked(accounts: Mapping[str, Account], scheme: Scheme, numbers: Sequence[int]) -> list[Ranked]:
    sign = -1 if scheme.low_point else 1
    keys: dict[str, tuple[Key, ...]] = {person: ((sign * mine.points,),) for person, mine in accounts.items()}
    for name in scheme.ties:
        for person, key in tie_keys(name, accounts, scheme, numbers).items():
            keys[person] += (key,)
    return ranked(keys, ["points", *scheme.ties])


def _dense(order: Sequence[Ranked]) -> list[Ranked]:
    """The same order with consecutive places."""
    places = list(dict.fromkeys(row.place for row in order))
    number = {place: dense for dense, place in enumerate(places, 1)}
    return [Ranked(row.name, number[row.place], row.decided_by) for row in order]


def _row(mine: Account, row: DivisionRow) -> Json:
    return {
        "place": row.place,
        "person": row.person,
        "points": written(mine.points),
        "points_display": display(mine.points),
        "gross": written(mine.gross),
        "played": mine.played,
        "attendance": written(mine.attendance),
        "counted": [_event_json(event) for event in mine.counted],
        "dropped": [_event_json(event) for event in mine.dropped],
        "decided_by": row.decided_by,
    }


def _event_json(event: ScoredEvent) -> Json:
    """status, extra: included if present; extra is part of the points. season_place: if it differs from place."""
    body: Json = {"event": event.event, "place": event.place, "points": written(event.points)}
    if event.season_place != event.place:
        body["season_place"] = event.season_place
    if event.status is not None:
        body["status"] = event.status
    if event.extra:
        body["extra"] = written(event.extra)
    return body
