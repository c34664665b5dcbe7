"""The page of a person in the admin, and how somebody is merged, separated and forgotten from there."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from uuid6 import uuid7

from league.models import Club, Membership, Person, Role, User
from league.queries import records
from league.queries.wording import RATING_MEANING
from tests.pages.night import Night

PEOPLE = "/admin/league/person/"


def page_of(person: Person) -> str:
    return f"/admin/league/season/person/{person.pk}/"


@pytest.fixture
def ada(night: Night) -> Person:
    return Person.objects.get(club=night.club, name="Ada Lovelace")


def text_of(client: Client, address: str) -> str:
    """The page's words, without its marks."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


def added(club: Club, name: str, **fields: object) -> Person:
    person = Person(id=uuid7(), club=club, name=name, **fields)
    person.save()
    return person


def test_the_page_has_results_rating_nights_fairness_and_rivals(director: Client, ada: Person) -> None:
    page, text = director.get(page_of(ada)).text, text_of(director, page_of(ada))
    history = records.history(ada)
    assert history.events
    for event in history.events:
        assert f"{event.name}" in text
    assert 'class="rating-plot"' in page
    assert str(RATING_MEANING)[:40] in text
    assert "Who is ahead of whom" in text
    assert re.search(r"Fairness seat \d: ", text)
    for word in ("Edit", "Merge with…", "Forget…", "Public page"):
        assert word in text
    happened = re.search(r'href="([^"]+)">What happened<', page)
    assert happened
    assert "What happened: Ada Lovelace" in text_of(director, html.unescape(happened[1]))


def test_who_is_hidden_is_marked_in_the_list_and_on_the_page(director: Client, ada: Person) -> None:
    answer = director.post(f"{PEOPLE}{ada.pk}/change/", {"name": ada.name, "shown_as": "Countess", "public": "false"})
    assert (answer.status_code, answer["Location"]) == (302, page_of(ada))
    ada.refresh_from_db()
    assert (ada.public, ada.shown_as) == (False, "Countess")
    text = text_of(director, page_of(ada))
    assert "“Player” with a number in place of this name: that was agreed." in text
    assert "Public page" not in text
    assert "not named" in text_of(director, PEOPLE)
    assert "Ada Lovelace" in text_of(director, f"{PEOPLE}?named=no")
    assert "Ada Lovelace" not in text_of(director, f"{PEOPLE}?named=yes")
    form = text_of(director, f"{PEOPLE}{ada.pk}/change/")
    assert "May public pages name this person?" in form
    assert "in place of the name, to members too" in form


def test_two_who_are_one_are_found_compared_merged_and_separated(director: Client, ada: Person) -> None:
    twin = added(ada.club, "Ada Lovelance", born="1815", home_club="London")
    merge = f"{PEOPLE}{ada.pk}/merge/"
    added(ada.club, "Ada Able")
    assert re.search(r"Ada Lovelance .*Ada Able", text_of(director, merge))
    compared = director.get(f"{PEOPLE}{twin.pk}/merge/?with={ada.pk}").text
    assert f'value="{ada.pk}" checked' in compared
    assert "Ada Lovelance" in text_of(director, f"{merge}?q=lovelanc")
    assert "Nobody else" in text_of(director, f"{merge}?q=zzz")
    shown = text_of(director, f"{merge}?with={twin.pk}")
    nights = len(records.history(ada).events)
    assert f"Afterwards they are one person with {nights} nights." in shown
    assert "London" in shown
    answer = director.post(merge, {"with": str(twin.pk), "stays": str(ada.pk)})
    assert answer["Location"] == page_of(ada)
    twin.refresh_from_db()
    assert twin.merged_into_id == ada.pk
    assert "Ada Lovelance" not in text_of(director, PEOPLE).replace("Ada Lovelance and Ada Lovelace are one", "")
    assert director.get(page_of(twin))["Location"] == page_of(ada)
    assert "Ada Lovelance was merged into this person." in text_of(director, page_of(ada))
    assert director.get(f"{PEOPLE}{twin.pk}/merge/")["Location"] == page_of(ada)
    back = director.post(f"{PEOPLE}{ada.pk}/separate/", {"person": str(twin.pk)})
    assert back["Location"] == page_of(twin)
    twin.refresh_from_db()
    assert twin.merged_into is None


def test_the_other_one_may_stay(director: Client, ada: Person) -> None:
    twin = added(ada.club, "Countess of Lovelace")
    nights = len(records.history(ada).events)
    answer = director.post(f"{PEOPLE}{ada.pk}/merge/", {"with": str(twin.pk), "stays": str(twin.pk)})
    assert answer["Location"] == page_of(twin)
    assert len(records.history(Person.objects.get(pk=twin.pk)).events) == nights


