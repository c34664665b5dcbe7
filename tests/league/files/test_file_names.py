"""The names of files that are downloaded."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import unquote

import pytest

from league.files.file_names import disposition, name, of_tournament
from league.models import Club, Tournament

MIDNIGHT = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
"""Half past midnight in Berlin, on the first of December."""


@pytest.fixture
def club() -> Club:
    return Club(name="Dice & Diamonds", time_zone="Europe/Berlin")


def test_a_file_is_named_by_night_and_the_date_in_the_clubs_zone(club: Club):
    night = Tournament(name="Tuesday Night!", starts_at=MIDNIGHT, club=club)
    assert of_tournament(night, "standings", "round 2") == "tuesday-night-2026-12-01-standings-round-2"


def test_without_a_start_it_has_the_date_of_today(club: Club):
    assert re.fullmatch(r"tuesday-\d{4}-\d{2}-\d{2}-plan", of_tournament(Tournament(name="Tuesday", club=club), "plan"))


@pytest.mark.parametrize("about", ["", "🎲🎲", "../../etc", "-_-"])
def test_a_name_of_signs_alone_leaves_a_name(club: Club, about: str):
    assert re.fullmatch(r"(tablekeeper|etc)-2026-12-01", name(about, MIDNIGHT, club))


def test_a_long_name_in_three_bytes_a_letter_fits_a_file_system(club: Club):
    assert len(f"{name('华' * 120, MIDNIGHT, club, 'standings', 'round 10')}.xlsx".encode()) < 255


@pytest.mark.parametrize(
    ("file", "plain"),
    [
        ("été-2026-12-01.csv", "ete-2026-12-01.csv"),
        ("łódź-2026-12-01.csv", "odz-2026-12-01.csv"),
        ("华罗庚.pdf", "tablekeeper.pdf"),
        ('a"b;c\r\nX-Y: z.csv', "a-b-c-X-Y-z.csv"),
    ],
)
def test_a_header_has_the_name_in_ascii_and_in_full(file: str, plain: str):
    header = disposition(file)
    assert header.startswith(f"attachment; filename=\"{plain}\"; filename*=UTF-8''")
    assert unquote(header.partition("''")[2]) == file
    assert header.isascii()
    assert not re.search(r"[\r\n]", header)


def test_a_plain_name_is_there_once():
    assert disposition("night.pdf", is_attachment=False) == 'inline; filename="night.pdf"'
