"""What somebody needs, found out the long way: every round is played to its end by commands, in every way."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import permutations, product
from typing import Literal

from league.domain.forecast import Needs, context_of, goal_of, needs
from league.domain.seating import plan as seating
from league.domain.standings.standings import ranks, rows
from league.domain.tournament import commands as c
from league.domain.tournament.rounds.state import Table
from tests.league.domain.night import EVENING, Night

Told = Literal["yes", "no", "open"]
Counted = dict[tuple[int | None, bool], tuple[str, int, int, int]]
"""By place and whether it is shared: the verdict, all outcomes, those that reach the goal, and those left to a lot."""
SECRETS = [f"{number:032x}" for number in range(20)]
"""So many that a lot which may fall either way has done so."""


def asked(night: Night, entry: str, goal: str) -> Needs:
    return needs(context_of(night.state, night.last), entry, goal_of(goal), night.state.effective_settings.table_size)


def verdicts(night: Night, entry: str, goal: str) -> list[str]:
    """The verdict on each place at the entry's table, the best first."""
    return [need.verdict for need in asked(night, entry, goal).needs]


def counted(found: Needs) -> Counted:
    """What was counted exactly."""
    assert all(need.method == "exact" for need in found.needs)
    return {
        (need.place, need.shared): (need.verdict, need.outcomes, need.reached, need.undecided)  # type: ignore[misc]
        for need in found.needs
    }


@dataclass(frozen=True)
class Played:
    """A night whose last round came out so. ended: the places at its tables."""

    ended: list[dict[str, int]]
    night: Night

    def came_to(self, entry: str) -> tuple[int | None, bool]:
        """An entry's place at its table, None for none, and whether it was shared."""
        for places in self.ended:
            if entry in places:
                return places[entry], list(places.values()).count(places[entry]) > 1
        return None, False


def all_played(night: Night, *, draws: bool = False) -> list[Played]:
    """Every outcome of the last round. draws: whether two at a table may draw."""
    return [Played(ended, _closed(night, ended)) for ended in _endings(night, draws=draws)]


def tried_out(outcomes: list[Played], entry: str, goal: str) -> Counted:
    """What the outcomes come to. Their chain has no lot in it."""
    told: dict[tuple[int | None, bool], list[Told]] = {}
    for played in outcomes:
        told.setdefault(played.came_to(entry), []).append(_brings(played.night, entry, goal))
    return {
        came_to: (_verdict(brought), len(brought), brought.count("yes"), brought.count("open"))
        for came_to, brought in told.items()
    }


def _verdict(outcomes: list[Told]) -> str:
    if all(told == "yes" for told in outcomes):
        return "sure"
    return "impossible" if all(told == "no" for told in outcomes) else "possible"


def _endings(night: Night, *, draws: bool) -> Iterator[list[dict[str, int]]]:
    """Every way in which the tables end; one that has a result ends so."""
    yield from map(list, product(*(_of_table(table, draws=draws) for table in night.last.tables)))


def _of_table(table: Table, *, draws: bool) -> list[dict[str, int]]:
    if table.result is not None:
        return [table.result.places]
    found = [dict(zip(order, range(1, len(order) + 1), strict=True)) for order in permutations(table.seats)]
    return [*found, dict.fromkeys(table.seats, 1)] if draws else found


def _closed(night: Night, ended: list[dict[str, int]]) -> Night:
    played = deepcopy(night)
    if played.last.state != "running":
        played.start()
    for table, places in zip(played.last.tables, ended, strict=True):
        if table.result is None:
            played.send(c.RecordResult(table.id, places, EVENING))
    played.close_round()
    return played


def _brings(played: Night, entry: str, goal: str) -> Told:
    kind, _, what = goal.partition(":")
    if kind == "top":
        place = played.places()[entry]
        return "yes" if place is not None and place <= int(what) else "no"
    if kind == "final":
        place = ranks(rows(played.state))
        playing = [found.id for found in played.state.players(played.state.next_number)]
        before = sum(place[other] < place[entry] for other in playing)
        level = sum(place[other] == place[entry] for other in playing)
        return "yes" if before + level <= int(what) else "no" if before >= int(what) else "open"
    is_in = _area(played, SECRETS[0], entry) == what
    if any((_area(played, secret, entry) == what) != is_in for secret in SECRETS[1:]):
        return "open"
    return "yes" if is_in else "no"


def _area(played: Night, secret: str, entry: str) -> str | None:
    made = seating.plan(played.state, secret)
    return next((table.area for table in made.tables if entry in table.seats), None)
