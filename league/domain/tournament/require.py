"""Preconditions of commands: what they need is looked up here, or the command is refused."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from games.kernel import N_, Rejected
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.state import Result
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament
from league.domain.values.clock import Clock


def require_going_on(state: Tournament) -> None:
    """Refuses if the tournament is closed or cancelled."""
    if state.state == "closed":
        raise Rejected("tournament_closed", N_("The tournament is closed."))
    if state.state == "cancelled":
        raise Rejected("tournament_cancelled", N_("The tournament was cancelled."))


def require_ended(state: Tournament) -> None:
    """Refuses unless the tournament is closed."""
    if state.state == "cancelled":
        raise Rejected("tournament_cancelled", N_("The tournament was cancelled."))
    if state.state != "closed":
        raise Rejected("not_closed", N_("The tournament is not closed yet. This is there when it is."))


def entry_of(state: Tournament, entry_id: str) -> Entry:
    """The entry with that id, or a refusal."""
    if entry_id not in state.entries:
        raise Rejected("unknown_entry", N_("There is no entry {entry} here."), {"entry": entry_id})
    return state.entries[entry_id]


def round_of(state: Tournament, round_id: str) -> Round:
    """The round with that id, or a refusal, also of one that was called off."""
    for round in state.rounds:
        if round.id == round_id:
            return round
    for round in state.cancelled:
        if round.id == round_id:
            raise round_cancelled(round)
    raise Rejected("unknown_round", N_("There is no round {round} here."), {"round": round_id})


def round_cancelled(round: Round) -> Rejected:
    """The refusal for a round that was called off."""
    return Rejected("round_cancelled", N_("Round {number} was called off."), {"number": round.number})


def table_gone(state: Tournament, table_id: str, field: str | None = None) -> Rejected:
    """The refusal for a table that is gone: a repair replaced it, or its round was deleted or drawn again."""
    facts = {"number": state.gone[table_id]}
    return Rejected("table_gone", N_("Table {number} is gone: its round was seated in another way."), facts, field)


def table_of(state: Tournament, table_id: str, game: int | UnsetType = UNSET) -> tuple[Table, Round]:
    """The table with that id and its round. game: the number of one of several games at it, which is then returned."""
    if table_id in state.gone:
        raise table_gone(state, table_id)
    if table_id not in state.tables:
        raise Rejected("unknown_table", N_("There is no table {table} here."), {"table": table_id})
    table = state.tables[table_id]
    round = state.round_with(table)
    if game is UNSET or game == 1:
        return table, round
    if game > round.games:
        facts = {"number": table.number, "game": game, "games": round.games}
        raise Rejected("unknown_game_number", N_("Table {number} has no game {game} in this round."), facts, "game")
    return (table.more[game - 2] if table.more else table), round


def require_in_round(round: Round, entry: str, field: str) -> None:
    """Refuses an entry that has neither a seat nor a bye in the round."""
    if entry not in round.byes and not any(entry in table.seats for table in round.tables):
        facts = {"entry": entry, "number": round.number}
        raise Rejected("not_in_round", N_("{entry} has neither a seat nor a bye in round {number}."), facts, field)


def require_closed(round: Round) -> None:
    """Refuses a round that is not closed, with separate advice for a draft."""
    if round.state == "draft":
        template = N_("Round {number} is a draft: discard it or play it first.")
        raise Rejected("round_open", template, {"number": round.number})
    if round.state != "closed":
        raise Rejected("round_open", N_("Round {number} is not closed yet."), {"number": round.number})


def require_not_closed(round: Round) -> None:
    if round.state == "closed":
        raise Rejected("round_closed", N_("Round {number} is closed."), {"number": round.number})


def draft_of(state: Tournament, round_id: str) -> Round:
    """The round with that id, if it is still a draft."""
    round = round_of(state, round_id)
    if round.state != "draft":
        raise Rejected("round_published", N_("Round {number} has been published already."), {"number": round.number})
    return round


def unbegun_of(state: Tournament, round_id: str) -> Round:
    """The round with that id, if it has not begun: a draft, or published."""
    round = round_of(state, round_id)
    if round.state == "running":
        template = N_("Round {number} has begun: it can only be called off.")
        raise Rejected("round_begun", template, {"number": round.number})
    require_not_closed(round)
    return round


def require_allowed_size(state: Tournament, number: int, seats: int, *, given: bool, field: str) -> None:
    """Refuses a table of that many seats. given: the director gave the plan, so that any size is allowed."""
    size = TableSize() if given else state.effective_settings.table_size
    if not size.min <= seats <= size.max:
        facts = {"number": number, "seats": seats}
        raise Rejected("bad_plan", N_("Table {number} can't have {seats} seats."), facts, field)


def require_admitted(state: Tournament, round_number: int, entry: str) -> None:
    """Refuses an entry that is not in the stage of that round."""
    if entry not in state.admitted(round_number):
        raise Rejected("not_in_stage", N_("{entry} is not in the final."), {"entry": entry}, "entry")


def require_started(round: Round) -> None:
    """Refuses a round that is not running."""
    if round.state != "running":
        raise Rejected("round_not_running", N_("Round {number} is not running."), {"number": round.number})


def running_round(state: Tournament, round_id: str) -> Round:
    """The round with that id, if it is running."""
    round = round_of(state, round_id)
    require_started(round)
    return round


def clock_of(round: Round) -> Clock:
    """The clock of a running round; refused if it has none."""
    require_started(round)
    if round.clock is None:
        raise Rejected("no_clock", N_("Round {number} has no clock."), {"number": round.number})
    return round.clock


def require_running(state: Tournament, round: Round) -> None:
    """Refuses unless the tournament is going on and the round is running."""
    require_going_on(state)
    if round.state == "cancelled":
        raise round_cancelled(round)
    require_not_closed(round)
    require_started(round)


def result_of(table: Table) -> Result:
    """The result of the table; refused if it has none."""
    if table.result is None:
        raise Rejected("no_result", N_("Table {number} has no result yet."), {"number": table.number})
    return table.result


def require_seatable(state: Tournament) -> None:
    """Refuses unless the next round may be seated: the previous one is closed, and rounds are left."""
    require_going_on(state)
    if state.open_round is not None:
        facts = {"number": state.open_round.number}
        raise Rejected("round_open", N_("Round {number} is not closed yet."), facts)
    rounds = state.effective_settings.rounds
    if rounds is not None and state.next_number > rounds:
        raise Rejected("no_more_rounds", N_("All {rounds} rounds are played."), {"rounds": rounds})
