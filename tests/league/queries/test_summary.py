"""A closed tournament in a few lines: places, blocks, the league, links, and whose names are in it."""

from __future__ import annotations

from typing import Any

import pytest
from uuid6 import uuid7

from games.kernel import Rejected
from league.access.roles import Caller
from league.domain.tournament.closing.commands import Cancel, CloseRound, Reopen
from league.domain.tournament.entries.commands import CheckIn, Drop, NewEntry
from league.domain.tournament.results.commands import CorrectResult, RecordResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.stages.commands import BeginStage
from league.models import Club, Person, Role, Tournament
from league.queries import summary
from league.queries.summary import Summary
from league.services import tournaments
from tests.league.nights import ACTOR, EVENING, Night, new_club, open_season
from tests.web.cups import Cup

pytestmark = pytest.mark.django_db
ORIGIN = "http://192.168.1.7:8000"


def people_called(club: Club, *names: str, **more: Any) -> list[Person]:
    return Person.objects.bulk_create(Person(club=club, name=name, **more) for name in names)


def night_of(*names: str, **settings: Any) -> Night:
    """An evening with these people, before its first round."""
    club = new_club()
    night = Night.open(club, name="Tuesday night", starts_at=EVENING.isoformat(), **settings)
    night.enter(people_called(club, *names))
    return night


def summary_of(night: Night, role: Role | None = None, origin: str = ORIGIN) -> Summary:
    row = Tournament.objects.select_related("club", "public_code").get(pk=night.id)
    return summary.read(row, Caller(night.club.pk, None, role), origin)


def test_a_line_for_each_with_medals_and_one_place_for_those_who_share_it():
    night = night_of("Ada", "Ben", "Cy", "Dee")
    scores = dict(zip(night.entries, (9, 9, 5, 3), strict=True))
    night.play_round(scores.__getitem__)
    night.close()
    code = Tournament.objects.get(pk=night.id).public_code.code
    assert summary_of(night).text.splitlines() == [
        "Tuesday night, Dice and Diamonds",
        "Tuesday 1 December: 4 people, 1 round",
        "",
        "🥇 Ada: 3.5 points",
        "🥇 Ben: 3.5 points",
        "🥉 Cy: 2 points",
        "4. Dee: 1 point",
        "",
        f"All results: {ORIGIN}/t/{code}",
    ]


def test_who_plays_a_final_is_in_a_block_of_its_own_and_who_left_is_marked():
    night = night_of("Ada", "Ben", "Cy", "Dee", "Eve", "Flo")
    night.play_round()
    night.send(Drop(night.entries[5]))
    night.send(BeginStage(top=3, carry="none"))
    night.play_round()
    night.close()
    first, last = summary_of(night).text.split("\n\n")[1:3]
    assert first.splitlines()[0] == "Final"
    assert len(first.splitlines()) == 4
    assert last.splitlines()[0] == "Not in the final"
    assert len(last.splitlines()) == 4
    assert [line.split(":")[0][3:] for line in last.splitlines() if "(withdrew)" in line] == ["Flo (withdrew)"]


def test_a_knockout_has_places_and_no_points():
    cup = Cup.begin(4)
    cup.whole_round()
    cup.whole_round()
    cup.close()
    block = summary_of(cup).text.split("\n\n")[1].splitlines()
    assert [line.split()[0] for line in block] == ["🥇", "🥈", "🥉", "4."]
    assert not any("point" in line for line in block)


@pytest.mark.parametrize(
    "game", ["scoresheet", "monster-trick", "keskife", "affen-raffen", "four-monkeys", "fuzzy-tiger"]
)
def test_every_game_ends_in_a_text(game: str):
    options = {} if game == "scoresheet" else {"game_options": {"play": "recorded"}}
    four = {"table_size": {"min": 4, "max": 4, "prefer": 4}, "points": {"by_place": [3, 2, 1, 0]}}
    night = night_of("Ada", "Ben", "Cy", "Dee", game=game, **four, **options)
    found = night.start_round()
    places = {entry: place for place, entry in enumerate(night.entries, 1)}
    night.send(
        RecordResult(table=found.tables[0].id, places=places, at=night.at, scores=None, source="table", by=ACTOR)
    )
    night.send(CloseRound(found.id))
    night.close()
    block = summary_of(night).text.split("\n\n")[1]
    assert block == "🥇 Ada: 3 points\n🥈 Ben: 2 points\n🥉 Cy: 1 point\n4. Dee: 0 points"


def test_the_lowest_total_wins_where_the_settings_say_so():
    night = night_of("Ada", "Ben", "Cy", points={"by_place": [1, 2, 3], "low_wins": True})
    night.play_round()
    night.close()
    assert summary_of(night).text.split("\n\n")[1] == "🥇 Ada: 1 point\n🥈 Ben: 2 points\n🥉 Cy: 3 points"


