"""What is read of a large night asks the database no more often than what is read of a small one."""

from __future__ import annotations

from urllib.parse import quote
from uuid import UUID

import pytest
from django.test import Client
from uuid6 import uuid7

from league.domain.season.commands import AddTournament
from league.domain.standings.standings import standings
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.entries.commands import CheckIn, NewEntry
from league.domain.tournament.results.commands import RecordResult
from league.models import Entry, LeagueTableRow
from league.projections import followers
from league.repository import streams
from league.repository.streams import SEASON, TOURNAMENT, Stream
from league.services import execution, tournaments
from league.services.execution import Work
from tests.api.conftest import Site
from tests.league.counted_queries import counted
from tests.league.nights import ACTOR, Night, new_people, open_season

FEW, MANY, ROUNDS, MOST_QUERIES = 30, 300, 3, 10
MOST_OF_A_REPORT = 14


def crowd(site: Site, count: int) -> Night:
    """A tournament of so many that has closed two rounds and runs a third, in which all tables have reported."""
    night = Night.open(site.club, tie_breaks=["wins", "last_round", "count_back", "lot"])
    entries = [NewEntry(str(uuid7()), str(person.pk)) for person in new_people(site.club, count)]
    tournaments.register(night.id, entries, {}, club=site.club.pk, actor=ACTOR, at=night.at)
    together(night, *(CheckIn(entry.id) for entry in entries))
    for number in range(1, ROUNDS + 1):
        found = night.start_round()
        placed = [{entry: seat for seat, entry in enumerate(table.seats, 1)} for table in found.tables]
        together(
            night,
            *(
                RecordResult(table.id, places, night.at, source="table", by=ACTOR)
                for table, places in zip(found.tables, placed, strict=True)
            ),
        )
        if number < ROUNDS:
            night.send(CloseRound(found.id))
    return night


def together(night: Night, *commands: CheckIn | RecordResult) -> None:
    """Many commands in one transaction, since the test is not about them."""

    def run(work: Work) -> Stream:
        stream = work.stream(TOURNAMENT, night.id)
        for command in commands:
            work.send(stream, command)
        return stream

    execution.commit(run, club=night.club.pk, actor=ACTOR, at=night.at)


def season_of(night: Night) -> UUID:
    """A season of the tournament alone, which is closed for it."""
    season = open_season(night.club)
    counts = AddTournament(str(uuid7()), str(night.id))
    execution.execute(SEASON, season, counts, club=night.club.pk, actor=ACTOR, at=night.at)
    night.send(CloseRound(night.state().rounds[-1].id))
    night.close()
    followers.follow(night.club.pk)
    return season


def queries(client: Client, path: str, *, cold: bool = False) -> int:
    """How many queries an answer takes. cold: of a process that has read no stream yet."""
    if cold:
        streams._cache.clear()
    with counted() as asked:
        answer = client.get(path)
    assert answer.status_code == 200, answer.content
    return len(asked)


@pytest.fixture
def nights(site: Site) -> tuple[Night, Night]:
    """A small night and a large one."""
    return crowd(site, FEW), crowd(site, MANY)


@pytest.fixture
def root(site: Site) -> Client:
    """Somebody who may look at every page of the admin."""
    client = Client()
    client.force_login(site.superuser.user)
    return client


def test_a_night_of_300_asks_the_database_no_more_than_one_of_30(site: Site, nights: tuple[Night, Night]) -> None:
    for path in (
        "tournaments/{id}/standings",
        "tournaments/{id}/standings?after_round=1",
        "tournaments/{id}/standings?as_of=round:1",
        "tournaments/{id}/entries?page_size=200",
        "tournaments/{id}/rounds",
        "tournaments/{id}",
        "rounds/{round}",
        "tables/{table}",
    ):
        for reader in (site.anonymous, site.referee):
            few, many = (queries(reader, named(path, night)) for night in nights)
            assert few == many <= MOST_QUERIES, path


def named(path: str, night: Night) -> str:
    last = night.state().rounds[-1]
    return path.format(id=night.id, round=last.id, table=last.tables[0].id)


def test_a_report_asks_as_often_in_a_large_night_and_counts_no_tables(site: Site, nights: tuple[Night, Night]) -> None:
    asked = [report(site, night) for night in nights]
    assert len(asked[0]) == len(asked[1]) <= MOST_OF_A_REPORT
    assert not any("COUNT(" in query for query in asked[1])


