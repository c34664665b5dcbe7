"""The seatings, the standings and the league table as tables for a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from rich import box
from rich.table import Table

Json = dict[str, Any]
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
TEXTS = ("name", "decided by")
RIGHT_TO_LEFT = ("R", "AL")
WORDS = {"last_round": "last round", "count_back": "count-back"}
HEADS = {"last_round": "last", "count_back": "places"}


def seatings(closed: Json) -> Table:
    """Return a row for each seat, two columns for each table: the name, and the points in the game, or the place."""
    table = _table("")
    for number in (one["number"] for one in closed["tables"]):
        table.add_column(f"Table {number}")
        table.add_column("pts", justify="right", no_wrap=True)
    seats = zip_longest(*(_seats(one) for one in closed["tables"]), fillvalue=("", ""))
    for number, row in enumerate(seats, 1):
        table.add_row(str(number), *(cell for seat in row for cell in seat))
    return table


def standings(shown: Json, tie_breaks: list[str]) -> Table:
    """Return places with the points of each round, their sum, tie-breaks, and what decided."""
    rounds = range(1, shown["after_round"] + 1)
    heads = [HEADS.get(name, name) for name in tie_breaks]
    table = _table("#", "name", *(f"r{number}" for number in rounds), "points", *heads, "decided by")
    for row in shown["rows"]:
        points = [str(line["points"]) for line in row["rounds"]]
        values = [_value(row["tie_breaks"].get(name)) for name in tie_breaks]
        table.add_row(
            str(row["place"]), isolated(row["name"]), *points, row["points_display"], *values, _word(row["decided_by"])
        )
    return table


def league_table(shown: Json) -> Table:
    """Return places with points and events played."""
    table = _table("#", "name", "points", "played", "decided by")
    for row in shown["rows"]:
        place = "" if row["place"] is None else str(row["place"])
        table.add_row(place, isolated(row["name"]), row["points_display"], str(row["played"]), _word(row["decided_by"]))
    return table


def isolated(name: str) -> str:
    """Return the name; one in a right-to-left script is isolated, so that the cells around it keep their order."""
    if any(unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in name):
        return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"
    return name


def _table(*columns: str) -> Table:
    """Return an empty table. On a narrow screen, texts are wrapped but numbers are not."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=0, show_edge=False)
    for column in columns:
        is_text = column in TEXTS
        table.add_column(column, justify="left" if is_text else "right", no_wrap=not is_text)
    return table


def _seats(table: Json) -> Iterator[tuple[str, str]]:
    result = table["result"]
    for seat in table["seats"]:
        entry = seat["entry"]
        shown = str(result["scores"][entry]) if result["scores"] else f"#{result['places'][entry]}"
        yield isolated(seat["name"]), "away" if entry in result["absent"] else shown


def _word(name: str) -> str:
    return WORDS.get(name, name)


def _value(value: Any) -> str:
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)
