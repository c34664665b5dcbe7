"""The screen on the wall, by the phase of the night."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from uuid6 import uuid7

from league.access.audience import CLUB
from league.domain.standings.standings import standings
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.desk.commands import Announce, SetScreen
from league.domain.tournament.entries.commands import Drop
from league.domain.tournament.rounds.commands import Publish
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.stages.commands import BeginStage
from league.models import Role, Tournament
from league.queries import names
from league.seating import planning
from tests.league.nights import Night, new_club, new_people, new_user

pytestmark = pytest.mark.django_db


def a_night(people: int = 8, **settings: object) -> Night:
    club = new_club()
    night = Night.open(club, clock_seconds=3000, rounds=2, **settings)
    night.enter(new_people(club, people))
    night.at = timezone.now() - timedelta(minutes=10)
    return night


def seen(client: Client, night: Night) -> str:
    answer = client.get(f"/t/{Tournament.objects.get(pk=night.id).public_code.code}/screen")
    assert answer.status_code == 200
    return answer.content.decode()


def published(night: Night) -> Round:
    plan = planning.plan_next(night.id, club=night.club.pk)
    assert plan is not None
    night.send(planning.new_seat_command(plan))
    night.send(Publish(night.state().rounds[-1].id))
    return night.state().rounds[-1]


def test_before_the_first_round_it_welcomes_and_shows_who_is_here(client: Client) -> None:
    page = seen(client, a_night())
    assert page.count('class="slide ') == 2
    assert "Find your table on your phone" in page
    assert page.count(">here<") == 8


def test_the_final_has_a_page_of_its_own_and_who_left_is_marked(client: Client) -> None:
    night = a_night(8)
    night.play_round()
    night.send(Drop(night.entries[7]))
    night.send(BeginStage(top=4, carry="none"))
    night.play_round()
    night.close()
    page = seen(client, night)
    titles = re.findall(r'<h1>Standings</h1><p class="muted">([^<]*)</p>', page)
    assert titles == ["Final", "Not in the final"]
    left = re.findall(
        r'data-long="([^"]*)"[^>]*>[^<]*</bdi></span>\s*<span class="moved">\(left\)', seen(client, night)
    )
    assert left == ["P8"]


def test_a_published_round_is_a_list_from_a_to_z_with_the_table_of_each(client: Client) -> None:
    night = a_night(9, table_size={"min": 4, "max": 4, "prefer": 4})
    found = published(night)
    page = seen(client, night)
    assert "Find your table" in page
    assert [page.count(f'<b class="chip">{table.number}</b>') for table in found.tables] == [4, 4]
    assert page.count("sits out") == 1


def test_many_names_come_in_pages_that_are_told_by_their_letters(client: Client) -> None:
    night = a_night(62)
    published(night)
    page = seen(client, night)
    assert page.count('class="slide ') == 3
    assert page.count('class="dots"') == 3


def test_a_running_round_shows_the_clock_the_open_tables_and_the_top_so_far(client: Client) -> None:
    night = a_night()
    found = night.start_round()
    table = found.tables[0]
    scores = {entry: 10 * number for number, entry in enumerate(table.seats)}
    night.play(table.id, {"type": "record_round", "scores": scores})
    page = seen(client, night)
    assert 'data-state="running"' in page
    assert "1 of 2 tables" in page
    assert "Top 10" in page
    assert "so far" in page


def test_between_rounds_come_results_and_standings_with_moves(client: Client) -> None:
    night = a_night()
    night.play_round()
    page = seen(client, night)
    assert "Results" in page
    assert "Standings" in page
    assert "after round 1" in page


def test_after_the_end_comes_the_podium(client: Client) -> None:
    night = a_night()
    night.play_round()
    night.close()
    page = seen(client, night)
    assert 'class="steps"' in page


@pytest.mark.parametrize("as_director", [False, True])
def test_the_wall_shows_no_hidden_result_not_even_where_the_director_opened_it(
    client: Client, as_director: bool
) -> None:
    night = a_night(standings_shown="rounds")
    found = night.start_round()
    night.report(found, lambda entry: 918273)
    if as_director:
        client.force_login(new_user("dora", night.club, Role.DIRECTOR))
    page = seen(client, night)
    assert "918273" not in page
    assert "Top 10" not in page
    assert "after the round" in page
    night.send(CloseRound(found.id))
    assert "918273" in seen(client, night)


def test_a_hidden_tournament_is_shown_to_its_members_alone(client: Client) -> None:
    night = a_night(visibility="members")
    code = Tournament.objects.get(pk=night.id).public_code.code
    assert client.get(f"/t/{code}/screen").status_code == 404
    client.force_login(new_user("mia", night.club))
    assert client.get(f"/t/{code}/screen").status_code == 200


def test_it_can_only_be_read(client: Client) -> None:
    code = Tournament.objects.get(pk=a_night().id).public_code.code
    assert client.post(f"/t/{code}/screen").status_code == 405


def test_the_desk_chooses_what_it_shows(client: Client) -> None:
    night = a_night()
    night.start_round()
    night.club.wifi_name, night.club.wifi_password = "Harbour Guests", "dice;and:diamonds"
    night.club.save()
    night.send(SetScreen("wifi"))
    page = seen(client, night)
    assert "Harbour Guests" in page
    assert "dice;and:diamonds" in page
    night.send(SetScreen("names"))
    assert "Find your table" in seen(client, night)
    night.send(SetScreen("auto"))
    page = seen(client, night)
    assert "Harbour Guests" not in page
    assert 'data-state="running"' in page


def test_the_podium_comes_by_one_place_at_a_click_and_never_before_the_end(client: Client) -> None:
    night = a_night(4, points={"by_place": [4, 3, 2, 1]})
    night.send(SetScreen("podium", 3))
    night.play_round()
    assert "The podium follows." in seen(client, night)
    night.close()
    found = [line["name"] for line in named_places(night)]
    for step in range(4):
        night.send(SetScreen("podium", step))
        podium = seen(client, night).split('class="steps"')[1].split("</section>")[0]
        assert [name in podium for name in found[:3]] == [step >= 3, step >= 2, step >= 1]


def named_places(night: Night) -> list[dict[str, str]]:
    called = names.of_entries(night.id, CLUB)
    return [{"name": called[row["entry"]]} for row in standings(night.state())]


def test_an_announcement_is_at_its_foot_until_its_time_is_over(client: Client) -> None:
    night = a_night()
    night.start_round()
    now = timezone.now()
    night.send(Announce(str(uuid7()), "Pizza at 20:30", at=now, until=now + timedelta(minutes=5)))
    assert "Pizza at 20:30" in seen(client, night)
    night.send(Announce(str(uuid7()), "Too late", at=now - timedelta(hours=1), until=now - timedelta(minutes=5)))
    assert "Too late" not in seen(client, night)


def test_before_the_first_report_there_is_no_top(client: Client) -> None:
    night = a_night()
    found = night.start_round()
    assert "Top 10" not in seen(client, night)
    night.report(found, night.entries.index)
    assert "Top 10" in seen(client, night)
