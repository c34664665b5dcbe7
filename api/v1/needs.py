"""`tournaments/{id}/needs`: which places at its table an entry needs for a goal."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import Problem
from api.query import Query
from games.kernel import Rejected
from league import models
from league.domain.forecast import Need, goal_of
from league.domain.forecast.answer import Method, Undecided, Verdict
from league.queries.forecast import forecast_for

GOAL = "^(win|top:[1-9][0-9]{0,3}|area:[A-Z]{1,3}|final:[1-9][0-9]{0,3})$"
LARGEST_EXACT = 2**53 - 1
"""Larger numbers are not read exactly by every client."""


class NeedsSubject(msgspec.Struct):
    """What was asked. entry: its id. goal: as in the query. round: the number of the round."""

    entry: UUID
    goal: str
    round: int


class PlaceNeed(msgspec.Struct):
    """Whether a place is enough.

    place: at the table; null for sitting out. shared: whether two draw. verdict: `in_all_samples` and `in_no_sample`
    prove nothing; `open`, where scores decide; `untried`, where the tournament is too large to try any outcome. method:
    whether all outcomes were counted, or a sample of them tried. outcomes: how many were counted or tried; null where
    the number is too large. reached: in how many of them the goal is reached; null where none were counted. undecided:
    in how many a lot or scores decide; null where none were counted.
    """

    place: int | None
    shared: bool
    verdict: Verdict
    method: Method
    outcomes: int | None
    reached: int | None
    undecided: int | None


class NeedsNote(msgspec.Struct):
    """An assumption of the answer. code: stable. detail: for people, in the language of the request."""

    code: str
    detail: str


class Needs(msgspec.Struct):
    """What an entry needs.

    subject: what was asked. goal: in words. table: the number of its table; null where it sits out. reported: whether
    the table has a result. method: `sampled` where at least one place is. undecided_by: what separates entries that are
    level in the end; null where they share the place. places: the best first. because: the verdicts in sentences.
    notes: the assumptions of the answer.
    """

    subject: NeedsSubject
    goal: str
    table: int | None
    reported: bool
    method: Method
    undecided_by: Undecided | None
    places: list[PlaceNeed]
    because: list[str]
    notes: list[NeedsNote]


class NeedsQuery(Query, frozen=True):
    """Who needs what.

    entry: the id of an entry. goal: win, top:3 (one of the first three places), area:A (of the next round) or final:8.
    """

    entry: UUID
    goal: Annotated[str, Meta(extra_json_schema={"pattern": GOAL})]


class TournamentNeeds(Resource):
    """What an entry needs in the current round."""

    queryset = models.Tournament.objects.all()
    permission_classes = [ReadOnly]

    @describes(
        Needs,
        query=NeedsQuery,
    )
    def get(self, request: Request, id: UUID) -> Reply:
        """For each place at the entry's table, whether it makes the goal sure, possible or impossible.

        It is about the round that is seated and not closed; a draft is for staff. The answer says whether it is proved
        by counting, or sampled from outcomes drawn at random. The answer never says how lots will fall.

        Refused with 422: `no_round`, `not_in_round`, `leaves` (before the next round), `no_areas`, `no_such_area`,
        `last_round`, `bad_top`, `several_games` (at each table), `level_match` (in a knockout).
        """
        row, asked = self.get_object(), self.asked(NeedsQuery)
        entry, text, goal = asked.entry, asked.goal, goal_of(asked.goal)
        who = self.caller(row.club_id)
        try:
            answer = forecast_for(row, str(entry), goal, who.viewer, who.audience)
        except Rejected as refusal:
            if refusal.code == "unknown_entry":
                raise Problem(404, refusal.code, refusal.template, refusal.facts) from None
            raise
        found = answer.needs
        return Reply(
            Needs(
                subject=NeedsSubject(entry, text, found.round),
                goal=answer.goal,
                table=found.table,
                reported=found.reported,
                method="sampled" if any(need.method == "sampled" for need in found.needs) else "exact",
                undecided_by=found.undecided_by,
                places=[_place(need) for need in found.needs],
                because=list(answer.because),
                notes=[NeedsNote(note.code, note.detail) for note in answer.notes],
            )
        )


def _place(need: Need) -> PlaceNeed:
    counted = [need.outcomes, need.reached, need.undecided]
    if any(count is not None and count > LARGEST_EXACT for count in counted):
        counted = [None, None, None]
    return PlaceNeed(need.place, need.shared, need.verdict, need.method, *counted)
