"""What wants the director at the desk, each with one button."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.admin.desk.step import Step
from league.admin.desk.tournament import hall, results
from league.admin.desk.tournament.desk import TournamentDesk, game_stream
from league.domain.seating.knockout.level import wanted_level
from league.domain.tournament.attention import Item, wanted
from league.domain.tournament.rounds.state import Table
from league.queries.actors import names_of_staff


@dataclass(frozen=True)
class Want:
    """A level table, a dispute, a call, a late arrival or somebody who leaves. kind: its code.

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
    step: Step | None
    button: str | Promise


def wants(desk: TournamentDesk, at: datetime) -> list[Want]:
    """Level tables, disputes, calls, late arrivals, and people who leave; each kind from the oldest on."""
    users: dict[str, str] = {}
    return [_want(desk, item, at, users) for item in (*wanted_level(desk.state), *wanted(desk.state))]


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
        seconds=int((at - item.since).total_seconds()) if item.since else 0,
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
