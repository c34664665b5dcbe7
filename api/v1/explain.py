"""`tournaments/{id}/explain`: why an entry has its seat in a round, or its place in the standings."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import Problem
from api.query import Query
from games.kernel import N_
from league import models
from league.domain.values.fields import RoundNumber
from league.queries import explanations
from league.queries.explanations import NoSuchEntry, NoSuchRound


class ExplainedSubject(msgspec.Struct):
    """What is explained: an entry's seat in a round, or its place.

    entry: its id. round: the round's number; not there for a place.
    """

    entry: UUID
    round: int | UnsetType = UNSET


class DecidingRule(msgspec.Struct):
    """A rule that decided it.

    rule: its code. detail: for people, in the language of the request. facts: the values in `detail`, for programs.
    events: visible positions in the log that it uses.
    """

    rule: str
    detail: str
    facts: dict[str, Any]
    events: list[int]


class AlternativeSeat(msgspec.Struct):
    """Another seat, in exchange with the entry that has it.

    table: the table's number; null for sitting out. seat: from 1; null for sitting out.
    extra_cost: how much more (or less, below 0) it would have cost, by name; equal costs are left out.
    """

    table: int | None
    seat: int | None
    extra_cost: dict[str, int]


class Explanation(msgspec.Struct):
    """An explanation.

    subject: what was asked. because: the rules that decided it, in order.
    alternatives: the nearest other seats, the cheapest first.
    """

    subject: ExplainedSubject
    because: list[DecidingRule]
    alternatives: list[AlternativeSeat]


class ExplainQuery(Query, frozen=True):
    """What is to be explained.

    entry: the id of an entry. round: the number of a round: why the entry has its seat there, or none. Without it: why
    its place.
    """

    entry: UUID
    round: RoundNumber | None = None


class Explain(Resource):
    """Why an entry has its seat or its place."""

    queryset = models.Tournament.objects.all()
    permission_classes = [ReadOnly]

    @describes(
        Explanation,
        query=ExplainQuery,
    )
    def get(self, request: Request, id: UUID) -> Reply:
        """The rules that gave an entry its seat or its place, in order, with the facts that they used.

        A seat is explained as of its seating, with later changes by hand; a draft is for staff.
        """
        row, asked = self.get_object(), self.asked(ExplainQuery)
        entry, number = asked.entry, asked.round
        who = self.caller(row.club_id)
        try:
            found = explanations.explain(row, str(entry), number, who.viewer, who.audience)
        except NoSuchEntry:
            template = N_("There is no entry {entry} here.")
            raise Problem(404, "unknown_entry", template, {"entry": str(entry)}) from None
        except NoSuchRound:
            raise Problem(404, "unknown_round", N_("There is no round {number} here."), {"number": number}) from None
        subject = ExplainedSubject(entry) if number is None else ExplainedSubject(entry, number)
        because = [DecidingRule(line.rule, line.detail, line.facts, list(line.events)) for line in found.because]
        others = [AlternativeSeat(other.table, other.seat, dict(other.extra)) for other in found.alternatives]
        return Reply(Explanation(subject, because, others))
