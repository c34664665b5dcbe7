"""Knockout: a seeded bracket if tables have two seats, else heats from each of which the best `advance` go on.

| what | how |
| --- | --- |
| seeding | before the first round: by place, rating and lot; then as the first round was seated (`course`) |
| clubs and households | as far apart as that allows (`spread`) |
| two at a table | `bracket`: in the first round the best seeds have byes, later only entries without an opponent |
| heats | sizes and byes by `sizes`, dealt by seed in a snake (`heats`); byes: fewest so far, then best seed |
| final | when all remaining entries fit one table; its winner has won the knockout |
| too few for a table | filled with the best of those who went out in the last round |
| small final | in the round of the final, for those who went out before it; of two: the match for third place |
| shared places | who goes on is decided at the close (`PastTable.level`), by the director or the declared rule |
| shared places in a round closed before that | the better seed goes on, and `advancing` says so |
| a correction later | changes nobody in a round that was seated before it: `entitled`, `exchange` |
| absent, left early | does not go on |

In the first round the seats go from the lowest seed to the best and stay so, since they record the seeding; later the
first seat rotates. Areas are letters in the order of the best seeds, and `FINAL` and `SMALL_FINAL`. Separations are not
kept after the first round: the bracket decides who meets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from games.kernel import N_, Rejected
from league.domain.seating.areas import letters
from league.domain.seating.knockout import bracket, spread
from league.domain.seating.knockout.advancing import Advance, Border, advance_of
from league.domain.seating.knockout.course import Course, course, seeds_of
from league.domain.seating.knockout.heats import dealt, heat_rounds, is_final, small_final, turns
from league.domain.seating.lots import seat_order
from league.domain.seating.problem import Bounds, Problem, Seated, Seating
from league.domain.seating.sizes import table_sizes

__all__ = [
    "FINAL",
    "SMALL_FINAL",
    "Advance",
    "Border",
    "Entitled",
    "advancing",
    "entitled",
    "reached",
    "rounds_of",
    "seat",
    "seeding",
    "spread_seeding",
]

FINAL, SMALL_FINAL = "final", "small-final"


def seat(problem: Problem, *, advance: int, third_place: bool) -> Seating:
    """The next round. problem.history: the rounds of this knockout only. third_place: play a small final.

    Entries that went out, or came after the first round, have no seat and no bye.
    Raises Rejected: `bad_advance`, `too_few_entries`, and `no_more_rounds` if somebody has won.
    """
    _require_advance(problem.bounds, advance)
    if not problem.history:
        return _first(problem)
    at = _course(problem, advance)
    going = advance_of(at, problem)
    small_finals = _small_final_tables(problem, at, going) if third_place else ()
    if at.over or not going.on or (len(going.on) == 1 and not small_finals):
        raise Rejected("no_more_rounds", N_("The knockout is over."))
    tables, byes = _next(problem, at, going)
    starts = {entry: had[1] for entry, had in problem.seats_had.items()}
    lots = [seat_order(problem.seed, number, table, starts) for number, table in enumerate((*tables, *small_finals), 1)]
    return _seating(lots[: len(tables)], byes, lots[len(tables) :])


def seeding(problem: Problem) -> tuple[str, ...]:
    """The seeding, best first: by place, rating and lot before the first round; then as that round was seated."""
    if problem.history:
        return seeds_of(problem.history[0])
    unrated = min(problem.rating.values(), default=0) - 1
    rating, place = problem.rating, problem.place
    return tuple(sorted(problem.by_standing, key=lambda entry: (place.get(entry, 0), -rating.get(entry, unrated))))


def spread_seeding(problem: Problem) -> tuple[str, ...]:
    """The seeding by which the first round is seated, with clubs and households spread. Raises `too_few_entries`."""
    seeds, tight = seeding(problem), bool(problem.earlier)
    sizes = table_sizes(len(seeds), *problem.bounds)
    if _is_bracket(problem):
        byes = (1 << (len(seeds) - 1).bit_length()) - len(seeds)
        return spread.spread(problem, seeds, spread.of_bracket(len(seeds), byes, tight=tight))
    tables = [*[None] * sizes.byes, *turns(sizes.tables)]
    return spread.spread(problem, seeds, spread.of_heats(tables, tight=tight))


def advancing(problem: Problem, *, advance: int) -> Advance:
    """Who goes on after the last round, of which there is at least one, and what the seeding decided."""
    return advance_of(_course(problem, advance), problem)


def reached(problem: Problem, *, advance: int) -> Mapping[str, int]:
    """How far each entry has come, as a rank: 1 for the winner; equal if equally far; then as many on as came that far.

    Entries still in share 1, ahead of those who could be and have left. Those who went out in the same round share a
    rank, except in the final and the small final, which count by place. Empty before the first round; only players are
    listed.
    """
    if not problem.history:
        return {}
    at, there = _course(problem, advance), frozenset(problem.players)
    still_in = [at.alive] if at.over else [
        [entry for entry in at.alive if entry in there],
        [entry for entry in at.alive if entry not in there],
    ]  # fmt: skip
    ranks: dict[str, int] = {}
    for group in chain(still_in, *reversed(at.stopped)):
        further = [entry for entry in group if entry not in ranks]
        ranks.update(dict.fromkeys(further, len(ranks) + 1))
    return ranks


class Entitled(NamedTuple):
    """Who belongs in the next round by the results so far. third: in the small final. Others as in `Advance`."""

    on: tuple[str, ...]
    gone: tuple[str, ...]
    filled: tuple[str, ...]
    third: tuple[str, ...]


def entitled(problem: Problem, *, advance: int, third_place: bool) -> Entitled:
    """Who belongs in the next round, of which the first has been played."""
    at = _course(problem, advance)
    going = advance_of(at, problem)
    small_finals = _small_final_tables(problem, at, going) if third_place else ()
    return Entitled(going.on, going.gone, going.filled, tuple(chain(*small_finals)))


def rounds_of(entries: int, bounds: Bounds, advance: int) -> int:
    """The number of rounds if nobody leaves. Raises Rejected: `bad_advance`, `too_few_entries`."""
    _require_advance(bounds, advance)
    if bounds.max == 2 and entries > 1:
        return (entries - 1).bit_length()
    return heat_rounds(entries, bounds, advance)


def _require_advance(bounds: Bounds, advance: int) -> None:
    """At every table somebody must go on, and somebody must not."""
    if not 1 <= advance < bounds.min:
        facts = {"advance": advance, "smallest": bounds.min}
        template = N_(
            "{advance} can't go on from a table of {smallest}: at least one must go on, and at least one must not."
        )
        raise Rejected("bad_advance", template, facts, "format.advance")


def _course(problem: Problem, advance: int) -> Course:
    return course(problem.history, advance=advance, bracketed=_is_bracket(problem))


def _is_bracket(problem: Problem) -> bool:
    return problem.bounds.max == 2


Drawn = tuple[Sequence[Sequence[str]], Sequence[str]]
"""Tables, each and all best first, and who sits out."""


def _first(problem: Problem) -> Seating:
    """The first round: a bracket too is dealt in a snake, after the byes."""
    seeds = spread_seeding(problem)
    sizes = table_sizes(len(seeds), *problem.bounds)
    if _is_bracket(problem):
        tables, byes = _met(bracket.bracket_of(seeds))
    else:
        tables, byes = dealt(seeds[sizes.byes :], sizes.tables), seeds[: sizes.byes]
    return _seating([tuple(reversed(table)) for table in tables], byes, ())


def _next(problem: Problem, at: Course, going: Advance) -> Drawn:
    if len(going.on) == 1:
        return (), going.on
    if _is_bracket(problem):
        on = frozenset(going.on)
        return _met(tuple(entry if entry in on else None for entry in at.slots))
    sizes = table_sizes(len(going.on), *problem.bounds)
    had = Counter(entry for past in problem.history for entry in past.byes)
    byes = sorted(going.on, key=lambda entry: had[entry])[: sizes.byes]
    out = frozenset(byes)
    return dealt([entry for entry in going.on if entry not in out], sizes.tables), byes


def _met(slots: bracket.Slots) -> Drawn:
    found = bracket.pairing(slots)
    return found.matches, found.walkovers


def _small_final_tables(problem: Problem, at: Course, going: Advance) -> tuple[list[str], ...]:
    """The small final, if this is the round of the final and it can be seated."""
    last = len(going.on) < 2 or is_final(table_sizes(len(going.on), *problem.bounds))
    there = frozenset(problem.players)
    groups = [[entry for entry in group if entry in there] for group in going.out]
    players = small_final([group for group in groups if group], problem.bounds) if last and not at.over else []
    return (players,) if players else ()


def _seating(
    tables: Sequence[tuple[str, ...]], byes: Sequence[str], small_finals: Sequence[tuple[str, ...]]
) -> Seating:
    final = len(tables) == 1 and not byes
    seated = [Seated(table, FINAL if final else letters(number)) for number, table in enumerate(tables)]
    return Seating((*seated, *[Seated(table, SMALL_FINAL) for table in small_finals]), tuple(byes))
