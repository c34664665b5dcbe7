"""What the pages of a night say: league table, standings, rounds, and the log."""

from __future__ import annotations

import html
import json
import re
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.admin.formatting.season_scheme import scheme_sentences
from league.domain.season.commands import AddResult, Change, Remove
from league.domain.season.results import Extra
from league.domain.season.table.groups import Division, Newcomers
from league.domain.season.table.scheme import Scheme, SeasonPoints
from league.domain.tournament.closing.commands import Cancel
from league.domain.tournament.rounds.commands import Discard
from league.domain.values.faults import read
from league.models import Club, Event, FollowerPosition, LeagueTableRow, Membership, Person, Role, Season, User
from league.projections.followers import follow
from league.queries import records
from league.repository.streams import GAME, SEASON, TOURNAMENT
from league.seating import season_ledger
from league.services import execution, friendly_games
from tests.pages.night import FIRST_NIGHT, NAMES, PASSWORD, Night, Playing, make_people, make_season


def text_of(client: Client, address: str) -> str:
    """The page's words, without its marks."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = answer.text.partition('id="content-main"')[2]
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def season_page(night: Night) -> str:
    return f"/admin/league/season/{night.season}/change/"


def test_the_league_table_names_all_and_counts_the_best_two(director: Client, night: Night):
    text = text_of(director, season_page(night))
    assert all(name in text for name in NAMES)
    assert "3 events counted" in text
    assert "The best 2 results count" in text
    rows = LeagueTableRow.objects.filter(season=night.season)
    dropped = sum(len(row.data["dropped"]) for row in rows)
    assert dropped > 0
    assert director.get(season_page(night)).text.count('class="tk-result is-dropped"') == dropped + 1  # and the legend


def test_the_league_table_is_had_as_a_file_from_its_page(director: Client, night: Night):
    page = director.get(season_page(night)).text
    files = [f"/admin/league/season/{night.season}/{form}" for form in ("xlsx", "csv")]
    assert all(f'href="{file}"' in page for file in files)
    answer = director.get(files[1])
    assert re.fullmatch(
        r'attachment; filename="winter-2026-[0-9-]{10}-league-table\.csv"', answer["Content-Disposition"]
    )
    heads, *rows = answer.text.splitlines()
    exact = [head for head in heads.split(",") if not head.endswith(" (number)")]
    assert exact[:7] == ["place", "name", "points", "gross", "events", "attendance", "decided by"]
    assert len(rows) == LeagueTableRow.objects.filter(season=night.season).count()
    assert director.get(f"/admin/league/season/{night.season}/pdf").status_code == 404


def test_head_to_head_and_records_lead_to_each_other(director: Client, night: Night):
    """Who met whom stands there from either side; a person's page counts what the matrix does."""
    meetings = records.season_meetings(Season.objects.get(pk=night.season))
    page = director.get(f"/admin/league/season/{night.season}/head-to-head/").text
    assert page.count('<th scope="row"') == len(meetings)
    person, opponents = next(iter(meetings.items()))
    address = f"/admin/league/season/person/{person}/"
    assert f'href="{address}"' in page
    text = text_of(director, address)
    assert "All time" in text
    assert "Winter 2026" in text
    other, met = next(iter(opponents.items()))
    name = Person.objects.get(pk=UUID(other)).public_name
    assert f"{name} {met.tables} {met.better} {met.worse} {met.level}" in text


