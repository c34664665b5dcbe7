"""The slides that a screen shows one after the other, by the phase of the night and what the desk has chosen.

| the desk chose | shown |
| --- | --- |
| auto | by phase: welcome and roster; names A to Z; the clock; results and standings; the podium and the standings |
| welcome, names, clock, tables, standings, next, final, podium, wifi, announcement | that alone |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from league.domain.tournament.formats import Knockout
from league.queries.brackets import Bracket, ShownColumn, ShownMatch
from league.web.night import Night, Standing
from league.web.rounds import Person, Seat, ShownTable
from league.web.screen import names

NAMES_A_PAGE = 22
TILES, FEW_TILES = 24, 8
TOP, TOP_WITH_MANY_TILES = 10, 5
MATCHES_A_PAGE = 12
ROUNDS_A_PAGE, GAMES_A_PAGE = 3, 4
PAGE_SECONDS, LONG_SECONDS = 10, 20
PODIUM = (2, 1, 3)
"""The order in which the steps of the podium are placed, from the left."""


@dataclass(frozen=True)
class Slide:
    """A slide. template: in `league/web/screen/`. seconds: how long it stays where there are several."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    seconds: int = PAGE_SECONDS

    @property
    def path(self) -> str:
        return f"league/web/screen/{self.template}.html"


@dataclass(frozen=True)
class Row:
    """A line of a list. short: the name to show where `name` is too wide."""

    name: str
    short: str
    shown: Any = None


@dataclass(frozen=True)
class Game:
    """A match of a bracket with a row for each side."""

    kind: str
    state: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class BracketPart:
    """A round of a bracket, as far as it is on a page."""

    title: str
    cells: Sequence[Game | None]


@dataclass(frozen=True)
class Step:
    """A step of the podium with everybody who shares it. is_shown: the desk has called it out."""

    place: int
    who: Sequence[Standing]
    is_shown: bool


def slides(night: Night, shows: str, step: int) -> list[Slide]:
    """The slides now; at least one. step: of the podium, counted in clicks: 1 shows the third, 3 everybody."""
    make = CHOSEN.get(shows)
    return (make(night, step) if make else []) or _automatic(night) or _welcome(night, step)


def _automatic(night: Night) -> list[Slide]:
    match night.phase:
        case "before":
            return [*_welcome(night, 0), *_roster(night)]
        case "published":
            return _seats(night, 0)
        case "running":
            return _clock(night, 0)
        case "between":
            return [*_final(night, 0), *_tables(night, 0), *_standings(night, 0)]
        case "over":
            return [*_podium(night, len(PODIUM)), *_final(night, 0), *_standings(night, 0)]
    return []


def _welcome(night: Night, step: int) -> list[Slide]:
    return [Slide("welcome", seconds=LONG_SECONDS)]


def _roster(night: Night) -> list[Slide]:
    return _pages("roster", {person.entry: person for person in night.expected}, {})


def _seats(night: Night, step: int) -> list[Slide]:
    """Names from A to Z with the table of each; those who sit out are in the list."""
    if night.round is None or not night.is_open:
        return []
    seated: dict[str, Person | Seat] = {seat.entry: seat for table in night.round.tables for seat in table.seats}
    tables = {seat.entry: table for table in night.round.tables for seat in table.seats}
    return _pages("seats", seated | {person.entry: person for person in night.round.byes}, tables)


def _pages(template: str, found: Mapping[str, Any], shown: Mapping[str, Any]) -> list[Slide]:
    called = {entry: one.name for entry, one in found.items()}
    short = names.shortened(called)
    pages = names.pages(names.sorted_for_the_wall(called), NAMES_A_PAGE)
    return [
        Slide(
            template,
            {
                "rows": [Row(called[entry], short[entry], shown.get(entry, found[entry])) for entry in page],
                "span": names.span(called[page[0]], called[page[-1]]) if len(pages) > 1 else "",
                **_dots(number, len(pages)),
            },
        )
        for number, page in enumerate(pages)
    ]


def _dots(number: int, pages: int) -> dict[str, Any]:
    return {"page_number": number, "dots": range(pages) if pages > 1 else ()}


def _clock(night: Night, step: int) -> list[Slide]:
    """The clock of the round with the tables that have not reported, and the top of the standings, or of the final."""
    if night.round is None or not night.is_open:
        return []
    playing = [table for table in night.round.tables if not table.has_reported]
    most = TOP if len(playing) <= FEW_TILES else TOP_WITH_MANY_TILES
    if inside := _inside(night):
        most = min(most, len(inside))
    is_known = night.begun > 1 or night.round.reported > 0
    first = [row for row in inside or night.standings if row.place is not None and is_known][:most]
    context = {
        "playing": playing[:TILES],
        "still": len(playing),
        "more": max(0, len(playing) - TILES),
        "many": len(playing) > FEW_TILES,
        "top": _rows(first),
        "most": most,
        "so_far": night.after_round >= night.round.number,
        "hides": night.hides,
    }
    return [Slide("clock", context)]