def test_two_who_played_in_one_event_are_not_merged(director: Client, ada: Person) -> None:
    other = Person.objects.get(club=ada.club, name="Kurt Gödel")
    merge = f"{PEOPLE}{ada.pk}/merge/"
    shown = text_of(director, f"{merge}?with={other.pk}")
    assert "Both took part in the same events, so they are two people:" in shown
    assert "Merge them" not in shown
    answer = director.post(merge, {"with": str(other.pk), "stays": str(ada.pk)}, follow=True)
    assert "so they are two people" in answer.text
    other.refresh_from_db()
    assert other.merged_into is None


def test_merging_with_somebody_hidden_says_so(director: Client, ada: Person) -> None:
    twin = added(ada.club, "Ada L", public=False)
    assert "will not be named either" in text_of(director, f"{PEOPLE}{ada.pk}/merge/?with={twin.pk}")


def test_forgetting_says_what_goes_and_wants_the_name(director: Client, ada: Person) -> None:
    forget = f"{PEOPLE}{ada.pk}/forget/"
    shown = text_of(director, forget)
    assert "What is deleted" in shown
    assert "by “Forgotten person”" in shown
    refused = director.post(forget, {"name": "Ada"})
    assert refused.status_code == 422
    assert "That is another name. Nothing was deleted." in refused.text
    ada.refresh_from_db()
    assert not ada.is_forgotten
    answer = director.post(forget, {"name": " ada  LOVELACE"})
    assert (answer.status_code, answer["Location"]) == (302, PEOPLE)
    ada.refresh_from_db()
    assert ada.is_forgotten
    assert "This person was forgotten" in text_of(director, page_of(ada))
    assert "Forgotten person" not in director.get(PEOPLE).text.replace("by “Forgotten person”", "")
    assert director.get(forget)["Location"] == page_of(ada)


@pytest.mark.parametrize("stays", ["first", "second"])
def test_a_button_that_is_pressed_twice_leads_to_the_page_of_the_person(
    director: Client, ada: Person, stays: str
) -> None:
    twin = added(ada.club, "Ada Twin")
    chosen, goes = (ada, twin) if stays == "first" else (twin, ada)
    sent = {"with": str(twin.pk), "stays": str(chosen.pk)}
    pressed = [director.post(f"{PEOPLE}{ada.pk}/merge/", sent) for _ in range(2)]
    assert [answer.headers["Location"] for answer in pressed] == [page_of(chosen)] * 2
    apart = [director.post(f"{PEOPLE}{chosen.pk}/separate/", {"person": str(goes.pk)}) for _ in range(2)]
    assert [answer.headers["Location"] for answer in apart] == [page_of(goes)] * 2
    assert director.post(f"{PEOPLE}{ada.pk}/forget/", {"name": ada.name}).status_code == 302
    again = director.post(f"{PEOPLE}{ada.pk}/forget/", {"name": ada.name}, follow=True)
    assert (again.status_code, again.redirect_chain[-1][0]) == (200, page_of(ada))


def test_only_directors_of_the_club_change_a_person(night: Night, stranger: Client, ada: Person) -> None:
    referee, client = User.objects.create_user("referee", password="x"), Client()
    Membership.objects.create(club=night.club, user=referee, role=Role.REFEREE)
    client.force_login(referee)
    ada.home_club, ada.shown_as = "Secret Club", "Countess"
    ada.save()
    text = text_of(client, page_of(ada))
    assert "Countess" in text
    for secret in ("Secret Club", "Ada Lovelace", "Edit", "Merge with…", "Forget…"):
        assert secret not in text, secret
    for visitor in (client, stranger):
        for path in ("merge/", "forget/"):
            assert visitor.get(f"{PEOPLE}{ada.pk}/{path}").status_code in (403, 404)
        assert visitor.post(f"{PEOPLE}{ada.pk}/separate/", {"person": str(ada.pk)}).status_code in (403, 404)
    assert stranger.get(page_of(ada)).status_code == 404


@pytest.mark.parametrize(
    "junk", ["?with=x", "?with=01900000-0000-7000-8000-000000000000", "?q=%00", "?q=" + "x" * 5000]
)
def test_junk_is_no_fault_of_the_service(director: Client, ada: Person, junk: str) -> None:
    assert director.get(f"{PEOPLE}{ada.pk}/merge/{junk}").status_code in (200, 400, 404)
    assert director.post(f"{PEOPLE}{ada.pk}/merge/", {"with": "x"}).status_code == 404
    assert director.get(f"{PEOPLE}{ada.pk}/separate/").status_code == 405