def test_fairness_counts_what_everybody_has_had_and_marks_who_has_had_most(director: Client, night: Night):
    """Byes, seats and meetings of the page and of a person's page are those of the ledger."""
    season = Season.objects.get(pk=night.season)
    rows = season_ledger.of_season(season).rows
    address = f"/admin/league/season/{night.season}/fairness/"
    assert f'href="{address}"' in director.get(season_page(night)).text
    page = director.get(address).text
    assert page.count('<th scope="row"') == len(rows)
    most = max(had.last for had in rows.values())
    last = [person for person, had in rows.items() if had.last == most]
    assert page.count("most often in the last seat") == len(last)
    text = text_of(director, f"/admin/league/season/person/{last[0]}/")
    had = rows[last[0]]
    assert "most often in the last seat" in text
    for seat, times in had.seats.items():
        assert f"seat {seat}: {'once' if times == 1 else f'{times} times'}" in text
    assert f"{had.missed} round" in text
    heads, *lines = director.get(f"{address}csv").text.splitlines()
    assert heads.startswith("name,rounds,played,missed,byes,requested byes,short tables,last seats,met,meetings,seat 1")
    assert len(lines) == len(rows)
    assert director.get(f"{address}pdf").status_code == 404


def test_a_season_without_a_round_has_no_fairness_yet(director: Client, night: Night):
    season = make_season(night.club, night.director)
    assert "There are no counts yet." in text_of(director, f"/admin/league/season/{season}/fairness/")


def test_a_league_table_is_shown_by_division_category_and_month(director: Client, night: Night):
    """Who stands first is the first division, of which one goes down; nobody is a newcomer's senior here."""
    first, *others = LeagueTableRow.objects.filter(season=night.season).order_by("order")
    divisions = (Division("First", (str(first.person_id),), down=1), Division("Second", up=1))
    change = Change(divisions=divisions, categories=(Newcomers("New"),))
    execution.execute(SEASON, night.season, change, club=night.club.pk, actor="user:x", at=timezone.now())
    follow(night.club.pk)
    leader = first.person.public_name
    assert f"{leader} First, 1: goes down" in text_of(director, season_page(night))
    part = f"{season_page(night)}?division=First"
    assert director.get(part).text.count('<th scope="row"') == 1
    assert '<option value="First" selected>' in director.get(part).text
    assert director.get(f"{season_page(night)}?category=New").text.count('<th scope="row"') == len(others) + 1
    assert "Nobody has points in this part" in text_of(director, f"{season_page(night)}?month=1999-01")
    for wrong in ("month=1999-13", "division=Third", "category=Old"):
        assert director.get(f"{season_page(night)}?{wrong}").status_code == 404, wrong


def test_a_league_table_writes_thirds_as_people_do(client: Client, db: None):
    club = Club.objects.create(name="Thirds")
    director = User.objects.create_user("third", password=PASSWORD)
    Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    season = make_season(club, director, Scheme(points=SeasonPoints(by_place=(4, 2, 1))))
    tournament = Playing(club, director, season, "All equal", FIRST_NIGHT)
    tournament.enter(make_people(club, NAMES[:3]))
    found = tournament.seat()
    tournament.start(found)
    tournament.share(found)
    follow(club.pk)
    client.force_login(director)
    page = client.get(f"/admin/league/season/{season}/change/").text
    assert page.count('<span title="exactly 7/3">2.33</span>') == 6  # three people: in all, and in the one event
    assert "7/3" not in text_of(client, f"/admin/league/season/{season}/change/")
    assert page.count("Shared place") == 6  # a place's title and what decided it, three times


def test_a_season_without_results_says_so(client: Client, db: None):
    club = Club.objects.create(name="New")
    director = User.objects.create_user("new", password=PASSWORD)
    Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    client.force_login(director)
    assert "No season yet." in text_of(client, "/admin/league/season/")
    first = text_of(client, "/admin/")
    assert "No season yet. Open a season" in first
    assert "No tournament is over yet." in first
    assert "three steps to the first night" in first
    assert "Nothing happened yet." in text_of(client, "/admin/log/")
    season = make_season(club, director)
    assert "Nobody has points yet." in text_of(client, f"/admin/league/season/{season}/change/")


def test_a_table_that_is_behind_the_log_says_so(director: Client, night: Night):
    assert "Updating: ready in a few seconds." not in text_of(director, season_page(night))
    FollowerPosition.objects.update(position=5)
    assert "Updating: ready in a few seconds." in text_of(director, season_page(night))
    assert "league/again" in director.get(season_page(night)).text  # it loads the page again


