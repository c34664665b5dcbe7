"""`tournaments/{id}/bracket`: the rounds of a knockout with who meets whom, played, going on and to come."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.query import Query
from api.v1.home import home_of
from games.kernel import N_, Json, Rejected
from league import models
from league.domain.seating.knockout.chart import Kind
from league.domain.tournament.state import Tournament as State
from league.queries import brackets, names
from league.queries.brackets import Bracket as ReadBracket
from league.queries.brackets import Name, ShownColumn, ShownMatch, Side
from league.repository import streams
from league.repository.streams import TOURNAMENT

STRUCTURE = 1
NO_BRACKET = N_("This tournament has no knockout.")
Written = int | str


class BracketQuery(Query, frozen=True):
    """Which knockout.

    stage: the number of the final or cut that is one; 0 is before any. Left out: the newest knockout.
    """

    stage: Annotated[int, Meta(ge=0, le=1000)] | None = None


class ComesFrom(msgspec.Struct):
    """The match that somebody comes from. match: its key. loser: whether by losing it, into a small final."""

    match: str
    loser: bool


class BracketSide(msgspec.Struct):
    """One of those in a match.

    entry: null if it is not known yet: `comes_from` then says of which match it will be the winner or the loser. name:
    of the entry. seed: from 1. comes_from: null in the first round, and in heats to come. goes_on: null while that is
    open. left: whether it has left, so that it plays no more. score, place: in the result; null before one that is
    shown, and for a result without scores.
    """

    entry: UUID | None
    name: str | None
    seed: int | None
    comes_from: ComesFrom | None
    goes_on: bool | None
    left: bool
    score: Written | None
    place: int | None


class BracketMatch(msgspec.Struct):
    """A match, or a bye.

    key: stays the same while the bracket grows. kind: `bye` for somebody without an opponent. position: from top to
    bottom, so that 2n - 1 and 2n meet next; null for a small final, and where the rounds were not seated by the
    bracket. table: its id; null before it is seated. number: of the table. label: what stands on the table. state: that
    of the table; `to_come` before it is seated. level: it has ended level, and nobody has said yet who goes on.
    decided_by: what has decided a level match. corrected: others went on than the result says by now. sides: best seed
    first; in a match to come in the order of the bracket.
    """

    key: str
    kind: Kind
    position: int | None
    table: UUID | None
    number: int | None
    label: str | None
    state: Literal["bye", "to_come", "waiting", "playing", "reported", "confirmed", "disputed", "ruled"]
    level: bool
    decided_by: Literal["director", "seed", "play_off", "lot"] | None
    corrected: bool
    sides: list[BracketSide]


class BracketRound(msgspec.Struct):
    """A round of a knockout.

    number: in the tournament. round: its id; null if it is to come. name: what it is. of: the size of the bracket that
    is left, such as 8 for quarter-finals; null for heats. state: that of the round; `to_come` before it is published.
    matches: from top to bottom, with byes; small finals last.
    """

    number: int
    round: UUID | None
    name: Name
    of: int | None
    state: Literal["published", "running", "closed", "to_come"]
    matches: list[BracketMatch]


class Seed(msgspec.Struct):
    """A seed. entry: its id. name: of the entry."""

    entry: UUID
    name: str


class Bracket(msgspec.Struct):
    """A knockout.

    structure: the version of this structure; a later one may only add fields. version: of the tournament. tournament:
    its id. club: the id of its club. kind: `bracket` with two at each table, else `heats`. stage: the number of the
    final or cut that it is; 0 before any. advance: how many go on from a table. third_place: whether there is a match
    for it. seeds: best first; empty before the first round is published. rounds: to the final; empty before the first.
    winner: the id of the entry that has won; null before.
    """

    structure: Literal[1]
    version: int
    tournament: UUID
    club: UUID
    kind: Literal["bracket", "heats"]
    stage: int
    advance: int
    third_place: bool
    seeds: list[Seed]
    rounds: list[BracketRound]
    winner: UUID | None


class TournamentBracket(Resource):
    """The bracket of a tournament."""

    queryset = models.Tournament.objects.all()
    permission_classes = [ReadOnly]

    @describes(Bracket, query=BracketQuery)
    def get(self, request: Request, id: UUID) -> Reply:
        """The bracket, for everybody: as far as the tournament shows its results. 422 `no_bracket` without a knockout.

        Drafts are not in it. A match to come names who is known by the results that are shown.
        """
        row = self.get_object()
        who = self.caller(row.club_id)
        called = names.of_entries(id, who.audience)
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            state: State = stream.aggregate.state
            found = brackets.bracket_of(state, who.reader, called, self.asked(BracketQuery).stage)
            version = state.version
        if found is None:
            raise Rejected("no_bracket", NO_BRACKET)
        return Reply({"structure": STRUCTURE, "version": version, **home_of(row), **_bracket(found)})


def _bracket(found: ReadBracket) -> Json:
    return {
        "kind": "bracket" if found.is_bracket else "heats",
        "stage": found.stage,
        "advance": found.advance,
        "third_place": found.third_place,
        "seeds": [{"entry": entry, "name": name} for entry, name in found.seeds],
        "rounds": [_round(column) for column in found.columns],
        "winner": found.winner and found.winner[0],
    }


def _round(column: ShownColumn) -> Json:
    placed = [(at, cell) for at, cell in enumerate(column.cells, 1) if cell is not None]
    return {
        "number": column.number,
        "round": column.round,
        "name": column.name.kind,
        "of": column.name.of,
        "state": column.state,
        "matches": [
            *(_match(cell, at if column.is_regular else None) for at, cell in placed),
            *(_match(match, None) for match in column.small_finals),
        ],
    }


def _match(match: ShownMatch, position: int | None) -> Json:
    return {
        "key": match.key,
        "kind": match.kind,
        "position": position,
        "table": match.table,
        "number": match.number,
        "label": match.label,
        "state": match.state,
        "level": match.is_level,
        "decided_by": match.decided_by or None,
        "corrected": match.is_corrected,
        "sides": [_side(side) for side in match.sides],
    }


def _side(side: Side) -> Json:
    source = side.comes_from
    return {
        "entry": side.entry,
        "name": side.name or None,
        "seed": side.seed,
        "comes_from": source and {"match": source.match, "loser": source.loser},
        "goes_on": side.goes_on,
        "left": side.has_left,
        "score": side.score,
        "place": side.place,
    }
