"""What the tables report, and penalties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.kernel import N_, Event, Rejected
from league.domain.numbers import exact
from league.domain.points import is_ranking
from league.domain.tournament.commands import LiftPenalty, Penalise, RecordResult, WithdrawResult
from league.domain.tournament.events import PenaltyGiven, PenaltyLifted, ResultRecorded, ResultWithdrawn
from league.domain.tournament.require import entry_of, going_on, table_of
from league.domain.tournament.state import Round, Table, Tournament


def record(state: Tournament, command: RecordResult) -> Iterator[Event]:
    """Takes a table's result, in place of the one it had; nothing if it is the same."""
    table, found = table_of(state, command.table)
    _require_running(state, found)
    _require_seats(table, command.places, "places")
    if command.scores is not None:
        _require_seats(table, command.scores, "scores")
    if not is_ranking(list(command.places.values())):
        facts = {"places": list(command.places.values())}
        raise Rejected("bad_places", N_("Places are written 1, 2, 3; shared ones as 1, 1, 3."), facts, "places")
    places = {entry: command.places[entry] for entry in table.seats}
    scores = None if command.scores is None else {entry: command.scores[entry] for entry in table.seats}
    known = table.result
    if known is None or (known.places, known.scores, known.source) != (places, scores, command.source):
        yield ResultRecorded(table.id, places, scores, command.source, command.at, command.by)


def withdraw(state: Tournament, command: WithdrawResult) -> Iterator[Event]:
    """Takes the result back; nothing if there is none."""
    table, found = table_of(state, command.table)
    _require_running(state, found)
    if table.result is not None:
        yield ResultWithdrawn(table.id)


def penalise(state: Tournament, command: Penalise) -> Iterator[Event]:
    """Takes points off; nothing if this penalty stands already."""
    going_on(state)
    entry = entry_of(state, command.entry)
    if exact(command.points) == 0:
        raise Rejected("bad_points", N_("A penalty of no points is none."), field="points")
    closed = len(state.closed_rounds)
    after = closed if command.after_round is None else command.after_round
    if command.id not in state.penalties:
        yield PenaltyGiven(command.id, entry.id, command.points, after, command.reason)


def lift(state: Tournament, command: LiftPenalty) -> Iterator[Event]:
    """As if the penalty had never been; nothing if it is lifted already."""
    going_on(state)
    if command.penalty not in state.penalties:
        raise Rejected("unknown_penalty", N_("There is no penalty {penalty} here."), {"penalty": command.penalty})
    if not state.penalties[command.penalty].lifted:
        yield PenaltyLifted(command.penalty)


def _require_running(state: Tournament, found: Round) -> None:
    going_on(state)
    if found.state == "closed":
        raise Rejected("round_closed", N_("Round {number} is closed."), {"number": found.number})
    if found.state != "running":
        raise Rejected("round_not_running", N_("Round {number} is not running."), {"number": found.number})


def _require_seats(table: Table, given: Mapping[str, object], field: str) -> None:
    """Refuses unless exactly the table's seats are named."""
    missing = [entry for entry in table.seats if entry not in given]
    strangers = [entry for entry in given if entry not in table.seats]
    if missing or strangers:
        facts = {"missing": missing, "strangers": strangers}
        raise Rejected("wrong_players", N_("A result names exactly the seats of its table."), facts, field)
