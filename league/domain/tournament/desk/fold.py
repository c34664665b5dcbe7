"""Folds calls, what the director has seen, announcements, screens. None of it is what a seating depends on."""

from __future__ import annotations

from league.domain.tournament.desk import events as e
from league.domain.tournament.desk.state import Announcement, Call, Screen
from league.domain.tournament.folding import folds
from league.domain.tournament.state import Tournament


@folds(e.DirectorCalled)
def _called(state: Tournament, event: e.DirectorCalled) -> None:
    state.calls[event.call] = Call(
        id=event.call,
        table=event.table,
        entry=event.entry,
        note=event.note,
        at=event.at,
        by=event.by,
        version=state.version,
        as_entry=event.as_entry or None,
    )


@folds(e.CallAnswered)
def _answered(state: Tournament, event: e.CallAnswered) -> None:
    call = state.calls[event.call]
    call.answered_at, call.answered_by, call.version = event.at, event.by, state.version


@folds(e.EntryNoticed)
def _noticed(state: Tournament, event: e.EntryNoticed) -> None:
    state.entries[event.entry].noticed = state.version


@folds(e.Announced)
def _announced(state: Tournament, event: e.Announced) -> None:
    announcement = Announcement(event.announcement, event.text, event.at, event.until, state.version)
    state.announcements[announcement.id] = announcement


@folds(e.AnnouncementWithdrawn)
def _withdrawn(state: Tournament, event: e.AnnouncementWithdrawn) -> None:
    announcement = state.announcements[event.announcement]
    announcement.is_withdrawn, announcement.version = True, state.version


@folds(e.ScreenSet)
def _set(state: Tournament, event: e.ScreenSet) -> None:
    state.screen = Screen(event.shows, event.step)
