"""`docs/parity.md` against the real tables: commands, steps of the desk, operations, forms of pages, play files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from league.admin.desk.season import page as season_desk
from league.admin.desk.tournament.steps import STEPS
from league.domain.season.rules import RULES as SEASON
from league.domain.tournament.rules import RULES as TOURNAMENT
from league.play import form
from league.web.me.writing import ACTIONS as OF_ME
from league.web.signup.views import ACTIONS as OF_SIGN_UPS
from league.web.table.views import ACTIONS as OF_A_TABLE

PAGE = Path(__file__).parents[2] / "docs" / "parity.md"
COLUMNS = ("command", "desk", "API", "phone", "play")
CODE = re.compile(r"`([^`]+)`")


def lines() -> Iterator[dict[str, list[str]]]:
    """The names in each row of the tables, by column; `what` has the words."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith(("| what | command |", "| --- |")):
            what, *cells = line[1:-1].split("|")
            assert len(cells) == len(COLUMNS), line
            codes = dict(zip(COLUMNS, map(CODE.findall, cells), strict=True))
            found = {name: [code for code in listed if code[0] != "?"] for name, listed in codes.items()}
            yield {"what": [what.strip()], **found}


def real() -> Mapping[str, set[str]]:
    """What there is, by column."""
    document: Any = SchemaGenerator().get_schema(request=None, public=True)
    structs = {"tournament": form.Tournament, "round": form.Round, "season": form.Season, "event": form.Event}
    return {
        "command": {command.type_name() for command in (*TOURNAMENT.commands, *SEASON.commands)},
        "desk": {*STEPS, *(f"season:{name}" for name in season_desk.STEPS)},
        "API": {one["operationId"] for methods in document["paths"].values() for one in methods.values()},
        "phone": {
            *(f"me:{name}" for name in OF_ME),
            *(f"sign-up:{name}" for name in OF_SIGN_UPS),
            *(f"table:{name}" for name in (*OF_A_TABLE, "send", "who", "forget")),
        },
        "play": {f"{name}.{field}" for name, struct in structs.items() for field in struct.__struct_fields__},
    }


@pytest.fixture(scope="module")
def there() -> Mapping[str, set[str]]:
    return real()


@pytest.mark.parametrize("column", COLUMNS)
def test_the_table_has_everything_and_nothing_else(there: Mapping[str, set[str]], column: str) -> None:
    named = {name for line in lines() for name in line[column]} - {"as"}
    assert there[column] - named == set()
    assert named - there[column] == set()


def test_what_the_desk_the_phones_and_play_do_the_api_does_too() -> None:
    silent = [line["what"] for line in lines() if (line["desk"] or line["phone"] or line["play"]) and not line["API"]]
    assert silent == []
