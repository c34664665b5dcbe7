"""A round of a knockout when an earlier result is corrected after it was seated: who sits in whose place.

| the later table | what follows |
| --- | --- |
| has a result | what was played remains valid, and says so |
| has none | the round is marked; the repair `RepairReplace`, or a redraw of a draft, puts the right entry in |
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from league.domain.seating import knockout
from league.domain.seating.history import past_round_of
from league.domain.seating.knockout.exchange import Exchange, exchanged
from league.domain.seating.problem import Bounds, PastRound, Problem
from league.domain.tournament.rounds.seating import KnockoutSeats, SeatedTable
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament


class Replacement(NamedTuple):
    """An entry in a round, and the one that belongs in its place since an earlier result was corrected.

    replace, by: None if there is nobody. table: of `replace`; None: it has a bye, or is nobody. played: whether that
    table has a result, or the round is closed, so that it remains valid.
    """

    replace: str | None
    by: str | None
    table: Table | None
    played: bool


def rounds_before(state: Tournament, number: int) -> tuple[PastRound, ...]:
    """The closed rounds of the same stage before that round."""
    stage = state.stage_of(number)
    first = 1 if stage is None else stage.from_round
    return tuple(past_round_of(round) for round in state.closed_rounds if first <= round.number < number)


def seats_of(state: Tournament, number: int, tables: Sequence[SeatedTable]) -> KnockoutSeats | None:
    """Who is in a round that is to be seated at these tables; None if no round of a knockout precedes it."""
    players = [entry.id for entry in state.players(number)]
    entitled = _entitled(state, number, players)
    if entitled is None:
        return None
    still_in = frozenset((*entitled.on, *entitled.gone)).difference(entitled.filled)
    small_finals = [table.id for table in tables if still_in.isdisjoint(table.seats)]
    main = [table.id for table in tables if table.id not in small_finals]
    seated = {entry for table in tables for entry in table.seats}
    has_byes = not seated.issuperset(entitled.on)
    return KnockoutSeats(
        on=entitled.on,
        gone=entitled.gone,
        filled=entitled.filled,
        third=entitled.third,
        final=main[0] if len(main) == 1 and not has_byes else None,
        small_finals=tuple(small_finals),
    )


def is_left(state: Tournament, number: int) -> bool:
    """Whether anybody is left for that round: always in other formats, and before the first round of a knockout."""
    found = _entitled(state, number, [entry.id for entry in state.players(number)])
    return found is None or len(found.on) > 1 or bool(found.third)


def _entitled(state: Tournament, number: int, players: Sequence[str]) -> knockout.Entitled | None:
    settings, history = state.settings_in_round(number), rounds_before(state, number)
    if settings.knockout is None or not history:
        return None
    size, format = settings.table_size, settings.knockout
    problem = Problem(number, "", tuple(players), Bounds(size.min, size.max, size.prefer), history=history)
    return knockout.entitled(problem, advance=format.advance, third_place=format.third_place)


def replacements(state: Tournament, round: Round) -> list[Replacement]:
    """The entries of a round whose place belongs to others since a correction."""
    parts = _parts(round)
    return [
        _replacement(round, *pair)
        for change, part in zip(_changes(state, round), parts, strict=True)
        for pair in exchanged(*change.left(part), change.tables)
    ]


def settled(
    state: Tournament, round: Round, seats: Mapping[str, Sequence[str]], byes: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Who takes whose part by new seats, of those in `replacements`.

    seats: of all tables, by id or by that of the table before.
    """
    pairs: list[Exchange] = []
    for change, before, after in zip(_changes(state, round), _parts(round), _parts_of(round, seats, byes), strict=True):
        then, now = change.left(before), change.left(after)
        extra, lacking = (_without(had, has) for had, has in zip(then, now, strict=True))
        pairs += exchanged(extra, lacking, change.tables)
    return tuple((replace, by) for replace, by in pairs if replace is not None and by is not None)


class _Change(NamedTuple):
    """How a correction changes who belongs in a part of a round. tables: of the round before."""

    extra: Sequence[str]
    lacking: Sequence[str]
    tables: Sequence[Sequence[str]]

    def left(self, part: Collection[str]) -> tuple[list[str], list[str]]:
        """Those who are still in the part though they should not be, and those who should be and are not."""
        return [entry for entry in self.extra if entry in part], _without(self.lacking, part)


class Parts(NamedTuple):
    """Who is in the round of those who go on, byes included, and who in the small final."""

    main: frozenset[str]
    third: frozenset[str]


def _parts(round: Round) -> Parts:
    return _parts_of(round, {table.id: table.seats for table in round.tables}, round.byes)


def _parts_of(round: Round, seats: Mapping[str, Sequence[str]], byes: Sequence[str]) -> Parts:
    small_finals = [table.id for table in round.tables if table.is_small_final]
    third = frozenset(entry for id in small_finals for entry in seats.get(id, ()))
    seated = [entry for taken in seats.values() for entry in taken]
    return Parts(frozenset((*seated, *byes)) - third, third)


def _changes(state: Tournament, round: Round) -> tuple[_Change, _Change]:
    """What today's results change in the round since it was seated: in its main part, and in the small final."""
    recorded, nothing = round.knockout, _Change((), (), ())
    if recorded is None or round.state == "cancelled" or round.based_on >= state.corrected_at:
        return nothing, nothing
    placed = (entry for part in _parts(round) for entry in part)
    present = [entry.id for entry in state.players(round.number) if entry.id not in recorded.gone]
    now = _entitled(state, round.number, list(dict.fromkeys((*placed, *present))))
    if now is None:
        return nothing, nothing
    tables = [table.seats for table in rounds_before(state, round.number)[-1].tables]
    main = _Change(_without(recorded.on, now.on), _without(now.on, recorded.on), tables)
    known = (*main.extra, *main.lacking)
    third = _Change(
        _without(recorded.third, (*now.third, *known)), _without(now.third, (*recorded.third, *known)), tables
    )
    return main, third


def _without(entries: Sequence[str], others: Collection[str]) -> list[str]:
    return [entry for entry in entries if entry not in others]


def _replacement(round: Round, replace: str | None, by: str | None) -> Replacement:
    table = next((table for table in round.tables if replace in table.seats), None)
    has_result = table is not None and any(game.result is not None for game in table.games)
    return Replacement(replace, by, table, has_result or round.state == "closed")
