"""The public page of a person: what it shows of whom, and what it answers for everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoDbBlocker
from uuid6 import uuid7

from league.models import Person
from league.queries import portraits, records
from league.repository.streams import Stream
from league.services import clubs, people
from tests.pages.night import Night, make_club, play_night
from tests.standing import made_once
from tests.web.test_public import text_of

MOST_BYTES = 60_000
NOBODY = "There is no page of this person"


@pytest.fixture(scope="module")
def standing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Night]:
    with made_once(django_db_blocker, play_night) as night:
        yield night


@pytest.fixture
def night(standing: Night, db: None) -> Night:
    """A club's season, which strangers may look at; what a test does to it is taken back."""
    return standing


def person(night: Night, name: str = "Ada Lovelace") -> Person:
    return Person.objects.get(club=night.club, name=name)


def page_of(one: Person) -> str:
    return f"/c/{one.club.slug}/people/{one.pk}"


def change(one: Person, **fields: object) -> None:
    clubs.change(one, fields, actor="user:desk", at=timezone.now())


def test_the_page_shows_results_rating_leagues_and_nights(client: Client, night: Night) -> None:
    ada = person(night)
    answer, text = client.get(page_of(ada)), text_of(client, page_of(ada))
    assert len(answer.content) < MOST_BYTES
    assert "<h1><bdi>Ada Lovelace</bdi></h1>" in answer.content.decode()
    assert 'class="rating-plot"' in answer.content.decode()
    for words in (
        "Events won",
        "Winter 2026",
        "What the numbers mean",
        "Who is ahead of whom",
        "Club night 3 November",
    ):
        assert words in text, words
    found = portraits.portrait(ada)
    for rival in (*found.beaten_by, *found.has_beaten):
        assert rival.name in text


def test_what_was_played_is_found_out_once(client: Client, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is folded again for the next reader; after somebody was merged it may mean other people."""
    ada, found = person(night), list[object]()
    real = records._tables_played

    def counted(stream: Stream, zone: ZoneInfo) -> records.PlayedTables:
        found.append(stream.id)
        return real(stream, zone)

    monkeypatch.setattr(records, "_tables_played", counted)
    monkeypatch.setattr(records, "_kept", {})
    with CaptureQueriesContext(connection) as first:
        text = text_of(client, page_of(ada))
    nights = len(found)
    assert nights > 1
    with CaptureQueriesContext(connection) as again:
        assert text_of(client, page_of(ada)) == text
    assert len(found) == nights
    assert len(again) < len(first)
    people.merge(person(night, "Sophie Germain"), person_alone(night).pk, actor="user:desk", at=timezone.now())
    client.get(page_of(ada))
    assert len(found) == 2 * nights


def person_alone(night: Night) -> Person:
    return Person.objects.create(club=night.club, name="Somebody who has not played")


def test_who_may_not_be_named_has_no_page_and_is_nobodys_rival(client: Client, night: Night) -> None:
    ada = person(night)
    rivals = portraits.portrait(ada)
    hidden = Person.objects.get(pk=(rivals.beaten_by or rivals.has_beaten)[0].person)
    assert hidden.public_name in client.get(page_of(ada)).content.decode()
    change(hidden, public=False)
    assert hidden.public_name not in client.get(page_of(ada)).content.decode()
    assert NOBODY in text_of(client, page_of(hidden), 404)
    client.force_login(night.director)
    assert NOBODY in text_of(client, page_of(hidden), 404)


def test_who_is_under_18_has_a_page_only_where_that_was_agreed(client: Client, night: Night) -> None:
    ada = person(night)
    change(ada, born=str(timezone.now().year - 10))
    assert client.get(page_of(ada)).status_code == 404
    change(ada, public=True)
    assert client.get(page_of(ada)).status_code == 200


def test_nobody_and_somebody_of_another_club_are_not_found(client: Client, night: Night) -> None:
    other, _director = make_club("Thursday Club")
    new = Person.objects.create(club=night.club, name="Never Played")
    for address in (
        f"/c/{night.club.slug}/people/{uuid7()}",
        page_of(new),
        f"/c/{other.slug}/people/{person(night).pk}",
        f"/c/nowhere/people/{person(night).pk}",
    ):
        assert client.get(address).status_code == 404, address


def test_who_was_merged_leads_to_the_other_and_who_was_forgotten_is_gone(client: Client, night: Night) -> None:
    ada, twin = person(night), Person.objects.create(club=night.club, name="Ada L")
    people.merge(twin, ada.pk, actor="user:desk", at=timezone.now())
    answer = client.get(page_of(twin))
    assert (answer.status_code, answer["Location"]) == (302, page_of(ada))
    people.forget(ada, actor="user:desk", at=timezone.now())
    assert "This page is gone" in text_of(client, page_of(ada), 410)
    assert client.get(page_of(twin), follow=True).status_code == 410


def test_a_former_address_of_the_club_leads_on(client: Client, night: Night) -> None:
    before = page_of(person(night))
    change_slug = {"slug": "tuesdays"}
    clubs.change(night.club, change_slug, actor="user:desk", at=timezone.now())
    answer = client.get(before)
    assert (answer.status_code, answer["Location"]) == (302, page_of(person(night)))


@pytest.mark.parametrize("page", ["2", "0", "-1", "x", "9" * 50])
def test_any_page_of_nights_is_answered(client: Client, night: Night, page: str) -> None:
    assert client.get(f"{page_of(person(night))}?page={page}").status_code == 200