def _rows(standings: Iterable[Standing]) -> list[Row]:
    listed = list(standings)
    short = names.shortened({row.entry: row.name for row in listed})
    return [Row(row.name, short[row.entry], row) for row in listed]


def _tables(night: Night, step: int) -> list[Slide]:
    """The tables of the newest round with who won, as far as the reader may see it."""
    if night.round is None:
        return []
    is_bracket = isinstance(night.settings.format, Knockout) or bool(night.round.stage)
    template = "matches" if is_bracket else "results"
    size = MATCHES_A_PAGE if template == "matches" else NAMES_A_PAGE
    pages = names.pages(night.round.tables, size)
    short = names.shortened({seat.entry: seat.name for table in night.round.tables for seat in table.seats})
    return [
        Slide(template, {"tables": [_at(table, short) for table in page], **_dots(number, len(pages))})
        for number, page in enumerate(pages)
    ]


def _at(table: ShownTable, short: Mapping[str, str]) -> tuple[ShownTable, list[Row]]:
    """A table with the lines of its seats by place."""
    return table, [Row(seat.name, short[seat.entry], seat) for seat in table.ranked]


def _standings(night: Night, step: int) -> list[Slide]:
    """The standings; those of a final, and of who is not in it, have pages of their own with a title."""
    blocks = [(title, [row for row in rows if row.place is not None]) for title, rows in night.blocks]
    pages = [(title, page) for title, rows in blocks for page in names.pages(_rows(rows), NAMES_A_PAGE)]
    return [
        Slide(
            "standings",
            {
                "rows": page,
                "title": title,
                "span": f"{page[0].shown.place} – {page[-1].shown.place}" if len(pages) > 1 else "",
                **_dots(number, len(pages)),
            },
        )
        for number, (title, page) in enumerate(pages)
    ]


def _inside(night: Night) -> list[Standing]:
    """The rows of the newest final, once it has begun."""
    return [row for row in night.standings if row.stage == len(night.finals)] if night.finals else []


def _final(night: Night, step: int) -> list[Slide]:
    """The bracket of a knockout; else who plays the final, once it has begun."""
    if night.bracket is not None and night.bracket.columns:
        return _bracket(night.bracket) if night.bracket.is_lined else _tables(night, step)
    if night.phase == "over":
        return []
    pages = names.pages(_rows(_inside(night)), NAMES_A_PAGE)
    return [Slide("final", {"rows": page, **_dots(number, len(pages))}) for number, page in enumerate(pages)]


def _bracket(bracket: Bracket) -> list[Slide]:
    """Three rounds of a bracket from the one that is played now on, with as many matches as are read from afar."""
    first = max(0, min(bracket.now, len(bracket.columns) - ROUNDS_A_PAGE))
    columns = bracket.columns[first : first + ROUNDS_A_PAGE]
    short = names.shortened(
        {side.entry: side.name for column in columns for side in column.sides if side.entry is not None}
    )
    pages = max(1, len(columns[0].cells) // GAMES_A_PAGE)
    return [
        Slide(
            "bracket",
            {"columns": [_part(column, number, pages, short) for column in columns], **_dots(number, pages)},
            LONG_SECONDS,
        )
        for number in range(pages)
    ]


def _part(column: ShownColumn, number: int, pages: int, short: Mapping[str, str]) -> BracketPart:
    """The cells of a round on one of several pages; a small final is below the final."""
    size = max(1, len(column.cells) // pages)
    cells = [*column.cells[number * size : (number + 1) * size], *column.small_finals]
    return BracketPart(column.title, [None if cell is None else _game(cell, short) for cell in cells])


def _game(match: ShownMatch, short: Mapping[str, str]) -> Game:
    return Game(
        match.kind, match.state, [Row(side.name, short.get(side.entry or "", ""), side) for side in match.sides]
    )


def _podium(night: Night, step: int) -> list[Slide]:
    """Third, second, first: one with each click. Before the end it says only that it comes."""
    if night.phase != "over":
        return [Slide("podium_soon")]
    steps = [
        Step(place, [row for row in night.standings if row.place == place], step >= len(PODIUM) + 1 - place)
        for place in PODIUM
    ]
    return [Slide("podium", {"steps": steps}, LONG_SECONDS)]


def _wifi(night: Night, step: int) -> list[Slide]:
    return [Slide("wifi")]


def _announcement(night: Night, step: int) -> list[Slide]:
    return [Slide("announcement")] if night.announcements else []


CHOSEN: Mapping[str, Callable[[Night, int], list[Slide]]] = {
    "welcome": lambda night, step: [*_welcome(night, step), *_roster(night)],
    "names": lambda night, step: _seats(night, step) or _roster(night),
    "clock": _clock,
    "tables": _tables,
    "standings": _standings,
    "next": _seats,
    "final": _final,
    "podium": _podium,
    "wifi": _wifi,
    "announcement": _announcement,
}
