"""The form that opens a tournament: what it is filled in with, what is usual, and the tables that it shows."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from msgspec import UNSET
from msgspec.structs import replace
from uuid6 import uuid7

from league.domain.tournament.formats import Areas, Knockout, Manual, Prescribed, RoundPlan
from league.domain.tournament.settings import Best, PointScheme, Settings, TableSize, Wins
from league.domain.values.faults import read
from league.models import Club, Event, Membership, Role, Tournament, User
from league.services import again
from tests.league.nights import Night as Evening
from tests.league.nights import new_people, open_season
from tests.pages.night import PASSWORD, Night, make_club

ADD = "/admin/league/tournament/add/"
SHARE = "Everybody gets their share of all scores at the table."
ONE_OUT = "One person sits out in each round."
MEAN = "Sitting out pays the mean of one’s other rounds."
WIN = "Sitting out pays as much as a win."
FOUR_AND_THREE = TableSize(3, 4, 4)


def form(client: Client, at: str = ADD) -> Any:
    """The form of a page as it is shown."""
    return client.get(at).context["form"]


def as_sent(form: Any, **typed: Any) -> dict[str, Any]:
    """The form as a browser sends it, with something typed into it."""
    shown = {field.html_name: field.value() for field in form}
    return {name: value for name, value in (shown | typed).items() if value not in (None, False)}


def opened(client: Client, at: str = ADD, **typed: Any) -> Settings:
    """The settings of a tournament that is opened with something typed into the form."""
    answer = client.post(ADD, as_sent(form(client, at), **typed))
    assert answer.status_code == 302, answer.context["form"].errors
    newest = Tournament.objects.order_by("-id").first()
    assert newest is not None
    return again.settings_of(newest)


def tables(client: Client, **typed: str) -> list[str]:
    """The sentences about the tables that a form makes."""
    usual = {"game": "scoresheet", "kind": "", "seats": "usual", "format": "areas"}
    answer = client.post("/admin/league/tournament/tables/", usual | typed)
    assert answer.status_code == 200
    lines = re.sub("<[^>]+>", "\n", answer.text).splitlines()
    return [line.strip() for line in lines if line.strip()]


NIGHT = {"expected": "11", "starts_at": "2026-12-01T20:00", "clock_minutes": "50", "rounds": "3"}


@pytest.mark.parametrize(
    ("typed", "until"),
    [
        ({}, "· 3 rounds of 50 minutes: until about 22:40"),
        ({"rounds": "1", "clock_minutes": "12"}, "· 1 round of 12 minutes: until about 20:15"),
        ({"starts_at": "2026-12-01T12:32"}, "· 3 rounds of 50 minutes: until about 15:15"),
        ({"rounds": "6"}, "· 6 rounds of 50 minutes: until about 01:25"),
        ({"format": "knockout", "rounds": ""}, "· 4 rounds of 50 minutes: until about 23:35"),
        ({"format": "round_robin", "rounds": "2"}, "· 2 rounds of 50 minutes: until about 21:45"),
        ({"rounds": ""}, ""),
        ({"rounds": "x"}, ""),
        ({"clock_minutes": ""}, ""),
        ({"starts_at": ""}, ""),
        ({"starts_at": "soon"}, ""),
        ({"rounds": "40"}, ""),
    ],
)
def test_it_says_until_when_the_rounds_take(director: Client, typed: dict[str, str], until: str):
    found = tables(director, **NIGHT | typed)
    assert found[0].startswith("11 people: ")
    assert [line for line in found if line.startswith("· ")] == [until] * bool(until)


def test_it_is_filled_in_from_the_newest_night(director: Client, night: Night):
    shown, today = form(director), timezone.localtime()
    assert shown["name"].value() == again.next_name(night.club, _newest(night), timezone.now())
    assert re.fullmatch(r"Club night [0-9]{1,2} [A-Z][a-z]+", shown["name"].value())
    assert shown["starts_at"].value().startswith(f"{today:%Y-%m-}")
    assert shown["season"].value() == night.season
    assert shown["expected"].value() == Tournament.objects.order_by("-id")[0].entries.count()
    assert shown["format"].value() == "areas"


def _newest(night: Night) -> Settings:
    return again.settings_of(Tournament.objects.get(pk=night.tournaments[-1]))


def test_a_new_club_is_told_why_there_is_no_season_to_choose(client: Client, db: None):
    _club, director = make_club("Friday Club")
    client.force_login(director)
    page = client.get(ADD)
    assert "There is no season yet, so the night counts in no league table." in page.text
    assert '<a class="tk-link" href="/admin/league/season/add/">Open a season</a>' in page.text
    assert page.context["form"]["name"].value().startswith("Club night, ")
    assert opened(client).game == "scoresheet"


@pytest.mark.parametrize(
    ("typed", "format", "size", "points"),
    [
        ({}, Areas, FOUR_AND_THREE, PointScheme(by_place=(4, 3, 2, 1))),
        ({"format": "knockout"}, Knockout, TableSize(2, 2, 2), PointScheme(win=1, draw="0.5", loss=0)),
        ({"seats": "two", "kind": "by_place", "by_place": ""}, Areas, TableSize(2, 2, 2), PointScheme()),
        (
            {"game": "scoresheet", "seats": "own", "smallest": "4", "preferred": "5", "largest": "6"},
            Areas,
            TableSize(4, 6, 5),
            PointScheme(by_place=(6, 5, 4, 3, 2, 1)),
        ),
        ({"expected": "5", "one_table": "on"}, Areas, TableSize(3, 5, 4), PointScheme(by_place=(5, 4, 3, 2, 1))),
        ({"expected": "6", "one_table": "on"}, Areas, FOUR_AND_THREE, PointScheme(by_place=(4, 3, 2, 1))),
    ],
)
def test_what_is_usual(director: Client, typed: dict[str, str], format: type, size: TableSize, points: PointScheme):
    settings = opened(director, **typed)
    assert isinstance(settings.format, format)
    assert (settings.table_size, settings.points) == (size, points)


def test_programs_keep_their_defaults(director: Client, night: Night):
    """Those of the form are the form's alone."""
    evening = Evening.open(night.club)
    assert again.settings_of(Tournament.objects.get(pk=evening.id)).points == PointScheme()


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ({"expected": "11"}, ["11 people: 4 + 4 + 3", "A table of 4 pays 4, 3, 2, 1.", "A table of 3 pays 4, 3, 2."]),
        (
            {"expected": "5"},
            [
                "5 people: one table of 4",
                "One person sits out in each round.",
                MEAN,
                "All 5 at one table instead",
                *"__",
            ],
        ),
        ({"expected": "64"}, ["64 people: 16 × 4", *"__"]),
        (
            {"expected": "10", "format": "knockout"},
            [
                "10 people: 2 matches in round 1",
                "6 people go straight to round 2.",
                "4 rounds to the end.",
                "A win pays 1, a draw 0.5, a loss 0.",
            ],
        ),
        (
            {"expected": "5", "format": "round_robin"},
            ["5 people: 2 + 2", ONE_OUT, WIN, "5 rounds to the end.", "_"],
        ),
        ({"expected": "13", "seating__k": "7"}, ["13 people: 4 + 3 + 3 + 3", *"__"]),
        (
            {"expected": "9", "kind": "share"},
            ["9 people: 3 + 3 + 3", SHARE],
        ),
        (
            {"expected": "4", "kind": "raw", "per": "10", "minus": "3"},
            ["4 people: one table of 4", "The score pays a point for each 10, after 3 is taken off."],
        ),
        ({"expected": "8", "format": "manual"}, ["_", "_"]),
        ({"expected": "2"}, ["Too few: a table needs 3."]),
        (
            {"expected": "8", "by_place": "4 two", "kind": "by_place"},
            ["_"],
        ),
        ({"expected": "8", "seats": "two", "format": "knockout", "seating__advance": "2"}, ["_"]),
        ({"expected": "x"}, ["Enter a whole number."]),
        ({"game": "chess", "expected": "8"}, ["_"]),
        ({"game": "fuzzy-tiger", "expected": "8"}, ["8 people: 4 + 4", *"__"]),
    ],
)
def test_the_tables_that_a_form_makes(director: Client, typed: dict[str, str], lines: list[str]):
    found = tables(director, **typed)
    assert len(found) == len(lines), found
    assert [line for line, wanted in zip(found, lines, strict=True) if wanted not in ("_", line)] == []


