"""A row of a CSV file by its heads, and what is wrong with its cells, by line and column. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.kernel import N_
from league.domain.values.faults import Fault
from league.domain.values.numbers import Number

MOST_DIGITS = 9


@dataclass
class Row:
    """A row by its heads, and what is wrong with it."""

    line: int
    cells: Mapping[str, str]
    faults: list[Fault] = field(default_factory=list)

    def says(self, column: str) -> str:
        """What stands in a column; nothing where there is none."""
        return self.cells.get(column, "")

    def wrong(self, column: str, code: str, template: str, **facts: Any) -> None:
        """Notes a fault."""
        self.faults.append(fault(self.line, column, code, template, **facts))

    def whole(self, column: str, most: int) -> int:
        """The whole number from 1 in a column; 1 where it is wrong, which is noted."""
        text = self.says(column)
        if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and 1 <= int(text) <= most:
            return int(text)
        template = N_("Line {line}, {column}: a whole number from {least} to {most}.")
        self.wrong(column, "bad_number" if text else "required", template, least=1, most=most)
        return 1


def fault(line: int, column: str, code: str, template: str, **facts: Any) -> Fault:
    """What is wrong with a cell."""
    return Fault(f"{line}.{column}", code, template, {"line": line, "column": column, **facts})


def written_number(text: str) -> Number | None:
    """As a body would say it: a whole one as an int; None where nothing stands."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= 2 * MOST_DIGITS:
        return int(text)
    return text or None
