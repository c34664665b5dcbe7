"""Round robin: everyone meets everyone once, or twice with the starts reversed, in as few rounds as possible.

The rest is planned before each round, from the pairs that have not met. While everybody is there and plays as planned,
it is the Berger tables; otherwise they are kept as far as they need no more rounds than necessary.

| module | content |
| --- | --- |
| `berger` | the Berger tables |
| `open_games` | the pairs that still have to meet, and their division into rounds |
| `colouring` | the search for the fewest rounds |
"""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import N_, Rejected
from league.domain.seating.pairs import fixed_number
from league.domain.seating.problem import Problem, Seated, Seating
from league.domain.seating.round_robin.berger import round_of
from league.domain.seating.round_robin.open_games import OpenGames
from league.domain.seating.sizes import table_sizes

ROUNDS_LEFT = "rounds_left"


def seat(
    problem: Problem,
    *,
    double: bool,
    numbers: Sequence[str],
    waiting: Sequence[str] = (),
    others: Sequence[str] = (),
) -> Seating:
    """The next round of the rest: its tables, seat 1 starting, its byes, and how many rounds are needed after it.

    numbers: entries by pairing number, drawn once for all rounds, including those who have left; late ones at the end.
    waiting: entries that sit this round out, and play later. others: entries that are not in the round robin now.
    double: everybody meets twice. Rounds of the stage count as meetings, however they were seated. Separations are not
    kept here. Two with different fixed tables sit at the one of the first seat. Raises Rejected: `too_few_entries`,
    `no_more_rounds`, `nobody_meets` (all open games need somebody who sits out), `no_number` (a player has none).
    """
    table_sizes(len(problem.players), 2, 2, 2)
    strangers = [entry for entry in (*problem.players, *waiting) if entry not in set(numbers)]
    if strangers:
        template = N_("These came too late for the round robin, which has no free number: {entries}.")
        raise Rejected("no_number", template, {"entries": strangers})
    rest = OpenGames(problem, numbers, waiting, double=double)
    if rest.is_undisturbed:
        pairs, left = _next_of_berger(problem, numbers, double=double), rest.rounds_left_of_berger
    else:
        pairs, left = _next_of_rest(problem, rest, others)
    playing = {entry for pair in pairs for entry in pair}
    tables = tuple(Seated(pair, None, fixed_number(problem, pair)) for pair in pairs)
    byes = tuple(entry for entry in numbers if entry in set(problem.players) and entry not in playing)
    return Seating(tables, byes, {ROUNDS_LEFT: left})


def _next_of_berger(problem: Problem, numbers: Sequence[str], *, double: bool) -> list[tuple[str, str]]:
    pairs = round_of(len(numbers), problem.number_in_stage, double=double)
    return [(numbers[one - 1], numbers[other - 1]) for one, other in pairs if max(one, other) <= len(numbers)]


def _next_of_rest(problem: Problem, rest: OpenGames, others: Sequence[str]) -> tuple[list[tuple[str, str]], int]:
    """The pairs of the next round, and the rounds after it. Raises Rejected."""
    if not rest.has_games:
        raise _no_more_rounds(problem, rest, others)
    pairs, left = rest.next_round()
    if not pairs:
        template = N_("All open games need somebody who sits out in round {number}: {entries}.")
        raise Rejected("nobody_meets", template, {"number": problem.number, "entries": rest.waiting_with_games}, "byes")
    return pairs, left


def _no_more_rounds(problem: Problem, rest: OpenGames, others: Sequence[str]) -> Rejected:
    template = N_("After {rounds} rounds everybody has met everybody.")
    if rest.has_left_open(others):
        template = N_("After {rounds} rounds everybody who is here has met everybody else who is here.")
    return Rejected("no_more_rounds", template, {"rounds": problem.number_in_stage - 1})
