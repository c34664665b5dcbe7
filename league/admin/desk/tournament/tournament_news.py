"""What has changed on an open page of a tournament's desk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel import Event
from league.access.actions import Action
from league.admin.desk.news import Asked
from league.admin.desk.tournament import hall, last_time, people_tab, round_tab, sign_ups
from league.admin.desk.tournament.bar import games_of
from league.admin.desk.tournament.desk import TournamentDesk, game_stream
from league.admin.desk.tournament.results import is_by_staff
from league.admin.desk.tournament.round_cards import TableCard, table_cards
from league.domain.tournament.clocks.events import ClockExpired, ClockExtended, ClockPaused, ClockResumed
from league.domain.tournament.desk.events import Announced, AnnouncementWithdrawn, DirectorCalled, ScreenSet
from league.domain.tournament.results.events import ResultDisputed, ResultRecorded
from league.domain.tournament.rounds.state import Round, Table
from league.repository.streams import TOURNAMENT, reading

MOST = 1000
"""Events that are looked through; a page that is older is shown as a whole."""
CLOCKS = (ClockExpired, ClockExtended, ClockPaused, ClockResumed)
Context = dict[str, Any]
Parts = Callable[[TournamentDesk, Context, Sequence[Event]], Iterator[tuple[str, Context]]]
"""From the desk, what its pages share and the new events: the templates of the changed parts, with their contexts."""


def news(tab: str, desk: TournamentDesk, request: HttpRequest, asked: Asked) -> Context:
    """What has changed since a version; the whole page where its frame is another, or where it is too old."""
    with timezone.override(ZoneInfo(desk.row.club.time_zone)):
        shared = round_tab.common(desk)
        events = _events(desk, asked.since)
        is_whole = events is None or asked.frame != shared["frame"]
        parts = [("league/admin/desk/bar.html", shared), ("league/admin/desk/wants.html", shared)]
        if shared["screen"].may and any(isinstance(event, ScreenSet) for event in events or ()):
            parts.append(("league/admin/desk/screen_choices.html", shared))
        if not is_whole:
            parts += PARTS[tab](desk, shared, events or ())
        found = [_html(request, desk, tab, template, context) for template, context in parts]
        return {
            "version": shared["version"],
            "frame": shared["frame"],
            "is_whole": is_whole,
            "open": shared["open_count"],
            "parts": "".join(found),
            "said": list(_said(desk, events or ())),
        }


def _html(request: HttpRequest, desk: TournamentDesk, tab: str, template: str, context: Context) -> str:
    return render_to_string(template, {**context, **desk.head(), "tab": tab}, request)


def _events(desk: TournamentDesk, since: int) -> Sequence[Event] | None:
    """The events since a version of the tournament; None if these are too many, or the version is unknown."""
    with reading(desk.row.club_id, TOURNAMENT, desk.row.pk) as stream:
        found = stream.aggregate.events[: desk.state.version]
    return found[since:] if len(found) - MOST <= since <= len(found) else None


def _changed(desk: TournamentDesk, events: Iterable[Event]) -> tuple[Round | None, list[Table]]:
    """The open round with its games that the events are about."""
    round = desk.state.open_round
    if round is None:
        return None, []
    tables = {getattr(event, "table", None) for event in events}
    entries = {getattr(event, "entry", None) for event in events}
    has_clock_event = any(isinstance(event, CLOCKS) for event in events)
    return round, [
        game
        for game in games_of(round)
        if game.id in tables
        or entries & {*game.seats}
        or (has_clock_event and (game.clock is not None or game.game_clock is not None))
    ]


def _round_parts(desk: TournamentDesk, shared: Context, events: Sequence[Event]) -> Iterator[tuple[str, Context]]:
    round, games = _changed(desk, events)
    if round is None:
        return
    yield "league/admin/desk/counts.html", {**shared, "counts": round_tab.counts(round)}
    for card in table_cards(desk, round, games, shared["at"]):
        yield card_template(card), {**shared, "card": card}


def card_template(card: TableCard) -> str:
    return "league/admin/desk/line.html" if card.line else "league/admin/desk/table.html"


def _people_parts(desk: TournamentDesk, shared: Context, events: Sequence[Event]) -> Iterator[tuple[str, Context]]:
    ids = dict.fromkeys(event.entry for event in events if hasattr(event, "entry"))
    found = [desk.state.entries[id] for id in ids if id in desk.state.entries]
    for row in people_tab.rows(desk, found):
        may_link = desk.who.may(Action.ENTRY_LINKS)
        yield "league/admin/desk/entry.html", {**shared, "row": row, "may_link": may_link, "code_words": _("QR code")}
    for tick in last_time.ticks(desk, ids) if found and people_tab.can_enter(desk) else ():
        yield "league/admin/desk/tick.html", {**shared, "tick": tick}
    yield "league/admin/desk/people_counts.html", {**shared, **people_tab.counts(desk)}
    if (found_sign_ups := sign_ups.shown(desk)) is not None:
        yield "league/admin/desk/sign_ups.html", {**shared, "sign_ups": found_sign_ups}


def _slip_parts(desk: TournamentDesk, shared: Context, events: Sequence[Event]) -> Iterator[tuple[str, Context]]:
    round, games = _changed(desk, events)
    if round is None:
        return
    for card in table_cards(desk, round, games, shared["at"]):
        yield "league/admin/desk/slip.html", {**shared, "card": card}


def _more_parts(desk: TournamentDesk, shared: Context, events: Sequence[Event]) -> Iterator[tuple[str, Context]]:
    if any(isinstance(event, Announced | AnnouncementWithdrawn) for event in events):
        yield "league/admin/desk/announcements.html", {**shared, **hall.announcements(desk, shared["at"])}


PARTS: dict[str, Parts] = {"": _round_parts, "people": _people_parts, "more": _more_parts, "slips": _slip_parts}


def _said(desk: TournamentDesk, events: Iterable[Event]) -> Iterator[str]:
    """Sentences about what others have done at the tables."""
    known = {game_stream(game): game for round in desk.state.rounds[-1:] for game in games_of(round)}
    for event in events:
        if isinstance(event, DirectorCalled):
            yield _("Somebody calls you: look at the list.")
            continue
        if not isinstance(event, ResultRecorded | ResultDisputed) or event.by == desk.who.actor:
            continue
        table = desk.state.tables.get(event.table)
        if table is None or table.id not in known:
            continue
        number = desk.table(table.number)
        if isinstance(event, ResultDisputed):
            yield _("Table {number}: somebody says that the result is wrong.").format(number=number)
            continue
        first = ", ".join(desk.name(entry) for entry, place in event.places.items() if place == 1)
        if is_by_staff(event.by):
            yield _("Table {number} was reported by staff. First: {names}").format(number=number, names=first)
        else:
            yield _("Table {number} reported by phone. First: {names}").format(number=number, names=first)
