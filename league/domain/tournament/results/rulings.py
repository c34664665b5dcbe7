"""What staff decide about a table's result: a dispute is ruled on, a result is corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from games.kernel import N_, Event, Rejected
from league.domain.standings.points import result_points
from league.domain.standings.round_scores import recalculated_byes
from league.domain.tournament.closing.events import StandingsRevised
from league.domain.tournament.closing.rules import final_places
from league.domain.tournament.require import result_of, running, table_of
from league.domain.tournament.results.claims import claim_in
from league.domain.tournament.results.commands import CorrectResult, RuleResult
from league.domain.tournament.results.events import ResultCorrected, ResultRuled
from league.domain.tournament.results.reports import Claim, Report
from league.domain.tournament.results.rules import recorded
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.stages.rules import revised
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import written


def rule(state: Tournament, command: RuleResult) -> Iterator[Event]:
    """Upholds a disputed result, or puts another in its place; either is final for the table."""
    table, found = table_of(state, command.table, command.game)
    running(state, found)
    known = result_of(table)
    if not known.disputes:
        raise Rejected("no_dispute", N_("Nobody disputes the result of table {number}."), {"number": table.number})
    stands = known.claim, known.source
    decided = stands if command.said is None else (_claim(state, table, command.said), command.source)
    if decided != stands:
        yield recorded(table, *decided, command.at, command.by)
    yield ResultRuled(table.id, decided == stands, command.at, command.by, command.reason, table.told_game)


def correct(state: Tournament, command: CorrectResult) -> Iterator[Event]:
    """Replaces a result, in a closed round with its points decided anew, in a closed tournament with new standings.

    The points are those of the scheme that the round was paid by; byes of later rounds pay the mean of them; what a
    later stage froze has a new edition. Nothing if it is the result that stands. What is disputed is settled by it.
    """
    table, found = table_of(state, command.table, command.game)
    if state.state == "cancelled":
        raise Rejected("tournament_cancelled", N_("The tournament was cancelled."))
    if found.state != "closed":
        running(state, found)
    known = result_of(table)
    claim = _claim(state, table, command.said)
    if not known.disputes and (claim, command.source) == (known.claim, known.source):
        return
    stands = table.id, claim, command.source
    why = command.at, command.by, command.reason
    if found.score is None:
        yield ResultCorrected(*stands, None, *why, game=table.told_game)
        return
    points = result_points(found.score.scheme or state.settings_in_round(found.number).points, claim)
    of_round = found.score.corrected(table.id, table.game, points)
    byes = {later: _written(moved) for later, moved in recalculated_byes(state, found, of_round).items()}
    told = _written({entry: points[entry] for entry in claim.places})
    yield ResultCorrected(*stands, told, *why, byes, table.told_game)
    yield from revised(state, command.reason)
    if state.state == "closed":
        yield StandingsRevised(state.editions + 1, final_places(state), command.at, command.reason)


def _claim(state: Tournament, table: Table, said: Report) -> Claim:
    return claim_in(state, table, said)


def _written(points: Mapping[str, Fraction]) -> dict[str, int | str]:
    return {entry: written(number) for entry, number in points.items()}
