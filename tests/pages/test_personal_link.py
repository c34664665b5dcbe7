"""The personal link of an entry at the desk: as a QR code that a phone can read, and withdrawn."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlsplit

import pytest
import segno
import zxingcpp
from django.conf import LazySettings
from django.test import Client
from PIL import Image

from league.access import cookies, links
from league.admin.tournament import personal_link
from league.models import Entry, Membership, Role, Tournament, User
from tests.pages.night import Night

HOST: dict[str, Any] = {"headers": {"host": "192.168.1.7:8000"}}


@pytest.fixture(autouse=True)
def any_host(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["*"]


@pytest.fixture
def entry(night: Night) -> Entry:
    found = Entry.objects.filter(tournament=night.tournaments[-1]).first()
    assert found
    return found


def page(entry: Entry) -> str:
    return f"/admin/league/tournament/{entry.tournament_id}/link/{entry.pk}/"


def shown(text: str) -> str:
    """The address that the page shows."""
    return text.partition('class="tk-code" href="')[2].partition('"')[0]


def test_it_shows_the_address_under_which_a_phone_opens_the_page(director: Client, entry: Entry):
    answer = director.get(page(entry), **HOST)
    address = shown(answer.text)
    assert address.startswith("http://192.168.1.7:8000/t/-/")
    assert str(personal_link.qr_code(address)) in answer.text
    code = Tournament.objects.get(pk=entry.tournament_id).public_code.code
    opened = Client().get(urlsplit(address).path)
    assert opened["Location"] == f"/t/{code}/me/{cookies.tag(entry.pk)}"


def test_a_reader_reads_the_code(director: Client, entry: Entry):
    address = shown(director.get(page(entry), **HOST).text)
    image = io.BytesIO()
    segno.make(address, error="m", micro=False, boost_error=False).save(image, kind="png", scale=4)
    (read,) = zxingcpp.read_barcodes(Image.open(image))
    assert read.text == address


def test_a_withdrawn_link_is_replaced(director: Client, entry: Entry):
    before = shown(director.get(page(entry), **HOST).text)
    after = shown(director.post(page(entry), follow=True, **HOST).text)
    assert before != after
    assert links.found(before.rpartition("/")[2]).over
    assert not links.found(after.rpartition("/")[2]).over


def test_a_server_that_phones_cant_reach_says_so(director: Client, entry: Entry):
    text = director.get(page(entry), headers={"host": "127.0.0.1:8000"}).text
    assert "Start it with --lan" in text
    assert "/t/-/" not in text


def test_only_directors_of_the_club_see_it(director: Client, stranger: Client, entry: Entry, night: Night):
    assert stranger.get(page(entry)).status_code == 404
    referee = User.objects.create_user("rita")
    Membership.objects.create(club=night.club, user=referee, role=Role.REFEREE)
    client = Client()
    client.force_login(referee)
    for method in ("get", "post"):
        assert getattr(client, method)(page(entry)).status_code == 403
    elsewhere = Entry.objects.exclude(tournament=entry.tournament_id).first()
    assert elsewhere
    assert director.get(f"/admin/league/tournament/{entry.tournament_id}/link/{elsewhere.pk}/").status_code == 404