def test_a_table_of_300_asks_the_database_no_more_than_one_of_3(director: Client, night: Night):
    def queries(rows: int) -> int:
        season = make_season(night.club, night.director)
        people = make_people(night.club, [f"Person {number}" for number in range(rows)])
        LeagueTableRow.objects.bulk_create(
            LeagueTableRow(
                club=night.club, season_id=season, person=person, order=at, place=at, points="1", data=row(person, at)
            )
            for at, person in enumerate(people, 1)
        )
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert f"{rows} people" in text_of(director, f"/admin/league/season/{season}/change/")
        return len(asked)

    assert queries(300) == queries(3) <= 14


def row(person: Person, place: int) -> dict[str, object]:
    """A row of a league table as the API has it."""
    return {
        "place": place, "person": str(person.pk), "points": 1, "gross": 1, "played": 1, "counted": [], "dropped": [],
        "decided_by": "points",
    }  # fmt: skip


def test_standings_share_places_and_say_what_decided(director: Client, night: Night):
    text = text_of(director, f"/admin/league/tournament/{night.tournaments[0]}/change/")
    assert "closed" in text
    assert "shared" in text
    assert all(word in text for word in ("Wins", "Last round", "Decided by", "Round 3", "Table 3", "area A"))


def test_tie_breaks_stand_under_their_names(director: Client, night: Night):
    page = director.get(f"/admin/league/tournament/{night.tournaments[0]}/change/").text
    winner = re.search(r"<tbody>\s*<tr>(.*?)</tr>", page, re.DOTALL)
    assert winner is not None
    cells = re.findall(r"<td[^>]*>(.*?)</td>", winner[1], re.DOTALL)
    words = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", cell)).split() for cell in cells]
    rounds, (wins,), (last,) = words[2:5], words[5], words[6]
    assert last == rounds[-1][0]
    won = sum(0.5 if line[0] == "3" else 1 for line in rounds if line[0] in ("3", "4"))  # 3: a first place for two
    assert float(wins) == won


def test_the_rounds_show_who_has_reported(director: Client, night: Night):
    text = text_of(director, f"/admin/league/tournament/{night.tournaments[-1]}/change/")
    assert "1 of 3 tables reported" in text
    assert text.count("playing") == 2
    assert "not reported yet" in text


def test_a_tournament_that_was_called_off_still_shows_its_tables(director: Client, night: Night):
    execution.execute(TOURNAMENT, night.tournaments[-1], Cancel(), club=night.club.pk, actor="user:x", at=FIRST_NIGHT)
    text = text_of(director, f"/admin/league/tournament/{night.tournaments[-1]}/change/")
    assert "cancelled" in text
    assert "Round 2" in text


def test_the_log_is_paged_by_position_and_misses_nothing(director: Client, night: Night):
    everything = list(Event.objects.filter(club=night.club.pk).order_by("-position").values_list("position", flat=True))
    address, seen = f"/admin/log/?club={night.club.pk}&view=log", []
    while address:
        page = director.get(address).text
        seen += [int(position) for position in re.findall(r'id="event-(\d+)"', page)]
        older = re.search(r'href="([^"]+)" rel="next"', page)
        address = older[1].replace("&amp;", "&") if older else ""
    assert seen == everything
    oldest = director.get(f"/admin/log/?club={night.club.pk}&after=0&view=log").text
    assert [int(at) for at in re.findall(r'id="event-(\d+)"', oldest)] == everything[-50:]
    assert f"after={everything[-50]}" in oldest


def test_a_tournaments_log_is_its_own(director: Client, night: Night):
    tournament = night.tournaments[-1]
    text = text_of(director, f"/admin/log/?club={night.club.pk}&stream={tournament}")
    assert "What happened: Club night 24 November" in text
    assert "\u2068Ada Lovelace\u2069 checked in." in text
    assert "Result of \u2068table 1, round 2\u2069: 1. " in text
    assert "by director of Tuesday Club" in text
    assert "was added to the season" not in text


