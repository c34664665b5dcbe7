"""The league table: a pure function of a season and the final standings of its tournaments.

A tournament counts once it is closed. Its final places pay; entries that share a place share what the places pay,
and each member of a team gets what the team gets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.kernel import Json
from league.domain.numbers import display, exact, written
from league.domain.points import padded, place_points
from league.domain.ranking import Key, Ranked, ranked
from league.domain.season.scheme import Scheme
from league.domain.season.state import Season
from league.domain.tie_breaks import count_back
from league.domain.tournament.settings import Part
from league.domain.tournament.state import Tournament


class FinalEntry(Part, frozen=True):
    """An entry of a tournament's final standings. people: the person, or the team's members."""

    entry: str
    people: tuple[str, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Scored:
    """An event of a person. at: its number in the season's order."""

    event: str
    place: int
    points: Fraction
    at: int


@dataclass(slots=True)
class Account:
    """A person's events, and which of them count."""

    counted: list[Scored] = field(default_factory=list)
    dropped: list[Scored] = field(default_factory=list)
    points: Fraction = Fraction(0)
    gross: Fraction = Fraction(0)

    @property
    def scored(self) -> list[Scored]:
        """All events, counted or not."""
        return self.counted + self.dropped


def final_entries(state: Tournament) -> list[FinalEntry]:
    """What a season takes from a tournament: nothing before its close."""
    return [FinalEntry(row.entry, state.entries[row.entry].people, row.place) for row in state.final or ()]


def league_table(season: Season, finals: Mapping[str, Sequence[FinalEntry]]) -> list[Json]:
    """The rows, first place first. finals: of the tournaments that are closed, by id; others count nothing."""
    accounts = {person: _account(scored, season.scheme) for person, scored in _scored(season, finals).items()}
    enough = {person: mine for person, mine in accounts.items() if len(mine.scored) >= season.scheme.minimum}
    short = {person: mine for person, mine in accounts.items() if person not in enough}
    order = _ranked(enough, season.scheme)
    if season.scheme.places == "dense":
        order = _dense(order)
    listed = [_row(accounts[name], name, place, decided_by) for name, place, decided_by in order]
    return listed + [_row(accounts[name], name, None, "minimum") for name, _, _ in _ranked(short, season.scheme)]


def _scored(season: Season, finals: Mapping[str, Sequence[FinalEntry]]) -> dict[str, list[Scored]]:
    """The events of each person, in the season's order."""
    found: dict[str, list[Scored]] = {}
    scheme = season.scheme.points
    listed = [exact(points) for points in scheme.by_place]
    for at, event in enumerate(season.events.values()):
        final = finals.get(event.tournament, ())
        points = place_points(padded(listed, len(final)), {row.entry: row.place for row in final}, scheme.ties)
        for row in final:
            for person in row.people:
                found.setdefault(person, []).append(Scored(event.id, row.place, points[row.entry], at))
    return found


def _account(scored: Sequence[Scored], scheme: Scheme) -> Account:
    """Counts the best; of equal ones the earlier. Attendance is paid for every event and never dropped."""
    keep = len(scored) if scheme.best is None else scheme.best
    keep = max(min(keep, len(scored) - scheme.drop_worst), 0)
    by_worth = sorted(scored, key=lambda event: (-event.points, event.at))
    counted, dropped = (sorted(part, key=lambda event: event.at) for part in (by_worth[:keep], by_worth[keep:]))
    attendance = exact(scheme.attendance) * len(scored)
    points = sum((event.points for event in counted), attendance)
    return Account(counted, dropped, points, sum((event.points for event in dropped), points))


def _ranked(accounts: Mapping[str, Account], scheme: Scheme) -> list[Ranked]:
    last = max((event.place for mine in accounts.values() for event in mine.scored), default=0)
    keys: dict[str, tuple[Key, ...]] = {}
    for person, mine in accounts.items():
        keys[person] = ((mine.points,),)
        if "count_back" in scheme.ties:
            keys[person] += (tuple(map(Fraction, count_back([event.place for event in mine.scored], last))),)
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
        "played": len(mine.scored),
        "counted": [_event_json(event) for event in mine.counted],
        "dropped": [_event_json(event) for event in mine.dropped],
        "decided_by": decided_by,
    }


def _event_json(event: Scored) -> Json:
    return {"event": event.event, "place": event.place, "points": written(event.points)}
