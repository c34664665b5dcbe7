"""`tournaments/{id}/explain`: why somebody sits there, or stands there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import Resource
from api.openapi.schema import describes
from api.problems import Problem, bad_field
from api.replies import Reply
from games.kernel import N_
from league.models import Tournament
from league.queries.explanations import NoSuchEntry, NoSuchRound, explained

MOST_ROUNDS = 100


class Subject(msgspec.Struct):
    """What is explained: an entry's seat in a round, or its place. round: The round's number; left out of a place."""

    entry: UUID
    round: int | UnsetType = UNSET


class Because(msgspec.Struct):
    """A rule that decided it. rule: its code. events: shown positions of the log that it rests on."""

    rule: str
    detail: str
    facts: dict[str, Any]
    events: list[int]


class AlternativeShown(msgspec.Struct):
    """Another seat, in exchange with whoever has it.

    table: The table's number; null for sitting out. seat: From 1 on; null for sitting out.
    extra_cost: What it would have cost more, by name, or less; nothing stands there of costs that are equal.
    """

    table: int | None
    seat: int | None
    extra_cost: dict[str, int]


class Explained(msgspec.Struct):
    """Why.

    subject: What was asked. because: The rules that decided it, in order.
    alternatives: The nearest other seats, the cheapest first.
    """

    subject: Subject
    because: list[Because]
    alternatives: list[AlternativeShown]


class Explain(Resource):
    """Why an entry sits or stands where it does."""

    @describes(
        Explained,
        query=(
            ("entry", "The id of an entry."),
            ("round", "The number of a round: why it has its seat there, or none. Without it: why it has its place."),
        ),
        public=True,
    )
    def get(self, request: Request, id: UUID) -> Reply:
        """The rules that gave an entry its seat or its place, in order, with what they went by.

        A seat is explained as of its seating, with what was changed by hand after; a draft is the staff's.
        """
        row = get_object_or_404(Tournament, id=id)
        if "entry" not in request.query_params:
            raise bad_field("entry", "required", N_("This is missing."))
        entry = parsing.id_of("entry", request.query_params["entry"])
        number = parsing.whole_parameter(request, "round", None, 1, MOST_ROUNDS)
        try:
            found = explained(row, str(entry), number, self.caller(row.club_id).viewer)
        except NoSuchEntry:
            template = N_("There is no entry {entry} here.")
            raise Problem(404, "unknown_entry", template, {"entry": str(entry)}) from None
        except NoSuchRound:
            raise Problem(404, "unknown_round", N_("There is no round {number} here."), {"number": number}) from None
        subject = Subject(entry) if number is None else Subject(entry, number)
        because = [Because(told.rule, told.detail, told.facts, list(told.events)) for told in found.because]
        others = [AlternativeShown(other.table, other.seat, dict(other.extra)) for other in found.alternatives]
        return Reply(Explained(subject, because, others))
