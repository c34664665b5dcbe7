"""`seasons/{id}/standings`: of a week, a month, from one day to another; and as a file."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import openpyxl
import pytest

from tests.api.conftest import Site
from tests.api.test_night import play_round
from tests.api.test_season_events import PAY, table
from tests.api.test_season_standings import last_position, what_if
from tests.api.test_seasons import opened


def played(site: Site, season: str, starts_at: str) -> str:
    """A tournament of that start, played and closed; its id."""
    tournament = site.tournament(seasons=[season], starts_at=starts_at)
    site.entries(tournament["id"], "A", "B", "C")
    play_round(site, tournament["id"])
    site.director.send("POST", f"tournaments/{tournament['id']}/close")
    id: str = tournament["id"]
    return id


@pytest.mark.parametrize(
    ("zone", "begins", "inside", "outside"),
    [
        ("Europe/Berlin", "2026-07-05T21:30:00Z", "2026-W27", "2026-W28"),
        ("Europe/Berlin", "2026-07-05T22:00:00Z", "2026-W28", "2026-W27"),
        ("Europe/Berlin", "2026-12-06T22:30:00Z", "2026-W49", "2026-W50"),
        ("America/Los_Angeles", "2026-07-06T06:30:00Z", "2026-W27", "2026-W28"),
        ("America/Los_Angeles", "2026-12-07T07:30:00Z", "2026-W49", "2026-W50"),
    ],
)
def test_a_game_on_sunday_at_half_past_eleven_belongs_to_that_week(
    site: Site, zone: str, begins: str, inside: str, outside: str
) -> None:
    """Summer and winter, in the league's own zone; half an hour later it is the next."""
    season = opened(site, scheme=PAY, time_zone=zone)
    played(site, season["id"], begins)
    assert len(table(site, season["id"], f"?week={inside}")) == 3
    assert table(site, season["id"], f"?week={outside}") == []


def test_the_tables_of_two_months_and_of_any_days(site: Site) -> None:
    season = opened(site, scheme=PAY)
    ann, bob = site.people("Ann", "Bob")
    for day, first, second in (("2026-11-30", ann, bob), ("2026-12-01", bob, ann), ("2026-12-31", bob, ann)):
        site.season_event(season["id"], {"date": day, "places": {first: 1, second: 2}})
    site.season_event(season["id"], {"places": {ann: 1}})
    november, december = [(1, "Ann", 10), (2, "Bob", 7)], [(1, "Bob", 20), (2, "Ann", 14)]
    assert table(site, season["id"], "?month=2026-11") == november
    assert table(site, season["id"], "?month=2026-12") == december
    assert table(site, season["id"], "?from=2026-12-01") == december
    assert table(site, season["id"], "?to=2026-11-30") == november
    assert table(site, season["id"], "?from=2026-12-01&to=2026-12-30") == [(1, "Bob", 10), (2, "Ann", 7)]
    assert table(site, season["id"], "?from=2027-01-01") == []
    assert table(site, season["id"]) == [(1, "Ann", 34), (2, "Bob", 27)]


def test_a_part_as_it_was_known_then_and_by_another_scheme(site: Site) -> None:
    """The tournament was on Sunday, until its start was put off to Monday. Two share the second place."""
    season = opened(site, scheme=PAY)
    tournament = played(site, season["id"], "2026-12-06T19:00:00+01:00")
    then = last_position(site)
    site.director.send("POST", f"tournaments/{tournament}/reopen", {"reason": "wrong day"})
    site.director.send("PATCH", f"tournaments/{tournament}", {"starts_at": "2026-12-07T19:00:00+01:00"})
    site.director.send("POST", f"tournaments/{tournament}/close")
    assert table(site, season["id"], "?week=2026-W49") == []
    assert [row[2] for row in table(site, season["id"], f"?week=2026-W49&as_of={then}")] == [10, 6, 6]
    double = what_if({"points": {"by_place": [20, 14, 10]}})
    assert [row[2] for row in table(site, season["id"], f"{double}&week=2026-W50")] == [20, 12, 12]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?week=2026-49", "week"),
        ("?week=2025-W53", "week"),
        ("?month=2026-13", "month"),
        ("?month=", "month"),
        ("?from=yesterday", "from"),
        ("?to=2026-02-30", "to"),
        ("?week=2026-W49&month=2026-12", "month"),
        ("?week=2026-W49&to=2026-12-01", "week"),
        ("?as=pdf", "as"),
        ("?as=", "as"),
    ],
)
def test_questions_that_can_not_be_answered(site: Site, query: str, field: str) -> None:
    season = opened(site)
    answer = site.anonymous.send("GET", f"seasons/{season['id']}/standings{query}")
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, [field])


def read(answer: Any) -> list[list[str]]:
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8"), newline="")))


LARGE, SMALL = "17.3333333333333", "7.33333333333333"
"""52/3 and 22/3 as numbers that a spreadsheet can add."""


def test_the_table_as_a_file_has_exact_points_and_marks_what_is_dropped(site: Site) -> None:
    """Three share the first place of the second event: 22/3 each. A name that would be computed is not."""
    season = opened(site, scheme={**PAY, "best": 1})
    ann, bob, cy = site.people("Ann", "=1+1", "Émilie")
    site.season_event(season["id"], {"name": "Away", "date": "2026-12-08", "places": {ann: 1}, "status": {bob: "DNF"}})
    site.season_event(season["id"], {"places": {ann: 1, bob: 1, cy: 1}})
    second = site.anonymous.send("GET", f"seasons/{season['id']}/events").json()["results"][1]["id"]
    path = f"seasons/{season['id']}/standings"
    answer = site.anonymous.send("GET", f"{path}?as=csv")
    assert re.fullmatch(r'attachment; filename="winter-[0-9-]{10}-league-table\.csv"', answer["Content-Disposition"])
    heads, *rows = read(answer)
    assert heads == [
        "place", "name", "points", "points (number)", "gross", "gross (number)", "events", "attendance", "decided by",
        "2026-12-08 Away: place", "2026-12-08 Away: points", f"{second}: place", f"{second}: points",
        f"{second}: points (number)",
    ]  # fmt: skip
    assert rows == [
        ["1", "Ann", "10", "10", "52/3", LARGE, "2", "0", "points", "1", "10", "1", "[22/3]", ""],
        ["2", "'=1+1", "22/3", SMALL, "22/3", SMALL, "2", "0", "shared", "DNF", "[0]", "1", "22/3", SMALL],
        ["2", "Émilie", "22/3", SMALL, "22/3", SMALL, "1", "0", "shared", "", "", "1", "22/3", SMALL],
    ]
    assert len(read(site.anonymous.send("GET", f"{path}?as=csv&month=2026-12"))) == 3
    book = site.anonymous.get(f"{path}?as=xlsx", headers={"Accept": "application/*"})
    (sheet,) = openpyxl.load_workbook(io.BytesIO(book.content)).worksheets
    told = [(cell.value, cell.data_type) for row in sheet.rows for cell in row]
    assert [("22/3", "s") in told, ("=1+1", "s") in told, "f" in [kind for _, kind in told]] == [True, True, False]
