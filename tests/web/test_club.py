"""The pages of a club by their answers: what they say, to whom, and where they lead."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from PIL import Image

from league.domain.season.commands import Remove
from league.domain.tournament.closing.commands import Cancel
from league.models import Club, Person, Role, Season
from league.services import clubs, seasons
from league.web.club.picture import drawn
from tests.league.nights import ACTOR, EVENING, Night, new_club, new_people, new_user, open_season
from tests.web.club import code_of, night_on, played

pytestmark = pytest.mark.django_db
ATOM = {"atom": "http://www.w3.org/2005/Atom"}


def said(client: Client, address: str, status: int = 200) -> str:
    """What a page says, without its markup."""
    answer = client.get(address)
    assert answer.status_code == status, address
    body = re.sub(r"</?bdi>", "", answer.content.decode().partition("<main")[2])
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", f"<{body}")).split())


def logged_in(user: object) -> Client:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client


# ---- The first page, and addresses ----


def test_the_first_page_is_that_of_the_one_club_that_shows_something(client: Client):
    club = new_club("Dice and Diamonds")
    assert client.get("/").headers["Location"] == "/admin/"
    open_season(club)
    assert client.get("/").headers["Location"] == "/c/dice-and-diamonds"
    other = new_club("Meeple Friends")
    assert "Meeple Friends" not in said(client, "/c/dice-and-diamonds")
    Night.open(other)
    assert "Dice and Diamonds Meeple Friends" in said(client, "/")
    assert 'href="/admin/login/?next=/admin/"' in client.get("/").content.decode()


def test_staff_keep_a_way_to_the_administration():
    club = new_club()
    client = logged_in(new_user("director", club, Role.DIRECTOR))
    assert client.get("/").headers["Location"] == f"/c/{club.slug}"
    assert 'href="/admin/"' in client.get(f"/c/{club.slug}").content.decode()


def test_a_slug_is_made_from_the_name_once_and_never_twice():
    names = ("Zoë’s Würfel & Straße", "Zoe s Wurfel Strasse", "王", "!!!", "王")
    assert [Club.objects.create(name=name).slug for name in names] == [
        "zoes-wurfel-strasse", "zoe-s-wurfel-strasse", "club", "club-2", "club-3",
    ]  # fmt: skip


def test_an_old_slug_leads_to_the_club_and_nobody_else_gets_it(client: Client):
    club = new_club("Dice and Diamonds")
    season = open_season(club)
    clubs.change(club, {"slug": "Diamonds"}, actor=ACTOR, at=EVENING)
    assert Club.objects.get().slug == "diamonds"
    answer = client.get(f"/c/dice-and-diamonds/league/{season}?find=a")
    assert answer.headers["Location"] == f"/c/diamonds/league/{season}?find=a"
    assert client.get("/c/DIAMONDS").headers["Location"] == "/c/diamonds"
    assert new_club("Dice and Diamonds").slug == "dice-and-diamonds-2"
    clubs.change(Club.objects.get(slug="diamonds"), {"slug": ""}, actor=ACTOR, at=EVENING)
    assert client.get("/c/diamonds").headers["Location"] == "/c/dice-and-diamonds"


def test_a_club_that_shows_nothing_has_no_page(client: Client):
    club = new_club()
    Night.open(club, visibility="members")
    for page in ("", "/league", "/nights", "/people", "/nights.ics", "/feed.atom", "/picture.png"):
        assert client.get(f"/c/{club.slug}{page}").status_code == 404
    assert client.get("/c/nobody").status_code == 404
    assert said(logged_in(new_user("member", club)), f"/c/{club.slug}").startswith("Tonight")


# ---- Tonight, and the next nights ----


def test_tonight_is_what_runs_and_what_begins_today(client: Client):
    club = new_club()
    running = Night.open(club, name="Running", clock_seconds=3000)
    running.enter(new_people(club, 8))
    running.start_round()
    night_on(club, 0.01, "Soon")
    night_on(club, 2, "Later")
    page = said(client, f"/c/{club.slug}")
    tonight, _, rest = page.partition("Next nights")
    assert "Running" in tonight
    assert "0 of 2 tables have reported" in tonight
    assert "Later" not in tonight
    assert "Later" in rest
    assert f'href="/t/{code_of(running)}"' in client.get(f"/c/{club.slug}").content.decode()


def test_nights_that_are_not_for_everybody_are_on_no_page_of_the_club(client: Client):
    club = new_club()
    people, season = new_people(club, 4), open_season(club)
    played(club, people, season, "Seen")
    for visibility in ("link", "members"):
        played(club, people, season, f"Secret {visibility}", visibility=visibility)
        night_on(club, 3, f"Hidden {visibility}", visibility=visibility)
    member = logged_in(new_user("member", club))
    for page in (
        "",
        f"/league/{season}",
        f"/league/{season}/places",
        "/nights",
        "/feed.atom",
        "/nights.ics",
        "/people",
    ):
        text = client.get(f"/c/{club.slug}{page}").content.decode()
        assert "Secret" not in text, page
        assert "Hidden" not in text, page
    assert "Secret link" in said(member, f"/c/{club.slug}/nights")
    assert "Hidden members" in said(member, f"/c/{club.slug}")
    assert "3 nights" in said(member, f"/c/{club.slug}/people")
    assert "1 night" in said(client, f"/c/{club.slug}/people")


def test_the_calendar_has_nights_to_come_and_tells_of_cancelled_ones(client: Client):
    club = new_club("Dice, and Diamonds")
    night = night_on(club, 3, "Friday")
    night_on(club, 4, "Off").send(Cancel())
    Night.open(club, name="Without a day")
    answer = client.get(f"/c/{club.slug}/nights.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    assert "X-WR-CALNAME:Dice\\, and Diamonds" in lines
    assert lines.count("BEGIN:VEVENT") == 2
    assert lines.count("STATUS:CANCELLED") == 1
    assert f"UID:{night.id}@tablekeeper" in lines
    assert f"URL:http://testserver/t/{code_of(night)}" in lines
    assert "cancelled" in said(client, f"/c/{club.slug}")
    assert "Day not fixed yet" in said(client, f"/c/{club.slug}")


# ---- The league ----


def test_the_league_comes_first_and_a_cell_leads_to_its_night(client: Client):
    club = new_club()
    people, season = new_people(club, 4), open_season(club)
    first = played(club, people, season, "First", -14)
    night = played(club, [*reversed(people)], season, "Second", -7)
    page = client.get(f"/c/{club.slug}").content.decode()
    assert page.index("League table of Winter") < page.index("Next nights")
    assert f'<a href="/t/{code_of(night)}"><b>10</b>' in page
    assert f'<a href="/t/{code_of(first)}"><b>10</b>' in page
    assert client.get(f"/c/{club.slug}/league").headers["Location"] == f"/c/{club.slug}/league/{season}"
    said_of_league = said(client, f"/c/{club.slug}/league/{season}")
    assert "Nights 1 to" not in said_of_league
    assert "What the leader needs" in said_of_league
    places = client.get(f"/c/{club.slug}/league/{season}/places").content.decode()
    assert re.findall(r"<th scope=\"row\"><bdi>(\w+)</bdi>", places)[0] in ("P1", "P4")


def test_the_table_shows_five_nights_and_others_on_demand(client: Client):
    club = new_club()
    people, season = new_people(club, 4), open_season(club)
    for number in range(1, 8):
        played(club, people, season, f"N{number}", number - 20)
    address = f"/c/{club.slug}/league/{season}"
    page = client.get(address).content.decode()
    assert "Nights 3 to 7 of 7" in page
    assert [f"N{number}" in page for number in range(1, 8)] == [False, False, True, True, True, True, True]
    (earlier,) = re.findall(r'href="(\?until=\d+)"', page)
    assert "Nights 1 to 5 of 7" in said(client, address + earlier)
    for query in (
        "?until=0",
        "?until=x",
        "?page=99",
        "?month=never",
        "?as_of=2026-02-31",
        "?division=none",
        "?as_of=9999-12-31",
    ):
        assert "P1" in said(client, address + query), query


def test_a_part_of_the_table_and_an_earlier_day(client: Client):
    club = new_club()
    people, season = new_people(club, 4), open_season(club)
    played(club, people, season, "First")
    address = f"/c/{club.slug}/league/{season}"
    part = client.get(f"{address}?find=p2").content.decode()
    assert re.findall(r"<bdi>(P\d)</bdi>", part.partition("<tbody")[2]) == ["P2"]
    assert '<details class="fold" open>' in part
    assert "noindex" in part
    assert "Nobody has points in this part" in said(client, f"{address}?as_of=2026-01-01")
    assert "As it was on Thursday 1 January" in said(client, f"{address}?as_of=2026-01-01")


def test_whoever_may_not_be_named_has_no_name_on_any_page(client: Client):
    club = new_club()
    season = open_season(club)
    people = [Person.objects.create(club=club, name=name) for name in ("Ada Secret", "Bea", "Cleo", "Dov")]
    played(club, people, season, "First")
    clubs.change(people[0], {"public": False}, actor=ACTOR, at=EVENING)
    for page in (
        "",
        f"/league/{season}",
        f"/league/{season}?find=secret",
        f"/league/{season}/places",
        "/nights",
        "/feed.atom",
        "/people",
    ):
        assert "Ada Secret" not in client.get(f"/c/{club.slug}{page}").content.decode(), page
    assert "Player" in said(client, f"/c/{club.slug}/league/{season}")
    assert "Player" not in said(client, f"/c/{club.slug}/people")
    assert "Ada Secret" in said(logged_in(new_user("member", club)), f"/c/{club.slug}/people")


def test_a_season_that_was_removed_or_is_of_another_club_has_no_page(client: Client):
    club, other = new_club("One"), new_club("Two")
    season, theirs = open_season(club), open_season(other)
    assert client.get(f"/c/{club.slug}/league/{theirs}").status_code == 404
    seasons.send(Season.objects.get(pk=season), Remove(), actor=ACTOR, at=EVENING)
    Night.open(club)
    assert client.get(f"/c/{club.slug}/league/{season}").status_code == 404
    assert said(client, f"/c/{club.slug}").startswith("Tonight")


# ---- For other sites ----


def test_only_the_embedded_table_may_be_in_a_frame_and_it_is_that_of_visitors():
    club = new_club()
    people, season = new_people(club, 4), open_season(club)
    played(club, people, season, "Seen")
    played(club, people, season, "Secret", visibility="members")
    member = logged_in(new_user("member", club))
    address = f"/c/{club.slug}/league/{season}"
    framed, whole = member.get(f"{address}?embed=1"), member.get(address)
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert "frame-ancestors 'none'" in whole.headers["Content-Security-Policy"]
    assert whole.headers["X-Frame-Options"] == "DENY"
    assert "Secret" in whole.content.decode()
    text = framed.content.decode()
    assert "Secret" not in text
    assert "<header" not in text
    assert '<base target="_blank">' in text
    for other in ("", "/nights", "/people"):
        assert (
            "frame-ancestors 'none'" in member.get(f"/c/{club.slug}{other}?embed=1").headers["Content-Security-Policy"]
        )


def test_the_feed_tells_what_was_announced_closed_and_corrected(client: Client):
    club = new_club("Dice and Diamonds")
    people, season = new_people(club, 4), open_season(club)
    played(club, people, season, "First")
    night_on(club, 3, "Friday")
    night_on(club, 4, "Off").send(Cancel())
    answer = client.get(f"/c/{club.slug}/feed.atom")
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    feed = ET.fromstring(answer.content)
    assert feed.findtext("atom:author/atom:name", None, ATOM) == club.name
    titles = [entry.findtext("atom:title", None, ATOM) for entry in feed.findall("atom:entry", ATOM)]
    assert titles[0] == "Off was cancelled"
    assert "First: the result" in titles
    assert any(title and title.startswith("Friday: ") for title in titles)
    (won,) = [
        one for one in feed.findall("atom:entry", ATOM) if one.findtext("atom:title", None, ATOM) == "First: the result"
    ]
    assert won.findtext("atom:summary", None, ATOM) == "Won by P1"
    ids = [entry.findtext("atom:id", None, ATOM) for entry in feed.findall("atom:entry", ATOM)]
    assert len(set(ids)) == len(ids)


def test_a_picture_without_the_signs_of_a_name_shows_the_club_in_large_letters():
    assert drawn("王雪梅", "Dice and Diamonds", "Friday") == drawn("Dice and Diamonds", "", "Friday")
    assert drawn("Friday", "王雪梅", "") == drawn("Friday", "", "")


def test_links_have_a_title_and_a_picture_of_their_own(client: Client):
    club = new_club("Dice and Diamonds")
    night = night_on(club, 3, "Friday")
    page = client.get(f"/c/{club.slug}").content.decode()
    assert '<meta property="og:title" content="Dice and Diamonds">' in page
    for address in (f"/c/{club.slug}", f"/t/{code_of(night)}"):
        (picture,) = re.findall(
            r'property="og:image" content="http://testserver([^"]+)"', client.get(address).content.decode()
        )
        answer = client.get(picture)
        assert answer.headers["Content-Type"] == "image/png"
        assert Image.open(BytesIO(answer.content)).size == (1200, 630)
        assert len(answer.content) < 40_000


@pytest.mark.parametrize("name", ["x" * 120, "王雪梅的俱乐部", "ליל מנסור", "A " * 60, "&<>'\""])
def test_any_name_can_be_drawn(client: Client, name: str):
    club = Club.objects.create(name=name)
    Night.open(club)
    assert client.get(f"/c/{club.slug}/picture.png").status_code == 200


def test_search_engines_are_kept_from_what_is_not_for_everybody(client: Client):
    club = new_club()
    found = {kind: client.get(f"/t/{code_of(Night.open(club, visibility=kind))}") for kind in ("public", "link")}
    assert ["noindex" in found[kind].content.decode() for kind in found] == [False, True]
    assert "noindex" not in client.get(f"/c/{club.slug}").content.decode()
    assert "noindex" in client.get(f"/c/{club.slug}/people?find=a").content.decode()
    assert client.get(f"/t/{code_of(Night.open(club, visibility='members'))}/picture.png").status_code == 404
