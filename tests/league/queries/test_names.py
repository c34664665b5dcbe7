"""Two names alike: allowed, and told apart by club or by number."""

from __future__ import annotations

import unicodedata

import pytest
from uuid6 import uuid7

from league.access.audience import CLUB
from league.models import Person
from league.queries import names
from league.queries.names import Named, distinguished
from tests.league.nights import Night, new_club


@pytest.mark.parametrize(
    ("people", "shown"),
    [
        ([("Ann", ""), ("Bob", "Rooks")], ["Ann", "Bob"]),
        ([("Ann", "Rooks"), ("Ann", "Pawns")], ["Ann (Rooks)", "Ann (Pawns)"]),
        ([("Ann", ""), ("Ann", "Pawns")], ["Ann", "Ann (Pawns)"]),
        ([("Ann", ""), ("ann", "")], ["Ann (1)", "ann (2)"]),
        ([("Ann", "Rooks"), ("Ann", "Rooks"), ("Ann", "")], ["Ann (Rooks) (1)", "Ann (Rooks) (2)", "Ann"]),
        ([("Zoe\u0308", ""), ("Zoë", "")], ["Zoe\u0308 (1)", "Zoë (2)"]),
    ],
)
def test_who_has_one_name_is_told_apart(people, shown):
    named = [Named(str(number), *person) for number, person in enumerate(people)]
    assert list(distinguished(named).values()) == shown


def test_names_are_listed_as_readers_look_for_them():
    """Marks and capitals come after all letters; each name stands once with marks composed and once with them apart."""
    listed = ["ada", "Ægir", "Ana", "Åsa", "Azra", "Emil", "Émile", "Emilie", "Emily", "Łukasz", "Muñoz", "Munster"]
    listed += ["Ødegård", "Oe", "Œdipe", "Öztürk", "Strasse", "Straße", "Zoe", "Zoé", "Zoë"]
    for form in ("NFC", "NFD"):
        names_so = [unicodedata.normalize(form, name) for name in listed]
        assert sorted(names_so, key=names.as_listed) == names_so
    called = {"1": "Zoe", "2": "Émilie", "3": "émilie", "4": "Émilie"}
    assert names.in_order(called, called) == ["2", "4", "3", "1"]
    assert names.in_order(["x", "1"], called) == ["x", "1"]


@pytest.mark.django_db
def test_two_of_one_name_in_one_event():
    club = new_club()
    people = [
        Person.objects.create(id=uuid7(), club=club, name="Ann Smith", home_club=home)
        for home in ("Rooks", "Pawns", "")
    ]
    night = Night.open(club)
    night.enter(people)
    assert sorted(names.of_entries(night.id, CLUB).values()) == ["Ann Smith", "Ann Smith (Pawns)", "Ann Smith (Rooks)"]
    assert len(set(names.of_people([person.pk for person in people], CLUB).values())) == 3