def test_the_tables_are_for_directors(client: Client, stranger: Client, night: Night):
    address = "/admin/league/tournament/tables/"
    assert stranger.get(address).status_code == 405
    referee = User.objects.create_user("rita", password=PASSWORD)
    Membership.objects.create(club=night.club, user=referee, role=Role.REFEREE)
    client.force_login(referee)
    assert client.post(address, {"game": "scoresheet"}).status_code == 403


def test_without_a_script_a_button_shows_the_tables_and_opens_nothing(director: Client):
    before = Tournament.objects.count()
    answer = director.post(ADD, as_sent(form(director), expected="7", preview="1"))
    assert (answer.status_code, Tournament.objects.count()) == (200, before)
    assert "7 people: 4 + 3" in answer.text


def test_everything_that_what_if_can_show_can_be_set(director: Client):
    settings = opened(
        director,
        kind="raw",
        by_place="3 2 1",
        per_size="3: 5 2 0",
        minus="10",
        per="1/2",
        ties="higher",
        low_wins="on",
        decided="own",
        tie_breaks=["last_round", "", "wins", "lot"],
        seating__fide_tie_breaks="2024",
        scoresheet__win="low",
    )
    assert settings.points == read(
        PointScheme,
        {
            "by_place": [3, 2, 1],
            "per_size": {"3": [5, 2, 0]},
            "raw": {"minus": 10, "per": "0.5"},
            "ties": "higher",
            "low_wins": True,
        },
    )
    assert (settings.tie_breaks, settings.fide_tie_breaks) == (("last_round", "wins", "lot"), "2024")
    assert opened(director, kind="share", decided="own", tie_breaks=[]).points.share is True


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"decided": "own", "tie_breaks": ["wins", "lot", "wins"]}, "Wins is in the list twice."),
        ({"per_size": "3: 5 2\n3: 4", "kind": "by_place"}, "does not say what one size of table pays"),
        ({"per_size": "13: 5 2", "kind": "by_place"}, "A table has 2 to 12 seats."),
        ({"kind": "outcomes", "outcomes": ""}, "Write three numbers"),
        ({"bye": "points", "bye_points": ""}, "Write how many points sitting out pays."),
        ({"best_of": "round", "best": ""}, "Write how many of the best count."),
        ({"kind": "raw", "bye": "win"}, "be paid as a win if only scores are paid"),
        ({"seats": "own", "largest": ""}, "Write all three sizes"),
        ({"kind": "dice"}, "Select a valid choice"),
        ({"expected": "0"}, "greater than or equal to 1"),
        ({"season": "3"}, "is not a valid UUID"),
    ],
)
def test_what_can_not_be_is_refused(director: Client, typed: dict[str, Any], said: str):
    answer = director.post(ADD, as_sent(form(director), **typed))
    assert answer.status_code == 422
    assert said.replace("“", "&quot;") in answer.text or said in answer.text


