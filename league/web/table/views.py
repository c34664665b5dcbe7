"""Answers of the page of a table: what it shows by GET, what it takes by POST."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import override
from django.views.decorators.http import require_http_methods

from games import Rejected
from league.access.visibility import may_open
from league.models import Tournament
from league.queries import refusals
from league.sheets import plain
from league.sheets.form import SheetForm
from league.web import addresses, night, pages
from league.web.languages import language_of
from league.web.lookup import tournament_of
from league.web.table import people, reading, shown, writing
from league.web.table.shown import AtTable
from league.web.table.writing import Draft

REFUSED = 422
ACTIONS: Mapping[str, Callable[..., None]] = {
    "right": writing.right,
    "wrong": writing.wrong,
    "start": writing.start,
    "call": writing.call,
    "goes-on": writing.goes_on,
}
"""What a form of the page does at once; the others send a sheet, or say who uses the phone."""


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, code: str, round: int, number: int) -> HttpResponse:
    """The page of a table."""
    row = tournament_of(code)
    game = request.GET.get("game", "1")
    plainly = "plain" in (request.POST if request.method == "POST" else request.GET)
    found = reading.read(
        request,
        row,
        round,
        number,
        pages.present(),
        int(game) if game.isdecimal() and len(game) < 4 else 0,
        plainly=plainly,
    )
    if not may_open(found.reader.who, found.row):
        raise Http404
    page = Page(request, row, found)
    return page.take() if request.method == "POST" else page.show()


class Page:
    """One request of the page."""

    def __init__(self, request: HttpRequest, row: Tournament, at: AtTable) -> None:
        self.request, self.row, self.at = request, row, at
        self.now = pages.present()

    # what it shows

    def show(self, view: str = "", status: int = 200, **more: Any) -> HttpResponse:
        """The page. view: of its faces; if left out, as the table stands and the address asks."""
        view = view or self._asked_view()
        if view == "sheet" and "form" not in more:
            more["form"] = self._form()
        context = {
            "night": night.read(self.row, self.at.reader.who, self.now),
            "now": self.now,
            "at": self.at,
            "view": view,
            "key": secrets.token_urlsafe(12),
            "here": self.address,
            "there": addresses.of_table(self.code, self.at.round, self.at.elsewhere[1]) if self.at.elsewhere else "",
            "to": addresses.of_table(self.code, *self.at.moved_to) if self.at.moved_to else "",
            **more,
        }
        return pages.page(self.request, "table", "league/web/table/page.html", context, status)

    def _asked_view(self) -> str:
        """The table as it stands, or what somebody who may act wants to do about its result."""
        view, wanted = self.at.view, self.request.GET.get("v", "")
        if wanted == "wrong" and view in ("check", "confirmed", "disputed"):
            return "wrong"
        if wanted == "sheet" and view in ("check", "reported", "confirmed", "disputed") and self.at.asked:
            return "sheet"
        return view

    def _form(self) -> SheetForm:
        """The sheet to fill in; with the result on record, where there is one."""
        assert self.at.asked is not None
        known = plain.filled_by(self.at.result.claim) if self.at.result and self.at.asked.is_plain else None
        return SheetForm(self.at.asked.sheet, self.at.names, current=known)

    @property
    def code(self) -> str:
        return self.row.public_code.code

    @property
    def address(self) -> str:
        address = addresses.of_table(self.code, self.at.round, self.at.number)
        return f"{address}?game={self.at.game}" if self.at.games > 1 else address

    # what it takes

    def take(self) -> HttpResponse:
        """Does what a form of the page asks."""
        do = self.request.POST.get("do", "look")
        if do in ("who", "forget"):
            return self._remember(self.request.POST.get("as") if do == "who" else None)
        if not (self.at.may_call if do == "call" else self.at.may_act and self.at.phase == "running"):
            return self.show(status=REFUSED)
        with override(language_of(self.request)):
            return self._act(do)

    def _act(self, do: str) -> HttpResponse:
        if do in ACTIONS:
            return self._simple(do, ACTIONS[do])
        draft = Draft(self.at, self.request.POST)
        if not draft.is_known:
            return self._back()
        if do == "change" or (draft.form and draft.form.is_growing):
            return self._again(draft, status=200)
        look = draft.look()
        if look is None:
            return self._again(draft)
        if do == "send":
            return self._send(draft)
        lines = shown.lines_of(look.seats, self.at.names, self.at.me)
        places = sorted(line.place for line in lines)
        go_on = self.at.go_on
        is_drawn = look.is_last and go_on is not None and places[go_on - 1 : go_on] == places[go_on : go_on + 1]
        is_known = look.is_last and bool(lines) and lines == self.at.lines and not self.at.is_mine
        return self.show("look", look=look, looked=lines, draft=draft, is_known=is_known, is_drawn=is_drawn)

    def _simple(self, do: str, act: Callable[..., None]) -> HttpResponse:
        try:
            act(self.at, self.request.POST, self.now)
        except Rejected as refusal:
            view = "wrong" if do == "wrong" else ""
            return self.show(view, REFUSED, refused=self._sentence(refusal))
        return self._back()

    def _send(self, draft: Draft) -> HttpResponse:
        try:
            draft.send(self.now)
        except Rejected as refusal:
            assert draft.form is not None
            draft.form.add_refusal(refusal, self._called(refusal))
            return self._again(draft)
        return self._back()

    def _again(self, draft: Draft, status: int = REFUSED) -> HttpResponse:
        """The sheet as it was typed."""
        return self.show("sheet", status, form=draft.form, draft=draft)

    def _back(self) -> HttpResponse:
        return HttpResponseRedirect(self.address, status=303)

    def _sentence(self, refusal: Rejected) -> str:
        return refusals.sentence(refusal.template, refusal.facts, {**self.at.names, **self._called(refusal)})

    def _called(self, refusal: Rejected) -> dict[str, str]:
        return refusals.names_of([refusal], self.at.audience)

    def _remember(self, entry: str | None) -> HttpResponse:
        """Notes on the phone who it is."""
        answer = self._back()
        if entry is None or entry in self.at.names:
            people.remember(answer, self.code, entry)
        return answer
