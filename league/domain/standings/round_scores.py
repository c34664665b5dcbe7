"""The points of one round: of tables that have reported, of byes and of missed rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from league.domain.standings.points import MEAN, bye_points, result_points
from league.domain.tournament.results.scores import GameScore, RoundScore
from league.domain.tournament.results.state import Result
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import PointScheme
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact


def add_table(score: RoundScore, scheme: PointScheme, table: Table) -> None:
    """Adds the results that a table has reported so far, paid by a scheme."""
    if table.more:
        played = {game.game: _game_score(scheme, game.result) for game in table.games if game.result is not None}
        if played:
            score.games[table.id] = played
            score.add_up(table.id, scheme)
    elif table.result is not None:
        score.places.update(table.result.places)
        score.points.update(result_points(scheme, table.result.claim))


def _game_score(scheme: PointScheme, result: Result) -> GameScore:
    return GameScore(result.places, result_points(scheme, result.claim))


def score_so_far(state: Tournament, round: Round) -> RoundScore:
    """The score of a round that is not closed. In the first edition a bye of an entry that has dropped isn't paid."""
    score = RoundScore()
    for table in round.tables:
        add_table(score, state.settings_in_round(round.number).points, table)
    for entry in round.byes:
        if state.edition > 1 or not state.entries[entry].left:
            score.byes[entry] = bye_of(state, round, entry)
    return score


def decided_score(state: Tournament, round: Round) -> RoundScore:
    """A round's score at its close: entries with neither a seat nor a paid bye have missed it.

    Entries outside the stage, or out of a knockout, have not missed it and get no points.
    """
    score = score_so_far(state, round)
    missed, admitted = exact(state.settings_in_round(round.number).points.missed), state.admitted(round.number)
    eliminated = _has_played(_before(state, round)) if state.knockout else {}
    for entry in state.entries:
        if entry not in score.points and entry not in score.byes:
            score.missed[entry] = missed if entry in admitted and entry not in eliminated else Fraction(0)
    return score


def _has_played(rounds: Iterable[Round]) -> dict[str, None]:
    """Everybody with a seat or a bye in these closed rounds."""
    scores = [round.score for round in rounds if round.score]
    return dict.fromkeys(entry for score in scores for entry in (*score.points, *score.byes))


def recalculated_byes(
    state: Tournament, corrected: Round, points: Mapping[str, Fraction]
) -> dict[str, dict[str, Fraction]]:
    """New points of byes in later closed rounds, if a table of `corrected` has these `points`; by round and entry.

    Only byes that pay a mean, and only if it changes. A bye with points of its own stays.
    """
    changed: dict[str, dict[str, Fraction]] = {}
    for later in state.closed_rounds[corrected.number :]:
        score = later.score
        if score is None or score.scheme is None or score.scheme.bye != MEAN:
            continue
        for entry in points:
            if entry in score.byes and later.terms_of(entry).points is None:
                before = _played(_before(state, later), entry)
                played = [points[entry] if found is corrected else earned for found, earned in before]
                mean = bye_points(
                    score.scheme, played, state.settings_in_round(later.number).table_size.prefer, later.games
                )
                if mean != score.byes[entry]:
                    changed.setdefault(later.id, {})[entry] = mean
    return changed


def bye_of(state: Tournament, round: Round, entry: str) -> Fraction:
    """Points for a bye of an entry in a round, from the closed rounds of its stage."""
    own = round.terms_of(entry).points
    if own is not None:
        return exact(own)
    played = [points for _, points in _played(_before(state, round), entry)]
    settings = state.settings_in_round(round.number)
    return bye_points(settings.points, played, settings.table_size.prefer, round.games)


def _before(state: Tournament, round: Round) -> list[Round]:
    """The closed rounds before a round, in its stage."""
    stage = state.stage_of(round.number)
    first = 1 if stage is None else stage.from_round
    return [earlier for earlier in state.closed_rounds if first <= earlier.number < round.number]


def _played(rounds: Sequence[Round], entry: str) -> list[tuple[Round, Fraction]]:
    """The closed rounds in which an entry had a seat, with its points."""
    return [(round, round.score.points[entry]) for round in rounds if round.score and entry in round.score.points]
