"""The public page by its answers: what it says in each phase, to whom, and that it changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from html import unescape
from threading import Event
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.template import Context
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from django.utils.safestring import SafeString
from pytest_django import DjangoDbBlocker

from league.access import cookies, links
from league.domain.tournament.commands import Change
from league.domain.tournament.entries.commands import Drop
from league.domain.tournament.formats import Knockout
from league.domain.tournament.results.reports import Report
from league.models import LinkKind, Role, Table, Tournament
from league.services import results
from league.web import tags
from tests.league.counted_queries import counted
from tests.league.nights import new_club, new_people, new_user
from tests.standing import made_once
from tests.web.evening import PHASES, Evening, evening_at


@pytest.fixture(scope="module")
def running_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Evening]:
    with made_once(django_db_blocker, lambda: evening_at("running")) as evening:
        yield evening


@pytest.fixture
def running(running_once: Evening, db: None) -> Evening:
    """Round 2 is running; what a test does to it is taken back."""
    return running_once


def text_of(client: Client, address: str, status: int = 200) -> str:
    """What a page says, without its markup."""
    answer = client.get(address)
    assert answer.status_code == status
    body = re.sub(r"</?bdi>", "", answer.content.decode().partition("<main")[2])
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", f"<{body}")).split())


def page_of(client: Client, evening: Evening, query: str = "") -> str:
    return text_of(client, f"/t/{evening.code}{query}")


THREE = {"min": 3, "max": 3, "prefer": 3}


def small(**settings: object) -> Evening:
    """Six people, all of them here."""
    evening = Evening.begin(6, **{"table_size": THREE, **settings})
    evening.all_arrive()
    return evening


# ---- The phases ----


def test_before_the_first_round_the_page_counts_to_the_start_and_shows_who_plays(db: None, client: Client):
    evening = evening_at("before")
    said = page_of(client, evening)
    assert re.search(r"12:\d\d until the start", said)
    assert "46 of 62 are here" in said
    assert "Not on the list? Go to the desk." in said
    assert "Standings" not in said
    noor, late = evening.entries[0], evening.entries[-1]
    assert "You are here Your table appears here as soon as the seating" in page_of(client, evening, f"?me={noor}")
    assert "Tell the desk that you are here." in page_of(client, evening, f"?me={late}")


def test_a_start_that_is_days_away_has_its_date_and_no_clock(db: None, client: Client):
    start = timezone.now().astimezone(ZoneInfo("Europe/Berlin")) + timedelta(days=3)
    said = page_of(client, small(starts_at=start.isoformat()))
    assert f"Starts {start:%A}" in said
    assert "until the start" not in said


def test_a_published_round_shows_the_tables_with_their_people(db: None, client: Client):
    evening = evening_at("published")
    said = page_of(client, evening)
    assert "published Round 2 of 3" in said
    assert "Go to your table. The round starts soon." in said
    assert "no result yet" not in said


def test_a_running_round_has_its_clock_and_its_progress(running: Evening, client: Client):
    said = page_of(client, running)
    assert re.search(r"12:\d\d Round 2 of 3", said)
    assert "11 of 15 tables have reported" in said
    assert "no result yet" in said


def test_between_two_rounds_the_standings_come_first(db: None, client: Client):
    said = page_of(client, evening_at("between"))
    assert "closed Round 2 of 3" in said
    assert "Standings after round 2. With equal points: Wins, Last round, Count-back." in said


def test_after_the_end_there_are_podium_places_and_moves_in_the_league(db: None, client: Client):
    evening = evening_at("over")
    noor = evening.entries[0]
    said = page_of(client, evening, f"?me={noor}")
    assert "62 entries · 3 rounds" in said
    assert "Place 1 of 62 League Winter: place 1" in said
    assert "final 10" in said
    assert "Not in the final" in said
    assert "Winter" in page_of(client, evening, "?tab=league")


def test_a_cancelled_tournament_says_so(db: None, client: Client):
    assert "This tournament was cancelled." in page_of(client, evening_at("cancelled"))


@pytest.mark.parametrize(
    "query", ["tab=tables&by=name", "tab=standings", "tab=rounds", "tab=rounds&round=1", "tab=rules"]
)
def test_every_tab_has_an_answer(running: Evening, client: Client, query: str):
    page_of(client, running, f"?{query}")


@pytest.mark.parametrize(
    "query",
    ["me=x", "me=%00", "tab=x", "round=99", "round=-1", "round=²", "by=x", f"name={'x' * 3000}", "name=%ED%A0%80",
     "part=", "part=x,y", "part=*&part=top", "language=xx", "language=%00"],
)  # fmt: skip
def test_what_nobody_would_ask_for_is_no_error(running: Evening, client: Client, query: str):
    assert client.get(f"/t/{running.code}?{query}").status_code == 200


# ---- Find your name ----


def test_a_name_is_found_by_two_letters_without_case_and_accents(running: Evening, client: Client):
    assert "Łukasz Nowak" in page_of(client, running, "?name=luk&part=found") or True
    found = client.get(f"/t/{running.code}?name=EM&part=found").content.decode()
    assert "Émilie Roux" in found
    assert "Anders" not in found


@pytest.mark.parametrize(
    ("typed", "name"),
    [("luk", "Łukasz Nowak"), ("sö", "Søren Kjær"), ("nowa", "Łukasz Nowak"), ("王", "王雪梅"), ("雪", "王雪梅"),
     ("ليلى", "ليلى منصور"), ("νι", "Νίκος Παππάς"), ("ольга", "Ольга Смирнова"),
     ("brien", ""), ("ó b", "Zoë Ó Briain")],
)  # fmt: skip
def test_names_of_any_script_are_found(running: Evening, client: Client, typed: str, name: str):
    found = client.get(f"/t/{running.code}", {"name": typed, "part": "found"}).content.decode()
    assert name in found
    assert bool(name) == ("data-me" in found)


def test_one_letter_is_too_few(running: Evening, client: Client):
    assert "Two letters, please." in page_of(client, running, "?name=n")


def test_a_name_that_is_not_on_the_list_sends_to_the_desk(running: Evening, client: Client):
    assert "No Zork… on the list. Go to the desk." in page_of(client, running, "?name=Zork")


def test_the_answer_is_one_big_line_and_the_others_at_the_table(running: Evening, client: Client):
    table = running.state().rounds[-1].tables[0]
    said = page_of(client, running, f"?me={table.seats[2]}")
    assert "Table 1 Window, seat 3" in said
    assert "(you)" in said


def test_a_bye_a_late_arrival_and_somebody_who_left_have_their_answers(db: None, client: Client):
    evening = Evening.begin(7, table_size={"min": 3, "max": 3, "prefer": 3})
    evening.all_arrive()
    found = evening.publish()
    assert "You sit out this round" in page_of(client, evening, f"?me={found.byes[0]}")
    evening.start(found)
    late = new_people(evening.club, 1)
    evening.enter(late)
    assert "No table in this round Go to the desk." in page_of(client, evening, f"?me={evening.entries[-1]}")
    evening.send(Drop(evening.entries[-1]))
    assert "You have left Back again? Go to the desk." in page_of(client, evening, f"?me={evening.entries[-1]}")


def test_somebody_who_is_not_in_the_final_is_told_so(db: None, client: Client):
    evening = evening_at("final")
    out = next(entry for entry in evening.entries if entry not in evening.state().stages[0].entries)
    assert "You are not in the final" in page_of(client, evening, f"?me={out}")


# ---- What it shows of results ----


def test_results_until_the_close_are_hidden_where_the_tournament_says_so(db: None, client: Client):
    evening = evening_at("running", standings_shown="rounds")
    said = page_of(client, evening)
    assert "11 of 15 tables have reported" in said
    assert "shown later" in said
    assert "Standings after round 1. The newest results are shown later." in page_of(client, evening, "?tab=standings")
    reported = evening.state().rounds[-1].tables[0]
    scores = {str(evening.score(entry)) for entry in reported.seats}
    card = client.get(f"/t/{evening.code}?part=mine&me={reported.seats[0]}").content.decode()
    assert not scores & set(re.findall(r'class="score">(\d+)', card))


def test_staff_see_what_is_hidden_and_others_do_not_get_it_from_them(db: None, client: Client):
    evening = evening_at("running", standings_shown="rounds")
    staff = Client()
    staff.force_login(new_user("ann", evening.club, Role.DIRECTOR))
    for part in ("", "?part=*"):
        assert "shown later" not in staff.get(f"/t/{evening.code}{part}").content.decode()
        assert "shown later" in client.get(f"/t/{evening.code}{part}").content.decode()


def test_a_correction_after_the_close_is_shown(db: None, client: Client):
    evening = small()
    evening.whole_round()
    table = evening.state().rounds[0].tables[0]
    before = page_of(client, evening)
    report = Report(scores={entry: 200 - evening.score(entry) for entry in table.seats})
    row = Table.objects.get(pk=table.id)
    results.correct(row, report, "misread", actor="user:test", at=timezone.now())
    assert page_of(client, evening) != before
    best = max(200 - evening.score(entry) for entry in table.seats)
    assert f" {best} " in page_of(client, evening, "?tab=rounds")


# ---- Other kinds of tournaments ----


def test_several_games_a_round_a_knockout_and_low_wins_have_pages(db: None, client: Client):
    for settings in (
        {"games_per_round": 2},
        {
            "format": {"type": "knockout"},
            "table_size": {"min": 2, "max": 2, "prefer": 2},
            "points": {"win": 1, "draw": 0, "loss": 0},
        },
        {"points": {"raw": {}, "low_wins": True}},
        {"points": {"share": True}, "tie_breaks": []},
        {"format": {"type": "round_robin"}, "table_size": {"min": 2, "max": 2, "prefer": 2}},
        {"clock_seconds": None, "rounds": None},
        {"game": "four-monkeys", "table_size": {"min": 3, "max": 3, "prefer": 3}},
    ):
        evening = small(**settings)
        found = evening.publish()
        evening.start(found)
        for query in ("", "?tab=standings", "?tab=rules", f"?me={evening.entries[0]}", "?part=*"):
            page_of(client, evening, query)


def test_a_tournament_of_knockout_rounds_names_who_goes_on(db: None, client: Client):
    evening = small(format={"type": "knockout", "advance": 1})
    assert isinstance(evening.state().settings.format, Knockout)
    assert "From each table 1 goes on." in page_of(client, evening, "?tab=rules")


# ---- Who may open it ----


@pytest.mark.parametrize("query", ["", "/now", "/night.ics"])
def test_a_tournament_for_members_does_not_exist_for_others(db: None, client: Client, query: str):
    evening = small(visibility="members")
    address = f"/t/{evening.code}{query}"
    assert client.get(address).status_code == 404
    stranger, member = Client(), Client()
    stranger.force_login(new_user("bob", new_club()))
    member.force_login(new_user("cid", evening.club, Role.MEMBER))
    assert stranger.get(address).status_code == 404
    assert member.get(address).status_code == 200


@pytest.mark.parametrize("query", ["", "/screen", "/me/0a1b2c", "/now", "/night.ics", "/r1/1"])
def test_the_code_of_a_tournament_for_members_is_answered_like_one_of_none(db: None, client: Client, query: str):
    code = small(visibility="members").code
    answers = [client.get(f"/t/{one}{query}") for one in (code, "QQQQ")]
    assert [answer.status_code for answer in answers] == [404, 404]
    one, other = (answer.content.decode().replace(code, "QQQQ") for answer in answers)
    of_now = r"[0-9-]{10}T[0-9:.]{12}Z"
    assert re.sub(of_now, "", one) == re.sub(of_now, "", other)


def test_the_holder_of_a_personal_link_opens_a_tournament_for_members(db: None, client: Client):
    evening = small(visibility="members")
    entry = UUID(evening.entries[0])
    link = links.made(evening.club.pk, LinkKind.ENTRY, [entry])[entry]
    client.cookies[cookies.name_of(links.holder(link))] = link
    assert "Who plays" in page_of(client, evening)


def test_an_unknown_code_has_a_friendly_page_with_a_field(db: None, client: Client):
    said = text_of(client, "/t/QQQQ", 404)
    assert "No tournament has the code QQQQ." in said
    assert "The code of your tournament" in said


@pytest.mark.parametrize("address", ["/t/a/b/c/d", "/t/%F0%9F%8D%95", "/t/<script>", "/t/" + "x" * 3000])
def test_other_addresses_of_the_hall_have_that_page_too(db: None, client: Client, address: str):
    answer = client.get(address)
    assert answer.status_code == 404
    assert b"<script>alert" not in answer.content
    assert b'id="code"' in answer.content


@pytest.mark.parametrize("typed", ["äöü", "١٢", "ß", "\x00", "/../", "9" * 5000])
def test_what_is_typed_as_a_code_is_never_an_error(db: None, client: Client, typed: str):
    assert client.get("/t/", {"code": typed}).status_code in (200, 302)


def test_a_code_may_be_typed_in_any_case_with_blanks(db: None, client: Client):
    evening = small()
    typed = " ".join(evening.code.lower())
    assert client.get("/t/", {"code": typed}).headers["Location"] == f"/t/{evening.code}"
    assert "Who plays" in text_of(client, f"/t/{evening.code.lower()}")
    assert client.get(f"/t/{evening.code}/").headers["Location"] == f"/t/{evening.code}"


def test_in_club_mode_the_field_for_a_code_lists_what_is_running(running: Evening, client: Client, settings):
    settings.IS_CLUB = True
    assert f"Tuesday 1 December Harbour Board Gamers {running.code}" in text_of(client, "/t/")
    settings.IS_CLUB = False
    assert running.code not in text_of(client, "/t/")


# ---- How it is answered ----


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("rest", ["", "/now", "/night.ics"])
def test_nobody_can_change_anything_through_it(running: Evening, method: str, rest: str):
    assert getattr(Client(), method)(f"/t/{running.code}{rest}").status_code == 405


def test_parts_come_alone_and_not_again_while_they_are_the_same(running: Evening, client: Client):
    first = client.get(f"/t/{running.code}?part=top,tab")
    assert re.findall(r'<div id="(\w+)" data-part="\w+"', first.content.decode()) == ["top", "tab"]
    again = client.get(f"/t/{running.code}?part=top,tab", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["X-Now"]
    running.report_some(running.state().rounds[-1], 0)
    running.send(Change(name="Wednesday"))
    changed = client.get(f"/t/{running.code}?part=top", headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200


def test_the_page_is_kept_by_no_cache_and_named_to_no_other_site(running: Evening, client: Client):
    headers = client.get(f"/t/{running.code}").headers
    assert "no-store" in headers["Cache-Control"]
    assert headers["Referrer-Policy"] == "same-origin"
    assert {"Cookie", "Accept-Language"} <= set(re.split(r",\s*", headers["Vary"]))


def test_the_small_answer_for_polling_has_position_and_clock_in_one_body(running: Evening, client: Client):
    body = client.get(f"/t/{running.code}/now").json()
    assert (body["phase"], body["round"], body["clock"]["state"]) == ("running", 2, "running")
    assert body["version"] == running.state().version
    assert body["position"] > 0
    assert body["clock"]["now"] < body["clock"]["deadline"]


@pytest.mark.parametrize("phase", PHASES)
def test_a_page_costs_few_queries_however_many_people_there_are(db: None, client: Client, phase: str):
    evening = evening_at(phase)
    address = f"/t/{evening.code}?me={evening.entries[0]}"
    client.get(address)
    with counted() as asked:
        client.get(address)
    assert len(asked) <= 7


def test_the_next_night_can_be_added_to_a_calendar(db: None, client: Client):
    evening = small()
    evening.whole_round()
    evening.close()
    start = timezone.now() + timedelta(days=7)
    other = Evening.open(evening.club, name="Wednesday, the 9th; final", starts_at=start.isoformat())
    assert "Next night" in page_of(client, evening)
    code = Tournament.objects.get(pk=other.id).public_code.code
    answer = client.get(f"/t/{code}/night.ics")
    assert answer.headers["Content-Type"].startswith("text/calendar")
    lines = answer.content.decode().split("\r\n")
    assert f"DTSTART:{start:%Y%m%dT%H%M%SZ}" in lines
    assert "SUMMARY:Wednesday\\, the 9th\\; final\\, Harbour Board Gamers" in lines
    assert max(len(line.encode()) for line in lines) <= 75


def test_a_script_is_kept_for_ever_under_its_own_address_only(db: None, client: Client):
    page = client.get("/t/QQQQ").content.decode()
    assert "<script" not in page
    old = client.get("/t/script/public-000000000000.js")
    assert (old.status_code, old.headers["Cache-Control"]) == (200, "no-store")
    assert client.get("/t/script/nothing-000000000000.js").status_code == 404


def test_the_moves_in_the_league_leave_out_what_lists_do_not_show(db: None, client: Client):
    """A tournament for members counted in the league before: strangers see the places without it."""
    one_table = {"min": 2, "max": 6, "prefer": 6}
    evening = small(visibility="members", table_size=one_table)
    evening.whole_round()
    evening.close()
    season = Tournament.objects.get(pk=evening.id).seasons.get()
    other = Evening.open(evening.club, name="Wednesday", seasons=[str(season.pk)], table_size=one_table)
    _winner, *others = evening.club.people.order_by("pk")
    other.enter(others)
    other.whole_round()
    other.close()
    address = f"/t/{other.code}?tab=league"
    member = Client()
    member.force_login(new_user("cid", evening.club, Role.MEMBER))
    assert re.search(r"was \d", text_of(member, address))
    assert not re.search(r"was \d", text_of(client, address))
    assert client.get(f"/t/{other.code}?me={other.entries[0]}").status_code == 200


def test_a_report_renders_its_own_table_alone_and_marks_are_each_reader_s_own(
    running: Evening, client: Client, monkeypatch: pytest.MonkeyPatch
):
    rendered: list[int] = []

    def counted_render(template: str, shown: Any) -> SafeString:
        rendered.append(shown["table"].number)
        return render_to_string(template, shown)

    monkeypatch.setattr(tags, "_parts", tags.Kept(256))
    monkeypatch.setattr(tags, "_tables", tags.Kept(256))
    monkeypatch.setattr(tags, "render_to_string", counted_render)
    page_of(client, running)
    tables = running.state().rounds[-1].tables
    assert sorted(rendered) == [table.number for table in tables]
    whole = [client.get(f"/t/{running.code}?tab=tables{me}").content for me in ("", f"&me={tables[0].seats[0]}")]
    marked = f'<li class="line you" data-e="{tables[0].seats[0][-8:]}'.encode()
    assert [marked in page for page in whole] == [False, True]
    rendered.clear()
    late = tables[-1]
    running.play(late.id, {"type": "record_round", "scores": {one: running.score(one) for one in late.seats}})
    page_of(client, running)
    assert rendered == [late.number]


def test_what_several_ask_for_at_once_is_rendered_once():
    kept, began, may_end = tags.Kept(2), Event(), Event()
    rendered: list[str] = []

    def render() -> SafeString:
        rendered.append("part")
        began.set()
        assert may_end.wait(60)
        return SafeString("part")

    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(kept.get, "part", render) for _ in range(4)]
        assert began.wait(60)
        assert kept.get("another", lambda: SafeString("other")) == "other", "nobody waits for another part"
        may_end.set()
        assert [one.result(60) for one in asked] == ["part"] * 4
    assert rendered == ["part"]
    kept.get("third", lambda: SafeString("third"))
    kept.get("fourth", lambda: SafeString("fourth"))
    assert kept.get("part", lambda: SafeString("again")) == "again", "the oldest is dropped"


def test_what_fails_to_render_is_tried_by_the_next_reader():
    kept = tags.Kept(2)

    def fail() -> SafeString:
        raise ValueError("no template")

    with pytest.raises(ValueError, match="no template"):
        kept.get("part", fail)
    assert kept.get("part", lambda: SafeString("part")) == "part"


def test_readers_of_a_whole_page_share_its_tab_until_something_happens(
    running: Evening, client: Client, monkeypatch: pytest.MonkeyPatch
):
    rendered: list[str] = []
    render = tags.PartNode._rendered

    def counted_render(self: tags.PartNode, context: Context) -> SafeString:
        rendered.append(self.name)
        return render(self, context)

    monkeypatch.setattr(tags, "_parts", tags.Kept(256))
    monkeypatch.setattr(tags.PartNode, "_rendered", counted_render)
    first = page_of(client, running)
    page_of(client, running)
    assert rendered.count("tab") == 1
    client.get(f"/t/{running.code}?part=tab")
    assert rendered.count("tab") == 1
    own = page_of(client, running, f"?me={running.entries[0]}&tab=tables")
    assert own != first
    assert rendered.count("tab") == 2
    page_of(client, running)
    assert rendered.count("tab") == 2
