"""The page of the desk about people: entered, checked in, gone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.access.actions import Action
from league.admin.desk.step import Step
from league.admin.desk.tournament import entries, round_tab, sign_ups
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.steps import OPEN, is_expected
from league.domain.tournament.entries.state import Entry
from league.domain.values.names import search_key
from league.queries.names import as_listed

ON_A_PAGE = 100
"""Entries, and people of the club who are offered at once."""
LONGEST_SEARCH = 200


@dataclass(frozen=True)
class EntryStep:
    """A step about an entry, without its form: one form around all rows is enough for them."""

    name: str
    button: str | Promise
    has_page: bool


@dataclass(frozen=True)
class EntryRow:
    """An entry. state: its code; state_name: in words. facts: its rating and its fixed table."""

    id: str
    name: str
    state: str
    state_name: str
    facts: Sequence[str]
    steps: Sequence[EntryStep]


def context(desk: TournamentDesk, query: QueryDict) -> dict[str, Any]:
    """The query's `find` limits the people offered to enter, `q` and `show` the entries; `page` is one of theirs."""
    state, shared = desk.state, round_tab.common(desk)
    search = query.get("q", "").replace("\0", "")[:LONGEST_SEARCH]
    only_expected = query.get("show") == "expected"
    found = [
        entry
        for entry in sorted(state.entries.values(), key=lambda entry: as_listed(desk.name(entry.id)))
        if _matches(desk.name(entry.id), search) and (is_expected(entry) or not only_expected)
    ]
    page = Paginator(found, ON_A_PAGE).get_page(query.get("page"))
    can_enter = shared["is_going"] and desk.may(entries.Register) and not state.stages
    find = query.get("find", "")
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
        "enter": entries.Register(desk, search=find, most=ON_A_PAGE) if can_enter else None,
    }


def counts(desk: TournamentDesk) -> dict[str, Any]:
    """How many are entered, checked in, and still expected."""
    state = desk.state
    return {
        "in_all": len(state.entries),
        "here": len(state.players(state.next_number)),
        "expected": sum(map(is_expected, state.entries.values())),
    }


def rows(desk: TournamentDesk, found: Page[Entry] | Sequence[Entry]) -> list[EntryRow]:
    """The rows of some entries."""
    return [_row(desk, entry) for entry in found]


def _matches(name: str, search: str) -> bool:
    text = search_key(name)
    return all(word in text for word in search_key(search).split())


def _row(desk: TournamentDesk, entry: Entry) -> EntryRow:
    state, state_name, kinds = _state(desk, entry)
    is_open = desk.state.state in OPEN
    offered = [EntryStep(kind.name, kind.button, kind.has_page) for kind in kinds if is_open and desk.may(kind)]
    return EntryRow(entry.id, desk.name(entry.id), state, state_name, list(_facts(desk, entry)), offered)


def _facts(desk: TournamentDesk, entry: Entry) -> Iterator[str]:
    if entry.rating is not None:
        yield _("rated {rating}").format(rating=entry.rating)
    if entry.table is not None:
        yield _("always at table {number}").format(number=desk.table(entry.table))


def _state(desk: TournamentDesk, entry: Entry) -> tuple[str, str, list[type[Step]]]:
    """The code and the name of an entry's state, and the steps about it."""
    if entry.left:
        return "left", _("has left"), [entries.Return]
    if not entry.checked_in:
        return "expected", _("not checked in"), [entries.CheckIn, entries.Drop, entries.FixTable]
    if entry.dropped_after is not None:
        name = _("leaves after round {number}").format(number=entry.dropped_after)
        return "leaving", name, [entries.Return, entries.Drop]
    drop_after = [entries.DropAfter] if desk.state.open_round else []
    return "here", _("checked in"), [entries.Drop, *drop_after, entries.FixTable]
