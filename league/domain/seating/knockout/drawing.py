"""Draws the chart of a knockout.

| column | from |
| --- | --- |
| a closed round | its tables, and who went on |
| the open one | its tables; a winner as soon as the result says so |
| to come | the slots of the bracket, with winners who are not known yet; of heats only how many tables there will be |

It is made of the tournament as a reader may see it (`shown.shown_to`): a round whose results are hidden is open for
that reader, also if it is closed. Drafts are not in it. Rounds that consist of walkovers have no column.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from league.domain.seating.history import past_round_of
from league.domain.seating.knockout import bracket
from league.domain.seating.knockout.chart import Cells, Chart, Column, Contender, Match, Source
from league.domain.seating.knockout.course import (
    Course,
    TableResult,
    after_round,
    as_seated,
    end_of,
    is_small_final,
    seeds_of,
    with_newcomers,
)
from league.domain.seating.knockout.heats import is_final
from league.domain.seating.knockout.level import BY_SEED
from league.domain.seating.problem import PastRound
from league.domain.seating.sizes import table_sizes
from league.domain.standings.round_scores import score_so_far
from league.domain.tournament.results.scores import LevelMatch
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import Settings
from league.domain.tournament.state import Tournament

PAIR = 2
MOST_COLUMNS = 12
WINNER = "\0winner "
"""Before the key of a match: its winner, in place of an entry."""


def chart_of(state: Tournament, hidden: Collection[str] = (), stage: int | None = None) -> Chart | None:
    """The chart of a stage that is a knockout; None: of the newest. None if there is none.

    state: as the reader may see it. hidden: ids of the rounds whose results they don't see.
    """
    parts = [(0, 1, state.settings)]
    parts += [(found.number, found.from_round, found.over(state.settings)) for found in state.stages]
    ends = [first for _, first, _ in parts[1:]] + [len(state.rounds) + 1]
    for (number, first, settings), end in reversed(list(zip(parts, ends, strict=True))):
        if stage in (None, number) and settings.knockout is not None:
            chart = Chart(number, settings.table_size.max == PAIR, settings.knockout)
            rounds = [round for round in state.rounds if first <= round.number < end and round.state != "draft"]
            return _Drawing(state, settings, chart, rounds, hidden).whole() if rounds else chart
    return None


@dataclass
class _Drawing:
    """A chart that is being drawn, column by column. where: the last match of each entry, by its key."""

    state: Tournament
    settings: Settings
    chart: Chart
    rounds: Sequence[Round]
    hidden: Collection[str]
    columns: list[Column] = field(default_factory=list)
    where: dict[str, str] = field(default_factory=dict)

    def whole(self) -> Chart:
        seeds = seeds_of(past_round_of(self.rounds[0]))
        rank = {entry: at for at, entry in enumerate(seeds)}
        at = Course(rank, bracket.bracket_of(seeds) if self.chart.is_bracket else seeds)
        is_open = False
        for round, following in zip(self.rounds, [*self.rounds[1:], None], strict=True):
            is_open = round.state != "closed" or round.id in self.hidden
            at = self._seated(at, round, following, is_open=is_open)
        if not self.columns[-1].is_final:
            self._to_come(self._expected(at) if is_open else at.slots, at)
        winner = self._winner() if is_open or not at.over else next(iter(at.alive), None)
        return replace(self.chart, columns=self.columns, seeds=seeds, winner=winner)

    def _winner(self) -> str | None:
        """Who has won the final, if its result says so while its round is open."""
        finals = [cell for cell in self.columns[-1].cells if cell is not None and cell.kind == "final"]
        return next((one.entry for final in finals for one in final.contenders if one.goes_on), None)

    def _append(self, column: Column) -> None:
        """Adds a column with the keys of its matches."""
        number, following = len(self.columns) + 1, 1 + len(column.cells)
        cells = [cell and replace(cell, key=f"{number}.{at}") for at, cell in enumerate(column.cells, 1)]
        small = [replace(match, key=f"{number}.{at}") for at, match in enumerate(column.small_finals, following)]
        if column.is_final:
            cells = [cell and replace(cell, kind="final") for cell in cells]
        self.columns.append(replace(column, cells=cells, small_finals=small))
        for match in (match for match in (*cells, *small) if match is not None):
            self.where |= {one.entry: match.key for one in match.contenders if one.entry is not None}

    def _source(self, entry: str, *, loser: bool = False) -> Source | None:
        return Source(self.where[entry], loser) if entry in self.where else None

    # rounds that are seated

    def _seated(self, at: Course, round: Round, following: Round | None, *, is_open: bool) -> Course:
        """Adds the column of a round; the course after it, or with an open one as it was seated."""
        bracketed, advance = self.chart.is_bracket, self.chart.format.advance
        past = past_round_of(round, score_so_far(self.state, round) if is_open else None)
        at = as_seated(at, past, bracketed)
        still_in = frozenset(at.alive)
        small = [table for table in past.tables if is_small_final(table, past, still_in)]
        main = [table for table in past.tables if table not in small]
        at = with_newcomers(at, main)
        final = len(main) == 1 and not any(entry in still_in for entry in past.byes)
        known = None if following is None or following.knockout is None or final else following.knockout.still_in
        ends = {table.number: end_of(table, 1 if final else advance, at.rank) for table in past.tables}
        matches = {
            table.number: self._match(table, ends[table.number], at, is_open=is_open, known=known)
            for table in round.tables
        }
        of_main, of_small = ([matches[table.number] for table in tables] for tables in (main, small))
        small_finals = [self._as_small_final(match) for match in of_small]
        self._add(at, past, Column(round.number, round, None, of_main, small_finals, is_final=final))
        return at if is_open else after_round(at, past, advance, bracketed)

    def _match(
        self, table: Table, end: TableResult, at: Course, *, is_open: bool, known: Collection[str] | None
    ) -> Match:
        """A table as a match without its key. known: who was in the next round, if it was seated."""
        is_reported = table.has_reported or not is_open
        is_level = is_open and is_reported and bool(end.tied) and self.chart.format.level != BY_SEED
        on = end.on if known is None else [entry for entry in table.seats if entry in known]
        contenders = [
            Contender(
                entry,
                self._seed(entry, at),
                self._source(entry),
                goes_on=entry in on if is_reported and not is_level else None,
                gone=is_open and self.state.entries[entry].left,
            )
            for entry in sorted(table.seats, key=lambda entry: self._seed(entry, at))
        ]
        return Match(
            key="",
            kind="match",
            contenders=contenders,
            table=table,
            is_level=is_level,
            decided=self._decided(table) if end.level and not end.tied else None,
            is_shared=bool(end.tied) and is_reported,
            is_corrected=known is not None and {*on} != {*end.on},
        )

    def _as_small_final(self, match: Match) -> Match:
        """A small final: it may end in a shared place, and nobody has to go on."""
        contenders = [
            replace(
                one,
                source=one.source and Source(one.source.match, loser=True),
                goes_on=None if match.is_shared else one.goes_on,
            )
            for one in match.contenders
        ]
        return replace(match, kind="small_final", contenders=contenders, is_level=False, decided=None)

    def _decided(self, table: Table) -> LevelMatch | None:
        """What has decided between those who were level: at the close of the round, else before it."""
        at_close = (match for match in self.state.round_with(table).level if match.table == table.id)
        return next(at_close, table.level)

    def _seed(self, entry: str, at: Course) -> int:
        return at.rank.get(entry, len(at.rank)) + 1

    def _add(self, at: Course, past: PastRound, column: Column) -> None:
        """Adds the column of a seated round, so far without byes."""
        if self.chart.is_bracket:
            slots = bracket.folded(at.slots)
            column = replace(column, of=len(slots))
            if (placed := self._placed(slots, column.cells, past.byes, at)) is not None:
                self._append(replace(column, cells=placed))
                return
        byes = [self._bye([entry], past.byes, at) for entry in past.byes]
        self._append(replace(column, cells=[*column.cells, *byes], is_regular=False))

    def _placed(self, slots: bracket.Slots, main: Cells, byes: Collection[str], at: Course) -> Cells | None:
        """The cells of a bracket from top to bottom; None if it was not seated by the bracket."""
        match_of = {one.entry: match for match in main if match for one in match.contenders}
        cells: list[Match | None] = []
        for here in _cells(slots):
            match = match_of.pop(here[0], None) if here else None
            if match is not None and {one.entry for one in match.contenders} == {*here}:
                match_of.pop(here[1])
                cells.append(match)
            elif match is None and sum(entry in byes for entry in here) < PAIR:
                cells.append(self._bye(here, byes, at) if here else None)
            else:
                return None
        return None if match_of else cells

    def _bye(self, here: Sequence[str], byes: Collection[str], at: Course) -> Match:
        """Whoever has no opponent, beside one who could have been there and has left."""
        contenders = [
            Contender(entry, self._seed(entry, at), self._source(entry), entry in byes, gone=entry not in byes)
            for entry in here
        ]
        return Match("", "bye", contenders)

    # rounds to come

    def _expected(self, at: Course) -> bracket.Slots:
        """The slots after the open round of a bracket, with winners who are not known yet."""
        cells = [cell for cell in self.columns[-1].cells if cell is not None] if self.chart.is_bracket else []
        stood = [(tuple(one.entry for one in cell.contenders if one.entry is not None), cell) for cell in cells]
        return bracket.after(at.slots, [bracket.PlayedMatch(entries, _winner_of(cell)) for entries, cell in stood])

    def _to_come(self, slots: bracket.Slots, at: Course) -> None:
        if not self.chart.is_bracket:
            self._heats_to_come()
            return
        slots = tuple(entry if entry and self._may_play(entry) else None for entry in slots)
        while sum(entry is not None for entry in slots) > 1 and len(self.columns) < MOST_COLUMNS:
            slots = bracket.folded(slots)
            self._bracket_to_come(slots, at)
            slots = self._after(slots)

    def _bracket_to_come(self, slots: bracket.Slots, at: Course) -> None:
        before, last = self.columns[-1], len(slots) == PAIR
        cells = [
            Match("", "match" if len(here) > 1 else "bye", [self._awaited(entry, at) for entry in here])
            if here
            else None
            for here in _cells(slots)
        ]
        small = self._small_final_to_come(before, at) if last and self.chart.format.third_place else []
        self._append(Column(before.number + 1, None, len(slots), cells, small, is_final=last))

    def _after(self, slots: bracket.Slots) -> bracket.Slots:
        """The slots after the last column, which is to come."""
        order = bracket.shown_order(len(slots) // 2)
        winners = dict(zip(order, self.columns[-1].cells, strict=True))
        return tuple(_winner_of(cell) if (cell := winners[number]) else None for number in range(len(order)))

    def _may_play(self, entry: str) -> bool:
        """Whether an entry has not left; nobody knows that of a winner to be."""
        known = self.state.entries.get(entry)
        return known is None or known.plays(self.rounds[-1].number + 1)

    def _awaited(self, entry: str, at: Course) -> Contender:
        """An entry in a round to come, or the place of a match's winner."""
        if entry.startswith(WINNER):
            return Contender(None, source=Source(entry.removeprefix(WINNER)))
        return Contender(entry, self._seed(entry, at), self._source(entry))

    def _small_final_to_come(self, semi_finals: Column, at: Course) -> list[Match]:
        matches = [match for match in semi_finals.matches if match.kind == "match"]
        losers = [next((one.entry for one in match.contenders if one.goes_on is False), None) for match in matches]
        if len(matches) != PAIR or not all(entry is None or self._may_play(entry) for entry in losers):
            return []
        contenders = [
            Contender(entry, self._seed(entry, at) if entry else None, Source(match.key, loser=True))
            for entry, match in zip(losers, matches, strict=True)
        ]
        return [Match("", "small_final", contenders)]

    def _heats_to_come(self) -> None:
        """As many tables as there will be if nobody leaves."""
        size = self.settings.table_size
        while not (column := self.columns[-1]).is_final and len(self.columns) < MOST_COLUMNS:
            tables = len(column.matches) - len(column.small_finals)
            entries = max(tables * self.chart.format.advance + len(column.byes), size.min)
            sizes = table_sizes(entries, size.min, size.max, size.prefer)
            cells = [Match("", "match", [Contender(None)] * seats) for seats in sizes.tables]
            byes = [Match("", "bye", [Contender(None)]) for _ in range(sizes.byes)]
            final = is_final(sizes)
            self._append(Column(column.number + 1, None, None, [*cells, *byes], is_final=final, is_regular=False))


def _cells(slots: bracket.Slots) -> list[list[str]]:
    """Who is in each cell of a bracket, from top to bottom."""
    pairs = ((slots[number], slots[-1 - number]) for number in bracket.shown_order(len(slots) // 2))
    return [[entry for entry in pair if entry is not None] for pair in pairs]


def _winner_of(match: Match) -> str | None:
    """Who goes on from a cell of a bracket, or the place of the one who will; None if nobody does."""
    if match.kind == "bye":
        found = (
            one.entry or (one.source and f"{WINNER}{one.source.match}") for one in match.contenders if not one.gone
        )
        return next(found, None)
    on = next((one.entry for one in match.contenders if one.goes_on), None)
    return on if match.is_over else f"{WINNER}{match.key}"