def test_what_is_not_in_view_is_not_wrong(director: Client):
    """Another game's options, another kind of points and other sizes are typed, and then something else is chosen."""
    settings = opened(
        director,
        keskife__action_seconds="soon",
        outcomes="3",
        smallest="99",
        seating__advance="x",
        best="x",
        bye_points="?",
        tie_breaks=["wins", "wins"],
    )
    assert settings.table_size == FOUR_AND_THREE


@pytest.fixture
def cup(night: Night) -> Evening:
    """A tournament with what the form has no field for."""
    points = {"by_place": [5, 3, 1], "bye": 2, "missed": -1}
    return Evening.open(
        night.club, name="Cup 9", points=points, tie_breaks=[{"name": "wins", "shared": "none"}, "lot"], rounds=3
    )


def test_what_sitting_out_and_missing_a_round_pay_and_what_counts(director: Client):
    usual = opened(director)
    assert (usual.points.bye, usual.points.missed, usual.points.best) == ("mean", 0, UNSET)
    assert opened(director, kind="outcomes", outcomes="3 1 0").points.bye == "win"
    typed = {"bye": "points", "bye_points": "2,5", "missed": "-1", "best_of": "game", "best": "3"}
    points = opened(director, games_per_round="3", **typed).points
    assert (points.bye, points.missed, points.best) == ("2.5", -1, Best(3, "game"))
    newest = Tournament.objects.order_by("-id")[0]
    settings = f"/admin/league/tournament/{newest.pk}/desk/settings/"
    sent = as_sent(form(director, settings))
    assert {name: str(sent[name]) for name in typed} == {**typed, "bye_points": "2.5"}
    assert director.post(settings, {**sent, "bye": "win", "best_of": "", "missed": ""}).status_code == 302
    points = again.settings_of(newest).points
    assert (points.bye, points.missed, points.best) == ("win", 0, UNSET)


