"""Why an entry has its seat or its place, as the reader may know it: sentences with names, positions in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.kernel import REFEREE, Json, Rejected, Viewer
from league.access.audience import Audience
from league.domain.explanations.alternatives import Alternative
from league.domain.explanations.place import why_placed
from league.domain.explanations.reasons import Reason
from league.domain.explanations.seat import why_seated
from league.domain.seating.attempts import state_at
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.settings import TableSize
from league.domain.tournament.shown import counted_for, hidden_from, shown_to
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import rounds_seen
from league.log import store
from league.models import Tournament as Row
from league.queries import names
from league.queries.transcript import say
from league.repository import streams
from league.seating import table_sizes


class NoSuchRound(LookupError):
    """The tournament has no round of that number, or the reader may not see it."""


class NoSuchEntry(LookupError):
    """The tournament has no such entry."""


@dataclass(frozen=True)
class ReasonLine:
    """A reason in words. facts: with entries by id. events: positions of its events that the reader may see."""

    rule: str
    detail: str
    facts: Json
    events: Sequence[int]


@dataclass(frozen=True)
class Explanation:
    """The reasons, and for a seat the nearest alternatives. round: None for a place in the standings."""

    entry: str
    round: int | None
    because: Sequence[ReasonLine]
    alternatives: Sequence[Alternative]


def explain(row: Row, entry: str, number: int | None, viewer: Viewer, audience: Audience) -> Explanation:
    """Why the entry has its seat in round `number`, or (None) its place in the standings that the viewer sees.

    Raises NoSuchEntry, NoSuchRound.
    """
    log = store.load(row.club_id, row.pk)
    events = [streams.decode(stored) for stored in log]
    now = state_at(events, len(events), streams.edition_of(log[0].rules))
    if entry not in now.entries:
        raise NoSuchEntry
    called = names.of_entries(row.pk, audience)
    hidden = hidden_from(now, viewer)
    seen = [not hidden.hides(event) and event.show(viewer) is not None for event in events]
    positions = {number: row.position for number, row in enumerate(log, 1) if seen[number - 1]}
    if number is None:
        return Explanation(
            entry, None, _in_words(why_placed(counted_for(now, viewer), events, entry), positions, called), ()
        )
    found = _round(now, number, viewer)
    why = why_seated(events, shown_to(now, viewer), found, entry, _size_of, for_staff=viewer == REFEREE)
    return Explanation(entry, number, _in_words(why.because, positions, called), why.alternatives)


def _round(now: Tournament, number: int, viewer: Viewer) -> Round:
    for found in rounds_seen(now, viewer):
        if found.number == number:
            return found
    raise NoSuchRound


def _size_of(state: Tournament, game: str | None) -> TableSize:
    """The table sizes that the round's game allows; the tournament's own if the game is not installed."""
    try:
        return table_sizes.sizes(state, table_sizes.chosen(state, game))
    except Rejected:
        return state.effective_settings.table_size


def _in_words(reasons: Sequence[Reason], positions: Mapping[int, int], called: Mapping[str, str]) -> list[ReasonLine]:
    """The reasons in words. positions: of the events that the reader may see, by their number in the log."""
    return [
        ReasonLine(
            reason.rule,
            say(reason.sentence, called),
            reason.sentence.facts,
            [positions[number] for number in sorted(reason.rests_on) if number in positions],
        )
        for reason in reasons
    ]
