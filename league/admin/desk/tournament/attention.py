"""What wants the director at the desk, each with one button."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access.actions import Action
from league.admin.desk.step import Step, StepLink
from league.admin.desk.tournament import hall, results, sign_ups
from league.admin.desk.tournament.desk import TournamentDesk, game_stream
from league.domain.seating.knockout.level import wanted_level
from league.domain.tournament.attention import Item, wanted
from league.domain.tournament.rounds.state import Table
from league.models import SignUp, SignUpState
from league.queries.actors import names_of_staff
from league.services.sign_up_list import next_up


@dataclass(frozen=True)
class Want:
    """A level table, a dispute, a call, a late arrival, somebody who leaves, or sign-ups. kind: its code.

    about: the table or the person.

    id: of its line on the page. since: None for what has no time; seconds: since then. step: what answers it; None if
    the person at the desk may not.
    """

    id: str
    kind: str
    kind_name: str
    about: str
    text: str
    since: datetime | None
    seconds: int
    step: Step | StepLink | None
    button: str | Promise


def wants(desk: TournamentDesk, at: datetime) -> list[Want]:
    """Level tables, disputes, calls, late arrivals, people who leave, sign-ups; each kind from the oldest on."""
    users: dict[str, str] = {}
    return [
        *(_want(desk, item, at, users) for item in (*wanted_level(desk.state), *wanted(desk.state))),
        *_sign_ups(desk, at),
    ]


def _sign_ups(desk: TournamentDesk, at: datetime) -> Iterator[Want]:
    """Who is next on the standby list while a place is free, and how many sign-ups wait."""
    if desk.state.settings.sign_up_page is None or not desk.who.may(Action.ENTRIES):
        return
    look = StepLink("sign-ups", "", _("Look"), f"{desk.tab('people')}#sign-ups")
    if (first := next_up(desk.row, desk.state)) is not None:
        step = sign_ups.AcceptSignUp(desk, str(first.pk))
        is_asked = bool(step.visible_fields())
        yield Want(
            id="standby",
            kind="standby",
            kind_name=_("Standby"),
            about=first.name,
            text=_("A place is free, and it is their turn."),
            since=first.joined_at,
            seconds=_seconds(first.joined_at, at),
            step=look if is_asked else step,
            button=look.button if is_asked else _("Let in"),
        )
    waiting = list(SignUp.objects.filter(tournament=desk.row, state=SignUpState.WAITING))
    if waiting:
        yield Want(
            id="sign-ups-waiting",
            kind="sign-up",
            kind_name=_("Sign-up"),
            about=waiting[0].name,
            text=_and_more(len(waiting) - 1),
            since=waiting[0].joined_at,
            seconds=_seconds(waiting[0].joined_at, at),
            step=look,
            button=look.button,
        )


def _and_more(n: int) -> str:
    if n == 0:
        return _("Wants to come.")
    return ngettext("And {n} more person wants to come.", "And {n} more people want to come.", n).format(n=n)


def _seconds(since: datetime | None, at: datetime) -> int:
    return int((at - since).total_seconds()) if since else 0


def _want(desk: TournamentDesk, item: Item, at: datetime, users: dict[str, str]) -> Want:
    kinds = {"level": _("Drawn"), "dispute": _("Dispute"), "call": _("Call"), "late": _("Late"), "leave": _("Leaves")}
    table = desk.state.tables.get(item.table or "")
    number = desk.table(table.number) if table else ""
    step = _step(desk, item, table)
    return Want(
        id=f"{item.kind}-{item.call or item.entry or item.table}",
        kind=item.kind,
        kind_name=kinds[item.kind],
        about=_about(desk, item, number),
        text=_text(desk, item, number, users),
        since=item.since,
        seconds=_seconds(item.since, at),
        step=step if step is not None and desk.may(type(step)) else None,
        button=_button(desk, item, step),
    )


def _about(desk: TournamentDesk, item: Item, number: str) -> str:
    """The table of a dispute, a call or a level result; else the person."""
    if number and item.kind in ("level", "dispute", "call"):
        return _("Table {number}").format(number=number)
    return desk.name(item.entry or "")


def _step(desk: TournamentDesk, item: Item, table: Table | None) -> Step | None:
    if item.kind == "level" and table is not None:
        return results.DecideLevel(desk, game_stream(table))
    if item.kind == "dispute" and table is not None:
        game = next(game for game in table.games if game.game == item.game)
        return results.RuleResult(desk, game_stream(game))
    if item.call is not None:
        return hall.AnswerCall(desk, item.call)
    return hall.NoticeEntry(desk, item.entry) if item.entry else None


def _button(desk: TournamentDesk, item: Item, step: Step | None) -> str | Promise:
    if item.kind == "late" and item.entry and desk.state.entries[item.entry].plays(desk.state.next_number):
        return _("Seat in round {number}").format(number=desk.state.next_number)
    return _("Decide") if item.kind in ("level", "dispute") else step.button if step else ""


def _text(desk: TournamentDesk, item: Item, number: str, users: dict[str, str]) -> str:
    if item.kind == "level":
        return _("Somebody has to go on.")
    if item.kind == "dispute":
        by = item.disputes[-1].voice if item.disputes else None
        name = _name(desk, by, users)
        if item.note:
            return _("{name} says: “{note}”").format(name=name, note=item.note)
        return _("{name} reports another result.").format(name=name)
    if item.kind == "call":
        caller = desk.name(item.entry) if item.entry and number else _("The table") if number else ""
        if caller and item.note:
            return _("{name} says: “{note}”").format(name=caller, note=item.note)
        return caller or (f"“{item.note}”" if item.note else "")
    if item.kind == "late":
        return _("Came after the round was seated.")
    if item.after_round is None:
        return _("Leaves now, table {number}.").format(number=number) if number else _("Leaves now.")
    if number:
        return _("After round {round}, table {number}.").format(round=item.after_round, number=number)
    return _("After round {round}.").format(round=item.after_round)


def _name(desk: TournamentDesk, actor: str | None, users: dict[str, str]) -> str:
    """The name of an entry, a user or a program, by actor. users: names that were looked up already."""
    kind, _colon, id = (actor or "").partition(":")
    if kind == "entry":
        return desk.name(id)
    if actor is not None and results.is_by_staff(actor):
        if actor not in users:
            users[actor] = names_of_staff([actor]).get(actor, _("Staff"))
        return users[actor]
    return _("The table")
