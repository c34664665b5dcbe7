"""What an entry needs in the open round to reach a goal, as the reader may know it: in numbers and sentences."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from games.kernel import N_, Rejected, Viewer
from league.access.audience import Audience
from league.domain.forecast import Context, Goal, Needs, context_of, goal_in_words, in_words, needs, notes
from league.domain.tournament.require import entry_of, require_going_on
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.settings import TableSize
from league.domain.tournament.shown import is_hiding, shown_to
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import rounds_seen
from league.log import store
from league.models import Tournament as Row
from league.queries import names
from league.queries.transcript import say
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.seating import table_sizes

CACHED_TOURNAMENTS, CACHED_ANSWERS = 8, 4096
"""The most tournaments with cached answers in this process, and the most answers of each."""


class Note(NamedTuple):
    """An assumption of the answer, in words."""

    code: str
    detail: str


@dataclass(frozen=True)
class Forecast:
    """The answer. goal, because: in words; of the verdicts the good ones first."""

    needs: Needs
    goal: str
    because: Sequence[str]
    notes: Sequence[Note]


@dataclass(frozen=True)
class CachedContext:
    """The cached state and answers of a tournament at one hash of its log. state: a fold of its own, without locks.

    contexts: of its last round, once it was asked for. answers: by entry, kind of goal and goal; the kind, since the
    best 3 and a final of 3 are equal as tuples. for_readers: the same without the results that they don't see.
    """

    hash: str
    state: Tournament
    contexts: list[Context] = field(default_factory=list)
    answers: dict[tuple[str, type[Goal], Goal], Needs] = field(default_factory=dict)
    for_readers: list[CachedContext] = field(default_factory=list)

    def seen_by(self, viewer: Viewer) -> CachedContext:
        """What the viewer sees of it; results of the viewer's own table are left out, too."""
        if not is_hiding(self.state, viewer):
            return self
        if not self.for_readers:
            self.for_readers.append(CachedContext(self.hash, shown_to(self.state, None)))
        return self.for_readers[0]


_cache: OrderedDict[UUID, CachedContext] = OrderedDict()
_cache_lock = Lock()


def forecast_for(row: Row, entry: str, goal: Goal, viewer: Viewer, audience: Audience) -> Forecast:
    """What the entry needs for the goal in the open round; only staff see a draft.

    Raises Rejected: `unknown_entry`, `no_round`, and as `league.domain.forecast` does.
    """
    known = _known(row).seen_by(viewer)
    state = known.state
    entry_of(state, entry)
    found = _round(state, viewer)
    answer = _answer(known, found, entry, goal)
    called = names.of_entries(row.pk, audience)
    return Forecast(
        answer,
        say(goal_in_words(goal, found.number), called),
        [say(sentence, called) for sentence in in_words(answer)],
        [Note(note.code, say(note.sentence, called)) for note in notes(state, goal, answer)],
    )


def _known(row: Row) -> CachedContext:
    """The tournament at its newest version. Raises NoSuchStream."""
    head = store.head(row.club_id, row.pk)
    with _cache_lock:
        cached = _cache.get(row.pk)
    if cached is not None and head is not None and cached.hash == head.hash:
        return cached
    stream = streams.rebuilt(row.club_id, TOURNAMENT, row.pk)
    cached = CachedContext(stream.hash, stream.aggregate.state)
    with _cache_lock:
        _cache[row.pk] = cached
        _cache.move_to_end(row.pk)
        while len(_cache) > CACHED_TOURNAMENTS:
            _cache.popitem(last=False)
    return cached


def _answer(cached: CachedContext, found: Round, entry: str, goal: Goal) -> Needs:
    """The answer, computed once for each state of the log."""
    asked = entry, type(goal), goal
    known = cached.answers.get(asked)
    if known is not None:
        return known
    if not cached.contexts:
        cached.contexts.append(context_of(cached.state, found))
    answer = needs(cached.contexts[0], entry, goal, _size(cached.state))
    if len(cached.answers) >= CACHED_ANSWERS:
        cached.answers.clear()
    cached.answers[asked] = answer
    return answer


def _round(state: Tournament, viewer: Viewer) -> Round:
    require_going_on(state)
    seen = rounds_seen(state, viewer)
    if not seen or seen[-1].state == "closed":
        raise Rejected("no_round", N_("There is no round that is still to be played."))
    return seen[-1]


def _size(state: Tournament) -> TableSize:
    """The table sizes that the next round's game allows; the tournament's own if the game is not installed."""
    try:
        return table_sizes.sizes(state, table_sizes.chosen(state, None))
    except Rejected:
        return state.effective_settings.table_size
