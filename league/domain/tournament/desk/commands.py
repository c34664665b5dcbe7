"""Commands of the desk and to it: calls for the director, what the director has seen, announcements, screens."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.values.fields import At, Id, Reason

MOST_SIGNS = 200
LAST_STEP = 100
Text = Annotated[str, Meta(min_length=1, max_length=MOST_SIGNS, pattern=r"\S")]
Shows = Literal[
    "auto", "welcome", "names", "clock", "tables", "standings", "next", "final", "podium", "wifi", "announcement"
]
"""What a screen shows; `auto`: what fits the phase of the night."""


class CallDirector(Command, frozen=True, tag="call_director"):
    """Calls the director to a table, or to an entry. Nothing happens while its last call is unanswered.

    as_entry: the entry that uses the table's link.
    """

    call: Id
    at: At
    by: str
    table: Id | None = None
    entry: Id | None = None
    note: Reason | None = None
    as_entry: Id | UnsetType = UNSET


class AnswerCall(Command, frozen=True, tag="answer_call"):
    """The director has come."""

    call: Id
    at: At
    by: str


class NoticeEntry(Command, frozen=True, tag="notice_entry"):
    """The director has seen that an entry came late or is about to leave."""

    entry: Id
    at: At
    by: str


class Announce(Command, frozen=True, tag="announce"):
    """Shows a sentence on screens and phones.

    text: the sentence. until: when it goes away by itself; null: when it is withdrawn.
    """

    announcement: Id
    text: Text
    at: At
    until: At | None = None


class WithdrawAnnouncement(Command, frozen=True, tag="withdraw_announcement"):
    """Takes an announcement off screens and phones."""

    announcement: Id
    at: At


class SetScreen(Command, frozen=True, tag="set_screen"):
    """Chooses what the screens show.

    shows: the content; `auto`: what fits the phase of the night. step: how much of it, as the places of a podium that
    are shown already.
    """

    shows: Shows
    step: Annotated[int, Meta(ge=0, le=LAST_STEP)] = 0
