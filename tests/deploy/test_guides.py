"""What README.md, the guides and CHANGELOG.md say holds: their lines run, their names exist."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import resolve

import deploy
from tests.deploy import guides
from tests.deploy.guides import GUIDES, PAGES
from tests.deploy.served import PASSWORD, club
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
NIGHT_SECONDS = 60
LONGEST_LINE = 120
ONE_PAGE_BYTES = 6_000
LARGEST_PICTURE_BYTES = 150_000
NAMES = {"Ada Lovelace", "Kurt Gödel", "华罗庚"}


def found_in(pattern: str, pages: tuple[str, ...] = GUIDES) -> list[str]:
    """What the pattern finds in the pages, each once."""
    return sorted({found for page in pages for found in re.findall(pattern, guides.text_of(page))})


def the_night() -> str:
    """The lines in curl."""
    return guides.block("docs/api.md", "bash")


def only_if_it_works(script: str) -> list[str]:
    """bash, for lines of which each has to go well."""
    return ["bash", "-euo", "pipefail", "-c", script]


def test_the_readme_is_one_page_with_two_pictures_and_a_link_to_each_guide():
    readme = guides.text_of("README.md")
    assert len(readme.encode()) <= ONE_PAGE_BYTES
    assert len(re.findall(r"^!\[[^]]+\]\(docs/\w+\.png\)$", readme, re.MULTILINE)) == 2
    assert re.findall(r"^(\d+)\. ", readme, re.MULTILINE) == [str(step) for step in range(1, 11)]
    assert all(f"]({guide})" in readme for guide in GUIDES[1:])


def test_the_readme_has_two_commands_that_exist():
    lines = guides.block("README.md", "").splitlines()
    assert lines == ["python3 manage.py club", "python3 manage.py test"]


def test_pipx_gets_a_path_since_it_takes_the_bare_name_of_a_file_for_that_of_a_package():
    assert set(found_in(r"pipx install ([^`]+)`")) == {"./tablekeeper-*.whl"}


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
    named = set(found_in(r"manage\.py (\w+)"))
    expected = {"club", "test", "demo", "lint", "bench", "verify", "rebuild", "redraw", "seat", "transcript", "play"}
    assert expected <= named <= {*get_commands(), "help"}


@pytest.mark.parametrize("path", found_in(r"`(/api/v1/[a-z/]+[a-z])`"))
def test_every_address_that_is_named_is_there(path: str):
    assert resolve(path).namespaces == ["api"]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file_and_a_heading(page: str):
    for link in re.findall(r"\]\((?!https?://)([^)]+)\)", guides.text_of(page)):
        path, _, heading = link.partition("#")
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.is_file(), link
        assert not heading or heading in guides.anchors(file), link


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_one_title(page: str):
    outside = re.sub(r"^```.*?^```$", "", guides.text_of(page), flags=re.MULTILINE | re.DOTALL)
    assert len(re.findall(r"^# ", outside, re.MULTILINE)) == 1


@pytest.mark.parametrize("path", found_in(r"`((?:api|bench|deploy|docs|games|league|tests|\.ci)/[\w/.-]*)`"))
def test_every_path_that_is_named_is_there(path: str):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("picture", sorted((ROOT / "docs").glob("*.png")), ids=lambda picture: picture.name)
def test_a_picture_is_shown_and_small(picture: Path):
    assert picture.stat().st_size <= LARGEST_PICTURE_BYTES
    assert any(f"{picture.name})" in guides.text_of(page) for page in GUIDES)


@pytest.mark.parametrize("page", GUIDES)
def test_no_line_of_a_guide_is_too_long_but_those_of_tables_and_code(page: str):
    text = re.sub(r"^```.*?^```$", "", guides.text_of(page), flags=re.MULTILINE | re.DOTALL)
    assert [line for line in text.splitlines() if len(line) > LONGEST_LINE and not line.startswith("|")] == []


def test_the_changelog_begins_with_what_is_unreleased_and_knows_this_version():
    headings = re.findall(
        r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert headings[0] == ("Unreleased", "")
    assert deploy.__version__ in [released for released, day in headings if day]