def test_where_everybody_meets_everybody_the_direct_encounter_is_first(director: Client):
    robin = ("direct_encounter", "wins", "sonneborn_berger")
    assert opened(director).tie_breaks == ("wins", "last_round")
    assert opened(director, format="round_robin").tie_breaks == robin
    newest = Tournament.objects.order_by("-id")[0]
    assert form(director, f"{ADD}?like={newest.pk}")["decided"].value() == "usual"
    settings = f"/admin/league/tournament/{newest.pk}/desk/settings/"
    assert director.post(settings, as_sent(form(director, settings), format="areas")).status_code == 302
    assert again.settings_of(newest).tie_breaks == ("wins", "last_round")
    typed = {"decided": "own", "tie_breaks": ["lot"], "format": "round_robin"}
    assert director.post(settings, as_sent(form(director, settings), **typed)).status_code == 302
    assert again.settings_of(newest).tie_breaks == ("lot",)


def test_again_like_an_earlier_one(director: Client, cup: Evening):
    at = f"{ADD}?like={cup.id}"
    assert "Again, like Cup 9" in director.get(at).text
    before = again.settings_of(Tournament.objects.get(pk=cup.id))
    after = opened(director, at)
    assert after.name == "Cup 10"
    assert (after.points, after.tie_breaks, after.rounds) == (before.points, (Wins("none"), "lot"), 3)
    assert after.table_size == before.table_size
    changed = opened(director, at, by_place="4 2", tie_breaks=["lot"])
    assert (changed.points.by_place, changed.points.bye, changed.tie_breaks) == ((4, 2), 2, ("lot",))


def test_the_overview_opens_tonight_in_two_clicks(director: Client, night: Night):
    page = director.get("/admin/").text
    name = Tournament.objects.get(pk=night.tournaments[-1]).name
    link = re.search(rf'href="([^"]+)">Again, like {name}</a>', page)
    assert link is not None
    assert opened(director, link[1]).format == _newest(night).format


def test_a_director_of_two_clubs_chooses_one_and_times_are_in_its_zone(director: Client, night: Night):
    far = Club.objects.create(name="Far", slug="far", time_zone="America/New_York")
    Membership.objects.create(club=far, user=night.director, role=Role.DIRECTOR)
    sent = as_sent(form(director), club=str(far.pk), starts_at="2026-12-01T20:00", season="")
    assert director.post(ADD, sent).status_code == 302
    made = Tournament.objects.get(club=far)
    assert made.starts_at == datetime(2026, 12, 2, 1, tzinfo=UTC)
    for wrong in ("", "none", str(uuid7())):
        refused = director.post(ADD, {**sent, "club": wrong})
        assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["club"])


