"""What an entry needs in the round that goes on, as its reader may know it: in numbers and in sentences."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from games.kernel import N_, Rejected, Viewer
from league.domain.forecast import Context, Goal, Needs, context_of, goal_in_words, in_words, needs, notes
from league.domain.tournament.require import entry_of, require_going_on
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import rounds_seen
from league.log import store
from league.models import Tournament as Row
from league.queries import names
from league.queries.transcript import say
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.seating import table_sizes

KEPT_TOURNAMENTS, KEPT_ANSWERS = 8, 4096
"""Of how many tournaments something is kept in this process, and how many answers of each."""


class Note(NamedTuple):
    """What the answer was reckoned with, in words."""

    code: str
    detail: str


@dataclass(frozen=True)
class NeedLine:
    """The answer. goal: in words. because: the verdicts in words, the good ones first."""

    needs: Needs
    goal: str
    because: Sequence[str]
    notes: Sequence[Note]


@dataclass(frozen=True)
class CachedContext:
    """What is kept of a tournament at a state of its log. state: a fold of its own, so that nobody waits for it.

    grounds: of its last round, once somebody has asked. answers: the last ones, by entry and goal, whose kind is told
    beside it: the best 3 and a final of 3 are equal as tuples.
    """

    hash: str
    state: Tournament
    grounds: list[Context] = field(default_factory=list)
    answers: dict[tuple[str, type[Goal], Goal], Needs] = field(default_factory=dict)


_kept: OrderedDict[UUID, CachedContext] = OrderedDict()
_kept_lock = Lock()


def needed(row: Row, entry: str, goal: Goal, viewer: Viewer) -> NeedLine:
    """What the entry needs for the goal in the round that goes on; a draft is the staff's.

    Raises Rejected: `unknown_entry`, `no_round`, and what `league.domain.forecast` refuses.
    """
    known = _known(row)
    state = known.state
    entry_of(state, entry)
    found = _round(state, viewer)
    answer = _answer(known, found, entry, goal)
    called = names.of_entries(row.pk)
    return NeedLine(
        answer,
        say(goal_in_words(goal, found.number), called),
        [say(sentence, called) for sentence in in_words(answer)],
        [Note(note.code, say(note.said, called)) for note in notes(state, goal, answer)],
    )


def _known(row: Row) -> CachedContext:
    """The tournament as the log has it now. Raises NoSuchStream."""
    head = store.head(row.club_id, row.pk)
    with _kept_lock:
        kept = _kept.get(row.pk)
    if kept is not None and head is not None and kept.hash == head.hash:
        return kept
    stream = streams.rebuilt(row.club_id, TOURNAMENT, row.pk)
    kept = CachedContext(stream.hash, stream.aggregate.state)
    with _kept_lock:
        _kept[row.pk] = kept
        _kept.move_to_end(row.pk)
        while len(_kept) > KEPT_TOURNAMENTS:
            _kept.popitem(last=False)
    return kept


def _answer(kept: CachedContext, found: Round, entry: str, goal: Goal) -> Needs:
    """The answer, worked out once for a state of the log."""
    asked = entry, type(goal), goal
    known = kept.answers.get(asked)
    if known is not None:
        return known
    if not kept.grounds:
        kept.grounds.append(context_of(kept.state, found))
    answer = needs(kept.grounds[0], entry, goal, _size(kept.state))
    if len(kept.answers) >= KEPT_ANSWERS:
        kept.answers.clear()
    kept.answers[asked] = answer
    return answer


def _round(state: Tournament, viewer: Viewer) -> Round:
    require_going_on(state)
    seen = rounds_seen(state, viewer)
    if not seen or seen[-1].state == "closed":
        raise Rejected("no_round", N_("No round is seated that is still to be played."))
    return seen[-1]


def _size(state: Tournament) -> TableSize:
    """The tables of the next round, as its game allows; the tournament's own where that is not installed any more."""
    try:
        return table_sizes.sizes(state, table_sizes.chosen(state, None))
    except Rejected:
        return state.effective_settings.table_size
