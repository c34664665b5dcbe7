"""A tournament's standings and its entries as rows for a spreadsheet. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.kernel import Json
from league.files.league_table_sheet import DROPPED
from league.files.spreadsheet import Cell, amount

HEADS = ("place", "name", "points")
MARKS = {"withdrawn": "withdrawn", "counts": "block"}
"""Columns that are there if a row has that field."""
CARRIED = {"none": "", "half": ", half of the points carried", "all": ", all points carried"}
ENTRY_HEADS = ("name", "kind", "members", "state", "from round", "dropped after", "rating", "table")


def standings_sheet(rows: Sequence[Json], chain: Sequence[str], names: Mapping[str, str]) -> list[list[Cell]]:
    """Return the heads, and a row for each entry with its table, place and points in each round.

    rows: as in the API. chain: the tie-breaks, a column each. names: of entries, by id. Instead of a place a round may
    have the reason why there is none: bye, missed, out. Where the lowest total wins, penalties are points added. Points
    that don't count are in brackets; all numbers are exact. Columns say who has withdrawn, if anybody has, and what a
    row counts, if there is a stage.
    """
    rounds = sorted({line["number"] for row in rows for line in row["rounds"]})
    of_rounds = [f"round {number}: {part}" for number in rounds for part in ("table", "place", "points")]
    added = ["penalties added" if any("penalties_are_added" in row for row in rows) else "penalties"]
    marks = {head: field for head, field in MARKS.items() if any(field in row for row in rows)}
    heads: list[Cell] = [*HEADS, *added, *of_rounds, *chain, "decided by", *marks]
    return [heads, *([*_row(row, rounds, chain, names), *_marks(row, marks.values())] for row in rows)]


def _row(row: Json, rounds: Sequence[int], chain: Sequence[str], names: Mapping[str, str]) -> list[Cell]:
    dropped = row.get("dropped", ())
    by_round = {line["number"]: _round(line, is_dropped=line["number"] in dropped) for line in row["rounds"]}
    return [
        row["place"],
        names.get(row["entry"], ""),
        amount(row["points"]),
        amount(row["penalties"]),
        *(cell for number in rounds for cell in by_round.get(number, (None, None, None))),
        *(_value(row["tie_breaks"].get(code)) for code in chain),
        row["decided_by"],
    ]


def _marks(row: Json, fields: Iterable[str]) -> Iterator[Cell]:
    for field in fields:
        yield _block(row["block"]) if field == "block" else ("yes" if field in row else None)


def _block(block: Json) -> str:
    """What a row counts: `others: rounds 1-2` or `final: round 3, half of the points carried`."""
    numbers, stage = block["rounds"], block["stage"]
    name = {0: "others", 1: "final"}.get(stage, f"final {stage}")
    rounds = f"rounds {numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else f"round {numbers[0] if numbers else 'none'}"
    return f"{name}: {rounds}{CARRIED[block['carried']]}"


def _round(line: Json, *, is_dropped: bool) -> tuple[Cell, Cell, Cell]:
    place = line["kind"] if line["place"] is None else line["place"]
    is_out = is_dropped or "struck" in line
    return line["table"], place, DROPPED.format(points=line["points"]) if is_out else amount(line["points"])


def _value(value: int | str | Sequence[int] | None) -> Cell:
    """Return a tie-break's value; counts of places become a text, first places first: 3 0 1."""
    return amount(value) if value is None or isinstance(value, int | str) else " ".join(map(str, value))


def entries_sheet(entries: Sequence[Json], people: Mapping[str, str]) -> list[list[Cell]]:
    """Return the heads, and a row for each entry. entries: as in the API. people: names of teams' members, by id."""
    return [list(ENTRY_HEADS), *(list(_entry(entry, people)) for entry in entries)]


def _entry(entry: Json, people: Mapping[str, str]) -> Iterator[Cell]:
    yield entry["name"]
    yield "person" if entry["person"] else "team"
    yield ", ".join(people.get(str(member), "") for member in entry["members"]) or None
    yield entry["state"]
    for field in ("from_round", "dropped_after", "rating", "table"):
        yield entry[field]