def report(site: Site, night: Night) -> list[str]:
    """The queries of another report at the first table, by its link."""
    table = night.state().rounds[-1].tables[0]
    places = {entry: len(table.seats) - seat for seat, entry in enumerate(table.seats)}
    link = site.table_link(table.id)
    with counted() as asked:
        answer = link.send("PUT", f"tables/{table.id}/result", {"places": places})
    assert answer.status_code == 200, answer.json()
    return asked


def test_all_of_the_300_are_told(site: Site) -> None:
    night = crowd(site, MANY)
    rows = site.anonymous.send("GET", f"tournaments/{night.id}/standings").json()["rows"]
    assert len({row["entry"] for row in rows}) == MANY
    assert {len(row["rounds"]) for row in rows} == {ROUNDS}
    first = site.anonymous.send("GET", f"tournaments/{night.id}/entries?page_size=200").json()
    second = site.anonymous.send("GET", first["next"].removeprefix("http://testserver")).json()
    assert len({entry["id"] for entry in first["results"] + second["results"]}) == MANY


def test_the_page_of_a_tournament_of_300_asks_no_more_than_one_of_30(root: Client, nights: tuple[Night, Night]) -> None:
    few, many = (queries(root, f"/admin/league/tournament/{night.id}/change/") for night in nights)
    assert few == many <= MOST_QUERIES


def test_a_season_of_300_asks_no_more_than_one_of_30(site: Site, root: Client, nights: tuple[Night, Night]) -> None:
    seasons = [season_of(night) for night in nights]
    assert [LeagueTableRow.objects.filter(season=season).count() for season in seasons] == [FEW, MANY]
    for reader, path in ((site.anonymous, "/api/v1/seasons/{}/standings"), (root, "/admin/league/season/{}/change/")):
        few, many = (queries(reader, path.format(season)) for season in seasons)
        assert few == many <= MOST_QUERIES


def small_season(site: Site, nights: int) -> UUID:
    """A season of so many closed tournaments of three people."""
    season, people = open_season(site.club), new_people(site.club, 3)
    for _ in range(nights):
        night = Night.open(site.club, seasons=[str(season)])
        night.enter(people)
        night.play_round()
        night.close()
    followers.follow(site.club.pk)
    return season


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?scheme=" + quote('{"points": {"by_place": [3, 2, 1]}, "best": 2}'),
        "?week=2026-W49",
        "?as=csv",
        "?as_of=2027-01-01T00:00:00Z",
        "?as_of={position}",
    ],
)
def test_a_season_of_six_nights_asks_no_more_than_one_of_two(site: Site, query: str) -> None:
    asked = []
    for nights in (2, 6):
        path = f"/api/v1/seasons/{small_season(site, nights)}/standings"
        position = site.anonymous.get(path).json()["as_of_position"]
        asked.append(queries(site.anonymous, path + query.format(position=position), cold=True))
    assert asked[0] == asked[1] <= MOST_QUERIES


def test_lists_and_records_of_six_nights_ask_no_more_than_those_of_two(site: Site) -> None:
    asked: list[list[int]] = []
    for nights in (2, 6):
        season = small_season(site, nights)
        small_season(site, 1)
        person = Entry.objects.filter(tournament__seasons=season).values_list("person_id", flat=True)[0]
        paths = (
            f"tournaments?season={season}",
            f"seasons?club={site.club.pk}",
            f"seasons/{season}/head-to-head",
            f"people/{person}/record",
        )
        asked.append([queries(site.director, f"/api/v1/{path}", cold=True) for path in paths])
    assert asked[0] == asked[1]
    assert max(asked[0]) <= MOST_QUERIES


def test_a_process_that_has_read_nothing_has_the_standings_of_a_large_night_from_one_row(site: Site) -> None:
    night = crowd(site, MANY)
    path = f"/api/v1/tournaments/{night.id}/standings"
    night.send(CloseRound(night.state().rounds[-1].id))
    by_the_log = standings(night.state())
    streams._cache.clear()
    with counted() as asked:
        closed = site.anonymous.get(path).json()
    assert [{name: row[name] for name in row if name != "name"} for row in closed["rows"]] == by_the_log
    assert len(asked) <= MOST_QUERIES
    assert not any("data" in query for query in asked), "the log of the night was read"


def test_a_report_among_300_asks_no_more_than_among_30(site: Site, nights: tuple[Night, Night]) -> None:
    took = []
    for night in nights:
        table = night.state().rounds[-1].tables[0]
        last_first = {entry: len(table.seats) - at for at, entry in enumerate(table.seats)}
        with counted() as asked:
            answer = site.table_link(table.id).send("PUT", f"tables/{table.id}/result", {"places": last_first})
        assert answer.json()["state"] == "disputed"
        took.append(len(asked))
    assert took[0] == took[1]