def test_a_team_is_shown_with_its_members():
    club = new_club()
    night = Night.open(club, table_size={"min": 2, "max": 4, "prefer": 2})
    people = people_called(club, "Ada", "Ben", "Cy", "Dee")
    pairs = {"Reds": people[:2], "Blues": people[2:]}
    teams = {str(uuid7()): (name, [str(one.pk) for one in members]) for name, members in pairs.items()}
    entries = [NewEntry(id, members=tuple(members)) for id, (_name, members) in teams.items()]
    named = {id: name for id, (name, _members) in teams.items()}
    tournaments.register(night.id, entries, named, club=club.pk, actor=ACTOR, at=night.at)
    night.entries = [*teams]
    for entry in teams:
        night.send(CheckIn(entry))
    night.play_round()
    night.close()
    text = summary_of(night).text
    assert "🥇 Reds (Ada, Ben): " in text
    assert text.splitlines()[1] == "4 people, 1 round"


def test_a_text_for_everybody_has_no_name_of_somebody_who_is_hidden():
    night = night_of("Ada", "Ben", "Cy")
    Person.objects.filter(name="Ben").update(public=False)
    night.play_round()
    night.close()
    for role in (None, Role.DIRECTOR):
        found = summary_of(night, role)
        assert "Ben" not in found.text
        assert "🥈 Player " in found.text
        assert not found.has_all_names


def test_a_text_for_members_has_all_names_and_others_who_may_read_it_do_not():
    night = night_of("Ada", "Ben", "Cy", visibility="members")
    Person.objects.filter(name="Ben").update(public=False)
    night.play_round()
    night.close()
    assert "🥈 Ben: " in summary_of(night, Role.MEMBER).text
    assert summary_of(night, Role.MEMBER).has_all_names
    assert "Ben" not in summary_of(night).text


def test_there_is_none_before_the_close_and_none_of_a_cancelled_tournament():
    night = night_of("Ada", "Ben", "Cy", standings_shown="hide_last")
    night.play_round()
    for role in (None, Role.DIRECTOR):
        with pytest.raises(Rejected, match="not closed yet") as refusal:
            summary_of(night, role)
        assert refusal.value.code == "not_closed"
    night.close()
    assert "🥇 Ada" in summary_of(night).text
    night.send(Reopen(at=night.at, secret="0" * 32))
    with pytest.raises(Rejected, match="not closed yet"):
        summary_of(night)
    night.send(Cancel("Nobody knows any more."))
    with pytest.raises(Rejected, match="was cancelled"):
        summary_of(night)


def test_a_correction_after_the_close_changes_the_text():
    night = night_of("Ada", "Ben", "Cy")
    night.play_round()
    night.close()
    (table,) = night.state().rounds[0].tables
    said = Report(scores=dict(zip(night.entries, (1, 2, 3), strict=True)))
    night.send(CorrectResult(table=table.id, said=said, at=night.at, by=ACTOR, reason="Read wrong."))
    assert [line[:4] for line in summary_of(night).text.split("\n\n")[1].splitlines()] == ["🥇 Cy", "🥈 Be", "🥉 Ad"]


def test_the_league_is_in_it_with_its_leaders_and_the_highest_climb():
    club = new_club()
    season = open_season(club, (10, 8, 6, 4, 2, 1))
    ada, ben, cy, dee, eve, flo = people_called(club, "Ada", "Ben", "Cy", "Dee", "Eve", "Flo")
    for order in ([ada, ben, cy, dee, eve, flo], [cy, ada, ben, flo, eve]):
        night = Night.open(club, seasons=[str(season)], table_size={"min": 3, "max": 6, "prefer": 6})
        night.enter(order)
        night.play_round()
        night.close()
    found = summary_of(night)
    assert found.text.split("\n\n")[2].splitlines() == [
        "In the league Winter: 1. Ada, 2. Cy ▲1, 3. Ben ▼1",
        "Highest climb: Flo, from place 6 to place 4",
    ]
    assert found.text.splitlines()[-1] == f"The league Winter: {ORIGIN}/c/{club.slug}/league/{season}"


def test_a_name_in_a_right_to_left_script_does_not_turn_its_line():
    night = night_of("ليلى منصور", "Ben", "Cy")
    night.play_round()
    night.close()
    assert "🥇 \u2068ليلى منصور\u2069: " in summary_of(night).text


def test_where_no_other_device_reaches_the_server_there_are_no_links():
    night = night_of("Ada", "Ben", "Cy")
    night.play_round()
    night.close()
    assert "http" not in summary_of(night, origin="http://127.0.0.1:8000").text
