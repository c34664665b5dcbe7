"""The guide for operators names every variable that is read, with its default, and no other."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import uvicorn.config
from django.contrib.auth.management.commands import createsuperuser

from deploy import environment
from tests.deploy import variables

pytestmark = pytest.mark.backend("sqlite")

PRODUCTION = {
    "SECRET_KEY": "k" * 50,
    "DATABASE_URL": "postgres://tablekeeper@database/tablekeeper",
    "REDIS_URL": "redis://redis:6379/0",
    "ALLOWED_HOSTS": "club.example",
}
CLUB = {
    "TABLEKEEPER_MODE": "club",
    "SECRET_KEY": "k" * 50,
    "DATABASE_URL": "sqlite:////srv/club/tablekeeper.sqlite3",
}
MODES = {"production": PRODUCTION, "club": CLUB}
READ_BY_LIBRARIES = {"FORWARDED_ALLOW_IPS": uvicorn.config, "DJANGO_SUPERUSER_PASSWORD": createsuperuser}
OF_THE_SYSTEM = {"LOCALAPPDATA", "XDG_DATA_HOME"}
"""By these a system says where people's programs keep data."""
ONLY_OF_TESTS = {"PATH", "PYTEST_XDIST_WORKER", "TABLEKEEPER_PICTURES", "DJANGO_SETTINGS_MODULE"}
"""What the tests' own programs tell each other, and what is never set by hand."""
ROWS = variables.table()


def read(monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> environment.Environment:
    monkeypatch.setattr(os, "environ", dict(given))
    return environment.read()


def test_each_variable_that_is_read_is_in_the_table_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    of_settings = {name for given in MODES.values() for name in variables.asked_for(given, monkeypatch)}
    elsewhere = variables.names_in_code() | variables.names_in_other_files()
    assert set(ROWS) == of_settings | (elsewhere - ONLY_OF_TESTS - OF_THE_SYSTEM) | set(READ_BY_LIBRARIES)


@pytest.mark.parametrize("name", READ_BY_LIBRARIES)
def test_a_library_still_reads_what_the_table_says_of_it(name: str) -> None:
    file, row = READ_BY_LIBRARIES[name].__file__, ROWS[name]
    assert file is not None
    default = variables.DEFAULTS.fullmatch(row.production)
    assert f'"{name}"' + (f', "{default[1]}"' if default else "") in Path(file).read_text("utf-8")


def defaults() -> list[tuple[str, str, str]]:
    """Each mode, variable and default of the table; "" for none. Those of libraries are left out."""
    cells = [(mode, row.name, getattr(row, mode)) for mode in MODES for row in ROWS.values()]
    found = [(mode, name, "``" if cell == "none" else cell) for mode, name, cell in cells]
    return [
        (mode, name, cell[1:-1])
        for mode, name, cell in found
        if variables.DEFAULTS.fullmatch(cell) and name not in READ_BY_LIBRARIES
    ]


@pytest.mark.parametrize(("mode", "name", "default"), defaults())
def test_a_default_is_the_one_of_the_settings(
    mode: str, name: str, default: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {other: value for other, value in MODES[mode].items() if other != name}
    assert read(monkeypatch, {**given, name: default}) == read(monkeypatch, given)


@pytest.mark.parametrize("name", [row.name for row in ROWS.values() if row.production == "needed"])
def test_what_production_needs_is_asked_for(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match=name):
        read(monkeypatch, {other: value for other, value in PRODUCTION.items() if other != name})


def test_what_the_table_says_is_needed_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {row.name for row in ROWS.values() if row.production == "needed"} == set(PRODUCTION)
    assert not read(monkeypatch, PRODUCTION).is_club
