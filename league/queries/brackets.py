"""The bracket of a knockout as a reader may see it: with names, results and titles in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal

from django.utils.translation import gettext as _

from games.kernel import Json, Viewer
from league.domain.seating.knockout.chart import Chart, Column, Contender, Kind, Match, Source
from league.domain.seating.knockout.drawing import chart_of
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.shown import hidden_from, shown_to
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import result_view, table_state
from league.domain.values.numbers import Written
from league.queries.wording import Points, points

Name = Literal["final", "semi_finals", "quarter_finals", "round_of", "heats"]
NAMES: Mapping[int, Name] = {2: "final", 4: "semi_finals", 8: "quarter_finals"}
"""By the size of the bracket that is left."""
TO_COME = "to_come"


@dataclass(frozen=True)
class ColumnName:
    """The name of a round. of: the size of the bracket that is left; number: of the round in the tournament."""

    kind: Name
    of: int | None
    number: int

    @property
    def title(self) -> str:
        match self.kind:
            case "final":
                return _("Final")
            case "semi_finals":
                return _("Semi-finals")
            case "quarter_finals":
                return _("Quarter-finals")
            case "round_of":
                return _("Last {number}").format(number=self.of)
        return _("Heats, round {number}").format(number=self.number)


@dataclass(frozen=True)
class Origin:
    """The match that somebody comes from who is not known yet. number: from top to bottom. loser: by losing it."""

    key: str
    column: ColumnName
    number: int
    loser: bool

    @property
    def words(self) -> str:
        """Who it will be: `Winner of semi-final 1`."""
        match (self.column.kind, self.loser):
            case ("semi_finals", False):
                return _("Winner of semi-final {number}").format(number=self.number)
            case ("semi_finals", True):
                return _("Loser of semi-final {number}").format(number=self.number)
            case ("quarter_finals", _loser):
                return _("Winner of quarter-final {number}").format(number=self.number)
        return _("Winner of match {number} of the last {of}").format(number=self.number, of=self.column.of)


@dataclass(frozen=True)
class Side:
    """One of those in a match. entry: None if it is not known yet; origin then says who it will be, if that is clear.

    comes_from: the key of the match before. goes_on: None while that is open. has_left: plays no more.
    """

    entry: str | None
    name: str
    seed: int | None
    comes_from: Source | None
    origin: Origin | None
    goes_on: bool | None
    has_left: bool
    score: Written | None
    place: int | None

    @property
    def shown_score(self) -> Points | None:
        return None if self.score is None else points(self.score)


@dataclass(frozen=True)
class ShownMatch:
    """A match. number: of its table; None without one. state: as of a table, or `to_come`; of a bye `bye`.

    order: its number in its round, from top to bottom. is_level: nobody has said yet who goes on. decided_by: what has
    decided a level match; on: the names of those who go on by it. is_corrected: others went on than the result says.
    """

    key: str
    kind: Kind
    order: int
    table: str | None
    number: int | None
    label: str | None
    state: str
    sides: Sequence[Side]
    is_level: bool
    decided_by: str
    on: Sequence[str]
    is_corrected: bool

    @property
    def is_open(self) -> bool:
        """Whether nothing is known of its sides."""
        return all(side.entry is None and side.origin is None for side in self.sides)

    @property
    def note(self) -> str:
        """What has decided a drawn match, or that nothing has."""
        match self.decided_by:
            case "lot":
                return _("drawn, the lot decided")
            case "play_off":
                return _("drawn, then a play-off")
            case "director":
                return _("drawn, the director decided")
            case "seed":
                return _("drawn, the better seed goes on")
        return _("drawn: who goes on?") if self.is_level else ""


@dataclass(frozen=True)
class ShownColumn:
    """A round. round: its id; None if it is to come. state: of the round, or `to_come`. cells: as in `Column`.

    span: how many cells of the first round each of its cells is beside. is_joined: neighbours meet in the next column.
    """

    name: ColumnName
    number: int
    round: str | None
    state: str
    cells: Sequence[ShownMatch | None]
    small_finals: Sequence[ShownMatch]
    is_regular: bool
    span: int = 1
    is_joined: bool = False

    @property
    def title(self) -> str:
        return self.name.title

    @property
    def matches(self) -> list[ShownMatch]:
        """Without byes, from top to bottom; small finals last."""
        return [match for match in (*self.cells, *self.small_finals) if match is not None and match.kind != "bye"]

    @property
    def sides(self) -> list[Side]:
        """Everybody in it."""
        return [side for match in (*self.cells, *self.small_finals) if match is not None for side in match.sides]

    @property
    def byes(self) -> list[Side]:
        """Those who go on without a match."""
        byes = (match for match in self.cells if match is not None and match.kind == "bye")
        return [side for match in byes for side in match.sides if side.entry is not None and not side.has_left]

    @property
    def played(self) -> int:
        """How many of its matches have a result that the reader may see."""
        return sum(any(side.place is not None for side in match.sides) for match in self.matches)


@dataclass(frozen=True)
class Bracket:
    """A knockout. stage: the number of its final or cut; 0 without. is_bracket: two at each table; else heats.

    advance: how many of a table go on. winner: entry and name. out: those who are out by what the reader may see.
    """

    stage: int
    is_bracket: bool
    advance: int
    third_place: bool
    columns: Sequence[ShownColumn]
    seeds: Sequence[tuple[str, str]]
    winner: tuple[str, str] | None
    out: frozenset[str]

    @property
    def is_lined(self) -> bool:
        """Whether its matches can be joined by lines."""
        return self.is_bracket and all(column.is_regular for column in self.columns)

    @property
    def size(self) -> int:
        """How many cells its largest round has."""
        return max((len(column.cells) for column in self.columns), default=0)

    @property
    def title_now(self) -> str:
        """The title of the round that is played now or next."""
        return self.columns[self.now].title if self.columns else ""

    @property
    def now(self) -> int:
        """The number of the column that is played now or next, from 0; the last one once all are played."""
        going = (at for at, column in enumerate(self.columns) if column.state != "closed")
        return next(going, max(len(self.columns) - 1, 0))


def bracket_of(
    state: Tournament, viewer: Viewer, called: Mapping[str, str], stage: int | None = None
) -> Bracket | None:
    """The bracket that the viewer may see, of a stage or (None) of the newest knockout; None if there is none.

    called: the names of the entries, by id.
    """
    seen = shown_to(state, viewer)
    chart = chart_of(seen, hidden_from(state, viewer).rounds, stage)
    return None if chart is None else _Reading(state, seen, chart, called).bracket()


@dataclass(frozen=True)
class _Reading:
    """A bracket that is read. seen: the tournament as the reader may see it."""

    state: Tournament
    seen: Tournament
    chart: Chart
    called: Mapping[str, str]

    def bracket(self) -> Bracket:
        chart = self.chart
        names = [_name_of(column) for column in chart.columns]
        origins = dict(self._origins(names))
        return Bracket(
            stage=chart.stage,
            is_bracket=chart.is_bracket,
            advance=chart.format.advance,
            third_place=chart.format.third_place,
            columns=_joined([self._column(*column, origins) for column in zip(chart.columns, names, strict=True)]),
            seeds=[(entry, self._called(entry)) for entry in chart.seeds],
            winner=None if chart.winner is None else (chart.winner, self._called(chart.winner)),
            out=frozenset(chart.out),
        )

    def _called(self, entry: str) -> str:
        return self.called.get(entry, "")

    def _origins(self, names: Sequence[ColumnName]) -> Iterator[tuple[str, tuple[ColumnName, int]]]:
        """The round and the number in it of each match, by its key."""
        for column, name in zip(self.chart.columns, names, strict=True):
            for number, match in enumerate(column.matches, 1):
                yield match.key, (name, number)

    def _column(self, column: Column, name: ColumnName, origins: Mapping[str, tuple[ColumnName, int]]) -> ShownColumn:
        order = {match.key: number for number, match in enumerate(column.matches, 1)}

        def shown(match: Match) -> ShownMatch:
            return self._match(match, column, order.get(match.key, 0), origins)

        return ShownColumn(
            name=name,
            number=column.number,
            round=column.round.id if column.round else None,
            state=column.round.state if column.round else TO_COME,
            cells=[shown(match) if match else None for match in column.cells],
            small_finals=[shown(match) for match in column.small_finals],
            is_regular=column.is_regular,
        )

    def _match(
        self, match: Match, column: Column, order: int, origins: Mapping[str, tuple[ColumnName, int]]
    ) -> ShownMatch:
        table = match.table
        result = (result_view(self.seen, table) if table is not None else None) or {}
        return ShownMatch(
            key=match.key,
            kind=match.kind,
            order=order,
            table=table.id if table else None,
            number=table.number if table else None,
            label=self.state.settings.furniture.label(table.number) if table else None,
            state=self._state(match, table, column),
            sides=[self._side(contender, result, origins) for contender in match.contenders],
            is_level=match.is_level,
            decided_by=match.decided.decided_by if match.decided else "",
            on=[self._called(entry) for entry in match.decided.on] if match.decided else (),
            is_corrected=match.is_corrected,
        )

    def _state(self, match: Match, table: Table | None, column: Column) -> str:
        if match.kind == "bye":
            return "bye"
        if table is None or column.round is None:
            return TO_COME
        return table_state(self.state.tables.get(table.id, table), column.round)

    def _side(self, contender: Contender, result: Json, origins: Mapping[str, tuple[ColumnName, int]]) -> Side:
        entry, source = contender.entry, contender.source
        scores, places = result.get("scores") or {}, result.get("places") or {}
        is_open = entry is None and source is not None and source.match in origins
        return Side(
            entry=entry,
            name="" if entry is None else self._called(entry),
            seed=contender.seed,
            comes_from=source,
            origin=Origin(source.match, *origins[source.match], source.loser) if is_open and source else None,
            goes_on=contender.goes_on,
            has_left=contender.gone,
            score=scores.get(entry),
            place=places.get(entry),
        )


def _joined(columns: Sequence[ShownColumn]) -> list[ShownColumn]:
    """The columns with their spans, and with lines where the next one has a cell for each two of its cells."""
    most = max((len(column.cells) for column in columns), default=1)
    made = []
    for column, after in zip_longest(columns, columns[1:]):
        meets = after is not None and after.is_regular and len(after.cells) * 2 == len(column.cells)
        span = max(1, most // max(1, len(column.cells)))
        made.append(replace(column, span=span, is_joined=column.is_regular and meets))
    return made


def _name_of(column: Column) -> ColumnName:
    if column.of is None:
        return ColumnName("final" if column.is_final else "heats", None, column.number)
    return ColumnName(NAMES.get(column.of, "round_of"), column.of, column.number)
