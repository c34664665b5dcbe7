"""The points of one round: of the tables that have reported, of the byes, and of who missed it."""

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


def score_so_far(state: Tournament, found: Round) -> RoundScore:
    """What a round that is not closed has come to. A bye of an entry that has left is not paid."""
    score = RoundScore()
    for table in found.tables:
        add_table(score, state.settings_in_round(found.number).points, table)
    for entry in found.byes:
        if not state.entries[entry].left:
            score.byes[entry] = bye_of(state, found, entry)
    return score


def decided_score(state: Tournament, found: Round) -> RoundScore:
    """A round's score at its close: who had neither a seat nor a bye that is paid has missed it.

    Who is not in the stage has missed nothing, and has no points; nor who has been in a knockout.
    """
    score = score_so_far(state, found)
    missed, admitted = exact(state.settings_in_round(found.number).points.missed), state.admitted(found.number)
    out = _has_played(_before(state, found)) if state.knockout else {}
    for entry in state.entries:
        if entry not in score.points and entry not in score.byes:
            score.missed[entry] = missed if entry in admitted and entry not in out else Fraction(0)
    return score


def _has_played(rounds: Iterable[Round]) -> dict[str, None]:
    """Whoever had a seat or a bye in these closed rounds."""
    scores = [found.score for found in rounds if found.score]
    return dict.fromkeys(entry for score in scores for entry in (*score.points, *score.byes))


def recalculated_byes(
    state: Tournament, corrected: Round, points: Mapping[str, Fraction]
) -> dict[str, dict[str, Fraction]]:
    """What byes of rounds closed after `corrected` pay with other `points` of one of its tables, by round and entry.

    Only those that pay another mean than before; points of a bye's own stay. Who sat at the table has played before
    such a bye.
    """
    moved: dict[str, dict[str, Fraction]] = {}
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
                    moved.setdefault(later.id, {})[entry] = mean
    return moved


def bye_of(state: Tournament, found: Round, entry: str) -> Fraction:
    """What sitting out a round pays an entry, by the rounds of its stage that are closed."""
    own = found.terms_of(entry).points
    if own is not None:
        return exact(own)
    played, held = (
        [points for _, points in _played(_before(state, found), entry)],
        state.settings_in_round(found.number),
    )
    return bye_points(held.points, played, held.table_size.prefer, found.games)


def _before(state: Tournament, found: Round) -> list[Round]:
    """The closed rounds before a round, of its stage."""
    stage = state.stage_of(found.number)
    first = 1 if stage is None else stage.from_round
    return [earlier for earlier in state.closed_rounds if first <= earlier.number < found.number]


def _played(rounds: Sequence[Round], entry: str) -> list[tuple[Round, Fraction]]:
    """The closed rounds in which an entry had a seat, with its points."""
    return [(found, found.score.points[entry]) for found in rounds if found.score and entry in found.score.points]
