"""The last look at a filled sheet: the places and points that it leads to. Nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games import Match
from games.exact import Written
from games.kernel import Json
from games.round_sheet import Answers
from league.domain.standings.round_scores import claim_points
from league.domain.tournament.require import table_of
from league.domain.tournament.results.claims import claim_in, counted_in, report_of
from league.domain.tournament.results.reports import Claim, Report
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.rounds.state import Table as TableState
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import Exact
from league.models import Table
from league.repository import streams
from league.repository.game_streams import named
from league.repository.streams import FIRST, GAME, TOURNAMENT, stream_of
from league.sheets.asking import Asked, before


@dataclass(frozen=True)
class LookedAt:
    """A seat after the sheet. score: in the game; in a round of several, so far. gained: in that round.

    points: in the tournament; None before the game's last round. away: "absent", "left" or "".
    """

    entry: str
    place: int
    is_shared: bool
    score: Written | None
    gained: Written | None = None
    points: Exact | None = None
    away: str = ""


@dataclass(frozen=True)
class Look:
    """The seats by place. number, of: the game's round and its rounds; is_last: whether the game ends with it."""

    seats: tuple[LookedAt, ...]
    is_last: bool = True
    number: int = 1
    of: int = 1


def look(row: Table, asked: Asked, answers: Answers, *, game: int = FIRST, match: Match | None = None) -> Look:
    """What a filled sheet leads to. match: the game to try it on, which changes; if left out, the game as it is.

    Raises Rejected for what the game or the tournament refuses.
    """
    if asked.report is not None:
        return _of_report(row, asked.report(answers), game)
    match = match or match_of(row, game)
    match.execute_all(asked.sheet.commands(answers))
    return _of_match(row, match, asked, game)


def match_of(row: Table, game: int) -> Match:
    """The game at a table, a copy to try things on."""
    with streams.reading(row.club_id, GAME, stream_of(row.pk, game)) as stream:
        return before(stream.match, stream.match.version + 1)


def _of_match(row: Table, match: Match, asked: Asked, game: int) -> Look:
    outcome = match.outcome()
    if outcome["finished"]:
        found = _of_report(row, report_of(outcome), game)
        return Look(found.seats, True, asked.sheet.number, asked.sheet.of)
    gained = outcome["rounds"][-1]["points"] if len(outcome["rounds"]) >= asked.sheet.number else {}
    return Look(_so_far(outcome, gained), False, asked.sheet.number, asked.sheet.of)


def _so_far(outcome: Json, gained: Mapping[str, Written]) -> tuple[LookedAt, ...]:
    places: Mapping[str, int] = outcome["placings"]
    return tuple(
        LookedAt(entry, places[entry], _is_shared(places, entry), outcome["totals"][entry], gained.get(entry))
        for entry in sorted(places, key=places.__getitem__)
    )


def _of_report(row: Table, report: Report, game: int) -> Look:
    assert row.round is not None, "only tables of a tournament are reported"
    with streams.reading(row.club_id, TOURNAMENT, row.round.tournament_id) as stream:
        state: Tournament = stream.aggregate.state
        table, round = table_of(state, str(row.pk), named(game))
        claim = claim_in(state, table, counted_in(state, table, report))
        return Look(seats_of(state, round, table, claim))


def seats_of(state: Tournament, round: Round, table: TableState, claim: Claim) -> tuple[LookedAt, ...]:
    """The seats of a table by the place that a claim gives them, with the points that it pays."""
    points, scores = claim_points(state, round, table, claim), claim.scores or {}
    return tuple(
        LookedAt(
            entry=entry,
            place=place,
            is_shared=_is_shared(claim.places, entry),
            score=scores.get(entry),
            points=points[entry],
            away="absent" if entry in claim.absent else "left" if entry in claim.left else "",
        )
        for entry, place in sorted(claim.places.items(), key=lambda found: found[1])
    )


def _is_shared(places: Mapping[str, int], entry: str) -> bool:
    return list(places.values()).count(places[entry]) > 1
