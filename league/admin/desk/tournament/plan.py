"""A plan of all rounds from a spreadsheet: read and shown first, taken then."""

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

from league.admin.desk.csv_form import CsvForm
from league.admin.desk.tournament.desk import Desk
from league.admin.desk.tournament.step import Step
from league.domain.tournament.formats import Bye, Chosen, Prescribed, RoundPlan
from league.domain.tournament.state import Tournament
from league.domain.values.faults import read
from league.files import plan_import
from league.files.plan_import import PlanRead
from league.services.execution import moved_on


@dataclass(frozen=True)
class ShownRound:
    """A round of a plan by names. left_out: who is here and has neither seat nor bye, as far as names tell."""

    number: int
    tables: Sequence[Sequence[str]]
    byes: Sequence[str]
    left_out: Sequence[str]


class TakePlan(Step):
    """Makes a plan that was shown the tournament's format."""

    name, title, button = "take-plan", _("The plan as it was read"), _("Take this plan")
    done = _("The rounds are planned.")
    warning = _("Nothing is changed yet. Rounds that are seated stay as they are.")
    anchor, is_in_parts = "round", True

    plan = forms.CharField(widget=forms.HiddenInput, strip=False)

    def __init__(self, desk: Desk, about: str = "", data: Any = None, counts: PlanRead | None = None, **more: Any):
        super().__init__(desk, about, data, **more)
        self.counts = counts

    def version(self, state: Tournament) -> int | None:
        return crc32(msgspec.json.encode(state.settings)) + len(state.rounds)

    def take(self) -> None:
        at = timezone.now()
        plan_import.take(self.desk.row, _said(self.cleaned_data["plan"]), actor=self.desk.who.actor, at=at)

    def shown_rounds(self) -> Iterator[ShownRound]:
        """The plan, for whoever decides about it."""
        for number, planned in enumerate(_said(self["plan"].value()), 1):
            yield _shown(self.desk, number, planned)


class ReadPlan(CsvForm, Step):
    """Reads a file; what it says is shown, and taken only then."""

    name, title, button = "plan-file", _("Plan the rounds by a file"), _("Read a plan from a file")
    warning = _(
        "A CSV file, as every spreadsheet saves it. Its first line: round, table, seat, entry; or round, table, 1, 2, "
        "3 and on, with a row for each table. Instead of an entry, a place in the standings. Table “bye” sits out."
    )
    is_asked, is_once, anchor = True, False, "round"
    is_in_parts = True

    too_long = _("The plan is too long for the browser; the API takes it.")

    @property
    def club(self) -> UUID:
        return self.desk.row.club_id

    def read_file(self, raw: bytes, encoding: str | None) -> dict[str, Any]:
        plan, counts = plan_import.from_file(self.desk.row, raw, encoding)
        return {"text": msgspec.json.encode(plan).decode(), "counts": counts}

    def shown_first(self) -> Step:
        told = self.cleaned_data
        return TakePlan(self.desk, initial={"plan": told["text"]}, counts=told["counts"])


def may_be_planned(state: Tournament) -> bool:
    """Whether a plan could be taken: once a round is seated, only in place of another plan."""
    return not state.rounds or isinstance(state.settings.format, Prescribed)


def _said(text: str) -> tuple[RoundPlan, ...]:
    """The plan that the hidden field carries. Raises BadFields and Rejected."""
    try:
        plan = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        raise moved_on() from None
    return read(Prescribed, {"type": "prescribed", "plan": plan}).plan


def _shown(desk: Desk, number: int, planned: RoundPlan) -> ShownRound:
    out = [bye.entry if isinstance(bye, Bye) else bye for bye in planned.byes]
    named = [*(chosen for table in planned.tables for chosen in table), *out]
    by_name = dict.fromkeys(named)
    here = [entry.id for entry in desk.state.players(number)] if all(isinstance(one, str) for one in named) else []
    return ShownRound(
        number=number,
        tables=[[_called(desk, chosen) for chosen in table] for table in planned.tables],
        byes=[_called(desk, chosen) for chosen in out],
        left_out=[desk.name(entry) for entry in here if entry not in by_name],
    )


def _called(desk: Desk, chosen: Chosen) -> str:
    if isinstance(chosen, str):
        return desk.name(chosen)
    return gettext("place {place}").format(place=chosen)
