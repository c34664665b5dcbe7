"""A button of the first steps that is pressed twice at once has its effect once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from league.models import Club, Person, Season, Tournament, User
from tests.league.services.test_sign_up_races import at_once
from tests.pages.night import make_club

pytestmark = pytest.mark.django_db(transaction=True)


def pressed_twice(director: User, path: str, **typed: str) -> None:
    def press() -> None:
        client = Client()
        client.force_login(director)
        answer = client.post(path, typed)
        assert answer.status_code == 302, answer

    presses: list[Callable[[], object]] = [press, press]
    at_once(*presses)


def test_there_is_one_demo() -> None:
    _club, director = make_club("Tuesday Club")
    pressed_twice(director, "/admin/demo/")
    assert Club.objects.filter(is_demo=True).count() == 1
    demo = Club.objects.get(is_demo=True)
    assert (Season.objects.filter(club=demo).count(), Tournament.objects.filter(club=demo).count()) == (1, 2)
    pressed_twice(director, "/admin/demo/remove/")
    assert not Club.objects.filter(is_demo=True).exists()


def test_each_name_of_a_list_is_one_person() -> None:
    club, director = make_club("Tuesday Club")
    pressed_twice(director, "/admin/first-people/", names="Ada\nBea\nCleo")
    assert sorted(Person.objects.filter(club=club).values_list("name", flat=True)) == ["Ada", "Bea", "Cleo"]
