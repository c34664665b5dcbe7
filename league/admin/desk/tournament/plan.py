"""A plan of all rounds from a file: read and shown first, then imported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID
from zlib import crc32

import msgspec
from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.access.actions import Action
from league.admin.desk.csv_form import CsvForm
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.formats import Bye, Chosen, Prescribed, RoundPlan
from league.domain.tournament.state import Tournament
from league.domain.values.faults import read
from league.files import plan_import
from league.files.plan_import import PlanRead
from league.services.execution import moved_on


@dataclass(frozen=True)
class PlannedRound:
    """A round of a plan. All are names. left_out: present entries without a seat or a bye."""

    number: int
    tables: Sequence[Sequence[str]]
    byes: Sequence[str]
    left_out: Sequence[str]


class ImportPlan(TournamentStep):
    """Makes a plan that was shown the tournament's format."""

    action = Action.PLANS
    name, title, button = "take-plan", _("The plan in the file"), _("Import this plan")
    done = _("The rounds are planned.")
    intro = _("Nothing has changed yet. Rounds that are seated stay as they are.")
    anchor, sends_multipart = "round", True

    plan = forms.CharField(widget=forms.HiddenInput, strip=False)

    def __init__(
        self, desk: TournamentDesk, about: str = "", data: Any = None, counts: PlanRead | None = None, **more: Any
    ):
        super().__init__(desk, about, data, **more)
        self.counts = counts

    def version(self, desk: TournamentDesk) -> int:
        return crc32(msgspec.json.encode(desk.state.settings)) + len(desk.state.rounds)

    def take(self) -> None:
        at = timezone.now()
        plan_import.take(self.desk.row, _plan(self.cleaned_data["plan"]), actor=self.desk.who.actor, at=at)

    def shown_rounds(self) -> Iterator[PlannedRound]:
        for number, planned in enumerate(_plan(self["plan"].value()), 1):
            yield _planned_round(self.desk, number, planned)


class ReadPlan(CsvForm, TournamentStep):
    action = Action.PLANS
    name, title, button = "plan-file", _("Plan the rounds by a file"), _("Read a plan from a file")
    intro = _(
        "A CSV file, which every spreadsheet can save. Its first line: round, table, seat, entry; or round, table, 1, "
        "2, 3 and so on, with one row for each table. Instead of an entry you can write a place in the standings. "
        "People at the table “bye” sit out."
    )
    has_page, is_once, anchor = True, False, "round"
    sends_multipart = True

    too_long = _("The plan is too long for the browser; the API takes it.")

    @property
    def club(self) -> UUID:
        return self.desk.row.club_id

    def read_file(self, raw: bytes, encoding: str | None) -> dict[str, Any]:
        plan, counts = plan_import.from_file(self.desk.row, raw, encoding)
        return {"text": msgspec.json.encode(plan).decode(), "counts": counts}

    def confirmation(self) -> ImportPlan:
        cleaned = self.cleaned_data
        return ImportPlan(self.desk, initial={"plan": cleaned["text"]}, counts=cleaned["counts"])


def may_be_planned(state: Tournament) -> bool:
    """Whether a plan can be imported: once a round is seated, it can only replace another plan."""
    return not state.rounds or isinstance(state.settings.format, Prescribed)


def _plan(text: str) -> tuple[RoundPlan, ...]:
    """The plan in the hidden field. Raises BadFields and Rejected."""
    try:
        plan = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        raise moved_on() from None
    return read(Prescribed, {"type": "prescribed", "plan": plan}).plan


def _planned_round(desk: TournamentDesk, number: int, planned: RoundPlan) -> PlannedRound:
    out = [bye.entry if isinstance(bye, Bye) else bye for bye in planned.byes]
    named = [*(chosen for table in planned.tables for chosen in table), *out]
    by_name = dict.fromkeys(named)
    here = [entry.id for entry in desk.state.players(number)] if all(isinstance(one, str) for one in named) else []
    return PlannedRound(
        number=number,
        tables=[[_called(desk, chosen) for chosen in table] for table in planned.tables],
        byes=[_called(desk, chosen) for chosen in out],
        left_out=[desk.name(entry) for entry in here if entry not in by_name],
    )


def _called(desk: TournamentDesk, chosen: Chosen) -> str:
    if isinstance(chosen, str):
        return desk.name(chosen)
    return gettext("place {place}").format(place=chosen)
