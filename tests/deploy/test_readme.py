"""What README.md and CHANGELOG.md say holds: their lines run, their names exist."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
import tomllib
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from django.core.management import get_commands
from django.urls import resolve

from deploy.environment import Environment
from tests.deploy.served import PASSWORD, club
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
README = (ROOT / "README.md").read_text("utf-8")
NIGHT_SECONDS, FOLLOW_SECONDS = 60, 20
NAMES = {"Ada Lovelace", "Kurt Gödel", "华罗庚"}


def the_night() -> str:
    """The lines in curl."""
    found: list[str] = re.findall(r"^```bash\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (lines,) = found
    return lines


def only_if_it_works(script: str) -> list[str]:
    """bash, for lines of which each has to go well."""
    return ["bash", "-euo", "pipefail", "-c", script]


def test_the_night_in_curl_ends_in_standings_and_a_league_table(tmp_path: Path):
    script = f'{the_night()}\necho "$SEASON"'
    with club(tmp_path, TABLEKEEPER_PASSWORD=PASSWORD) as running:
        api = f"{running.address}api/v1"
        variables = {**os.environ, "API": api, "PASSWORD": PASSWORD, "no_proxy": "*"}
        done = subprocess.run(
            only_if_it_works(script),
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=NIGHT_SECONDS,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        *said, season = done.stdout.splitlines()
        standings = json.loads("\n".join(said[said.index("{") :]))
        rows = standings["rows"]
        # Seats 1 to 3 scored 12, 9 and 15, for 4, 2 and 1 points by place.
        assert [(row["place"], row["points"], row["rounds"][0]["seat"]) for row in rows] == [
            (1, 4, 3),
            (2, 2, 1),
            (3, 1, 2),
        ]
        assert {row["name"] for row in rows} == NAMES
        assert league_table(f"{api}/seasons/{season}/standings") == [
            (row["name"], won) for row, won in zip(rows, (10, 7, 5), strict=True)
        ]


def league_table(address: str) -> list[tuple[str, int]]:
    """Names and points, as soon as the follower has brought them."""
    latest = time.monotonic() + FOLLOW_SECONDS
    rows: list[dict[str, int | str]] = []
    while not rows and time.monotonic() < latest:
        time.sleep(0.1)
        rows = httpx.get(address).json()["rows"]
    return [(str(row["name"]), int(row["points"])) for row in rows]


def test_a_refusal_ends_the_night_in_curl(tmp_path: Path):
    with club(tmp_path, TABLEKEEPER_PASSWORD=PASSWORD) as running:
        variables = {**os.environ, "API": f"{running.address}api/v1", "PASSWORD": "wrong", "no_proxy": "*"}
        done = subprocess.run(only_if_it_works(the_night()), env=variables, capture_output=True, check=False)
    assert done.returncode != 0


def test_every_command_that_is_named_is_there():
    named = set(re.findall(r"manage\.py (\w+)", README))
    assert {"club", "test", "demo", "lint", "bench", "verify", "rebuild"} <= named <= {*get_commands(), "help"}


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`(/api/v1/[a-z/]+[a-z])`", README))))
def test_every_address_that_is_named_is_there(path: str):
    assert resolve(path).namespaces == ["api"]


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([^)#]+)\)", README))))
def test_every_link_leads_to_a_file(path: str):
    assert (ROOT / path).is_file()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:\w+|\.ci)/[\w/.-]*)`", README))))
def test_every_path_that_is_named_is_there(path: str):
    assert (ROOT / path).exists()


def test_the_variables_are_those_that_the_settings_read():
    (table,) = re.findall(r"\| variable .*?\n\n", README, re.DOTALL)
    read = {field.name.upper() for field in fields(Environment)} - {"IS_CLUB", "DATABASE"} | {"DATABASE_URL"}
    assert set(re.findall(r"`([A-Z_]+)`", table)) == read


def test_the_changelog_begins_with_what_is_unreleased_and_knows_this_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    headings = re.findall(
        r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert headings[0] == ("Unreleased", "")
    assert version in [released for released, day in headings if day]
