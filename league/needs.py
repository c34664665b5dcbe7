"""What an entry needs in the round that goes on, as its reader may know it: in numbers and in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.kernel import N_, Rejected, Viewer
from league import names, round_games, streams
from league.domain.needs import Goal, Needs, goal_in_words, in_words, needs, notes
from league.domain.seating.drawings import folded
from league.domain.tournament.require import entry_of, going_on
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Round, Tournament
from league.domain.tournament.view import rounds_seen
from league.log import store
from league.models import Tournament as Row
from league.telling import say


class Note(NamedTuple):
    """What the answer was reckoned with, in words."""

    code: str
    detail: str


@dataclass(frozen=True)
class Told:
    """The answer. goal: in words. because: the verdicts in words, the good ones first."""

    needs: Needs
    goal: str
    because: Sequence[str]
    notes: Sequence[Note]


def needed(row: Row, entry: str, goal: Goal, viewer: Viewer) -> Told:
    """What the entry needs for the goal in the round that goes on; a draft is the staff's.

    Raises Rejected: `unknown_entry`, `no_round`, and what `league.domain.needs` refuses.
    """
    state = _state(row)
    entry_of(state, entry)
    found = _round(state, viewer)
    answer = needs(state, found, entry, goal, _size(state))
    called = names.of_entries(row.pk)
    return Told(
        answer,
        say(goal_in_words(goal, found.number), called),
        [say(sentence, called) for sentence in in_words(answer)],
        [Note(note.code, say(note.said, called)) for note in notes(state, goal, answer)],
    )


def _state(row: Row) -> Tournament:
    """A fold of its own: nobody waits for the answer."""
    events = [streams.decode(stored) for stored in store.load(row.club_id, row.pk)]
    return folded(events, len(events))


def _round(state: Tournament, viewer: Viewer) -> Round:
    going_on(state)
    seen = rounds_seen(state, viewer)
    if not seen or seen[-1].state == "closed":
        raise Rejected("no_round", N_("No round is seated that is still to be played."))
    return seen[-1]


def _size(state: Tournament) -> TableSize:
    """The tables of the next round, as its game allows; the tournament's own where that is not installed any more."""
    try:
        return round_games.sizes(state, round_games.chosen(state, None))
    except Rejected:
        return state.held.table_size
