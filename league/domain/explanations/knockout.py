"""A knockout in words: a round that was seated before an earlier result was corrected, and level tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import UNSET

from games.kernel import N_, Event
from games.telling import Sentence
from league.domain.explanations.reasons import Reason, numbers
from league.domain.seating.knockout.corrections import Replacement, replacements
from league.domain.tournament.closing.events import RoundClosed
from league.domain.tournament.results.events import LevelDecided, ResultCorrected
from league.domain.tournament.results.scores import LevelMatch
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament


def why_corrected(state: Tournament, events: Sequence[Event], round: Round, entry: str) -> Iterator[Reason]:
    """Reasons if the entry played in another's place, or another in its, because of a later correction."""
    about = numbers(events, (ResultCorrected,))
    for found in replacements(state, round):
        if entry in (found.replace, found.by):
            rule = "knockout.played_before_correction" if found.played else "knockout.corrected"
            yield Reason(rule, corrected_sentence(round, found), about)


def _is_about(event: Event, *, round: Round, match: LevelMatch) -> bool:
    return getattr(event, "round", None) == round.id or getattr(event, "table", None) == match.table


def why_level(events: Sequence[Event], round: Round, entry: str) -> Iterator[Reason]:
    """Reasons if the entry did as well as others at its table, of whom not all could go on."""
    for match in round.level:
        if entry in (*match.on, *match.out):
            about = numbers(events, (RoundClosed, LevelDecided), partial(_is_about, round=round, match=match))
            yield Reason(f"knockout.level_{match.decided_by}", level_sentence(round, match), about)


LEVEL = {
    "seed": N_("Table {table} of round {number} was level. The better seed goes on: {on}, not {out}."),
    "director": N_("Table {table} of round {number} was level. The director decided who goes on: {on}, not {out}."),
    "play_off": N_("Table {table} of round {number} was level. The play-off decided who goes on: {on}, not {out}."),
    "lot": N_("Table {table} of round {number} was level. The lot decided who goes on: {on}, not {out}."),
}
"""By what decided a level match."""


def level_sentence(round: Round, match: LevelMatch) -> Sentence:
    """Who goes on from a level table, and what decided it. lot: the label of the draw, where it was a lot."""
    number = next((table.number for table in round.tables if table.id == match.table), None)
    facts = {"number": round.number, "table": number, "on": list(match.on), "out": list(match.out)}
    return Sentence(LEVEL[match.decided_by], facts if match.lot is UNSET else {**facts, "lot": match.lot})


def corrected_sentence(round: Round, found: Replacement) -> Sentence:
    """What a correction after the seating of a round means for a place in it."""
    table = None if found.table is None else found.table.number
    facts = {"number": round.number, "table": table, "replace": found.replace, "by": found.by}
    return Sentence(_template(round, found), facts)


def _template(round: Round, found: Replacement) -> str:
    if found.by is None:
        return N_("{replace} is in round {number}, though by a corrected earlier result nobody goes on in that place.")
    if found.replace is None:
        return N_("{by} is not in round {number}, but would be by a corrected earlier result.")
    if found.played:
        return _played(round, found)
    if found.table is None:
        return N_(
            "An earlier result was corrected after round {number} was seated: {by} belongs in the place of {replace}, "
            "who has a bye."
        )
    return N_(
        "An earlier result was corrected after round {number} was seated: {by} belongs in the place of {replace}, at "
        "table {table}."
    )


def _played(round: Round, found: Replacement) -> str:
    is_final = sum(not table.is_small_final for table in round.tables) == 1 and not round.byes
    if is_final and found.table is not None and not found.table.is_small_final:
        return N_(
            "An earlier result was corrected after the final was played: by it, {by} would have been in the final in "
            "the place of {replace}. What was played remains valid: the final decides the first places, and a small "
            "final the next ones."
        )
    return N_(
        "An earlier result was corrected after round {number} was played: by it, {by} would have been in it in the "
        "place of {replace}. What was played remains valid."
    )
