"""The points that an event of a season pays, exact.

| rule | in the scheme | source |
| --- | --- | --- |
| a list of points, 0 beyond it | `points.by_place` | motor sport, board-game leagues |
| place = points, the lowest total wins; codes | `points.low_point` | Racing Rules of Sailing, appendix A |
| points as given | `awards` of an event | organisers' decisions, redress |
| shared places | `points.ties` | usual |
| shared seats: full points each, a part each, nothing | `shared_seat` | motor sport |

The points for the place, code or award are multiplied by the event's multiplier and, for the season's final, by the
scheme's `final`. Extra points are added as given.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec import UNSET

from league.domain.season.state import SeasonEvent
from league.domain.season.table.outcomes import DID_NOT_COME, Outcome, Unit
from league.domain.season.table.scheme import LowPoint, Scheme, is_relative
from league.domain.standings.points import shared
from league.domain.values.numbers import Exact, exact, plain

UNLISTED_CODE = "entries+1"


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """An event of a person. number: of the event in the season. extra: the part of the points that was extra.

    place: in the event. season_place: among people of the season with a place in it. Both are None with only a status,
    an award or extra points. played: whether the person came, which counts as attendance and towards the minimum.
    """

    event: str
    number: int
    place: int | None
    status: str | None
    points: Exact
    extra: Exact = 0
    played: bool = True
    droppable: bool = True
    season_place: int | None = None


def scored_events(scheme: Scheme, outcomes: Sequence[Outcome]) -> dict[str, list[ScoredEvent]]:
    """The events of each person, in the season's order.

    With low points everybody in the season has every event, as DNC if it doesn't name them; otherwise only events that
    name them.
    """
    everybody = list(dict.fromkeys(person for outcome in outcomes for person in _listed_people(outcome)))
    entered = len({person for outcome in outcomes for person in _paid_people(outcome)})
    by_person: dict[str, list[ScoredEvent]] = defaultdict(list)
    for outcome in outcomes:
        people = everybody if scheme.low_point else _listed_people(outcome)
        for person, line in _of_event(scheme, outcome, people, entered).items():
            by_person[person].append(line)
    return dict(by_person)


def scored_after_each(scheme: Scheme, outcomes: Sequence[Outcome]) -> Iterator[Mapping[str, list[ScoredEvent]]]:
    """The results of `scored_events` for the first event, the first two, and so on.

    The lists grow from step to step. With low points, which depend on the number of people, they are recomputed
    whenever somebody is new.
    """
    known: dict[str, None] = {}
    entered: set[str] = set()
    by_person: dict[str, list[ScoredEvent]] = defaultdict(list)
    for at, outcome in enumerate(outcomes, 1):
        before = len(known), len(entered)
        known |= dict.fromkeys(_listed_people(outcome))
        entered.update(_paid_people(outcome))
        if scheme.low_point and (len(known), len(entered)) > before:
            by_person = defaultdict(list, scored_events(scheme, outcomes[:at]))
        else:
            people = list(known) if scheme.low_point else _listed_people(outcome)
            for person, line in _of_event(scheme, outcome, people, len(entered)).items():
                by_person[person].append(line)
        yield by_person


def _paid_people(outcome: Outcome) -> list[str]:
    """Everybody who gets points from an event, even if only extra points."""
    return list(dict.fromkeys([*outcome.people, *(extra.person for extra in outcome.event.extra)]))


def _listed_people(outcome: Outcome) -> list[str]:
    """Everybody for whom an event counts in any way, also those who only stood in: that is attendance."""
    return list(dict.fromkeys([*_paid_people(outcome), *outcome.attended]))


def _of_event(scheme: Scheme, outcome: Outcome, people: Sequence[str], entries: int) -> dict[str, ScoredEvent]:
    places = {person: unit.place for unit in _worst_first(outcome.units) for person in unit.people}
    among = _among_the_season(outcome)
    paid = _paid(scheme, outcome, people, entries)
    extra = _extra(outcome)
    factor = _factor(scheme, outcome.event)
    attended, named = set(outcome.attended), set(outcome.people)
    rule = scheme.low_point
    lines: dict[str, ScoredEvent] = {}
    for person in people:
        status = outcome.status.get(person, DID_NOT_COME if rule and person not in named else None)
        lines[person] = ScoredEvent(
            event=outcome.event.id,
            number=outcome.number,
            place=places.get(person),
            status=status,
            points=plain(paid[person] * factor + extra[person]),
            extra=plain(extra[person]),
            played=person in attended,
            droppable=rule is None or status not in rule.undroppable,
            season_place=among.get(places.get(person)),
        )
    return lines


def _among_the_season(outcome: Outcome) -> dict[int | None, int]:
    """Places in the event as places among people of the season: 2, 5, 5, 9 become 1, 2, 2, 4."""
    season_places: dict[int | None, int] = {}
    for rank, place in enumerate(sorted(unit.place for unit in outcome.units), 1):
        season_places.setdefault(place, rank)
    return season_places


def points_of_place(scheme: Scheme, event: SeasonEvent, place: int) -> Exact:
    """What a place that nobody shares pays in an event."""
    return plain(_listed(scheme, place) * _factor(scheme, event))


def _factor(scheme: Scheme, event: SeasonEvent) -> Fraction:
    """The multiplier of an event: its own, times the scheme's for a final."""
    of_final = exact(scheme.final) if event.final and scheme.final is not UNSET else 1
    return exact(event.multiplier) * of_final


