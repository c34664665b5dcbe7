"""The people of a club by their names, as they are kept in each process."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.domain.values.likeness import Spelled, Spellings, begin, likeness
from league.models import Person
from league.queries import names
from league.services import clubs, known_people, people
from tests.league.nights import ACTOR, new_club, new_people

FIRST = ("Ada", "Inès", "Ines", "Jo", "Jon", "Ann-Marie", "A", "李明", "Guest 1", "Guest 12", "O'Neil", "")
LAST = ("Lovelace", "L.", "Lovelaec", "Müller", "Mueller", "Muller", "Li", "Lo", "Nguyễn", "")


def test_those_who_are_alike_are_found_without_comparing_all() -> None:
    everybody = [f"{first} {last}".strip() for first, last in product(FIRST, LAST)]
    Random(1).shuffle(everybody)
    filed: Spellings[str] = Spellings()
    for name in everybody:
        filed.add(Spelled.of(name), name)
    for name in (*everybody, "lovelace ada", "Ada Lovelacee", "AdaLovelace", "mul", "12", "…"):
        typed = Spelled.of(name)
        alike = [(why, one) for one in everybody if (why := likeness(typed, Spelled.of(one)))]
        assert list(filed.like(typed)) == alike
        begun = [one for one in everybody if typed.words and begin(typed.words, Spelled.of(one).words)]
        assert (list(filed.begun_by(typed)) if typed.words else []) == begun


def found(club: UUID, name: str) -> list[str]:
    return [person.name for person in known_people.of_club(club).called(name)]


@pytest.mark.django_db
def test_a_change_is_seen_at_once() -> None:
    row = new_club()
    club = row.pk
    ada, ben = new_people(row, 2)
    common: dict[str, Any] = {"actor": ACTOR, "at": timezone.now()}
    ada = clubs.change(ada, {"name": "Ada Lovelace"}, **common)
    assert (found(club, "ada lovelace"), found(club, ben.name)) == (["Ada Lovelace"], [ben.name])
    clubs.change(ada, {"name": "Ada King"}, **common)
    assert (found(club, "Ada Lovelace"), found(club, "Ada King")) == ([], ["Ada King"])
    assert known_people.of_club(club).matching("ADA KING").is_certain
    people.merge(ben, ada.pk, **common)
    assert found(club, ben.name) == []
    people.separate(ada, ben.pk, **common)
    assert found(club, ben.name) == [ben.name]
    people.forget(ada, **common)
    known = known_people.of_club(club)
    assert found(club, "Ada King") == []
    assert not any("king" in text for _key, text in known.index.by_text)


@pytest.mark.django_db
def test_what_was_not_committed_is_forgotten() -> None:
    club = new_club().pk
    with transaction.atomic():
        clubs.add_people([Person(club_id=club, name="Zoe")], actor=ACTOR, at=timezone.now())
        assert found(club, "Zoe") == ["Zoe"]
        transaction.set_rollback(True)
    assert found(club, "Zoe") == []


@pytest.mark.django_db
def test_only_who_has_changed_is_read_again() -> None:
    row = new_club()
    club = row.pk
    new_people(row, 30)
    known = known_people.of_club(club)
    with CaptureQueriesContext(connection) as asked:
        assert known_people.of_club(club) is known
    assert len(asked) <= 2
    clubs.add_people([Person(club_id=club, name="Zoe")], actor=ACTOR, at=timezone.now())
    again = known_people.of_club(club)
    kept = [id for id, person in again.by_id.items() if known.by_id.get(id) is person]
    assert (len(kept), len(again.by_id), "Zoe" in {person.name for person in known.by_id.values()}) == (30, 31, False)


@pytest.mark.django_db
def test_a_text_means_the_same_people_as_where_all_are_looked_at() -> None:
    row = new_club()
    for name, shown_as, home_club in (
        ("Ada", "", ""),
        ("Ada", "", "Rivers"),
        ("Ada", "", "Rivers"),
        ("Ada (Rivers)", "", ""),
        ("Bea", "Countess", ""),
        ("Countess", "", "Hills"),
        ("Cleo", "Ada", ""),
        ("Dov", "Dov (2)", ""),
    ):
        Person.objects.create(club=row, name=name, shown_as=shown_as, home_club=home_club)
    called, known = names.called_people(row.pk), known_people.of_club(row.pk)
    texts = {*called.shown.values(), *called.by_name, *called.by_shown, "ADA", "Ada (1)", "nobody", *called.shown}
    for text in texts:
        assert [str(one.pk) for one in names.fitting(known, text)] == list(called.fitting(text)), text
