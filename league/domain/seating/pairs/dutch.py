"""Two at a table by the FIDE (Dutch) System: prepares the request for the package that computes it.

The package is py4swiss (MIT; the matching in it Apache-2.0), an optional one that `league.seating.py4swiss` calls. It
follows the rules in force until January 2026. Neither it nor any other Python package is endorsed by FIDE, nor is this.

Not covered: tables of other sizes, and a director's decisions if the rules find no pairing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Literal, NamedTuple

from games.kernel import N_, Rejected
from league.domain.seating.costs import separated_pairs
from league.domain.seating.pairs import fixed_number
from league.domain.seating.problem import PastRound, PastTable, Problem, Seated, Seating, pair_of
from league.domain.seating.sizes import table_sizes

Result = Literal["win", "draw", "loss", "forfeit_win", "forfeit_loss", "bye", "absent"]


class Game(NamedTuple):
    """One entry's round. opponent: its number; 0: none. white: whether it had seat 1."""

    result: Result
    opponent: int = 0
    white: bool = False


@dataclass(frozen=True)
class Card:
    """An entry as the system sees it, in order of pairing numbers from 1. games: one for each past round.

    score: present, a whole number from 0 in the unit of `Scores`. there: whether it is to be paired.
    """

    games: tuple[Game, ...]
    score: int
    there: bool


class Scores(NamedTuple):
    """Points for results, from which the scores in past rounds are computed. bye: given by the pairing."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(1)


@dataclass(frozen=True)
class Request:
    """A round to pair. rounds: of the whole event, if known. barred: pairs of numbers that may not meet.

    pays: points for results, as whole numbers. white_first: whether number 1 has white in the first round.
    """

    cards: tuple[Card, ...]
    number: int
    rounds: int | None
    pays: Mapping[Result, int]
    barred: tuple[tuple[int, int], ...]
    white_first: bool


Pair = Callable[[Request], Sequence[tuple[int, int]] | None]
"""Pairs a round: numbers of white and black, where black is 0 for the bye; None if there is no pairing."""


def seat(
    problem: Problem,
    *,
    numbers: Sequence[str],
    pair: Pair | None,
    scores: Scores | None = None,
    white_first: bool = True,
) -> Seating:
    """The tables of the next round in the order of the system, and the bye.

    numbers: all entries of the event by pairing number, strongest first; the same in all rounds. pair: None if the
    package is not installed. Present scores are the problem's points, including penalties; scores of past rounds, which
    determine floats, follow from `scores`. Hard separations and fixed tables are kept; the system has no soft ones.
    Raises Rejected: `dutch_not_installed`, `too_few_entries`, `dutch_pairs_only`, `dutch_no_pairing`.
    """
    if pair is None:
        raise Rejected("dutch_not_installed", N_("The Dutch system needs the package py4swiss: install it first."))
    table_sizes(len(problem.players), 2, 2, 2)
    made = pair(request(problem, numbers, scores or Scores(), white_first=white_first))
    if made is None:
        template = N_("The Dutch system finds no pairing that keeps all its rules. Seat this round in another way.")
        raise Rejected("dutch_no_pairing", template)
    tables = [tuple(numbers[number - 1] for number in pairing) for pairing in made if 0 not in pairing]
    byes = tuple(numbers[white - 1] for white, black in made if black == 0)
    return Seating(tuple(Seated(seats, None, fixed_number(problem, seats)) for seats in tables), byes)


def request(problem: Problem, numbers: Sequence[str], scores: Scores, *, white_first: bool) -> Request:
    """The round as a request to the system. Raises Rejected `dutch_pairs_only`."""
    number = {entry: index for index, entry in enumerate(numbers, 1)}
    there = frozenset(problem.players)
    rounds = [_games(past, number) for past in problem.history]
    unit = lcm(*[points.denominator for points in (*problem.points.values(), *scores)])
    present = [int(problem.points.get(entry, Fraction(0)) * unit) for entry in numbers]
    least = min([0, *present])
    cards = tuple(
        Card(tuple(found.get(index, Game("absent")) for found in rounds), score - least, entry in there)
        for index, (entry, score) in enumerate(zip(numbers, present, strict=True), 1)
    )
    rounds_of = None if problem.rounds is None else problem.rounds - len(problem.earlier)
    at = problem.number_in_stage
    return Request(cards, at, rounds_of, _pays(scores, unit), _barred(problem, number), white_first)


def _games(past: PastRound, number: Mapping[str, int]) -> dict[int, Game]:
    """Each entry's game in a closed round, by number; entries that were not there are missing."""
    found = {number[entry]: Game("bye") for entry in past.byes}
    for table in past.tables:
        if len(table.seats) != 2:
            template = N_("The Dutch system pairs two at a table, but round {number} had a table of another size.")
            raise Rejected("dutch_pairs_only", template, {"number": past.number})
        white, black = table.seats
        found[number[white]] = Game(_result(table, white, black), number[black], white=True)
        found[number[black]] = Game(_result(table, black, white), number[white])
    return found


def _result(table: PastTable, own: str, other: str) -> Result:
    """The result of `own`, by places; without places a draw."""
    ahead = table.places.get(other, 1) - table.places.get(own, 1)
    if not table.played:
        return "forfeit_win" if ahead > 0 else "forfeit_loss"
    return "win" if ahead > 0 else "draw" if ahead == 0 else "loss"


def _pays(scores: Scores, unit: int) -> dict[Result, int]:
    win, draw, loss, bye = (int(points * unit) for points in scores)
    return {"win": win, "draw": draw, "loss": loss, "forfeit_win": win, "forfeit_loss": 0, "bye": bye, "absent": 0}


def _barred(problem: Problem, number: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    """Pairs of numbers that may never meet: hard separations, and entries with different fixed tables."""
    pairs = [pair for pair in separated_pairs(problem, hard=True) if pair[0] in number and pair[1] in number]
    fixed = [entry for entry in problem.players if entry in problem.fixed]
    pairs += [
        pair_of(one, other)
        for index, one in enumerate(fixed)
        for other in fixed[index + 1 :]
        if problem.fixed[one] != problem.fixed[other]
    ]
    return tuple((number[one], number[other]) for one, other in pairs)
