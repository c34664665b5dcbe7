"""Byes that entries ask for: they sit a round out, and the format seats the rest.

A requested bye does not count as one that the pairing gave, so it is nobody's turn sooner or later for it. It is worth
the points given with it. Without points it is worth 0 with points for a win, a draw and a loss; with other points it is
worth what the scheme pays for a bye. In a round robin the games that are not played stay open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.kernel import N_, Rejected
from league.domain.tournament.formats import STAYS_AWAY, Bye, ByeKind, ByeTerms, Prescribed
from league.domain.tournament.require import entry_of
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament

REQUESTED: ByeKind = "requested"


def requested_byes(state: Tournament, byes: Sequence[str | int | Bye]) -> dict[str, ByeTerms]:
    """The terms of each requested bye. byes: entries, or byes with their points. Raises Rejected `bad_bye`."""
    named = [bye if isinstance(bye, Bye) else Bye(bye) for bye in byes]
    entries = [str(bye.entry) for bye in named]
    if twice := [entry for entry, times in Counter(entries).items() if times > 1]:
        raise Rejected("bad_bye", N_("{entry} is named more than once."), {"entry": twice[0]}, "byes")
    usual = ByeTerms(None, REQUESTED) if state.effective_settings.points.outcomes is None else STAYS_AWAY
    return {
        entry: usual if bye.points is None else ByeTerms(bye.points, REQUESTED)
        for entry, bye in zip(entries, named, strict=True)
    }


def requested_in(state: Tournament, round: Round | None) -> dict[str, ByeTerms]:
    """The byes requested for a round that has not begun, of entries that still play in it."""
    if round is None or round.given:
        return {}
    terms = {entry: round.terms_of(entry) for entry in round.byes if state.entries[entry].plays(round.number)}
    return {entry: known for entry, known in terms.items() if known.kind == REQUESTED}


def require_may_sit_out(state: Tournament, away: Mapping[str, ByeTerms]) -> None:
    """Refuses byes of entries that would not be seated, and byes in formats in which nobody can sit out."""
    format = state.effective_settings.format
    if not away:
        return
    if state.knockout is not None:
        template = N_("Nobody can sit out a round of a knockout: an entry that does not play is out.")
        raise Rejected("bad_bye", template, field="byes")
    if isinstance(format, Prescribed):
        raise Rejected("bad_bye", N_("The plan of this tournament says who sits out."), field="byes")
    number = state.next_number
    players = {entry.id for entry in state.players(number)}
    if absent := [entry_of(state, entry).id for entry in away if entry not in players]:
        template = N_("These would have no seat in round {number} anyway, so they need no bye: {entries}.")
        raise Rejected("bad_bye", template, {"number": number, "entries": absent}, "byes")