def test_a_draft_that_was_thrown_away_is_told_without_its_id(director: Client, night: Night):
    playing = Playing(night.club, night.director, night.season, "Short night", FIRST_NIGHT)
    playing.enter(make_people(night.club, ["Ida", "Ola", "Ulf"]))
    playing.send(Discard(playing.seat().id))
    address = f"/admin/log/?club={night.club.pk}&stream={playing.id}&type=tournament.draft_discarded"
    assert "The draft was discarded." in text_of(director, address)


@pytest.mark.parametrize(("wanted", "there", "absent"), [
    ("kind=season", "was added to the season", "\u2069 checked in."),
    ("kind=game", "The game begins with", "\u2069 checked in."),
    ("type=tournament.closed", "The tournament was closed", "\u2069 checked in."),
])  # fmt: skip
def test_the_log_can_be_filtered(director: Client, night: Night, wanted: str, there: str, absent: str):
    text = text_of(director, f"/admin/log/?club={night.club.pk}&{wanted}")
    assert there in text
    assert absent not in text


def test_times_are_the_clubs(director: Client, night: Night):
    assert "Tuesday 24 November" in text_of(director, "/admin/log/")
    first = Event.objects.filter(stream=night.tournaments[0], version=1).get()
    assert first.recorded_at.hour == 18
    text = text_of(director, f"/admin/log/?club={night.club.pk}&stream={night.tournaments[0]}&after=0")
    assert "19:00 The tournament was opened." in text


def test_what_happened_to_a_person_is_found_in_all_their_nights(director: Client, night: Night):
    person = Person.objects.get(club=night.club, name="Ada Lovelace")
    text = text_of(director, f"/admin/log/?club={night.club.pk}&person={person.pk}&type=tournament.entry_checked_in")
    assert "What happened: Ada Lovelace" in text
    assert text.count("\u2068Ada Lovelace\u2069 checked in.") == person.entries.count() > 1
    assert "\u2068Sophie Germain\u2069 checked in." not in text
    whole = text_of(director, f"/admin/log/?club={night.club.pk}&person={person.pk}")
    assert "Result of" in whole
    assert "was opened" not in whole
    nobody = text_of(director, f"/admin/log/?club={night.club.pk}&person={UUID(int=1)}")
    assert "Nothing matches these filters." in nobody


def test_what_happened_is_in_words_and_the_log_one_click_further(director: Client, night: Night):
    address = f"/admin/log/?club={night.club.pk}&stream={night.tournaments[0]}"
    page = director.get(address).text
    assert "tk-code" not in page
    assert "tournament.closed" not in page
    assert "were recorded for the seatings" not in page
    log = re.search(r'href="([^"]+)">Open the log<', page)
    assert log is not None
    page = director.get(log[1].replace("&amp;", "&")).text
    assert "Log of Club night" in page
    assert '<span class="tk-code">tournament.closed</span>' in page
    assert "In words" in page


def test_the_secret_of_a_running_tournament_is_not_in_its_log(director: Client, night: Night):
    running = night.tournaments[-1]
    secret = Event.objects.get(stream=running, version=1).data["secret"]
    page = director.get(f"/admin/log/?club={night.club.pk}&stream={running}&view=log").text
    assert "seed_hash" in page
    assert secret not in page
    assert secret not in director.get(f"/admin/league/tournament/{running}/change/").text


def test_a_director_who_plays_sees_no_other_hand_in_the_log(director: Client, night: Night):
    other = User.objects.create_user("guest", password=PASSWORD)
    third = User.objects.create_user("third", password=PASSWORD)
    players = [str(user.pk) for user in (night.director, other, third)]
    opened = friendly_games.open_friendly(
        "monster-trick", players, {"play": "dealt"}, club=night.club.pk, actor="user:x", at=FIRST_NIGHT
    )
    deal(opened.stream.id, night)
    root = Client()
    root.force_login(User.objects.create_superuser("root", password=PASSWORD))
    everything = dealt_hands(root, night, opened.stream.id)
    own = dealt_hands(director, night, opened.stream.id)
    assert all(len(everything[player]) > 1 for player in players)
    assert own[players[0]] == everything[players[0]]
    assert own[players[1]] == len(everything[players[1]])


