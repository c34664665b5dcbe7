"""Links as people open them: the cookie, the short address, and what a link that is over says."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from league.access import cookies, links
from league.models import LinkKind, Tournament
from league.web import links as pages_of_links
from tests.api.conftest import Site
from tests.api.conftest import site as site  # noqa: PLC0414
from tests.api.test_links import Hall
from tests.api.test_repair import seated


def slip(site: Site, table: str) -> str:
    return f"/t/-/{links.made(site.club.id, LinkKind.TABLE, [UUID(table)])[UUID(table)]}"


def personal(site: Site, entry: str) -> str:
    return f"/t/-/{links.made(site.club.id, LinkKind.ENTRY, [UUID(entry)])[UUID(entry)]}"


def code(hall: Hall | None = None) -> str:
    rows = Tournament.objects.filter(pk=hall.tournament) if hall else Tournament.objects.all()
    return rows.get().public_code.code


def kept(answer: Any) -> dict[str, str]:
    """The cookies of an answer by their paths."""
    return {cookie["path"]: f"{cookie.key}={cookie.value}" for cookie in answer.cookies.values()}


def test_a_slip_leads_to_its_table_with_a_cookie(site: Site, client: Client) -> None:
    hall = Hall(site)
    address = slip(site, hall.tables[1])
    answer = client.get(address)
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{code(hall)}/r1/2")
    cookie = f"tk-t{cookies.tag(hall.tables[1])}={address.removeprefix('/t/-/')}"
    live = (f"/api/v1/tables/{hall.tables[1]}/live", f"/api/v1/tournaments/{hall.tournament}/live")
    assert kept(answer) == dict.fromkeys(("/t/", *live), cookie)
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Referrer-Policy"] == "no-referrer"


def test_a_personal_link_leads_to_its_page_and_follows_its_table(site: Site, client: Client) -> None:
    hall = Hall(site)
    entry = hall.seats[1][0]
    answer = client.get(personal(site, entry))
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{code(hall)}/me/{cookies.tag(entry)}")
    assert f"/api/v1/tables/{hall.tables[1]}/live" in kept(answer)


def test_a_link_of_0_5_0_is_opened_too(site: Site, client: Client) -> None:
    hall = Hall(site)
    old = links.SIGNER.sign(f"table.{UUID(hall.tables[0]).hex}.0")
    assert client.get(f"/t/-/{old}")["Location"] == f"/t/{code(hall)}/r1/1"
    assert client.head(f"/t/-/{old}/").status_code == 303
    assert client.post(f"/t/-/{old}").status_code == 405


@pytest.mark.parametrize("end", ["close", "cancel"])
def test_a_slip_whose_round_or_tournament_is_over_leads_to_what_is_on_record(
    site: Site, client: Client, end: str
) -> None:
    hall = Hall(site)
    missing = {t: {"places": {e: n for n, e in enumerate(s, 1)}} for t, s in zip(hall.tables, hall.seats, strict=True)}
    path, body = {
        "close": (f"rounds/{hall.round['id']}/close", {"missing": missing}),
        "cancel": (f"tournaments/{hall.tournament}/cancel", {}),
    }[end]
    assert site.director.send("POST", path, body).status_code == 200
    assert client.get(slip(site, hall.tables[0]))["Location"] == f"/t/{code(hall)}/r1/1"


def test_a_withdrawn_link_says_so(site: Site, client: Client) -> None:
    hall = Hall(site)
    table, entry = slip(site, hall.tables[0]), personal(site, hall.entries[0])
    links.revoke(site.club.id, LinkKind.TABLE, [UUID(hall.tables[0])])
    links.revoke(site.club.id, LinkKind.ENTRY, [UUID(hall.entries[0])])
    for address, said in ((table, "Scan the newer slip at your table"), (entry, "The desk has a new one for you")):
        answer = client.get(address)
        assert answer.status_code == 410
        assert said in answer.content.decode()
        assert f'href="/t/{code(hall)}"' in answer.content.decode()
        assert not answer.cookies
        assert answer["Cache-Control"] == "private, no-store"


def test_a_slip_that_was_withdrawn_opens_nothing_after_the_round_either(site: Site) -> None:
    hall, phone = Hall(site, visibility="members"), Client()
    old = slip(site, hall.tables[0])
    address = phone.get(old)["Location"]
    links.revoke(site.club.id, LinkKind.TABLE, [UUID(hall.tables[0])])
    assert phone.get(address).status_code == 404
    assert site.director.send("POST", f"tournaments/{hall.tournament}/cancel", {}).status_code == 200
    assert phone.get(address).status_code == 404
    assert "withdrawn" in phone.get(old).content.decode()


def repaired(site: Site, round: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    answer = site.director.send("POST", f"rounds/{round['id']}/repair", {**body, "reason": "a mistake"})
    assert answer.status_code == 200, answer.content
    now: dict[str, Any] = answer.json()
    return now


@pytest.mark.parametrize("start", [False, True])
def test_an_old_slip_leads_to_the_table_that_took_its_seats(site: Site, client: Client, start: bool) -> None:
    round = seated(site, start=start, game="scoresheet", table_size={"min": 3, "max": 8, "prefer": 4})
    old = slip(site, round["tables"][1]["id"])
    repaired(site, round, {"merge": [table["id"] for table in round["tables"]]})
    answer = client.get(old)
    assert answer.status_code == 410
    assert "Table 2 is now table 1." in answer.content.decode()
    assert f'href="/t/{code()}/r1/1"' in answer.content.decode()
    assert not answer.cookies


def test_an_old_slip_of_a_table_with_other_people_says_so_however_often_they_changed(
    site: Site, client: Client
) -> None:
    hall = Hall(site)
    old = slip(site, hall.tables[1])
    for seat in (0, 1):
        repaired(site, hall.round, {"swap": [hall.seats[0][seat], hall.seats[1][seat]]})
    answer = client.get(old)
    assert "Other people sit at table 2 now." in answer.content.decode()
    assert f'href="/t/{code(hall)}/r1/2"' in answer.content.decode()


def test_a_slip_of_a_round_that_was_seated_again_leads_to_the_tournament(site: Site, client: Client) -> None:
    tournament = site.tournament()["id"]
    site.entries(tournament, "A", "B", "C")
    round = site.round(tournament, start=False)
    site.director.send("POST", f"rounds/{round['id']}/publish")
    old = slip(site, round["tables"][0]["id"])
    assert site.director.send("DELETE", f"rounds/{round['id']}").status_code == 204
    answer = client.get(old)
    assert (answer.status_code, "the round was seated again" in answer.content.decode()) == (410, True)
    assert f'href="/t/{code()}"' in answer.content.decode()


def test_a_slip_of_a_round_that_was_called_off_says_so(site: Site, client: Client) -> None:
    hall = Hall(site)
    old = slip(site, hall.tables[0])
    site.director.send("POST", f"rounds/{hall.round['id']}/cancel", {"reason": "a power cut"})
    answer = client.get(old)
    assert (answer.status_code, "Round 1 was called off" in answer.content.decode()) == (410, True)
    assert not answer.cookies


def test_a_draft_gives_nothing_away(site: Site, client: Client) -> None:
    tournament = site.tournament()["id"]
    site.entries(tournament, "A", "B", "C")
    round = site.round(tournament, start=False)
    assert client.get(slip(site, round["tables"][0]["id"])).status_code == 404


@pytest.mark.parametrize("value", ["x", "table.1.0", "A" * 40, "A" * 4000, "a/b", "%00", "%C3%BC", " "])
def test_what_is_no_link_gets_a_friendly_page(db: None, client: Client, value: str) -> None:
    cache.clear()
    answer = client.get(f"/t/-/{value}")
    assert answer.status_code == 404
    assert "This link leads nowhere" in answer.content.decode()
    assert answer["Referrer-Policy"] == "no-referrer"


def test_many_guesses_from_an_address_are_refused_and_a_true_link_is_not(
    site: Site, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(pages_of_links, "MOST_IN_A_MINUTE", 2)
    guesses = [client.get(f"/t/-/{uuid4().hex}") for _ in range(4)]
    assert [answer.status_code for answer in guesses] == [404, 404, 429, 429]
    assert 1 <= int(guesses[-1]["Retry-After"]) <= 60
    assert client.get(slip(site, Hall(site).tables[0])).status_code == 303
    assert client.get("/t/-/x", REMOTE_ADDR="192.0.2.7").status_code == 404


def test_a_slip_of_0_5_0_leads_a_browser_to_a_page_and_a_program_to_the_resource(site: Site, client: Client) -> None:
    hall = Hall(site)
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    for path in (f"/api/v1/tables/{hall.tables[0]}", f"/api/v1/entries/{hall.entries[0]}"):
        answer = client.get(path, headers=browser)
        assert (answer.status_code, answer["Location"]) == (303, "/t/-/")
        for accept in ("application/json", "*/*"):
            assert client.get(path, headers={"Accept": accept})["Content-Type"] == "application/json"
    page = client.get("/t/-/")
    assert (page.status_code, page["Referrer-Policy"]) == (200, "no-referrer")
    assert "Scan the newer slip" in page.content.decode()


def test_addresses_in_the_api_lead_to_the_pages_and_are_short(site: Site) -> None:
    hall = Hall(site)
    rows = site.director.send("POST", f"rounds/{hall.round['id']}/links").json()["results"]
    one = site.director.send("POST", f"entries/{hall.entries[0]}/link").json()
    for row in [*rows, one]:
        assert row["url"] == f"http://testserver/t/-/{row['link']}"
        assert len(row["url"].removeprefix("http://testserver")) < 60
