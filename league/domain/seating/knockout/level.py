"""A table of a knockout at which more entries did equally well than can go on: somebody has to decide."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.kernel import N_, Json, Rejected
from league.domain.seating.history import past_round_of
from league.domain.seating.knockout.corrections import rounds_before
from league.domain.seating.knockout.course import TableResult, course
from league.domain.tournament.results.scores import LevelMatch, RoundScore
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament

BY_SEED = "seed"


def level_tables(state: Tournament, round: Round, score: RoundScore) -> list[tuple[Table, TableResult]]:
    """The reported tables of a round with that score that are level where some have to go on and others can't.

    Empty in other formats. The small final is not among them: it may end in a shared place.
    """
    format = state.settings_in_round(round.number).knockout
    if format is None:
        return []
    history = (*rounds_before(state, round.number), past_round_of(round, score))
    at = course(history, advance=format.advance, bracketed=False)
    tables = {table.number: table for table in round.tables}
    found = [(tables[end.table.number], end) for end in at.ends if end.tied]
    return [(table, end) for table, end in found if table.has_reported]


def decided_level(
    state: Tournament, round: Round, found: Sequence[tuple[Table, TableResult]], goes_on: Collection[str]
) -> list[LevelMatch]:
    """Who goes on from these level tables: by the declared rule, or else as the director decides.

    goes_on: the director's choice; entries that are level at no table are ignored. Raises Rejected: `level_match`.
    """
    format = state.settings_in_round(round.number).knockout
    if format is not None and format.level == BY_SEED:
        return [LevelMatch(table.id, end.level, end.tied, BY_SEED) for table, end in found]
    chosen = {table.id: tuple(entry for entry in _shared(end) if entry in goes_on) for table, end in found}
    open_ = [_asked(table, end) for table, end in found if len(chosen[table.id]) != len(end.level)]
    if open_:
        raise _undecided(round, open_)
    return [
        LevelMatch(
            table.id,
            chosen[table.id],
            tuple(entry for entry in _shared(end) if entry not in chosen[table.id]),
            "director",
        )
        for table, end in found
    ]


def _shared(end: TableResult) -> tuple[str, ...]:
    return (*end.level, *end.tied)


def _asked(table: Table, end: TableResult) -> Json:
    """goes_on: how many of the entries."""
    return {"table": table.id, "number": table.number, "entries": list(_shared(end)), "goes_on": len(end.level)}


def _undecided(round: Round, asked: Sequence[Json]) -> Rejected:
    """The question, with the entries of the first table in its sentence."""
    facts = {
        "number": round.number,
        "tables": ", ".join(str(one["number"]) for one in asked),
        "level": asked,
        "table": asked[0]["number"],
        "entries": asked[0]["entries"],
        "places": asked[0]["goes_on"],
    }
    template = N_(
        "Round {number} is level at these tables, from which somebody has to go on: {tables}. Say who goes on. At "
        "table {table} it is {places} of these: {entries}."
    )
    return Rejected("level_match", template, facts, "goes_on")
