"""Who goes on from a level table of a knockout, decided before its round is closed.

Those at the table say who won a play-off; staff may also draw a lot, or decide by hand with a reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_, Event, Rejected
from league.domain.seating.knockout.level import LevelTable, by_lot, chosen, level_at
from league.domain.tournament.require import require_running, result_of, table_of
from league.domain.tournament.results.commands import DecideLevel
from league.domain.tournament.results.events import LevelDecided
from league.domain.tournament.results.scores import LevelMatch
from league.domain.tournament.results.senders import Sender, require_sender
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.domain.values.faults import Fault, refuse


def decide_level(state: Tournament, command: DecideLevel) -> Iterator[Event]:
    """Decides who goes on from a level table; no event if it is decided so already.

    Refused at a table that is not level. Only staff decide otherwise than by a play-off, or decide once more.
    """
    table, round = table_of(state, command.table)
    require_running(state, round)
    require_sender(state, table, Sender(command.by, command.as_entry))
    _require_complete(command)
    level = _required_level(state, table)
    match = _match(state, round, level, command)
    if level.decided == match:
        return
    if level.decided is not None and not command.by_staff:
        template = N_("It is decided already who goes on from table {number}. Ask the director.")
        raise Rejected("level_decided", template, {"number": table.number})
    yield LevelDecided(
        table=table.id,
        on=match.on,
        out=match.out,
        decided_by=command.decided_by,
        lot=match.lot,
        at=command.at,
        by=command.by,
        reason=command.reason,
        as_entry=command.as_entry,
    )


def _require_complete(command: DecideLevel) -> None:
    if command.decided_by != "play_off" and not command.by_staff:
        template = N_("Those at a table say who won a play-off. The director draws lots and decides.")
        raise Rejected("staff_decides", template, field="decided_by")
    if command.decided_by == "director" and not (command.reason or "").strip():
        refuse([Fault("reason", "required", N_("Say why they go on."))])
    if command.decided_by == "lot" and command.goes_on:
        refuse([Fault("goes_on", "one_of", N_("A lot decides who goes on: name nobody."))])


def _required_level(state: Tournament, table: Table) -> LevelTable:
    """The level table. Raises Rejected if it has no result, or is not level."""
    for game in table.games:
        result_of(game)
    level = level_at(state, table)
    if level is None:
        template = N_("Table {number} is not level: its result says who goes on.")
        raise Rejected("not_level", template, {"number": table.number})
    return level


def _match(state: Tournament, round: Round, level: LevelTable, command: DecideLevel) -> LevelMatch:
    if command.decided_by == "lot":
        return by_lot(state, round, level)
    match = chosen(level, command.goes_on, command.decided_by)
    if match is None or len(set(command.goes_on)) != len(match.on):
        facts = {"number": level.table.number, "places": len(level.end.level), "entries": list(level.end.shared)}
        template = N_("From table {number} go on {places} of these: {entries}.")
        raise Rejected("bad_level_choice", template, facts, "goes_on")
    return match
