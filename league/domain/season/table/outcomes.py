"""The places in an event of a season: a tournament's final standings, or an entered result.

A tournament counts once it is closed; an entered result counts at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from msgspec import UNSET, UnsetType

from league.domain.season.state import BareResult, Season, SeasonEvent
from league.domain.season.table.scheme import Scheme
from league.domain.tournament.state import Tournament
from league.domain.values.fields import Part
from league.domain.values.numbers import Number, exact, places_by

T = TypeVar("T")
DID_NOT_COME = "DNC"


class FinalEntry(Part, frozen=True):
    """An entry of a tournament's final standings. people: the person, or the team's members.

    place: None if it came to no round. attended: who came in its seats, if these are not just its people.
    """

    entry: str
    people: tuple[str, ...]
    place: int | None
    attended: tuple[str, ...] | UnsetType = UNSET

    @property
    def is_named(self) -> bool:
        """Whether the season names its people: they have a place, or a seat to which they did not come."""
        return self.place is not None or self.attended is not UNSET

    @property
    def came(self) -> tuple[str, ...]:
        """Everybody who came in its seats; nobody without a place."""
        if self.place is None:
            return ()
        return self.people if self.attended is UNSET else self.attended


@dataclass(frozen=True, slots=True)
class Unit:
    """People with one place together: a person, a team, or people who shared a seat."""

    people: tuple[str, ...]
    place: int
    is_shared_seat: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """An event that was held. number: in the season's order, from 1, including events not yet held.

    came: everybody who came to a tournament; None for an entered result.
    """

    number: int
    event: SeasonEvent
    units: Sequence[Unit]
    status: Mapping[str, str] = field(default_factory=dict)
    awards: Mapping[str, Number] = field(default_factory=dict)
    awards_only: bool = False
    came: Collection[str] | None = None

    @property
    def attended(self) -> Collection[str]:
        """Everybody who came: to a tournament also those who only stood in, but nobody in whose place they did."""
        return self.starters if self.came is None else self.came

    @property
    def people(self) -> list[str]:
        """Everybody with a place, a status or an award, once each."""
        placed = (person for unit in self.units for person in unit.people)
        return list(dict.fromkeys([*placed, *self.status, *self.awards]))

    @property
    def starters(self) -> list[str]:
        """Everybody who played: all people except those with DNC."""
        return [person for person in self.people if self.status.get(person) != DID_NOT_COME]


def final_entries(state: Tournament) -> list[FinalEntry]:
    """The final places of a tournament; empty before its close."""
    return [
        FinalEntry(row.entry, state.entries[row.entry].people, row.place, state.attended.get(row.entry, UNSET))
        for row in state.final or ()
    ]


def outcomes(
    season: Season, finals: Mapping[str, Sequence[FinalEntry]], scheme: Scheme, *, abandoned: bool = False
) -> list[Outcome]:
    """The events that count, in the season's order. finals: of the closed tournaments, by id.

    abandoned: those that are shown and count for nothing, instead.
    """
    return [
        outcome
        for number, event in enumerate(season.events.values(), 1)
        if event.abandoned == abandoned and (outcome := _outcome(season, number, event, finals, scheme))
    ]


def _outcome(
    season: Season, number: int, event: SeasonEvent, finals: Mapping[str, Sequence[FinalEntry]], scheme: Scheme
) -> Outcome | None:
    if (result := event.result) is not None:
        named = {**result.places, **result.status, **result.awards}
        placed = _places_by_points(result, event.shared, scheme) if season.edition > 1 else result.places
        places = _with_partners(_kept_places(placed, event, result.status, scheme), event.shared, named)
        status = _with_partners(result.status, event.shared, named)
        seated = _with_shared_seats((Unit((person,), place) for person, place in places.items()), event.shared)
        return Outcome(number, event, seated, status, result.awards, result.awards_only)
    if event.tournament is None or event.tournament not in finals:
        return None
    entries = [entry for entry in finals[event.tournament] if entry.is_named]
    people = [person for entry in entries for person in entry.people]
    units = list(_units(entries, event.shared, people))
    did_not_come = {person: DID_NOT_COME for entry in entries if entry.place is None for person in entry.people}
    status = _with_partners(did_not_come, event.shared, people)
    came = [person for entry in entries for person in entry.came]
    everybody = _with_partners(dict.fromkeys(came, True), event.shared, [*came, *people]).keys()
    return Outcome(number, event, _with_shared_seats(units, event.shared), status, came=everybody)


def _units(entries: Sequence[FinalEntry], shared: Sequence[Sequence[str]], named: Collection[str]) -> Iterator[Unit]:
    """The people with a place in a tournament. named: everybody in it."""
    alone: dict[str, int] = {}
    for entry in entries:
        if entry.place is None:
            continue
        if len(entry.people) == 1:
            alone[entry.people[0]] = entry.place
        else:
            yield Unit(entry.people, entry.place)
    for person, place in _with_partners(alone, shared, named).items():
        yield Unit((person,), place)


def _places_by_points(result: BareResult, shared: Sequence[Sequence[str]], scheme: Scheme) -> Mapping[str, int]:
    """The places as entered; where nobody has one, those that follow from the points given.

    Partners of a shared seat with equal points take one place together.
    """
    if result.places:
        return result.places
    points = {person: exact(given) for person, given in result.awards.items() if person not in result.status}
    seat = _seats(points, shared)
    units = {(seat[person], given): given for person, given in points.items()}
    places = places_by(units, low=scheme.low_point is not None)
    return {person: places[seat[person], given] for person, given in points.items()}


def _kept_places(
    places: Mapping[str, int], event: SeasonEvent, status: Mapping[str, str], scheme: Scheme
) -> dict[str, int]:
    """The places of people without a status. After a code of `move_up` all behind the lost place move up one.

    Partners of a shared seat lose one place together.
    """
    seat = _seats(places, event.shared)
    lost = {
        (seat[person], places[person])
        for person, code in status.items()
        if person in places and code in scheme.moving_up
    }
    kept = {person: place for person, place in places.items() if person not in status}
    return {person: place - sum(other < place for _, other in lost) for person, place in kept.items()}


def _seats(people: Iterable[str], shared: Sequence[Sequence[str]]) -> dict[str, str]:
    """The first partner of each person's seat, who alone is their own."""
    first = {person: partners[0] for partners in shared for person in partners}
    return {person: first.get(person, person) for person in people}


def _with_partners(values: Mapping[str, T], shared: Sequence[Sequence[str]], named: Collection[str]) -> dict[str, T]:
    """The values by person, extended to partners of a shared seat whom the event doesn't name."""
    extended = dict(values)
    for people in shared:
        known = next((values[person] for person in people if person in values), None)
        if known is not None:
            extended |= dict.fromkeys([person for person in people if person not in named], known)
    return extended


def _with_shared_seats(units: Iterable[Unit], shared: Sequence[Sequence[str]]) -> list[Unit]:
    """The units, with partners of a shared seat at one place combined, so that they take the place once."""
    seat = {person: at for at, people in enumerate(shared) for person in people}
    return list(_merged(units, seat))


def _merged(units: Iterable[Unit], seat: Mapping[str, int]) -> Iterator[Unit]:
    together: dict[tuple[int, int], list[str]] = {}
    for unit in units:
        if len(unit.people) == 1 and unit.people[0] in seat:
            together.setdefault((seat[unit.people[0]], unit.place), []).append(unit.people[0])
        else:
            yield unit
    for (_, place), people in together.items():
        yield Unit(tuple(people), place, is_shared_seat=len(people) > 1)
