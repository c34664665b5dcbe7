"""A filled sheet sent to the game, or as the table's result; and what becomes of one that comes late.

| meanwhile | effect |
| --- | --- |
| nothing, or only what the sheet says nothing of | the sheet is taken |
| somebody else reported the same | it is confirmed |
| somebody else reported something else | both stand: an open dispute, which the director decides |
| a game's round that is not its last was reported as something else | the director is called, with both versions |
| the sender reported something else, from another page | refused: they look at it and decide |

To be called in the transaction of `idempotency.run_once`, so that nothing comes between looking and sending.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, NamedTuple

from django.utils.translation import gettext
from msgspec import UNSET

from games import Match
from games.kernel import N_, Event, Json, Rejected
from games.round_sheet import Answers
from league.access.audience import CLUB
from league.domain.tournament.require import table_of
from league.domain.tournament.results.claims import agrees, claim_in, counted_in, report_of
from league.domain.tournament.results.events import ResultConfirmed, ResultDisputed, ResultRecorded
from league.domain.tournament.results.reports import Report
from league.domain.tournament.results.state import Result, voice_of
from league.domain.tournament.state import Tournament
from league.log import store
from league.models import Table
from league.queries import names
from league.repository import streams
from league.repository.game_streams import named
from league.repository.streams import FIRST, TOURNAMENT, decode, stream_of
from league.services import calls, game_commands, results
from league.services.preconditions import STALE
from league.services.results import As
from league.sheets.asking import Asked, asked_of, before
from league.sheets.looking import match_of

Effect = Literal["round", "reported", "confirmed", "disputed", "called", "known"]
"""round: a game's round is in, and others follow. known: what was sent is on record already."""
EFFECTS: Mapping[type[Event], Effect] = {
    ResultRecorded: "reported",
    ResultDisputed: "disputed",
    ResultConfirmed: "confirmed",
}
LONGEST_NOTE = 500
OWN = N_("You have reported something else meanwhile. Look at it and decide.")
ROUND_TAKEN = N_("Round {number} of the game was reported meanwhile. If it is wrong, call the director.")


BOTH_ROUNDS = N_("Round {number} of the game was reported in two ways. On record: {known}. Also sent: {other}.")


class Seen(NamedTuple):
    """The versions that the page had seen, of the table and of its game."""

    table: int
    game: int


@dataclass(frozen=True)
class Sender:
    """Who sends: the actor, and the entry as which it uses the table's link."""

    actor: str
    at: datetime
    as_entry: As = UNSET
    is_staff: bool = False

    @property
    def voice(self) -> str | None:
        return voice_of(self.actor, self.as_entry or None)


def send(
    row: Table, asked: Asked, answers: Answers, sender: Sender, *, game: int = FIRST, seen: Seen | None = None
) -> Effect:
    """Sends a filled sheet. asked: as the page showed it. Raises Rejected, and what `results.report` raises."""
    _lock(row, game)
    if asked.report is not None:
        return _report(row, asked.report(answers), sender, game, seen)
    match = match_of(row, game)
    now = asked_of(match)
    if seen is None or (now is not None and not now.is_plain and now.sheet.number == asked.sheet.number):
        commands = (now if now and not now.is_plain else asked).sheet.commands(answers)
        return _play(row, commands, sender, game)
    return _late(row, match, before(match, seen.game + 1), asked.sheet.commands(answers), sender, game)


def _lock(row: Table, game: int) -> None:
    """Nobody else writes to the game or the tournament until the transaction ends."""
    assert row.round is not None, "only tables of a tournament have sheets"
    store.lock(stream_of(row.pk, game))
    store.lock(row.round.tournament_id)


def _play(row: Table, commands: Sequence[Json], sender: Sender, game: int) -> Effect:
    done = game_commands.send(row, commands, actor=sender.actor, at=sender.at, game=game, as_entry=sender.as_entry)
    return "reported" if done.stream.match.outcome()["finished"] else "round"


def _late(row: Table, now: Match, then: Match, commands: Sequence[Json], sender: Sender, game: int) -> Effect:
    """A sheet of a game's round that was reported meanwhile. then: the match as the page had seen it."""
    number = len(then.outcome()["rounds"])
    then.execute_all(commands)
    outcome, rounds = then.outcome(), now.outcome()["rounds"]
    if rounds[number : number + 1] == outcome["rounds"][number : number + 1]:
        return _report(row, report_of(outcome), sender, game, Seen(0, 0)) if outcome["finished"] else "known"
    if not outcome["finished"]:
        return _call(row, rounds[number], outcome["rounds"][number], sender)
    return _report(row, report_of(outcome), sender, game, Seen(0, 0))


def _call(row: Table, known: Json, other: Json, sender: Sender) -> Effect:
    """Calls the director, with both versions of a game's round. Raises Rejected if the table has called already."""
    assert row.round is not None
    called = names.of_entries(row.round.tournament_id, CLUB)
    facts = {"number": known["number"], "known": _in_words(known, called), "other": _in_words(other, called)}
    note = gettext(BOTH_ROUNDS).format(**facts)[:LONGEST_NOTE]
    done = calls.from_table(row, note, actor=sender.actor, at=sender.at, as_entry=sender.as_entry)
    if not done.events:
        raise Rejected("reported_meanwhile", ROUND_TAKEN, {"number": known["number"]})
    return "called"


def _in_words(scored: Json, called: Mapping[str, str]) -> str:
    """The points of a game's round: names with numbers."""
    return ", ".join(f"{called.get(entry, entry)} {points}" for entry, points in scored["points"].items())


def confirm(row: Table, sender: Sender, *, game: int = FIRST, seen: Seen) -> None:
    """Says that the result is right which somebody has seen. Raises Rejected, also where it is another one by now."""
    _lock(row, game)
    if _standing(row, game).version > seen.table:
        raise Rejected("stale", STALE)
    results.confirm(
        row, by_staff=sender.is_staff, actor=sender.actor, at=sender.at, game=game, as_entry=sender.as_entry
    )


def _report(row: Table, report: Report, sender: Sender, game: int, seen: Seen | None) -> Effect:
    """Reports a result. One's own is replaced only by somebody who has seen it."""
    known = _known(row, game, report)
    is_late = seen is not None and seen.table < known.version
    if is_late and known.result and known.result.voice == sender.voice and not known.agrees:
        raise Rejected("reported_meanwhile", OWN)
    done = results.report(
        row,
        report,
        actor=sender.actor,
        at=sender.at,
        game=game,
        by_staff=sender.is_staff,
        as_entry=sender.as_entry,
    )
    events = {type(decode(event)) for event in done.events}
    return next((effect for kind, effect in EFFECTS.items() if kind in events), "known")


class Known(NamedTuple):
    """What is on record: the version of the table, its result, and whether a report says the same."""

    version: int
    result: Result | None
    agrees: bool


def _standing(row: Table, game: int) -> Known:
    """What is on record."""
    return _known(row, game, None)


def _known(row: Table, game: int, report: Report | None) -> Known:
    assert row.round is not None, "only tables of a tournament have sheets"
    with streams.reading(row.club_id, TOURNAMENT, row.round.tournament_id) as stream:
        state: Tournament = stream.aggregate.state
        table, _ = table_of(state, str(row.pk), named(game))
        result = None if table.result is None else replace(table.result)
        if result is None or report is None:
            return Known(table.version, result, False)
        claim = claim_in(state, table, counted_in(state, table, report))
        return Known(table.version, result, agrees(result.claim, report, claim))
