"""What staff decide about a table's result: rulings on disputes, and corrections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from fractions import Fraction

from msgspec import UNSET, UnsetType

from games.kernel import N_, Event, Rejected
from league.domain.seating.knockout.level import decided_level, level_tables
from league.domain.standings.byes import recalculated_byes
from league.domain.standings.round_scores import claim_points
from league.domain.tournament.closing.events import StandingsRevised
from league.domain.tournament.closing.rules import counted_attendance, final_places
from league.domain.tournament.require import require_running, result_of, table_of
from league.domain.tournament.results.claims import claim_in
from league.domain.tournament.results.commands import CorrectResult, Decider, RuleResult
from league.domain.tournament.results.events import ResultCorrected, ResultRuled
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.results.rules import recorded
from league.domain.tournament.results.scores import GameScore, LevelMatch
from league.domain.tournament.results.senders import Sender
from league.domain.tournament.results.state import Result
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.stages.rules import revised
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import Written, written

Points = dict[str, Written]
"""By entry."""


def rule(state: Tournament, command: RuleResult) -> Iterator[Event]:
    """Upholds a disputed result or replaces it; both are final for the table."""
    table, round = table_of(state, command.table, command.game)
    require_running(state, round)
    known = result_of(table)
    if not known.disputes:
        raise Rejected("no_dispute", N_("Nobody disputes the result of table {number}."), {"number": table.number})
    standing = known.claim, known.source
    decided = standing if command.said is None else (claim_in(state, table, command.said), command.source)
    if decided != standing:
        yield recorded(table, *decided, command.at, Sender(command.by))
    yield ResultRuled(
        table=table.id,
        upheld=decided == standing,
        at=command.at,
        by=command.by,
        reason=command.reason,
        game=table.event_game,
    )


def correct(state: Tournament, command: CorrectResult) -> Iterator[Event]:
    """Replaces a result, with new points in a closed round and new standings in a closed tournament.

    Points follow the scheme by which the round was paid. Byes in later rounds and frozen standings follow. No event if
    the result is the same and undisputed. A correction settles all disputes.
    """
    table, round = table_of(state, command.table, command.game)
    if state.state == "cancelled":
        raise Rejected("tournament_cancelled", N_("The tournament was cancelled."))
    if round.state != "closed":
        require_running(state, round)
    known = result_of(table)
    claim = claim_in(state, table, command.said)
    if not known.disputes and (claim, command.source) == (known.claim, known.source):
        return
    points, byes = _recalculated(state, table, round, claim)
    level = _level(state, table, round, command, claim)
    yield ResultCorrected(
        table=table.id,
        claim=claim,
        source=command.source,
        points=points,
        at=command.at,
        by=command.by,
        reason=command.reason,
        byes=byes,
        game=table.event_game,
        level=level,
    )
    if round.score is None:
        return
    yield from revised(state, command.reason)
    if state.state == "closed":
        yield StandingsRevised(
            edition=state.editions + 1,
            standings=final_places(state),
            at=command.at,
            reason=command.reason,
            attended=counted_attendance(state),
        )


def _recalculated(
    state: Tournament, table: Table, round: Round, claim: Claim
) -> tuple[Points | None, dict[str, Points]]:
    """The table's new points and, by round, changed byes of later rounds; None and none in an open round."""
    if round.score is None:
        return None, {}
    points = claim_points(state, round, table, claim)
    of_round = round.score.corrected(table.id, table.game, points)
    byes = {later: _written(changed) for later, changed in recalculated_byes(state, round, of_round).items()}
    return _written({entry: points[entry] for entry in claim.places}), byes


def _level(
    state: Tournament, table: Table, round: Round, command: CorrectResult, claim: Claim
) -> LevelMatch | UnsetType:
    """Who goes on from the table, if it is level by the new result in a closed round of a knockout.

    An earlier decision between the same entries stays, unless the command names others.
    """
    if round.score is None or state.settings_in_round(round.number).knockout is None:
        return UNSET
    after = deepcopy(round)
    changed = next(other for other in after.tables if other.id == table.id).games[table.game - 1]
    changed.result = Result(claim, command.source, command.at, command.by)
    score = deepcopy(round.score)
    score.correct(table.id, table.game, GameScore(claim.places, claim_points(state, round, table, claim)))
    found = [level for level in level_tables(state, after, score) if level.table.id == table.id]
    how: Decider = "director" if command.decided_by is UNSET else command.decided_by
    return next(iter(decided_level(state, round, found, command.goes_on, how)), UNSET)


def _written(points: Mapping[str, Fraction]) -> Points:
    return {entry: written(number) for entry, number in points.items()}
