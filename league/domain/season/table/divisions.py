"""Divisions of a season: their members, promotion and relegation, and the divisions of the next season."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from games.kernel import N_, Json, Rejected
from league.domain.season.table.groups import Division

Move = Literal["up", "down", "stays", "undecided"]


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """A person's place in a table. place: None below the minimum of events. level: equal for shared places."""

    person: str
    place: int | None
    decided_by: str
    level: int


@dataclass(frozen=True, slots=True)
class DivisionStanding:
    """A person's place in their division, and where they would go from there."""

    division: str
    place: int | None
    move: Move


def standings_of(
    divisions: Sequence[Division], order: Sequence[str], rank: Callable[[Sequence[str]], Sequence[DivisionRow]]
) -> dict[str, DivisionStanding]:
    """Everybody's place in their division. order: the whole table. rank: ranks some people among themselves."""
    standings: dict[str, DivisionStanding] = {}
    for division, people in members(divisions, order):
        rows = rank(people)
        for row, move in zip(rows, moves(rows, division.up, division.down), strict=True):
            standings[row.person] = DivisionStanding(division.name, row.place, move)
    return standings


def members(divisions: Sequence[Division], order: Sequence[str]) -> Iterator[tuple[Division, list[str]]]:
    """Each division with its members, in the order of the table."""
    named = {person for division in divisions for person in division.people}
    rest = [person for person in order if person not in named]
    for at, division in enumerate(divisions):
        named_people = set(division.people)
        own = [person for person in order if person in named_people]
        is_last = at == len(divisions) - 1
        count = len(rest) if is_last and division.size is None else division.size or 0
        own += rest[:count]
        rest = rest[count:]
        yield division, own


def moves(lines: Sequence[DivisionRow], up: int, down: int) -> list[Move]:
    """Where each row goes: the first up, the last down. Rows without a place don't go up.

    People who share a place at the cut are undecided: the director decides who goes.
    """
    placed = sum(line.place is not None for line in lines)
    up = min(up, placed)
    start = max(len(lines) - down, up)
    decided: list[Move] = ["up" if at < up else "down" if at >= start else "stays" for at in range(len(lines))]
    for line in (up, start):
        if 0 < line < len(lines) and decided[line - 1] != decided[line] and lines[line - 1].level == lines[line].level:
            shared = lines[line].level
            decided = ["undecided" if one.level == shared else move for one, move in zip(lines, decided, strict=True)]
    return decided


def following(divisions: Sequence[Division], rows: Sequence[Json]) -> tuple[Division, ...]:
    """The divisions of the next season, by people after promotion and relegation. People without a result stay.

    rows: of the league table. Raises Rejected while moves are undecided.
    """
    undecided = [row["person"] for row in rows if row.get("moves") == "undecided"]
    if undecided:
        template = N_("{n} people share a place at the cut: decide first which of them go up or down.")
        raise Rejected("division_undecided", template, {"n": len(undecided), "people": undecided})
    number = {division.name: at for at, division in enumerate(divisions)}
    steps = {"up": -1, "down": 1}
    goes_to = {row["person"]: number[row["division"]] + steps.get(row["moves"], 0) for row in rows if "division" in row}
    return tuple(_with_people(division, at, goes_to) for at, division in enumerate(divisions))


def _with_people(division: Division, at: int, goes_to: Mapping[str, int]) -> Division:
    """The division with its new members in the order of the table; without any it stays as it was."""
    absent = [person for person in division.people if person not in goes_to]
    people = (*(person for person, to in goes_to.items() if to == at), *absent)
    return msgspec.structs.replace(division, people=people, size=None) if people else division
