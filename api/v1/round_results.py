"""`rounds/{id}/results`: the results of many tables at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any
from uuid import UUID

from django.utils import timezone
from msgspec import Meta
from rest_framework.request import Request

from api import parsing
from api.base import Reply, writes
from api.openapi.schema import describes
from api.permissions import may
from api.problems import FieldError, Problem
from api.v1.results import Results, report_of, reports_of
from api.v1.rounds import HidesDrafts, Round, round_answers
from games.kernel import N_, Rejected
from league import models
from league.access.actions import Action
from league.domain.tournament.results.duels import ResultOfTwo
from league.domain.tournament.results.reports import Report
from league.domain.tournament.state import Tournament as State
from league.domain.values.faults import BadFields
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import results

MOST_TABLES = 2000
Told = Report | list[Report]
RoundResults = Annotated[dict[str, Results], Meta(min_length=1, max_length=MOST_TABLES)]
"""The results of tables by the ids of these; of a table with several games those of all of them, as `games`."""


class ResultsOfRound(HidesDrafts):
    """The results of a round."""

    permission_classes = [may(Action.RESULTS)]

    @describes(Round, body=RoundResults)
    @writes
    def put(self, request: Request, id: UUID) -> Reply:
        """Staff report the results of many tables of a running round, by their ids: all of them or none.

        Each counts as a result that staff send to its table: the first one is recorded, an equal one confirms what the
        table has reported, another one disputes it (`POST tables/{id}/correct` puts another in its place). Sent again,
        nothing changes. `errors` has what is wrong at any of the tables, as `<table>.scores.<entry>`.
        """
        row = self.get_object()
        told = _Reading(row).read(request.data)
        done = results.report_round(row, told, actor=self.caller(row.club_id).actor, at=timezone.now())
        (answer,) = round_answers(self, row.tournament, done.stream.aggregate.state, [row.pk])
        return Reply(answer)


class _Reading:
    """Reads the body: every table is looked at before anything is refused."""

    def __init__(self, row: models.Round) -> None:
        self.row, self.errors = row, list[FieldError]()
        self.tables = models.Table.objects.select_related("round__tournament").filter(round=row).in_bulk()

    def read(self, raw: Any) -> Mapping[UUID, Told]:
        """The reports, by table. Raises Problem or BadFields."""
        if not isinstance(raw, dict) or not 1 <= len(raw) <= MOST_TABLES:
            parsing.read(RoundResults, raw)
        told: dict[UUID, Told] = {}
        with streams.reading(self.row.club_id, TOURNAMENT, self.row.tournament_id) as stream:
            for name, one in raw.items():
                with self._at(name):
                    table = self._table(name)
                    told[table.pk] = self._told(stream.aggregate.state, table, one)
        if self.errors:
            raise Problem(400, "bad_fields", N_("Some fields are wrong."), errors=self.errors)
        return told

    def _table(self, name: str) -> models.Table:
        id = parsing.id_of("", name)
        if id not in self.tables:
            raise Rejected("unknown_table", N_("There is no table {table} here."), {"table": name}, "")
        return self.tables[id]

    def _told(self, state: State, table: models.Table, raw: Any) -> Told:
        def of_two(table: models.Table, text: ResultOfTwo) -> Report:
            return results.of_two_in(state, table, text)

        body = parsing.read(Results, raw)
        several = reports_of(body, table, of_two=of_two)
        return report_of(body, table, of_two=of_two) if several is None else several

    @contextmanager
    def _at(self, name: str) -> Iterator[None]:
        """Takes up what is wrong at a table, below its id, and goes on."""
        try:
            yield
        except Problem as wrong:
            found = wrong.errors
        except BadFields as wrong:
            found = [FieldError(fault.field, fault.code, fault.template, fault.facts) for fault in wrong.faults]
        except Rejected as wrong:
            found = [FieldError(wrong.field or "", wrong.code, wrong.template, wrong.facts)]
        else:
            found = ()
        self.errors += [replace(error, field=f"{name}.{error.field}".rstrip(".")) for error in found]
