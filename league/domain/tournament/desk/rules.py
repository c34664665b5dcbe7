"""The rules about calls, what the director has seen, announcements, screens."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_, Event, Rejected
from league.domain.tournament.attention import is_wanted
from league.domain.tournament.desk.commands import (
    Announce,
    AnswerCall,
    CallDirector,
    NoticeEntry,
    SetScreen,
    WithdrawAnnouncement,
)
from league.domain.tournament.desk.events import (
    Announced,
    AnnouncementWithdrawn,
    CallAnswered,
    DirectorCalled,
    EntryNoticed,
    ScreenSet,
)
from league.domain.tournament.desk.state import Announcement, Screen, latest_call
from league.domain.tournament.require import (
    entry_of,
    require_going_on,
    require_not_closed,
    round_cancelled,
    table_of,
)
from league.domain.tournament.results.senders import Sender, require_seated_sender
from league.domain.tournament.state import Tournament
from league.domain.values.faults import Fault, refuse


def call(state: Tournament, command: CallDirector) -> Iterator[Event]:
    """Notes a call; no event while the last one of the table or entry is open."""
    require_going_on(state)
    if command.table is not None:
        _require_at_table(state, command.table, Sender(command.by, command.as_entry))
    if command.entry is not None:
        entry_of(state, command.entry)
    if (command.table is None) == (command.entry is None):
        raise Rejected("bad_call", N_("A call is from a table or from an entry."), field="table")
    known = latest_call(state.calls, command.table or command.entry or "")
    if known is None or not known.is_open:
        yield DirectorCalled(
            call=command.call,
            table=command.table,
            entry=command.entry,
            note=(command.note or "").strip() or None,
            at=command.at,
            by=command.by,
            as_entry=command.as_entry,
        )


def _require_at_table(state: Tournament, table_id: str, sender: Sender) -> None:
    table, round = table_of(state, table_id)
    if round.state == "cancelled":
        raise round_cancelled(round)
    require_not_closed(round)
    require_seated_sender(table, sender)


def answer(state: Tournament, command: AnswerCall) -> Iterator[Event]:
    """Notes that the director has come, once; after the tournament's end too, so that no call stays open."""
    if (known := state.calls.get(command.call)) is None:
        raise Rejected("unknown_call", N_("There is no call {call} here."), {"call": command.call})
    if known.is_open:
        yield CallAnswered(call=known.id, table=known.table, entry=known.entry, at=command.at, by=command.by)


def notice(state: Tournament, command: NoticeEntry) -> Iterator[Event]:
    """Notes that the director has seen an entry come late or leave; no event if there is nothing new to see."""
    if is_wanted(state, entry_of(state, command.entry)):
        yield EntryNoticed(command.entry, command.at, command.by)


def announce(state: Tournament, command: Announce) -> Iterator[Event]:
    """Shows an announcement, in every state of a tournament. Refused if it would be over already."""
    if command.announcement in state.announcements:
        facts = {"announcement": command.announcement}
        raise Rejected("duplicate", N_("There is an announcement {announcement} already."), facts)
    if command.until is not None and command.until <= command.at:
        refuse([Fault("until", "too_early", N_("This time is over already."))])
    yield Announced(command.announcement, command.text.strip(), command.until, at=command.at)


def withdraw_announcement(state: Tournament, command: WithdrawAnnouncement) -> Iterator[Event]:
    """Withdraws an announcement once."""
    if not _announcement_of(state, command.announcement).is_withdrawn:
        yield AnnouncementWithdrawn(command.announcement, command.at)


def _announcement_of(state: Tournament, id: str) -> Announcement:
    if id not in state.announcements:
        template = N_("There is no announcement {announcement} here.")
        raise Rejected("unknown_announcement", template, {"announcement": id})
    return state.announcements[id]


def set_screen(state: Tournament, command: SetScreen) -> Iterator[Event]:
    """Chooses what screens show; no event if nothing changes."""
    if state.screen != Screen(command.shows, command.step):
        yield ScreenSet(command.shows, command.step)
