"""The list on which people sign up: opened, limited and closed at the desk."""

from __future__ import annotations

from datetime import datetime
from zlib import crc32
from zoneinfo import ZoneInfo

import msgspec
from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.access.actions import Action
from league.admin.desk.number_fields import WholeField
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.setting_kinds import StartField, on_the_clock
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.commands import Change
from league.domain.tournament.settings import MOST_PLACES, SignUpList
from league.services import tournaments


class SetSignUps(TournamentStep):
    """Opens or closes the list, and says for how many and how long it is open."""

    action = Action.TOURNAMENTS
    name, title, button = "sign-up-list", _("The list for sign-ups"), _("Save")
    intro = _("People sign up on a page of the tournament. The list closes by itself with the first published round.")
    done, has_page = _("The list for sign-ups is changed."), True
    tab, anchor = "people", "sign-ups"
    error_fields = {"sign_up.limit": "limit", "sign_up.closes_at": "closes_at", "sign_up": "is_open"}
    is_open = forms.BooleanField(label=_("People can sign up"), required=False)
    limit = WholeField(
        label=_("Places"),
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        help_text=_("Empty: as many as come. Others go on the standby list."),
    )
    closes_at = StartField(
        label=_("The list closes at"),
        required=False,
        help_text=_("Empty: with the first round."),
        max_length=20,
        widget=forms.DateTimeInput({"type": "datetime-local"}),
    )

    def __init__(self, desk: TournamentDesk, about: str = "", data: object = None, **more: object) -> None:
        page = desk.state.settings.sign_up_page
        closes_at = page.closes_at.astimezone(ZoneInfo(desk.row.club.time_zone)) if page and page.closes_at else None
        shown = {"is_open": page is None or page.open, "limit": page and page.limit, "closes_at": closes_at}
        super().__init__(desk, about, data, initial=shown, **more)

    def version(self, desk: TournamentDesk) -> int:
        return crc32(msgspec.json.encode(desk.state.settings.sign_up_page))

    def clean_closes_at(self) -> datetime | None:
        return on_the_clock(self.cleaned_data["closes_at"], self.desk.row.club.time_zone)

    def take(self) -> None:
        row, said = self.desk.row, self.cleaned_data
        command = Change(sign_up=SignUpList(said["is_open"], said["limit"], said["closes_at"]))
        tournaments.change(row.pk, command, club=row.club_id, actor=self.desk.who.actor, at=timezone.now())
