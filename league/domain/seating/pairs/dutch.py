"""Two at a table by the FIDE (Dutch) System, as another package computes it: here is what it has to be told.

The package is py4swiss (MIT; the matching in it Apache-2.0), an optional one that `league.seating.py4swiss` calls. It
follows the rules in force till January 2026. Neither it nor any other Python package is endorsed by FIDE, nor is this.

Not covered: tables of other than two, and what a director would decide where the rules find no pairing.
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
    """One round of one entry. opponent: its number, 0 for none. white: whether it had seat 1."""

    result: Result
    opponent: int = 0
    white: bool = False


@dataclass(frozen=True)
class Card:
    """What the system has to know of an entry, in order of the numbers from 1. games: of all rounds.

    score: at present, a whole number from 0 in the unit of `Scores`. there: whether it is to be paired.
    """

    games: tuple[Game, ...]
    score: int
    there: bool


class Scores(NamedTuple):
    """What results pay, by which scores at the time of past rounds are told. bye: of the pairing."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(1)


@dataclass(frozen=True)
class Request:
    """A round that is to be paired. rounds: of the whole event, where that is known. barred: numbers not to meet.

    pays: what results pay, as whole numbers. white_first: whether number 1 has white in the first round.
    """

    cards: tuple[Card, ...]
    number: int
    rounds: int | None
    pays: Mapping[Result, int]
    barred: tuple[tuple[int, int], ...]
    white_first: bool


Pair = Callable[[Request], Sequence[tuple[int, int]] | None]
"""Pairs a round: numbers of white and black, 0 for black being the bye; None where there is no pairing."""


def seat(
    problem: Problem,
    *,
    numbers: Sequence[str],
    pair: Pair | None,
    scores: Scores | None = None,
    white_first: bool = True,
) -> Seating:
    """The tables of the next round in the order of the system, and who sits out.

    numbers: all entries there have ever been, in the order of the pairing numbers, those of the strongest first; the
    same order for all rounds. pair: of the package, None where it is not installed. Scores of the present round are
    the field's points, penalties too; those of past rounds, which tell who has floated, follow from `scores`.
    Hard separations and tables of their own are kept; soft ones the system does not know.
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
    """The round as the system has to be told it. Raises Rejected `dutch_pairs_only`."""
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
    """What each had in a closed round, by number; whoever is not named was not there."""
    found = {number[entry]: Game("bye") for entry in past.byes}
    for table in past.tables:
        if len(table.seats) != 2:
            template = N_("The Dutch system pairs two at a table: round {number} had another table.")
            raise Rejected("dutch_pairs_only", template, {"number": past.number})
        white, black = table.seats
        found[number[white]] = Game(_result(table, white, black), number[black], white=True)
        found[number[black]] = Game(_result(table, black, white), number[white])
    return found


def _result(table: PastTable, own: str, other: str) -> Result:
    """How the table ended for `own`, by the places; without places it is a draw."""
    ahead = table.places.get(other, 1) - table.places.get(own, 1)
    if not table.played:
        return "forfeit_win" if ahead > 0 else "forfeit_loss"
    return "win" if ahead > 0 else "draw" if ahead == 0 else "loss"


def _pays(scores: Scores, unit: int) -> dict[Result, int]:
    """What each result pays in whole units."""
    win, draw, loss, bye = (int(points * unit) for points in scores)
    return {
        "win": win,
        "draw": draw,
        "loss": loss,
        "forfeit_win": win,
        "forfeit_loss": 0,
        "bye": bye,
        "absent": 0,
    }


def _barred(problem: Problem, number: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    """The numbers that are never to meet: separations, and two with different tables of their own."""
    pairs = [pair for pair in separated_pairs(problem, hard=True) if pair[0] in number and pair[1] in number]
    fixed = [entry for entry in problem.players if entry in problem.fixed]
    pairs += [
        pair_of(one, other)
        for index, one in enumerate(fixed)
        for other in fixed[index + 1 :]
        if problem.fixed[one] != problem.fixed[other]
    ]
    return tuple((number[one], number[other]) for one, other in pairs)
