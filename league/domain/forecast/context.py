"""What all questions about a round have in common, whoever asks and for what goal: worked out once for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.kernel import N_, Rejected
from league.domain.forecast.bounds import SCORED, Cut, Keys, cut, keys_of, ranked
from league.domain.forecast.outcomes import Open, after, open_tables, rotated
from league.domain.standings.lines import lines_of
from league.domain.standings.standings import ClosedRounds
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact

MOST_SCORES = 240


@dataclass(frozen=True)
class Context:
    """A round that is not over. tables: those that are still to report.

    known: the tournament after one of its outcomes. there: whom the standings order then. keys: of all of them; None
    where places don't bound the points, or a bracket is before these. pool: scores to draw those of the tables from,
    where these decide anything; low: the lowest is the best. before: the rounds before it.
    """

    state: Tournament
    found: Round
    tables: Sequence[Open]
    known: Tournament
    there: Sequence[str]
    cut: Cut
    keys: Keys | None
    pool: Sequence[Fraction]
    low: bool
    before: ClosedRounds


def context_of(state: Tournament, found: Round) -> Context:
    """What questions about the last round of the tournament rest on. Raises Rejected: `several_games`."""
    held, tables = state.settings_in_round(found.number), open_tables(state, found)
    if found.games > 1:
        raise Rejected("several_games", N_("Several games are played at each table: places alone decide nothing."))
    earlier = state.rounds[:-1]
    before = ClosedRounds(len(earlier), lines_of(state, earlier))
    scored = held.points.pays_scores or any(name in SCORED for name in held.chain)
    pool = _pool(state, found) if scored else ()
    parts = cut(held.tie_breaks, with_scores=bool(pool))
    if held.points.pays_scores:
        parts = parts._replace(own=(), own_end="others" if pool else "scores")
    keyed = held.knockout is None and (held.points.share is True or not held.points.pays_scores)
    keys = keys_of(state, found, tables, parts.own, before) if keyed else None
    known = after(state, found, next(rotated(tables)), ())
    there = [row.entry for row in ranked(known, before)] if keys is None else list(keys)
    return Context(state, found, tables, known, there, parts, keys, pool, state.game_of(found).low_wins, before)


def _pool(state: Tournament, found: Round) -> Sequence[Fraction]:
    """Scores that were told in this tournament of the game of the round; of many some, spread evenly."""
    game = state.game_of(found)
    told = sorted(
        exact(score)
        for earlier in state.rounds
        if state.game_of(earlier) == game
        for table in earlier.tables
        if table.result is not None
        for score in (table.result.scores or {}).values()
    )
    return [told[at * len(told) // MOST_SCORES] for at in range(MOST_SCORES)] if len(told) > MOST_SCORES else told
