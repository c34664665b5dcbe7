"""The output of a file as tables for a terminal."""

from __future__ import annotations

import io
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from games.kernel import Json

WIDEST = 10_000


def as_text(played: Json) -> str:
    """Return the standings of every tournament and season, and the ratings; tables are as wide as they need to be."""
    tables = [_standings(id, one["standings"]) for id, one in played["tournaments"].items()]
    tables += [_league_table(id, one["standings"]) for id, one in played["seasons"].items()]
    alike = [_alike(id, one) for id, one in played["seasons"].items() if "possible_duplicates" in one]
    tables += [_ladder(name, one["rows"]) for name, one in played["ratings"].items() if one["rows"]]
    text = io.StringIO()
    console = Console(file=text, width=WIDEST, highlight=False)
    for table in tables:
        console.print(table)
    for line in chain.from_iterable(alike):
        console.print(line, markup=False)
    console.print(f"verify: {played['verify']}", markup=False)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())


def _standings(title: str, rows: list[Json]) -> Table:
    tie_breaks = list(rows[0]["tie_breaks"]) if rows else []
    rounds = len(rows[0]["rounds"]) if rows else 0
    table = _table(title, "#", _("name"), *(f"r{number}" for number in range(1, rounds + 1)), _("points"), *tie_breaks)
    table.add_column(_("decided by"))
    for row in rows:
        points = [str(line["points"]) for line in row["rounds"]]
        values = [_value(row["tie_breaks"].get(name, "")) for name in tie_breaks]
        name = _("{name} (withdrew)").format(name=row["name"]) if "withdrawn" in row else row["name"]
        _add(table, row["place"] or "", name, *points, row["points_display"], *values, row["decided_by"])
    return table


def _league_table(title: str, rows: list[Json]) -> Table:
    table = _table(title, "#", _("name"), _("points"), _("played"))
    table.add_column(_("decided by"))
    for row in rows:
        _add(table, row["place"] or "", row["name"], row["points_display"], row["played"], row["decided_by"])
    return table


def _alike(season: str, shown: Json) -> list[str]:
    template = _("{season}: {event} has the very same results as {earlier}. Were they entered twice?")
    found = shown["possible_duplicates"].items()
    return [template.format(season=season, event=event, earlier=earlier) for event, earlier in found]


def _ladder(name: str, rows: list[Json]) -> Table:
    table = _table(_("ratings: {game}").format(game=name), "#", _("name"), _("rating"), "mu", "sigma", _("games"))
    for place, row in enumerate(rows, 1):
        _add(table, place, row["name"], *(f"{row[value]:.2f}" for value in ("shown", "mu", "sigma")), row["games"])
    return table


def _table(title: str, *columns: str) -> Table:
    table = Table(title=escape(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at == 1 else "right", no_wrap=at != 1)
    return table


def _add(table: Table, *cells: object) -> None:
    table.add_row(*(escape(str(cell)) for cell in cells))


def _value(value: Any) -> str:
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)