def dealt_hands(client: Client, night: Night, game: UUID) -> dict[str, Any]:
    """The hands as the log shows them in the details of the deal: cards, or only their number."""
    page = client.get(f"/admin/log/?club={night.club.pk}&stream={game}&type=monster_trick.round_dealt&view=log").text
    shown = re.search(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)
    assert shown is not None
    hands: dict[str, Any] = json.loads(html.unescape(shown[1]))["hands"]
    return hands


def deal(table: UUID, night: Night) -> None:
    """Deals the first round of a friendly game."""
    command = [{"type": "start_round"}]
    at = FIRST_NIGHT + timedelta(minutes=1)
    execution.execute(GAME, table, command, club=night.club.pk, actor="user:x", at=at)


@pytest.mark.parametrize("wanted", [
    "club=x", "stream=x", "before=x", "before=-1", "after=99999999999999999999", f"club={UUID(int=0)}", "before=1e3",
])  # fmt: skip
def test_an_address_of_nonsense_is_not_found(director: Client, wanted: str):
    assert director.get(f"/admin/log/?{wanted}").status_code == 404


def test_the_log_asks_the_database_a_bounded_number_of_times(director: Client, night: Night):
    with CaptureQueriesContext(connection) as asked:
        assert director.get("/admin/log/").text.count('id="event-') == 50
    assert len(asked) <= 20


def test_a_league_table_shows_results_from_elsewhere(client: Client, db: None):
    """The best one counts: what is dropped is struck through, also where it has a code in place of a place."""
    club = Club.objects.create(name="Away")
    director = User.objects.create_user("away", password=PASSWORD)
    Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    season = make_season(club, director, Scheme(points=SeasonPoints(by_place=(4, 2, 1)), best=1))
    ada, kurt = (str(person.pk) for person in make_people(club, NAMES[:2]))
    for result in (
        AddResult("e1", name="Away", places={ada: 1}, status={kurt: "DNF"}, multiplier=2),
        AddResult("e2", places={kurt: 1, ada: 2}, extra=(Extra(kurt, "1/2", "best costume"),)),
    ):
        execution.execute(SEASON, season, result, club=club.pk, actor="user:1", at=FIRST_NIGHT)
    follow(club.pk)
    client.force_login(director)
    address = f"/admin/league/season/{season}/change/"
    text = text_of(client, address)
    for words in ("Away weight 2", "Result from elsewhere", "0 dropped DNF", "4.5 place 1 including 0.5 extra"):
        assert words in text, words
    assert client.get(address).text.count('class="tk-result is-dropped"') == 2 + 1  # and the legend
    assert "A result from elsewhere was added to the season." in text_of(client, "/admin/log/")
    execution.execute(SEASON, season, Remove(), club=club.pk, actor="user:1", at=FIRST_NIGHT)
    assert client.get(address).status_code in (302, 404)
    assert "The season was removed" in text_of(client, "/admin/log/")


@pytest.mark.parametrize(
    ("scheme", "sentence"),
    [
        ({}, "Points as awarded"),
        ({"points": {"low_point": {}}}, "Low points: each place pays its own number, and the lowest total wins"),
        ({"splits": [{"events": [1, 8], "best": 4}]}, "The best 4 of events 1 to 8 count"),
        ({"drop_worst": [[5, 1], [9, 2]]}, "From 9 events on, the worst 2 results are dropped"),
    ],
)
def test_a_scheme_as_people_say_it(scheme: dict[str, Any], sentence: str):
    assert sentence in scheme_sentences(read(Scheme, scheme))
