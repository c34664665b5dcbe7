"""My page: one thing at the top, by the phase of the evening."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from league.access import cookies, links
from league.domain.tournament.attention import Item, wanted
from league.models import Entry, KeptAnswer, LinkKind, Tournament
from league.repository import streams
from league.web import scripts
from tests.api.conftest import Site
from tests.api.conftest import site as site  # noqa: PLC0414

MOST_BYTES, MOST_QUERIES, MOST_QUERIES_OF_PARTS = 25_000, 24, 16


def address_of_script(page: str) -> str:
    return reverse("web:script", args=[page, scripts.hash_of(page)])


class Phone:
    """A phone whose owner has opened the personal link of an entry."""

    def __init__(self, site: Site, entry: str, **settings: Any) -> None:
        self.client, self.entry = Client(**settings), entry
        link = links.made(site.club.id, LinkKind.ENTRY, [UUID(entry)])[UUID(entry)]
        self.address = self.client.get(f"/t/-/{link}")["Location"]

    def get(self, query: str = "") -> Any:
        return self.client.get(self.address + query)

    @property
    def text(self) -> str:
        """The page as people read it."""
        answer = self.get()
        assert answer.status_code == 200, answer
        return read(answer)

    def press(self, button: str) -> Any:
        """Presses a button of the page."""
        return self.client.post(self.address, self.fields(button))

    def fields(self, button: str) -> dict[str, str]:
        """What a button of the page sends."""
        page = self.get().content.decode()
        forms = re.findall(r"<form method=\"post\">.*?</form>", page, re.DOTALL)
        form = next(form for form in forms if f">{button}<" in form.replace("</svg>", ">"))
        return dict(re.findall(r'name="(key|do|seen|result)" value="([^"]*)"', form))


def read(answer: Any) -> str:
    main = answer.content.decode().partition("<header")[2].partition('<p id="said"')[0]
    return " ".join(re.sub(r"<[^>]+>", " ", "<" + main).split())


def opened(site: Site, *names: str, here: bool = True, **fields: Any) -> tuple[str, list[str]]:
    """A tournament with people; its id and the ids of their entries."""
    tournament = site.tournament(**{"game": "scoresheet", "table_size": {"min": 3, "max": 4, "prefer": 3}, **fields})
    if here:
        return tournament["id"], site.entries(tournament["id"], *names)
    bodies = [{"person": person} for person in site.people(*names)]
    made = site.director.send("POST", f"tournaments/{tournament['id']}/entries", bodies).json()["results"]
    return tournament["id"], [entry["id"] for entry in made]


def winter(site: Site) -> str:
    """The id of a season."""
    body = {"club": str(site.club.id), "name": "Winter", "scheme": {"points": {"by_place": [3, 2, 1]}}}
    id: str = site.director.send("POST", "seasons", body).json()["id"]
    return id


def play(site: Site, round: dict[str, Any]) -> None:
    """Every table reports; its first seat wins."""
    for table in round["tables"]:
        scores = {seat["entry"]: 10 - seat["seat"] for seat in table["seats"]}
        answer = site.referee.send("PUT", f"tables/{table['id']}/result", {"scores": scores})
        assert answer.status_code == 200, answer.content


def close(site: Site, round: dict[str, Any]) -> None:
    assert site.director.send("POST", f"rounds/{round['id']}/close").status_code == 200


def test_before_the_first_round_somebody_says_that_they_are_here(site: Site) -> None:
    _, (ada, *_) = opened(site, "Ada Lovelace", "B", "C", here=False)
    phone = Phone(site, ada)
    assert "Ada , are you here?" in phone.text
    assert phone.press("I am here").status_code == 303
    assert Entry.objects.get(pk=ada).state == "checked_in"
    assert "Ada , you are here" in phone.text
    assert "Your table appears here as soon as the seating is published." in phone.text


def test_the_published_seat_is_what_the_page_says_first(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada Lovelace", "B", "C", hall={"labels": ["Window"]})
    round = site.round(tournament, start=False)
    phone = Phone(site, ada)
    assert "Table 1" not in phone.text
    site.director.send("POST", f"rounds/{round['id']}/publish")
    seat = next(seat["seat"] for seat in round["tables"][0]["seats"] if seat["entry"] == ada)
    assert f"Ada , your place in round 1 1 Table 1 Window , seat {seat}" in phone.text
    assert "Why here? Nobody has points before the first round, so lots decide who sits where." in phone.text
    assert "(you)" in phone.text


def test_while_the_round_runs_the_page_leads_to_the_report(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada Lovelace", "B", "C", clock_seconds=600, rounds=3)
    round = site.round(tournament)
    phone = Phone(site, ada)
    page = phone.get().content.decode()
    code = Tournament.objects.get().public_code.code
    assert f'<a class="button main wide" href="/t/{code}/r1/1">Report the result</a>' in page
    assert "Round 1 of 3" in phone.text
    assert 'data-state="running"' in page
    play(site, round)
    assert "Report the result" not in phone.text
    assert "Is this right?" in phone.text


def test_somebody_else_confirms_what_was_reported_and_nobody_their_own(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada", "B", "C")
    table = site.round(tournament)["tables"][0]
    first, second = (seat["entry"] for seat in table["seats"][:2])
    scores = {seat["entry"]: 10 - seat["seat"] for seat in table["seats"]}
    site.entry_link(first).send("PUT", f"tables/{table['id']}/result", {"scores": scores})
    mine, theirs = Phone(site, first), Phone(site, second)
    assert "You sent it. One other at the table has to confirm." in mine.text
    assert "Is this right? 1 " in theirs.text
    assert theirs.press("Right").status_code == 303
    assert "Is this right?" not in theirs.text
    shown = site.referee.send("GET", f"tables/{table['id']}").json()
    assert (shown["state"], shown["result"]["confirmed_by"]) == ("confirmed", f"entry:{second}")
    assert ada


def test_a_result_that_has_changed_since_is_not_confirmed_unseen(site: Site) -> None:
    tournament, _ = opened(site, "Ada", "B", "C")
    table = site.round(tournament)["tables"][0]
    first, second = (seat["entry"] for seat in table["seats"][:2])
    phone = Phone(site, second)
    for most in (10, 20):
        scores = {seat["entry"]: most - seat["seat"] for seat in table["seats"]}
        site.entry_link(first).send("PUT", f"tables/{table['id']}/result", {"scores": scores})
        if most == 10:
            old = phone.fields("Right")
    refused = phone.client.post(phone.address, old)
    assert refused.status_code == 422
    assert "Someone else changed this first." in refused.content.decode()
    assert phone.client.post(phone.address, old | {"seen": "x", "key": "other"}).status_code == 422
    assert phone.press("Right").status_code == 303


def test_two_who_say_that_it_is_right_at_once_are_both_answered_by_the_page(site: Site) -> None:
    tournament, _ = opened(site, "Ada", "B", "C")
    table = site.round(tournament)["tables"][0]
    first, second, third = (seat["entry"] for seat in table["seats"])
    scores = {seat["entry"]: 10 - seat["seat"] for seat in table["seats"]}
    site.entry_link(first).send("PUT", f"tables/{table['id']}/result", {"scores": scores})
    phones = [Phone(site, second), Phone(site, third)]
    fields = [phone.fields("Right") for phone in phones]
    answers = [phone.client.post(phone.address, sent) for phone, sent in zip(phones, fields, strict=True)]
    assert [answer.status_code for answer in answers] == [303, 303]
    shown = site.referee.send("GET", f"tables/{table['id']}").json()
    assert shown["result"]["confirmed_by"] == f"entry:{second}"


def test_a_game_in_the_app_is_not_reported(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada", "B", "C", game="monster-trick", game_options={"play": "dealt"})
    site.round(tournament)
    assert "You play this game in the app." in Phone(site, ada).text
    assert "Report the result" not in Phone(site, ada).text


def test_the_public_page_and_the_page_of_the_table_lead_back(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada Lovelace", "B", "C")
    site.round(tournament)
    phone = Phone(site, ada)
    code = Tournament.objects.get().public_code.code
    for address in (f"/t/{code}", f"/t/{code}/r1/1"):
        page = phone.client.get(address).content.decode()
        assert f'href="{phone.address}"' in page, address
        assert "My page" in page
    assert "My page" not in Client().get(f"/t/{code}").content.decode()


def test_what_is_needed_is_listed_by_place_and_not_counted_again_with_every_change(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada", "B", "C", "D", "E", "F")
    play(site, first := site.round(tournament))
    close(site, first)
    site.round(tournament)
    phone = Phone(site, ada)
    assert "What do I need? To sit in area A in the next round" in phone.text
    assert "As of" in phone.text
    assert "with 0 of 2 tables reported" in phone.text
    win = read(phone.get("?goal=win"))
    assert "What do I need? To be in first place" in win
    assert re.search(r"Place 1 .*?(Enough|Maybe|Not enough)", win)
    assert "What do I need?" not in phone.get("?part=*&goal=win").content.decode()
    for junk in ("x", "top:0", "top:9999999", "area:%00", "final:1", "area:Z", "%F0%9F%8E%B2"):
        assert phone.get(f"?goal={junk}").status_code == 200


def test_whom_somebody_has_met_tonight_and_on_earlier_evenings(site: Site) -> None:
    season = winter(site)
    people = site.people("Ada", "B", "C", "D")
    size = {"min": 2, "max": 2, "prefer": 2}
    evenings = []
    for day in (1, 8):
        fields = {"seasons": [season], "starts_at": f"2026-12-0{day}T19:00:00+01:00", "format": {"type": "manual"}}
        tournament = site.tournament(game="scoresheet", table_size=size, **fields)["id"]
        made = site.director.send("POST", f"tournaments/{tournament}/entries", [{"person": one} for one in people])
        entries = [entry["id"] for entry in made.json()["results"]]
        site.director.send("POST", f"tournaments/{tournament}/check-in", {"entries": "all"})
        evenings.append((tournament, entries))
    (first, (a, b, c, d)), (second, (ada, bob, cy, dee)) = evenings
    play(site, round := site.round(first, {"plan": {"tables": [[a, b], [c, d]]}}))
    close(site, round)
    site.director.send("POST", f"tournaments/{first}/close")
    round = site.round(second, {"plan": {"tables": [[ada, bob], [cy, dee]]}})
    assert "B You met on Tuesday 1 December" in Phone(site, ada).text
    play(site, round)
    close(site, round)
    site.round(second, {"plan": {"tables": [[ada, cy], [bob, dee]]}})
    assert "C You have not met" in Phone(site, ada).text
    assert "The director made the tables of this round." in Phone(site, ada).text


def test_somebody_takes_back_that_they_are_here(site: Site) -> None:
    _, (ada, *_) = opened(site, "Ada", "B", "C")
    phone = Phone(site, ada)
    phone.press("I am not here after all")
    assert "Ada , are you here?" in phone.text
    phone.press("I am here")
    assert "Ada , you are here" in phone.text


def test_the_director_is_called_to_the_table_once(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada", "B", "C")
    table = site.round(tournament)["tables"][0]
    phone = Phone(site, ada)
    assert phone.press("Call the director").status_code == 303
    assert re.search(r"The director knows\. \d\d:\d\d", phone.text)
    shown = site.referee.send("GET", f"tables/{table['id']}").json()
    call = shown["call"]
    assert call["by"] == f"entry:{ada}"
    other = Phone(site, next(seat["entry"] for seat in table["seats"] if seat["entry"] != ada))
    assert "The director knows." in other.text
    assert site.referee.send("POST", f"calls/{call['id']}/answer").status_code == 200
    assert "The director is coming." in phone.text
    assert "Call the director" in phone.text
    phone.press("Call the director")
    assert "The director knows." in phone.text


def test_without_a_table_the_call_is_the_entrys(site: Site) -> None:
    _, (ada, *_) = opened(site, "Ada", "B", "C")
    phone = Phone(site, ada)
    phone.press("Call the director")
    assert "The director knows." in phone.text
    assert site.referee.send("GET", f"entries/{ada}").json()["call"]["by"] == f"entry:{ada}"


def test_somebody_leaves_after_the_round_and_stays_after_all(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada", "B", "C")
    site.round(tournament)
    phone = Phone(site, ada)
    leave = phone.press("I leave after this round")
    assert leave.status_code == 303
    assert "You leave after this round. The director knows." in phone.text
    assert [(item.kind, item.entry) for item in wants(tournament)] == [("leave", phone.entry)]
    assert wants(tournament)[0].since is not None
    assert "I leave after this round" not in phone.text
    phone.press("I stay after all")
    assert "I leave after this round" in phone.text
    state = site.anonymous.send("GET", f"entries/{ada}").json()
    assert (state["state"], state["dropped_after"]) == ("checked_in", None)


def wants(tournament: str) -> list[Item]:
    """What the desk lists as wanting the director."""
    row = Tournament.objects.get(pk=tournament)
    with streams.reading(row.club_id, streams.TOURNAMENT, row.pk) as stream:
        return wanted(stream.aggregate.state)


def test_a_form_that_comes_late_a_second_time_changes_nothing(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada", "B", "C")
    site.round(tournament)
    phone = Phone(site, ada)
    key = re.search(r'name="key" value="(leave\.\d+)"', phone.get().content.decode())
    assert key
    fields = {"do": "leave", "key": key[1]}
    phone.client.post(phone.address, fields)
    phone.press("I stay after all")
    assert phone.client.post(phone.address, fields).status_code == 303
    assert site.anonymous.send("GET", f"entries/{ada}").json()["dropped_after"] is None
    assert KeptAnswer.objects.filter(actor=f"entry:{ada}").count() == 2


def test_somebody_goes_between_rounds_and_comes_back(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada", "B", "C", "D")
    play(site, round := site.round(tournament))
    close(site, round)
    phone = Phone(site, ada)
    assert "Your next table appears here" in phone.text
    assert "After round 1: place" in phone.text
    phone.press("I have to leave")
    assert "You have left" in phone.text
    phone.press("I am back")
    assert "Ada , you are here" in phone.text


def test_a_bye_says_why(site: Site) -> None:
    tournament, entries = opened(site, "A", "B", "C", table_size={"min": 2, "max": 2, "prefer": 2})
    round = site.round(tournament)
    phone = Phone(site, round["byes"][0])
    assert "you sit out this round You are in the next one." in phone.text
    assert "Why? Not everybody finds a seat, and you have not sat out yet." in phone.text
    assert "I leave after this round" in phone.text
    assert entries


def test_somebody_who_comes_late_says_so_and_plays_from_the_next_round(site: Site) -> None:
    tournament, _ = opened(site, "A", "B", "C")
    site.round(tournament)
    (person,) = site.people("Late Larry")
    (late,) = site.director.send("POST", f"tournaments/{tournament}/entries", [{"person": person}]).json()["results"]
    phone = Phone(site, late["id"])
    assert "you play from the next round" in phone.text
    phone.press("I am here")
    assert "No table for you in this round" in phone.text


def test_after_the_end_what_the_evening_brought(site: Site) -> None:
    season = winter(site)
    tournament, entries = opened(site, "Ada", "B", "C", seasons=[season])
    play(site, round := site.round(tournament))
    close(site, round)
    site.director.send("POST", f"tournaments/{tournament}/close")
    from league.projections import followers

    followers.follow(site.club.pk)
    winner = round["tables"][0]["seats"][0]["entry"]
    text = Phone(site, winner).text
    assert "Place 1 of 3" in text
    assert re.search(r"League Winter place 1", text)
    assert re.search(r"Rating 1\d{3} ", text)
    assert "Your evening Round 1 Table 1 1" in text
    assert "I leave" not in text
    assert entries


def test_in_the_final_and_out_of_it(site: Site) -> None:
    tournament, entries = opened(site, "A", "B", "C", "D", "E", "F")
    play(site, round := site.round(tournament))
    close(site, round)
    body = {"top": 3, "carry": "none", "format": {"type": "areas"}}
    assert site.director.send("POST", f"tournaments/{tournament}/final", body).status_code == 200
    site.round(tournament)
    texts = [Phone(site, entry).text for entry in entries]
    assert sum("You are not in the final" in text for text in texts) == 3
    assert sum("Final" in text and "Report the result" in text for text in texts) == 3


def test_a_cancelled_tournament(site: Site) -> None:
    tournament, (ada, *_) = opened(site, "Ada", "B", "C")
    site.round(tournament)
    site.director.send("POST", f"tournaments/{tournament}/cancel")
    phone = Phone(site, ada)
    assert "This tournament was cancelled" in phone.text
    refused = phone.client.post(phone.address, {"do": "leave", "key": "x"})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()


def test_a_team_has_a_page(site: Site) -> None:
    tournament = site.tournament(game="scoresheet", table_size={"min": 2, "max": 2, "prefer": 2})["id"]
    people = site.people("Ann", "Bob", "Cy", "Dee")
    bodies = [{"team": "The Meeples", "members": people[:2]}, {"team": "Dice", "members": people[2:]}]
    made = site.director.send("POST", f"tournaments/{tournament}/entries", bodies).json()["results"]
    phone = Phone(site, made[0]["id"])
    assert "The Meeples , are you here?" in phone.text
    phone.press("I am here")
    Phone(site, made[1]["id"]).press("I am here")
    play(site, round := site.round(tournament))
    assert "Is this right?" in phone.text
    close(site, round)
    site.director.send("POST", f"tournaments/{tournament}/close")
    assert re.search("Place [12] of 2", phone.text)


def test_a_knockout_and_several_games_a_round(site: Site) -> None:
    tournament, (ada, *_) = opened(
        site,
        "A",
        "B",
        "C",
        "D",
        format={"type": "knockout", "advance": 1},
        table_size={"min": 2, "max": 2, "prefer": 2},
    )
    round = site.round(tournament, start=False)
    site.director.send("POST", f"rounds/{round['id']}/publish")
    assert "and the bracket decides who meets" in Phone(site, ada).text
    site.director.send("POST", f"rounds/{round['id']}/start")
    assert "What do I need?" not in Phone(site, ada).text
    several, (bea, *_) = opened(site, "X", "Y", "Z", games_per_round=2)
    table = site.round(several)["tables"][0]
    scores = {seat["entry"]: seat["seat"] for seat in table["seats"]}
    answer = site.referee.send("PUT", f"tables/{table['id']}/result?game=1", {"scores": scores})
    assert answer.status_code == 200, answer.content
    assert "1 of 2 games are reported" in Phone(site, bea).text


@pytest.mark.parametrize("shown", ["rounds", "hide_last"])
def test_what_the_tournament_hides_is_not_on_the_page_but_the_own_result_is(site: Site, shown: str) -> None:
    tournament, entries = opened(site, "A", "B", "C", "D", "E", "F", standings_shown=shown, rounds=1)
    play(site, round := site.round(tournament))
    if shown == "hide_last":
        close(site, round)
    own = round["tables"][0]["seats"][0]["entry"]
    text = Phone(site, own).text
    assert not re.search(r"place \d", text)
    assert "So far place" not in text
    assert "points" not in text.partition("Your evening")[0] or shown == "rounds"
    assert entries


def test_a_tournament_for_members_is_open_to_who_has_its_personal_link_and_to_nobody_else(
    site: Site, client: Client
) -> None:
    tournament, (ada, *_) = opened(site, "Ada", "B", "C", visibility="members")
    site.round(tournament)
    phone = Phone(site, ada)
    code = Tournament.objects.get().public_code.code
    assert "Report the result" in phone.text
    assert phone.client.get(f"/t/{code}").status_code == 200
    assert client.get(f"/t/{code}").status_code == 404


def test_the_page_of_a_big_night_is_light_and_asks_the_database_little(
    site: Site, django_assert_max_num_queries: Any
) -> None:
    tournament, (ada, *_) = opened(site, *(f"Person {number}" for number in range(64)), clock_seconds=600)
    play(site, round := site.round(tournament))
    close(site, round)
    site.round(tournament)
    phone = Phone(site, ada)
    with django_assert_max_num_queries(MOST_QUERIES):
        answer = phone.client.get(phone.address, headers={"Accept-Encoding": "gzip"})
    with django_assert_max_num_queries(MOST_QUERIES_OF_PARTS):
        phone.get("?part=*")
    script = phone.client.get(address_of_script("me"), headers={"Accept-Encoding": "gzip"})
    assert len(answer.content) + len(script.content) < MOST_BYTES


def test_only_the_browser_that_opened_the_link_has_the_page(site: Site, client: Client) -> None:
    _, (ada, bob, *_) = opened(site, "Ada", "B", "C")
    phone = Phone(site, ada)
    answer = client.get(phone.address)
    assert (answer.status_code, "Ada" in answer.content.decode()) == (404, False)
    assert client.post(phone.address, {"do": "leave", "key": "x"}).status_code == 404
    code = Tournament.objects.get().public_code.code
    assert phone.client.get(f"/t/{code}/me/{cookies.tag(bob)}").status_code == 404
    assert phone.client.get(f"/t/{code.lower()}/me/{cookies.tag(ada).upper()}").status_code == 200
    stolen = phone.client.cookies[f"tk-e{cookies.tag(ada)} /t/"].value
    client.cookies[f"tk-e{cookies.tag(bob)}"] = stolen
    assert client.get(f"/t/{code}/me/{cookies.tag(bob)}").status_code == 404
    links.revoke(site.club.id, LinkKind.ENTRY, [UUID(ada)])
    assert phone.get().status_code == 410


def test_two_people_share_a_phone(site: Site) -> None:
    _, (ada, bob, *_) = opened(site, "Ada", "Bob", "C", here=False)
    phone = Phone(site, ada)
    link = links.made(site.club.id, LinkKind.ENTRY, [UUID(bob)])[UUID(bob)]
    other = phone.client.get(f"/t/-/{link}")["Location"]
    assert "Ada , are you here?" in phone.text
    assert "Bob , are you here?" in read(phone.client.get(other))


def test_a_forged_form_of_another_site_is_refused(site: Site) -> None:
    _, (ada, *_) = opened(site, "Ada", "B", "C", here=False)
    phone = Phone(site, ada, enforce_csrf_checks=True)
    assert phone.client.post(phone.address, {"do": "here", "key": "x"}).status_code == 403
    assert Entry.objects.get(pk=ada).state == "registered"


@pytest.mark.parametrize(
    "data", [{}, {"do": "nothing"}, {"do": "here", "key": "\0" * 99}, {"do": "stay", "key": "\ud800"}]
)
def test_junk_is_no_fault(site: Site, data: dict[str, str]) -> None:
    _, (ada, *_) = opened(site, "Ada", "B", "C", here=False)
    phone = Phone(site, ada)
    body = "&".join(f"{name}={value.encode('utf-8', 'surrogatepass').hex()}" for name, value in data.items())
    assert phone.client.post(phone.address, body, content_type="application/x-www-form-urlencoded").status_code == 303
