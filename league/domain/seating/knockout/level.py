"""A table of a knockout at which more entries did equally well than can go on: somebody has to decide.

| decided by | how |
| --- | --- |
| `play_off` | a play-off was played: its winners are named |
| `lot` | drawn from the secret of the draws, with a label of the table: the same lot however often it is drawn |
| `director` | by hand |
| `seed` | the better seed, where the format says so |

What was decided while the round was running (`Table.level`) stands at its close, unless the director names others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.kernel import N_, Json, Rejected, draw
from league.domain.seating.history import past_round_of
from league.domain.seating.knockout.corrections import rounds_before
from league.domain.seating.knockout.course import TableResult, course
from league.domain.seating.lots import level_label, level_seed
from league.domain.standings.round_scores import score_so_far
from league.domain.tournament.attention import Item
from league.domain.tournament.results.commands import Decider
from league.domain.tournament.results.scores import LevelMatch, RoundScore
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament

BY_SEED = "seed"


class LevelTable(NamedTuple):
    """A level table and how it ended. decided: who goes on, if that is decided."""

    table: Table
    end: TableResult
    decided: LevelMatch | None


def level_tables(state: Tournament, round: Round, score: RoundScore) -> list[LevelTable]:
    """The reported tables of a round with that score that are level where some have to go on and others can't.

    Empty in other formats. The small final is not among them: it may end in a shared place.
    """
    format = state.settings_in_round(round.number).knockout
    if format is None:
        return []
    history = (*rounds_before(state, round.number), past_round_of(round, score))
    at = course(history, advance=format.advance, bracketed=False)
    tables = {table.number: table for table in round.tables}
    found = [(tables[end.table.number], end) for end in at.ends if end.level]
    return [LevelTable(table, end, _standing(score, table, end)) for table, end in found if table.has_reported]


def level_at(state: Tournament, table: Table) -> LevelTable | None:
    """A table of a running round, if it is level."""
    round = state.round_with(table)
    found = level_tables(state, round, score_so_far(state, round)) if round.state == "running" else []
    return next((level for level in found if level.table.id == table.id), None)


def asked_level_tables(state: Tournament, round: Round) -> list[LevelTable]:
    """The level tables of a running round of which somebody has to say who goes on, or has said so."""
    format = state.settings_in_round(round.number).knockout
    if round.state != "running" or format is None or format.level == BY_SEED:
        return []
    return level_tables(state, round, score_so_far(state, round))


def places_to_go_on(state: Tournament, round: Round, table: Table) -> int | None:
    """How many go on from a table of a knockout, if somebody has to say who where it is level; None otherwise."""
    format = state.settings_in_round(round.number).knockout
    if format is None or format.level == BY_SEED or table.is_small_final:
        return None
    matches = [other for other in round.tables if not other.is_small_final]
    return 1 if len(matches) == 1 and not round.byes else format.advance


def open_level_tables(state: Tournament, round: Round) -> list[LevelTable]:
    """The level tables of a running round of which somebody still has to say who goes on."""
    return [found for found in asked_level_tables(state, round) if found.decided is None]


def level_matches(state: Tournament, round: Round) -> Collection[LevelMatch]:
    """What is decided about the level tables of a round: so far, or at its close."""
    if round.state != "running":
        return round.level
    found = level_tables(state, round, score_so_far(state, round))
    return [level.decided for level in found if level.decided is not None]


def wanted_level(state: Tournament) -> list[Item]:
    """The level tables of which somebody has to say who goes on, as they need the director; from the oldest on."""
    found = open_level_tables(state, state.open_round) if state.open_round is not None else []
    since = {level.table.id: max(game.result.at for game in level.table.games if game.result) for level in found}
    return [
        Item("level", table=table, entry=None, since=since[table]) for table in sorted(since, key=since.__getitem__)
    ]


def decided_level(
    state: Tournament,
    round: Round,
    found: Sequence[LevelTable],
    goes_on: Collection[str],
    decided_by: Decider = "director",
) -> list[LevelMatch]:
    """Who goes on from these level tables: as they are named, as was decided before, or by the declared rule.

    goes_on: those named; entries that are level at no table are ignored. decided_by: what has chosen them; a lot is
    drawn where nobody is named. Raises Rejected: `level_match`.
    """
    decided = [(level, _decided(state, round, level, frozenset(goes_on), decided_by)) for level in found]
    if asked := [_asked(level) for level, match in decided if match is None]:
        raise _undecided(round, asked)
    return [match for _, match in decided if match is not None]


def by_lot(state: Tournament, round: Round, level: LevelTable) -> LevelMatch:
    """Who goes on from a level table by lot."""
    label = level_label(round.number, round.attempt, level.table.number)
    shared = [entry for entry in level.table.seats if entry in level.end.shared]
    drawn = draw(level_seed(state.secret, label), "level", shared)
    places = len(level.end.level)
    return LevelMatch(level.table.id, tuple(drawn[:places]), tuple(drawn[places:]), "lot", label)


def chosen(level: LevelTable, goes_on: Collection[str], decided_by: Decider) -> LevelMatch | None:
    """Who goes on from a level table by a choice; None if it names too few or too many of its entries."""
    on = tuple(entry for entry in level.end.shared if entry in goes_on)
    out = tuple(entry for entry in level.end.shared if entry not in goes_on)
    return LevelMatch(level.table.id, on, out, decided_by) if len(on) == len(level.end.level) else None


def _decided(
    state: Tournament, round: Round, level: LevelTable, goes_on: frozenset[str], decided_by: Decider
) -> LevelMatch | None:
    format, named = state.settings_in_round(round.number).knockout, goes_on.intersection(level.end.shared)
    if level.decided is not None and (not named or named == frozenset(level.decided.on)):
        return level.decided
    if format is not None and format.level == BY_SEED:
        return LevelMatch(level.table.id, level.end.level, level.end.beaten, BY_SEED)
    return by_lot(state, round, level) if decided_by == "lot" else chosen(level, named, decided_by)


def _standing(score: RoundScore, table: Table, end: TableResult) -> LevelMatch | None:
    return None if end.tied else score.level.get(table.id, table.level)


def _asked(level: LevelTable) -> Json:
    """goes_on: how many of the entries."""
    return {
        "table": level.table.id,
        "number": level.table.number,
        "entries": list(level.end.shared),
        "goes_on": len(level.end.level),
    }


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
