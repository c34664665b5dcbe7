"""What all questions about a round share, computed once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from games.kernel import N_, Rejected
from league.domain.forecast.bounds import SCORED, ChainParts, Keys, chain_parts, keys_of, ranked
from league.domain.forecast.outcomes import OpenTable, closed_with, covering, open_tables
from league.domain.seating.knockout.level import decided_level, level_tables
from league.domain.standings.lines import lines_of
from league.domain.standings.round_scores import score_so_far
from league.domain.standings.standings import ClosedRounds
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact

MOST_SCORES = 240
LEAST_COST = 150
"""Steps to rank an outcome, whatever the size of the tournament."""


@dataclass(frozen=True)
class Context:
    """A round in progress. tables: those without a result. earlier: the rounds before it.

    example: the tournament after one possible outcome. ranked: the entries in its standings.
    keys: their key ranges; None where places don't bound the points, or where a knockout comes first.
    pool: scores to sample from; empty where scores decide nothing. low: the lowest score is the best.
    """

    state: Tournament
    round: Round
    tables: Sequence[OpenTable]
    example: Tournament
    ranked: Sequence[str]
    chain: ChainParts
    keys: Keys | None
    pool: Sequence[Fraction]
    low: bool
    earlier: ClosedRounds

    @cached_property
    def seats(self) -> int:
        """The number of seats at open tables: the steps to draw an outcome and to compare its places."""
        return sum(table.size for table in self.tables)

    @cached_property
    def cost(self) -> int:
        """The steps to rank one outcome: an estimate from the lines of the standings and the tie-breaks."""
        state = self.state
        return LEAST_COST + len(state.entries) * (len(state.rounds) + 1) * (len(self.chain.known) + 1)


def context_of(state: Tournament, round: Round) -> Context:
    """The context of the tournament's last round.

    Raises Rejected: `several_games`, and `level_match` if the director has to say first who goes on in a knockout.
    """
    if round.games > 1:
        raise Rejected("several_games", N_("Places alone decide nothing here: each table plays several games."))
    decided_level(state, round, level_tables(state, round, score_so_far(state, round)), ())
    settings, tables = state.settings_in_round(round.number), open_tables(state, round)
    points = settings.points
    earlier = ClosedRounds(len(state.rounds) - 1, lines_of(state, state.rounds[:-1]))
    scored = points.pays_scores or any(name in SCORED for name in settings.chain)
    pool = _known_scores(state, round) if scored else ()
    chain = chain_parts(settings.tie_breaks, with_scores=bool(pool))
    if points.pays_scores:
        chain = chain._replace(own=(), own_end="others" if pool else "scores")
    bounded = settings.knockout is None and (points.share is True or not points.pays_scores)
    keys = keys_of(state, round, tables, chain.own, earlier) if bounded else None
    example = closed_with(state, round, next(covering(tables)), ())
    return Context(
        state=state,
        round=round,
        tables=tables,
        example=example,
        ranked=[row.entry for row in ranked(example, earlier)] if keys is None else list(keys),
        chain=chain,
        keys=keys,
        pool=pool,
        low=state.game_of(round).low_wins,
        earlier=earlier,
    )


def _known_scores(state: Tournament, round: Round) -> Sequence[Fraction]:
    """Scores of the round's game in this tournament, sorted; at most MOST_SCORES, evenly spread."""
    game = state.game_of(round)
    scores = sorted(
        exact(score)
        for earlier in state.rounds
        if state.game_of(earlier) == game
        for table in earlier.tables
        if table.result is not None
        for score in (table.result.scores or {}).values()
    )
    return (
        [scores[at * len(scores) // MOST_SCORES] for at in range(MOST_SCORES)] if len(scores) > MOST_SCORES else scores
    )