@pytest.mark.parametrize("like", ["x", "0" * 32, "018f0000-0000-7000-8000-000000000000"])
def test_like_nothing_is_a_new_one(director: Client, like: str):
    assert form(director, f"{ADD}?like={like}").heading == "Open a tournament"


def test_another_clubs_tournament_is_not_copied(stranger: Client, night: Night):
    assert form(stranger, f"{ADD}?like={night.tournaments[0]}").earlier is None


def test_the_settings_have_the_same_fields_and_change_the_season(director: Client, night: Night, cup: Evening):
    at = f"/admin/league/tournament/{cup.id}/desk/settings/"
    shown, row = form(director, at), Tournament.objects.get(pk=cup.id)
    names = [field.name for field in form(director).first()]
    assert [field.name for field in shown.first()] == ["called", *names[1:]]
    desk = director.get(f"/admin/league/tournament/{cup.id}/desk/").text
    assert "counts in no season" in desk
    events = Event.objects.filter(stream=cup.id).count()
    assert director.post(at, as_sent(shown, season=str(night.season))).status_code == 302
    assert [season.pk for season in row.seasons.all()] == [night.season]
    assert Event.objects.filter(stream=cup.id).count() == events
    assert "Winter 2026</bdi></a>" in director.get(f"/admin/league/tournament/{cup.id}/desk/").text
    other = open_season(night.club)
    assert director.post(at, as_sent(form(director, at), season=str(other))).status_code == 302
    assert [season.pk for season in row.seasons.all()] == [other]
    assert director.post(at, as_sent(form(director, at), season="", rounds="4")).status_code == 302
    assert (list(row.seasons.all()), again.settings_of(row).rounds) == ([], 4)


def test_the_game_changes_until_a_round_is_seated(director: Client, cup: Evening, night: Night):
    at = f"/admin/league/tournament/{cup.id}/desk/settings/"
    sent = as_sent(form(director, at), game="keskife", keskife__action_seconds="20", seats="usual")
    assert director.post(at, sent).status_code == 302
    row = Tournament.objects.get(pk=cup.id)
    settings = again.settings_of(row)
    assert (settings.game, settings.game_options["action_seconds"]) == ("keskife", 20)
    running = f"/admin/league/tournament/{night.tournaments[-1]}/desk/settings/"
    page = director.get(running)
    assert "Game and seating can’t change any more" in page.text
    before = Event.objects.filter(stream=night.tournaments[-1]).count()
    sent = as_sent(page.context["form"], game="keskife", format="swiss")
    assert director.post(running, sent).status_code == 302
    assert Event.objects.filter(stream=night.tournaments[-1]).count() == before


def test_all_at_one_table_is_offered_to_five(director: Client, night: Night):
    evening = Evening.open(night.club, table_size={"min": 3, "max": 4, "prefer": 4})
    evening.enter(new_people(night.club, 5))
    desk = f"/admin/league/tournament/{evening.id}/desk/"
    assert "one of these 5 sits out." in director.get(desk).text
    assert director.post(f"{desk}one-table/").status_code == 302
    row = Tournament.objects.get(pk=evening.id)
    assert again.settings_of(row).table_size == TableSize(3, 5, 4)
    assert "sits out." not in director.get(desk).text
    late = director.post(f"{desk}one-table/", follow=True)
    assert "Someone else changed this first" in late.text


def test_an_imported_plan_is_not_repeated(night: Night):
    evening = Evening.open(night.club)
    row = Tournament.objects.get(pk=evening.id)
    settings = again.settings_of(row)
    planned = _with_plan(settings)
    new = again.like(row, planned, again.AnotherTournament(), timezone.now())
    assert (new.format, new.name != settings.name) == (Manual(), True)


def _with_plan(settings: Settings) -> Settings:
    return replace(settings, format=Prescribed((RoundPlan(((1, 2, 3),)),)))
