"""Certificates: a sheet for each entry with its name in any script, its place, the night, and a line to sign."""

from __future__ import annotations

from typing import Any

import pytest

from league.access.audience import CLUB
from league.domain.tournament.entries.commands import CheckIn, Drop, NewEntry
from league.files.paper import papers
from league.files.paper.certificates import place_words
from league.models import Person, Tournament
from league.queries import ending
from league.services import tournaments
from tests.league.files.paper import pdf
from tests.league.nights import ACTOR, EVENING, Night, new_club, open_season

pytestmark = [pytest.mark.django_db, pytest.mark.backend("sqlite")]
LONG = "Maximiliane Konstanze von und zu Hohenfels-Strackmann-Weidenbrück"


def night_of(*names: str) -> Night:
    """A night of one table in a season."""
    club = new_club()
    season = open_season(club)
    settings: dict[str, Any] = {"table_size": {"min": 2, "max": 6, "prefer": 6}, "seasons": [str(season)]}
    night = Night.open(club, name="Tuesday night", starts_at=EVENING.isoformat(), **settings)
    night.enter(Person.objects.bulk_create(Person(club=club, name=name) for name in names))
    return night


def sheets(night: Night) -> list[str]:
    row = Tournament.objects.select_related("club").get(pk=night.id)
    file = papers.certificates(ending.read(row, CLUB))
    assert file.name == "tuesday-night-2026-12-01-certificates"
    assert all(page.mediabox.width > page.mediabox.height for page in pdf.pages(file.content))
    return pdf.words(file.content)


def test_a_sheet_says_who_has_which_place_of_which_night():
    night = night_of("Ольга Смирнова", "Νίκος Παππάς", LONG, "Dee")
    night.send(Drop(night.entries[3], after_round=1))
    night.play_round(lambda entry: (9, 5, 5, 1)[night.entries.index(entry)])
    night.close()
    first, second, third = sheets(night)
    for said in ("Dice and Diamonds", "Certificate", "Ольга Смирнова", "1st place of 4", "Signature"):
        assert said in first
    assert "Tuesday night, Tuesday 1 December 2026" in first
    assert "League Winter" in first
    assert "Νίκος Παππάς" in second
    assert "2nd place of 4, shared" in second
    assert LONG in third.replace("\n", " ").replace("- ", "-")
    assert "2nd place of 4, shared" in third


def test_a_team_has_its_members_on_the_sheet():
    night = night_of("Ada")
    pair = Person.objects.bulk_create(Person(club=night.club, name=name) for name in ("Ben", "Cy"))
    entry = "0198c0de-0000-7000-8000-000000000001"
    members = tuple(str(one.pk) for one in pair)
    tournaments.register(
        night.id, [NewEntry(entry, members=members)], {entry: "Reds"}, club=night.club.pk, actor=ACTOR, at=night.at
    )
    night.entries.append(entry)
    night.send(CheckIn(entry))
    night.play_round()
    night.close()
    _ada, reds = sheets(night)
    assert "Reds" in reds
    assert "Ben, Cy" in reds


@pytest.mark.parametrize(("place", "words"), [(1, "1st"), (3, "3rd"), (11, "11th"), (22, "22nd")])
def test_places_are_in_words(place: int, words: str):
    assert place_words(place, 64, is_shared=False) == f"{words} place of 64"
