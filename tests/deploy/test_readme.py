"""What README.md and CHANGELOG.md say holds: their lines run, their names exist."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import resolve

from deploy.environment import Environment
from tests.deploy.served import PASSWORD, club
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
README = (ROOT / "README.md").read_text("utf-8")
NIGHT_SECONDS = 60
LONGEST_LINE = 120
NAMES = {"Ada Lovelace", "Kurt Gödel", "华罗庚"}


def the_night() -> str:
    """The lines in curl."""
    found: list[str] = re.findall(r"^```bash\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (lines,) = found
    return lines


def only_if_it_works(script: str) -> list[str]:
    """bash, for lines of which each has to go well."""
    return ["bash", "-euo", "pipefail", "-c", script]


def test_there_are_ten_lines_of_curl():
    lines = the_night().splitlines()
    assert len([line for line in lines if re.search(r"(^ *|\$\()curl (?!\()", line)]) == 10
    assert all(len(line) <= LONGEST_LINE for line in lines)


def test_the_round_in_curl_ends_in_standings(tmp_path: Path):
    with club(tmp_path, TABLEKEEPER_PASSWORD=PASSWORD) as running:
        variables = {**os.environ, "API": f"{running.address}api/v1", "PASSWORD": PASSWORD, "no_proxy": "*"}
        done = subprocess.run(
            only_if_it_works(the_night()),
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=NIGHT_SECONDS,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    rows = json.loads("\n".join(said[said.index("{") :]))["rows"]
    # Seats 1 to 3 scored 12, 9 and 15; a table of three pays 3, 2 and 1 by place.
    assert [(row["place"], row["points"], row["rounds"][0]["seat"]) for row in rows] == [
        (1, 3, 3),
        (2, 2, 1),
        (3, 1, 2),
    ]
    assert {row["name"] for row in rows} == NAMES


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
    read = {field.name.upper() for field in fields(Environment)} - {"IS_CLUB", "IS_ON_LAN", "DATABASE"} | {
        "DATABASE_URL"
    }
    assert set(re.findall(r"`([A-Z_]+)`", table)) == read


def test_the_changelog_begins_with_what_is_unreleased_and_knows_this_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    headings = re.findall(
        r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert headings[0] == ("Unreleased", "")
    assert version in [released for released, day in headings if day]
