"""The page of the desk about people: who comes through the door, those of last time, and all who are entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.kernel import Json
from league.access.actions import Action
from league.admin.desk.step import Step
from league.admin.desk.tournament import arrival, entering, entries, last_time, lookup, round_tab, sign_ups
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.steps import OPEN, is_expected
from league.domain.tournament.entries.state import Entry
from league.domain.values.names import search_key
from league.queries.names import as_listed

ON_A_PAGE = 100
"""Entries that are shown at once."""
LONGEST_SEARCH = 200


@dataclass(frozen=True)
class EntryStep:
    """A step about an entry, without its form: one form around all rows is enough for them."""

    name: str
    button: str | Promise
    has_page: bool


@dataclass(frozen=True)
class EntryRow:
    """An entry. state: its code; state_name: in words. facts: its rating and its fixed table. at: orders the rows.

    main: the step that is next for it; None if there is none. more: the others. person: their id; "" for a team.
    """

    id: str
    name: str
    at: str
    state: str
    state_name: str
    facts: Sequence[str]
    main: EntryStep | None
    more: Sequence[EntryStep]
    person: str


def context(desk: TournamentDesk, query: QueryDict) -> dict[str, Any]:
    """The query's `q` and `show` limit the entries; `page` is one of theirs."""
    state, shared = desk.state, round_tab.common(desk)
    search = query.get("q", "").replace("\0", "")[:LONGEST_SEARCH]
    only_expected = query.get("show") == "expected"
    found = [
        entry
        for entry in sorted(state.entries.values(), key=lambda entry: as_listed(desk.name(entry.id)))
        if _matches(desk.name(entry.id), search) and (is_expected(entry) or not only_expected)
    ]
    page = Paginator(found, ON_A_PAGE).get_page(query.get("page"))
    is_going, enters = shared["is_going"], can_enter(desk)
    return {
        **shared,
        "page": page,
        "page_query": urlencode({"q": search, **({"show": "expected"} if only_expected else {})}),
        "entries": rows(desk, page),
        "may_link": desk.who.may(Action.ENTRY_LINKS),
        "code_words": _("QR code"),
        "search": search,
        "only_expected": only_expected,
        "is_searchable": len(state.entries) > 12,
        **counts(desk),
        "sign_ups": sign_ups.shown(desk),
        "arrive": arrival.Arrive(desk) if is_going and desk.may(arrival.Arrive) else None,
        "last": last_time.last(desk) if enters else None,
        "enter": entering.Register(desk) if enters else None,
        "enter_team": entering.EnterTeam(desk) if enters else None,
        "enter_file": entering.EnterFile(desk) if enters else None,
    }


def can_enter(desk: TournamentDesk) -> bool:
    """Whether the person at the desk may enter people now."""
    return desk.state.state in OPEN and desk.may(entering.Register) and not desk.state.stages


def answer(desk: TournamentDesk, query: QueryDict) -> Json | None:
    """Whom the name that is being typed may mean; None if the query has none."""
    return lookup.lookup(desk, str(query[lookup.NAME])) if lookup.NAME in query else None


def counts(desk: TournamentDesk) -> dict[str, Any]:
    """How many entries the next seating takes, and their people; how many are entered, and still expected."""
    state = desk.state
    players = state.players(state.next_number)
    return {
        "in_all": len(state.entries),
        "here": len(players),
        "people": sum(len(entry.people) for entry in players),
        "plays_on": bool(state.stages),
        "expected": sum(map(is_expected, state.entries.values())),
    }


def rows(desk: TournamentDesk, found: Page[Entry] | Sequence[Entry]) -> list[EntryRow]:
    """The rows of some entries."""
    return [_row(desk, entry) for entry in found]


def _matches(name: str, search: str) -> bool:
    text = search_key(name)
    return all(word in text for word in search_key(search).split())


def _row(desk: TournamentDesk, entry: Entry) -> EntryRow:
    state, state_name, main, kinds = _state(desk, entry)
    is_open, name = desk.state.state in OPEN, desk.name(entry.id)
    return EntryRow(
        id=entry.id,
        name=name,
        at=as_listed(name)[0],
        state=state,
        state_name=state_name,
        facts=list(_facts(desk, entry)),
        main=_offered(main) if main and is_open and desk.may(main) else None,
        more=[_offered(kind) for kind in kinds if is_open and desk.may(kind)],
        person=entry.person or "",
    )


def _offered(kind: type[Step]) -> EntryStep:
    return EntryStep(kind.name, kind.button, kind.has_page)


def _facts(desk: TournamentDesk, entry: Entry) -> Iterator[str]:
    if entry.rating is not None:
        yield _("rated {rating}").format(rating=entry.rating)
    if entry.table is not None:
        yield _("always at table {number}").format(number=desk.table(entry.table))


Kinds = tuple[str, str, type[Step] | None, list[type[Step]]]


def _state(desk: TournamentDesk, entry: Entry) -> Kinds:
    """The code and the name of an entry's state, the step that is next for it, and others about it."""
    if entry.left:
        return "left", _("has left"), entries.Return, []
    if not entry.checked_in:
        return "expected", _("not checked in"), entries.CheckIn, [entries.Drop, entries.FixTable]
    if entry.dropped_after is not None:
        name = _("leaves after round {number}").format(number=entry.dropped_after)
        return "leaving", name, entries.Return, [entries.Drop]
    drop_after = [entries.DropAfter] if desk.state.open_round else []
    undo = [] if entry.id in desk.seated else [entries.WithdrawCheckIn]
    return "here", _("here"), None, [*undo, entries.Drop, *drop_after, entries.FixTable]
