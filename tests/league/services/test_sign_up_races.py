"""Two people at once: for the last place, with one link, with one form."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connections
from django.utils import timezone

from games.kernel import Rejected
from league.models import Entry, Person, SignUp, Tournament
from league.services import sign_up_list, sign_ups
from league.services.sign_up_fields import Asked
from tests.league.nights import ACTOR, Night, new_club

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE_SECONDS = 60


@pytest.fixture
def row(settings: Any) -> Tournament:
    """A tournament with one place, on a site that sends letters."""
    cache.clear()
    settings.SENDS_MAIL, settings.PUBLIC_ORIGIN = True, "https://play.example.org"
    return Tournament.objects.get(pk=Night.open(new_club(), sign_up={"limit": 1}).id)


def at_once(*calls: Callable[[], object]) -> None:
    """Makes the calls at the same time, each with a connection of its own."""
    ready = Barrier(len(calls))

    def run(call: Callable[[], object]) -> None:
        try:
            ready.wait(PATIENCE_SECONDS)
            call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        for done in [pool.submit(run, call) for call in calls]:
            done.result(PATIENCE_SECONDS)


def asked(name: str, **more: Any) -> Asked:
    return Asked(name, f"{name}@example.org", consents=True, **more)


def states(row: Tournament) -> list[str]:
    return sorted(SignUp.objects.filter(tournament=row).values_list("state", flat=True))


def test_of_two_for_the_last_place_one_gets_it(row: Tournament) -> None:
    made = [sign_ups.sign_up(row, asked(name), at=timezone.now()) for name in ("One", "Two")]
    at_once(*(lambda one=one: sign_ups.confirm(one, at=timezone.now()) for one in made if one))
    assert states(row) == ["accepted", "standby"]
    assert Entry.objects.filter(tournament=row).count() == 1


def test_of_two_for_the_last_place_one_waits_for_the_director(row: Tournament, settings: Any) -> None:
    settings.SENDS_MAIL = False
    at_once(*(lambda name=name: sign_ups.sign_up(row, asked(name), at=timezone.now()) for name in ("One", "Two")))
    assert states(row) == ["standby", "waiting"]


def test_a_link_that_is_followed_twice_at_once_enters_once(row: Tournament) -> None:
    made = sign_ups.sign_up(row, asked("One"), at=timezone.now())
    assert made is not None
    at_once(*[lambda: sign_ups.confirm(made, at=timezone.now())] * 2)
    assert (states(row), Person.objects.count()) == (["accepted"], 1)
    at_once(lambda: sign_ups.withdraw(made, at=timezone.now()), lambda: sign_ups.withdraw(made, at=timezone.now()))
    assert (states(row), Entry.objects.get(tournament=row).state) == ([], "dropped")


def test_a_form_that_is_sent_twice_at_once_and_a_button_pressed_by_two_directors(row: Tournament) -> None:
    at_once(*[lambda: sign_ups.sign_up(row, asked("One", key="k"), at=timezone.now())] * 2)
    assert states(row) == ["unconfirmed"]
    made = SignUp.objects.get(tournament=row)
    at_once(*[lambda: sign_ups.accept(made, actor=ACTOR, at=timezone.now())] * 2)
    assert (states(row), Person.objects.count()) == (["accepted"], 1)


def test_of_many_at_once_no_more_are_stored_unconfirmed_than_there_is_room(
    row: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_up_list, "MOST", 2)

    def signs_up(name: str) -> None:
        with suppress(Rejected):
            sign_ups.sign_up(row, asked(name), at=timezone.now())

    at_once(*(lambda name=name: signs_up(name) for name in ("One", "Two", "Three", "Four")))
    assert states(row) == ["unconfirmed", "unconfirmed"]
