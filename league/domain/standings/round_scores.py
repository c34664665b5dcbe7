"""The points of one round: of tables that have reported, of byes and of missed rounds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from league.domain.standings.absences import missed_points, result_points
from league.domain.standings.byes import Byes, before
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.results.scores import GameScore, RoundScore
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import PointScheme
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact


def claim_points(
    state: Tournament, round: Round, game: Table, claim: Claim, scheme: PointScheme | None = None
) -> dict[str, Fraction]:
    """What a claim for a game of a round pays. scheme: if left out, that by which the round is or was paid."""
    tables = (table.games[game.game - 1] for table in round.tables if table.id != game.id)
    others = (table.result.claim for table in tables if table.result is not None)
    return result_points(scheme or scheme_of(state, round), claim, state.edition, others)


def scheme_of(state: Tournament, round: Round) -> PointScheme:
    """The scheme by which a round is paid or, if it is closed, was paid."""
    return (round.score and round.score.scheme) or state.settings_in_round(round.number).points


def table_scores(state: Tournament, round: Round, scheme: PointScheme) -> RoundScore:
    """The results that the tables of a round have reported so far, paid by a scheme."""
    score = RoundScore()
    for table in round.tables:
        played = {
            game.game: GameScore(game.result.places, claim_points(state, round, game, game.result.claim, scheme))
            for game in table.games
            if game.result is not None
        }
        if table.more and played:
            score.games[table.id] = played
            score.add_up(table.id, scheme)
        elif played:
            score.places.update(played[1].places)
            score.points.update(played[1].points)
    return score


def score_so_far(state: Tournament, round: Round) -> RoundScore:
    """The score of a round that is not closed. In the first edition a bye of an entry that has dropped isn't paid."""
    score = table_scores(state, round, state.settings_in_round(round.number).points)
    byes = Byes(state, state.closed_rounds)
    for entry in round.byes:
        if state.edition > 1 or not state.entries[entry].left:
            score.byes[entry] = byes.pays(round, entry, score)
    return score


def decided_score(state: Tournament, round: Round) -> RoundScore:
    """A round's score at its close: entries with neither a seat nor a paid bye have missed it."""
    score = score_so_far(state, round)
    pays, due = missed_pays(state, round, score), due_in(state, round)
    for entry in state.entries:
        if entry not in score.points and entry not in score.byes:
            score.missed[entry] = pays if entry in due else Fraction(0)
    return score


def missed_pays(state: Tournament, round: Round, score: RoundScore) -> Fraction:
    """What a missed round pays. score: of its tables."""
    scheme = score.scheme or state.settings_in_round(round.number).points
    return exact(scheme.missed) if state.edition == 1 else missed_points(scheme, score.points.values())


def due_in(state: Tournament, round: Round) -> Collection[str]:
    """Who has missed a round without a seat or a bye. The others are outside its stage, or out of a knockout."""
    admitted = state.admitted(round.number)
    if state.settings_in_round(round.number).knockout is None:
        return admitted
    out = _have_played(before(state, round))
    return [entry for entry in admitted if entry not in out]


def out_before(state: Tournament, round: Round) -> Collection[str]:
    """Who was out of a knockout before a round: everybody who was in it, and not in this round. None in edition 1."""
    if state.edition == 1 or state.settings_in_round(round.number).knockout is None:
        return ()
    return _have_played(before(state, round)).keys()


def _have_played(rounds: Iterable[Round]) -> dict[str, None]:
    """Everybody with a seat or a bye in these closed rounds."""
    scores = [round.score for round in rounds if round.score]
    return dict.fromkeys(entry for score in scores for entry in (*score.points, *score.byes))
