"""`tournaments/{id}/needs`: which places at its table an entry needs for a goal."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from api import parsing
from api.base import Resource
from api.openapi.schema import describes
from api.problems import Problem, bad_field
from api.replies import Reply
from games.kernel import N_, Rejected
from league.domain.forecast import Need, goal_of
from league.models import Tournament
from league.queries.forecast import needed

LARGEST_EXACT = 2**53 - 1
"""Larger numbers are not read exactly by every client."""


class NeedSubject(msgspec.Struct):
    """What was asked. round: The number of the round."""

    entry: UUID
    goal: str
    round: int


class NeedShown(msgspec.Struct):
    """What a place comes to.

    place: At the table; null for sitting out. shared: Whether two draw.
    verdict: sure, possible, impossible; in_all_samples, in_no_sample, which prove nothing; open, where scores decide;
    untried, where the field is too large to try any outcome.
    method: exact or sampled. outcomes: How many were counted, or tried; null where they are too many to be told.
    reached: In how many of them the goal is reached. undecided: In how many that is left to a lot, or to scores.
    """

    place: int | None
    shared: bool
    verdict: str
    method: str
    outcomes: int | None
    reached: int | None
    undecided: int | None


class NeedNote(msgspec.Struct):
    """What the answer was reckoned with. code: stable."""

    code: str
    detail: str


class NeedsShown(msgspec.Struct):
    """What an entry needs.

    goal: In words. table: The number of its table; null where it sits out. reported: Whether that has a result.
    method: exact, or sampled where one place at least was. undecided_by: lot or scores, which part whoever is level in
    the end; null where they share the place. places: The best first. because: The verdicts in sentences.
    notes: What the answer was reckoned with.
    """

    subject: NeedSubject
    goal: str
    table: int | None
    reported: bool
    method: str
    undecided_by: str | None
    places: list[NeedShown]
    because: list[str]
    notes: list[NeedNote]


class WhatIsNeeded(Resource):
    """What an entry needs in the round that goes on."""

    @describes(
        NeedsShown,
        query=(
            ("entry", "The id of an entry."),
            ("goal", "win, top:3 (one of the first three places), area:A (of the next round) or final:8."),
        ),
        public=True,
    )
    def get(self, request: Request, id: UUID) -> Reply:
        """For each place at the entry's table, whether it makes the goal sure, possible or impossible.

        Of the round that is seated and not over; a draft is the staff's. Proved by counting where that can be done,
        else by outcomes drawn at random, and it says which. What lots will decide is told to nobody.

        Refused with 422: `no_round`, `not_in_round`, `leaves` (before the next round), `no_areas`, `no_such_area`,
        `last_round`, `bad_top`, `several_games` (at each table).
        """
        row = get_object_or_404(Tournament, id=id)
        entry = parsing.id_of("entry", _parameter(request, "entry"))
        text = _parameter(request, "goal")
        goal = goal_of(text)
        try:
            told = needed(row, str(entry), goal, self.caller(row.club_id).viewer)
        except Rejected as refusal:
            if refusal.code == "unknown_entry":
                raise Problem(404, refusal.code, refusal.template, refusal.facts) from None
            raise
        found = told.needs
        return Reply(
            NeedsShown(
                NeedSubject(entry, text, found.round),
                told.goal,
                found.table,
                found.reported,
                "sampled" if any(need.method == "sampled" for need in found.needs) else "exact",
                found.undecided_by,
                [_shown(need) for need in found.needs],
                list(told.because),
                [NeedNote(note.code, note.detail) for note in told.notes],
            )
        )


def _parameter(request: Request, name: str) -> str:
    if name not in request.query_params:
        raise bad_field(name, "required", N_("This is missing."))
    return str(request.query_params[name])


def _shown(need: Need) -> NeedShown:
    counted = [need.outcomes, need.reached, need.undecided]
    if any(count is not None and count > LARGEST_EXACT for count in counted):
        counted = [None, None, None]
    return NeedShown(need.place, need.shared, need.verdict, need.method, *counted)
