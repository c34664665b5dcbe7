"""Papers of a night from the desk: what they say, who gets them, and only what has changed again."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.contrib.messages import get_messages
from django.template import Context, Template
from django.test import Client, RequestFactory
from uuid6 import uuid7

from league.access import links
from league.domain.tournament.closing.commands import Cancel
from league.domain.tournament.entries.commands import NewEntry
from league.domain.tournament.rounds.commands import Publish, RepairSwap
from league.domain.tournament.stages.commands import BeginStage
from league.models import LinkKind, Person, PrintedSlip, Role, Tournament, User
from league.seating import planning
from league.services import tournaments
from tests.league.counted_queries import counted
from tests.league.files.paper import pdf
from tests.league.nights import ACTOR, Night, new_club, new_people, new_user

ORIGIN = "http://192.168.1.7:8000"
ABOUT_A_ROUND = ("slips", "names", "seating", "cards")
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _public_origin(settings: Any) -> None:
    settings.PUBLIC_ORIGIN = ORIGIN


def new_night(count: int = 8, **settings: Any) -> Night:
    """An evening with people checked in."""
    club = new_club()
    night = Night.open(club, name="Tuesday night", starts_at="2026-12-01T19:00:00+01:00", rounds=3, **settings)
    night.enter(new_people(club, count))
    return night


def publish(night: Night) -> None:
    """Seats and publishes the next round."""
    plan = planning.plan_next(night.id, club=night.club.pk)
    assert plan is not None
    night.send(planning.new_seat_command(plan))
    night.send(Publish(night.state().rounds[-1].id))


def staff(night: Night, role: Role = Role.DIRECTOR) -> Client:
    """Somebody of the club, logged in."""
    client = Client()
    client.force_login(new_user(f"a {role}", night.club, role))
    return client


def address(night: Night, what: str) -> str:
    return f"/admin/league/tournament/{night.id}/print/{what}.pdf"


def told(client: Client, path: str) -> str:
    """The sentence with which an address leads back to the desk."""
    answer = client.get(path)
    assert answer.status_code == 302, path
    assert answer["Location"].endswith("/desk/")
    return str([*get_messages(answer.wsgi_request)][-1])


def shown_menu(night: Night, client: Client) -> str:
    """The menu on the desk of the user who is logged in."""
    request = RequestFactory().get("/", HTTP_HOST="testserver")
    request.user = User.objects.get(pk=client.session["_auth_user_id"])
    row = Tournament.objects.select_related("club").get(pk=night.id)
    context = Context({"request": request, "tournament": row})
    return str(Template("{% load printing %}{% print_menu %}").render(context))


def swap(night: Night, round: str, a: str, b: str) -> None:
    """Two people change their seats after they have been published."""
    night.send(RepairSwap(round=round, fewest=2, most=12, fresh=(str(uuid7()), str(uuid7())), a=a, b=b))


# ---- What is on the papers ----


def test_slips_have_the_seats_and_codes_that_open_the_tables():
    night = new_night(labels := 8, hall={"labels": ["Window", "Bar"]})
    publish(night)
    answer = staff(night).get(address(night, "slips"))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="tuesday-night-2026-12-01-slips-round-1.pdf"'
    (text,) = pdf.words(answer.content)
    assert all(f"P{number}" in text for number in range(1, labels + 1))
    for said in ("Table 1, Window", "Table 2, Bar", "Round 1 of 3", "Tuesday 1 December", "Dice and Diamonds"):
        assert said in text
    (codes,) = pdf.codes(answer.content)
    tables = sorted(night.state().rounds[-1].tables, key=lambda table: table.number)
    for code, table in zip(codes, tables, strict=True):
        host, _, secret = code.removeprefix(f"{ORIGIN}/").rpartition("/")
        assert host == "t/-"
        assert len(code) - len(ORIGIN) < 60
        assert str(links.holder(secret).id) == table.id


def test_where_no_phone_reaches_the_server_slips_have_no_codes_and_the_menu_says_so(settings):
    settings.PUBLIC_ORIGIN = ""
    night = new_night()
    publish(night)
    client = staff(night)
    answer = client.get(address(night, "slips"), HTTP_HOST="127.0.0.1:8000")
    assert pdf.codes(answer.content) == [[]]
    assert "Give this slip to the desk." in pdf.words(answer.content)[0]
    told_to = client.get(address(night, "poster"), HTTP_HOST="127.0.0.1:8000")
    assert told_to.status_code == 302


def test_several_games_are_on_one_slip():
    night = new_night(games_per_round=2)
    publish(night)
    (text,) = pdf.words(staff(night).get(address(night, "slips")).content)
    assert "Round 1 of 3, 2 games" in text
    assert text.count("Game 2") == 2


def test_the_door_list_has_everybody_by_name_with_table_and_seat_and_who_sits_out():
    night = new_night(3, table_size={"min": 2, "max": 2, "prefer": 2}, format={"type": "swiss"})
    Person.objects.filter(name="P2").update(name="Émilie")
    Person.objects.filter(name="P1").update(name="emil")
    publish(night)
    (text,) = pdf.words(staff(night).get(address(night, "names")).content)
    assert text.index("emil") < text.index("Émilie") < text.index("P3")
    assert "sits out" in text
    assert "Round 1 of 3" in text


def test_seating_and_cards_have_every_seat():
    night = new_night(9)
    publish(night)
    client = staff(night)
    seating = " ".join(pdf.words(client.get(address(night, "seating")).content))
    cards = pdf.words(client.get(address(night, "cards")).content)
    assert all(f"P{number}" in seating for number in range(1, 10))
    assert len(cards) == 3
    assert all("".join(cards).count(f"P{number}") >= 2 for number in range(1, 10)), "each card has two faces"
    assert "seat 3" in "".join(cards)


def test_standings_say_what_decides():
    night = new_night()
    night.play_round()
    answer = staff(night).get(address(night, "standings"))
    (text,) = pdf.words(answer.content)
    assert "after round 1" in text
    assert "Decided by" in text
    assert "tuesday-night-2026-12-01-standings" in answer["Content-Disposition"]
    night.close()
    (text,) = pdf.words(staff(night, Role.REFEREE).get(address(night, "standings")).content)
    assert "final" in text
    assert "after round 1" not in text


def test_standings_of_a_final_have_its_captions_and_a_dash_for_who_is_not_in_it():
    night = new_night(8)
    night.play_round()
    night.send(BeginStage(top=4, carry="none"))
    night.play_round()
    (text,) = pdf.words(staff(night).get(address(night, "standings")).content)
    assert "The final. Rounds that count: 2." in text
    assert "Not in the final" in text
    assert text.count("–") >= 4


def test_where_personal_links_are_needed_the_slip_only_shows_the_table():
    night = new_night(personal_links=True)
    publish(night)
    (text,) = pdf.words(staff(night).get(address(night, "slips")).content)
    assert "See your table" in text
    assert "Report with your own code" in " ".join(text.split())


def test_the_menu_says_which_names_can_not_be_printed():
    night = new_night()
    client = staff(night)
    assert "tk-notice" not in shown_menu(night, client)
    Person.objects.filter(club=night.club, name="P1").update(name="สมชาย")
    Person.objects.filter(club=night.club, name="P2").update(name="华罗庚")
    assert "can’t be printed: สมชาย." in shown_menu(night, client)
    assert "need fonts on the computer that prints" in shown_menu(night, client)


def test_the_poster_leads_to_the_page_which_is_readable_aloud():
    night = new_night(0)
    answer = staff(night).get(address(night, "poster"))
    code = Tournament.objects.get(pk=night.id).public_code.code
    assert pdf.codes(answer.content) == [[f"{ORIGIN}/t/{code}"]]
    assert " ".join(code) in pdf.words(answer.content)[0]
    assert "192.168.1.7:8000/t" in pdf.words(answer.content)[0]


def test_the_poster_has_the_wifi_where_the_club_has_told_it():
    night = new_night(0)
    type(night.club).objects.filter(pk=night.club.pk).update(wifi_name='Hall "9"; back', wifi_password="dice: 6-6")
    answer = staff(night).get(address(night, "poster"))
    ((wifi, page),) = pdf.codes(answer.content)
    assert wifi == r"WIFI:T:WPA;S:Hall \"9\"\; back;P:dice\: 6-6;;"
    assert page.startswith(f"{ORIGIN}/t/")
    assert "Password: dice: 6-6" in pdf.words(answer.content)[0]


def test_everybody_has_a_personal_code():
    night = new_night(11)
    answer = staff(night).get(address(night, "personal"))
    codes = [code for page in pdf.codes(answer.content) for code in page]
    assert len(pdf.words(answer.content)) == 2
    held = {links.holder(code.rpartition("/")[2]) for code in codes}
    assert {str(holder.id) for holder in held} == set(night.entries)
    assert {holder.kind for holder in held} == {LinkKind.ENTRY}


def test_members_of_teams_are_on_the_door_list_with_their_team():
    club = new_club()
    night = Night.open(club, table_size={"min": 2, "max": 2, "prefer": 2})
    people = new_people(club, 4)
    teams = {str(uuid7()): people[:2], str(uuid7()): people[2:]}
    entries = [NewEntry(id, members=tuple(str(one.pk) for one in members)) for id, members in teams.items()]
    called = dict(zip(teams, ("Reds", "Blues"), strict=True))
    tournaments.register(night.id, entries, called, club=club.pk, actor=ACTOR, at=night.at, are_here=True)
    publish(night)
    (text,) = pdf.words(staff(night).get(address(night, "names")).content)
    assert all(said in text for said in ("P1 (Reds)", "P4 (Blues)"))
    assert text.count("Reds") == 3, "the team, and its two members"


# ---- Before and after ----


@pytest.mark.parametrize("what", ABOUT_A_ROUND)
def test_before_a_round_is_published_a_sentence_says_so(what: str):
    night = new_night()
    client = staff(night)
    assert "Publish" in told(client, address(night, what))
    plan = planning.plan_next(night.id, club=night.club.pk)
    assert plan is not None
    night.send(planning.new_seat_command(plan))
    assert "Publish" in told(client, address(night, what)), "only staff see a draft, whose tables have no links"


def test_standings_and_personal_codes_of_nobody():
    night = new_night(0)
    client = staff(night)
    assert client.get(address(night, "standings")).status_code == 200
    assert told(client, address(night, "personal")) == "Nobody is entered yet."


def test_a_closed_round_has_no_slips_but_its_lists():
    night = new_night()
    night.play_round()
    client = staff(night)
    assert "There are no slips now." in told(client, address(night, "slips"))
    assert client.get(address(night, "names")).status_code == 200


def test_a_cancelled_tournament_has_no_slips():
    night = new_night()
    night.start_round()
    night.send(Cancel())
    client = staff(night)
    assert "There are no slips now." in told(client, address(night, "slips"))
    assert client.get(address(night, "standings")).status_code == 200


@pytest.mark.parametrize("path", ["slips.pdf?tables=99", "slips.pdf?tables=x", "slips.pdf?tables=1x,,-1"])
def test_unknown_tables_are_a_sentence(path: str):
    night = new_night()
    publish(night)
    assert told(staff(night), f"/admin/league/tournament/{night.id}/print/{path}") == (
        "None of these tables is in the round."
    )


# ---- Only what changed ----


def test_only_what_changed_is_printed_again():
    night = new_night(16)
    publish(night)
    client = staff(night)
    assert "changed" not in shown_menu(night, client), "nothing was printed yet"
    client.get(address(night, "slips"))
    assert told(client, address(night, "changed")) == "Nothing has changed since the slips were printed."
    assert "Nothing has changed." in shown_menu(night, client)

    round = night.state().rounds[-1]
    one, other = (next(table for table in round.tables if table.number == number) for number in (2, 4))
    swap(night, round.id, one.seats[0], other.seats[0])
    assert "Tables 2, 4" in shown_menu(night, client)
    answer = client.get(address(night, "changed"))
    assert answer["Location"] == address(night, "slips") + "?tables=2%2C4"
    assert "tables 2, 4" in pdf.words(client.get(answer["Location"]).content)[0]
    assert "Nothing has changed." in shown_menu(night, client)
    assert client.get(answer["Location"]).status_code == 200, "the viewer that loads it again gets the same"


def test_a_table_that_has_a_new_link_since_the_round_began_is_printed_again():
    night = new_night(8)
    round = night.start_round()
    client = staff(night)
    client.get(address(night, "slips"))
    one, other = sorted(round.tables, key=lambda table: table.number)
    swap(night, round.id, one.seats[0], other.seats[0])
    assert "Slips that have changed" not in shown_menu(night, client), "these are all"
    assert client.get(address(night, "changed"))["Location"].endswith("?tables=1%2C2")


def test_a_withdrawn_link_and_a_new_name_change_a_slip():
    night = new_night(8)
    publish(night)
    client = staff(night)
    client.get(address(night, "slips"))
    tables = {table.number: table for table in night.state().rounds[-1].tables}
    links.revoke(night.club.pk, LinkKind.TABLE, [UUID(tables[2].id)])
    assert "Table 2" in shown_menu(night, client)
    client.get(address(night, "slips") + "?tables=2")
    name = night.entries.index(tables[1].seats[0]) + 1
    Person.objects.filter(club=night.club, name=f"P{name}").update(shown_as="Somebody Else")
    assert "Table 1" in shown_menu(night, client)


def test_a_look_at_the_head_remembers_nothing():
    night = new_night()
    publish(night)
    assert staff(night).head(address(night, "slips")).status_code == 200
    assert not PrintedSlip.objects.exists()


# ---- Who, and how fast ----


@pytest.mark.parametrize(("role", "what", "status"), [
    (Role.REFEREE, "slips", 200),
    (Role.REFEREE, "names", 200),
    (Role.REFEREE, "standings", 200),
    (Role.REFEREE, "poster", 200),
    (Role.REFEREE, "personal", 403),
    (Role.DIRECTOR, "personal", 200),
    (Role.DIRECTOR, "nonsense", 404),
])  # fmt: skip
def test_the_table_of_rights_says_who_prints_what(role: Role, what: str, status: int):
    night = new_night()
    publish(night)
    client = staff(night, role)
    assert client.get(address(night, what)).status_code == status
    assert ("Personal codes" in shown_menu(night, client)) is (role == Role.DIRECTOR)


@pytest.mark.parametrize("what", [*ABOUT_A_ROUND, "changed", "standings", "poster", "personal"])
def test_members_strangers_and_the_public_get_nothing(what: str):
    night = new_night()
    publish(night)
    assert staff(night, Role.MEMBER).get(address(night, what)).status_code in (302, 403, 404)
    assert "/login/" in Client().get(address(night, what))["Location"]
    stranger = Client()
    stranger.force_login(new_user("stranger", new_club("Others"), Role.DIRECTOR))
    assert stranger.get(address(night, what)).status_code == 404


def test_queries_do_not_grow_with_the_tables():
    asked: dict[str, list[int]] = {}
    for count in (8, 64):
        night = new_night(count)
        publish(night)
        client = staff(night, Role.REFEREE if count == 8 else Role.DIRECTOR)
        for what in (*ABOUT_A_ROUND, "standings"):
            client.get(address(night, what))
            with counted() as queries:
                assert client.get(address(night, what)).status_code == 200
            asked.setdefault(what, []).append(len(queries))
    assert all(few == many for few, many in asked.values()), asked
