"""`tournaments/{id}/plan`: the rounds of a tournament planned ahead, from a spreadsheet and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api import csv_upload, downloads, parsing
from api.base import Reply, Resource, writes
from api.openapi.schema import describes
from api.parsing import Body, StrictJson
from api.permissions import ReadOnly, may
from api.query import Query
from api.v1.tournaments import Tournament, tournament_answer
from games.kernel import N_, Rejected
from league import models
from league.access.actions import Action
from league.domain.tournament.formats import RoundPlan
from league.domain.values.faults import BadFields
from league.domain.values.fields import MOST_ROUNDS
from league.files import plan_import
from league.files.file_names import disposition, of_tournament
from league.files.plan_import import Plan, PlanRead

CSV_EXAMPLE = "round,table,seat,entry\n1,1,1,Ada L.\n1,1,2,Bea\n1,bye,,Cleo\n"
TEXT = {
    "type": "string",
    "description": "The plan as CSV. A row is a seat: `round`, `table`, `seat` (or in the order of the file), and "
    "`entry` (name as shown, or id) or `place` (in the standings when the round is seated). Or a row is a table: "
    "`round`, `table`, `1`, `2`, and so on. An empty table, or `bye`: sits out, on `points` and `kind` if given.",
    "example": CSV_EXAMPLE,
}
IN_FORMAT, IN_BODY = "format.plan", "plan"


class NewPlan(Body, frozen=True):
    """A plan for all rounds. plan: the tables and the byes of each round."""

    plan: Annotated[tuple[RoundPlan, ...], Meta(min_length=1, max_length=MOST_ROUNDS)]


class PlanQuery(Query, frozen=True):
    """The form of a plan.

    as: of the answer, as POST takes it.
    """

    form: Annotated[Literal["json", "csv"], downloads.WRONG_FORM] = msgspec.field(default="json", name="as")


class PlannedTournament(Tournament):
    """The tournament with its plan. read: how much of it was read."""

    read: PlanRead


class NoPlanFile(csv_upload.NoCsv):
    """Any other body."""

    refusal = N_("A plan is JSON, or CSV: as text/csv, or in the field file of a form.")


class TournamentPlan(Resource):
    """A plan for all rounds of a tournament."""

    queryset = models.Tournament.objects.select_related("public_code").prefetch_related("seasons")
    permission_classes = [ReadOnly | may(Action.PLANS)]
    parser_classes = [StrictJson, csv_upload.CsvBody, csv_upload.CsvInForm, NoPlanFile]
    renderer_classes = [JSONRenderer, downloads.CsvText]

    @describes(NewPlan, query=PlanQuery, file=TEXT)
    def get(self, request: Request, id: UUID) -> Any:
        """The plan, for everybody, in the form that POST takes; `no_plan` where the format has none."""
        row, form = self.get_object(), self.asked(PlanQuery).form
        plan = plan_import.standing(row)
        if plan is None:
            raise Rejected("no_plan", N_("This tournament has no plan."))
        if form == downloads.JSON:
            return Reply(NewPlan(plan=plan))
        answer = HttpResponse(plan_import.as_csv(row, plan), content_type="text/csv; charset=utf-8")
        answer["Content-Disposition"] = disposition(f"{of_tournament(row, _('plan'))}.csv")
        return answer

    @describes(PlannedTournament, body=NewPlan, query=csv_upload.UploadQuery, file=TEXT)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """A director plans the rounds ahead, all or nothing; the format becomes `prescribed`. Seated rounds stay."""
        row = self.get_object()
        who = self.caller(row.club_id)
        plan, read = self._read(request, row)
        try:
            done = plan_import.take(row, plan, actor=who.actor, at=timezone.now())
        except BadFields as refused:
            raise _in_body(refused) from None
        return Reply({**tournament_answer(row, done.stream.aggregate.state, who.viewer), "read": read})

    def _read(self, request: Request, row: models.Tournament) -> tuple[Plan, PlanRead]:
        """Reads the plan of a body or a file. Raises Problem and BadFields."""
        encoding = self.asked(csv_upload.UploadQuery).encoding
        content: Any = request.data
        if not isinstance(content, bytes):
            return plan_import.from_body(row, parsing.read(NewPlan, content).plan)
        with csv_upload.reading():
            return plan_import.from_file(row, csv_upload.content_of(request), encoding)


def _in_body(refused: BadFields) -> BadFields:
    """Faults of the format with their fields as the body has them."""
    return BadFields(
        replace(fault, field=f"{IN_BODY}{fault.field.removeprefix(IN_FORMAT)}")
        if fault.field.startswith(IN_FORMAT)
        else fault
        for fault in refused.faults
    )