def _paid(scheme: Scheme, outcome: Outcome, people: Sequence[str], entries: int) -> dict[str, Fraction]:
    """Points before multiplier and extra: an award if there is one, otherwise those for the place or code.

    If only awards count, people without one get nothing; with low points, where that would be best, they score as
    absent.
    """
    if rule := scheme.low_point:
        starters = len(outcome.starters)
        absent = code_points(rule, DID_NOT_COME, starters, entries)
        paid = dict.fromkeys(people, absent)
        if not outcome.awards_only:
            paid |= {
                person: code_points(rule, code, starters, entries) for person, code in outcome.status.items()
            } | _by_place(scheme, outcome.units, absent)
    else:
        paid = {person: Fraction(0) for person in people}
        if not outcome.awards_only:
            paid |= _by_place(scheme, outcome.units, Fraction(0))
    return paid | {person: exact(points) for person, points in outcome.awards.items()}


def code_points(rule: LowPoint, code: str, starters: int, entries: int) -> Fraction:
    """The points for a code. starters: of the event; entries: of the season."""
    points = rule.codes.get(code, UNLISTED_CODE)
    if not is_relative(points):
        return exact(points)
    counted, _, more = str(points).partition("+")
    return Fraction((starters if counted == "starters" else entries) + int(more))


def _by_place(scheme: Scheme, units: Sequence[Unit], nothing: Fraction) -> dict[str, Fraction]:
    """Points by place. nothing: for people in a shared seat if the scheme pays them none.

    k units at one place share the points of that place and the k - 1 after it. A person with two places has the better.
    """
    sharers = Counter(unit.place for unit in units)
    paid: dict[str, Fraction] = {}
    for unit in _worst_first(units):
        points = _place_points(scheme, unit.place, sharers[unit.place])
        if unit.is_shared_seat and scheme.shared_seat == "split":
            points /= len(unit.people)
        if unit.is_shared_seat and scheme.shared_seat == "none":
            points = nothing
        paid |= dict.fromkeys(unit.people, points)
    return paid


def _worst_first(units: Sequence[Unit]) -> list[Unit]:
    """Sorted so that a person's better place is written last."""
    return sorted(units, key=lambda unit: unit.place, reverse=True)


def _place_points(scheme: Scheme, place: int, sharers: int) -> Fraction:
    if scheme.points is None:
        return Fraction(0)
    taken = [_listed(scheme, place + more) for more in range(sharers)]
    return shared(taken, 1, sharers, scheme.points.ties)


def _listed(scheme: Scheme, place: int) -> Fraction:
    """Points for a place that is not shared."""
    if scheme.low_point is not None:
        return Fraction(place)
    listed = scheme.points.by_place or () if scheme.points else ()
    return exact(listed[place - 1]) if place <= len(listed) else Fraction(0)


def _extra(outcome: Outcome) -> Mapping[str, Fraction]:
    points: dict[str, Fraction] = defaultdict(Fraction)
    for extra in outcome.event.extra:
        points[extra.person] += exact(extra.points)
    return points
