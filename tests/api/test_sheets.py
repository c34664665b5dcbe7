"""Tables as files, counted by hand: standings, entries, records, ratings; and movement in standings."""

from __future__ import annotations

import csv
import io
from typing import Any

import openpyxl
import pytest

from league.models import Person
from league.projections.followers import follow
from league.queries.wording import rating
from tests.api.conftest import Site
from tests.api.test_records import played
from tests.api.test_season_events import PAY
from tests.api.test_seasons import opened
from tests.league.files.paper import pdf

POINTS = {"points": {"by_place": [4, 2, 1], "ties": "average"}, "tie_breaks": ["wins", "count_back"]}


def rows(site: Site, path: str) -> list[list[str]]:
    """The lines of a CSV file, heads first, which the XLSX file has too."""
    answer = site.anonymous.send("GET", f"{path}{'&' if '?' in path else '?'}as=csv")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8"), answer.content
    found = list(csv.reader(io.StringIO(answer.content.decode(), newline="")))
    book = site.anonymous.send("GET", f"{path}{'&' if '?' in path else '?'}as=xlsx")
    (sheet,) = openpyxl.load_workbook(io.BytesIO(book.content)).worksheets
    in_book = [["" if cell.value is None else str(cell.value) for cell in row] for row in sheet.rows]
    assert list(map(rounded, in_book)) == [rounded([cell.removeprefix("'") for cell in row]) for row in found]
    return found


def rounded(row: list[str]) -> list[str]:
    """The cells with decimals as XLSX keeps them: to 15 digits."""
    return [f"{float(cell):.15g}" if "." in cell and cell.replace(".", "").isdigit() else cell for cell in row]


def evening(site: Site, **fields: Any) -> tuple[str, list[str]]:
    """Three at one table, two rounds: Ann first, then level with Bob behind Cy."""
    made = site.tournament(game="scoresheet", table_size={"min": 2, "max": 5, "prefer": 4}, **POINTS, **fields)
    entries = site.entries(made["id"], "=Ann", "Bob", "Cy")
    for places in ([1, 2, 3], [2, 2, 1]):
        round = site.round(made["id"])
        body = {"places": dict(zip(entries, places, strict=True))}
        assert site.referee.send("PUT", f"tables/{round['tables'][0]['id']}/result", body).status_code == 200
        assert site.director.send("POST", f"rounds/{round['id']}/close", {}).status_code == 200
    return made["id"], entries


def test_standings_are_a_paper_for_everybody(site: Site) -> None:
    tournament, _ = evening(site)
    answer = site.anonymous.send("GET", f"tournaments/{tournament}/standings?as=pdf&after_round=1")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert "standings.pdf" in answer["Content-Disposition"]
    (text,) = pdf.words(answer.content)
    assert all(said in text for said in ("after round 1", "Decided by", "=Ann", "Bob", "Cy"))
    accepted = site.anonymous.get(f"tournaments/{tournament}/standings?as=pdf", headers={"Accept": "application/pdf"})
    assert accepted.status_code == 200


def test_standings_are_a_file_with_rounds_and_tie_breaks(site: Site) -> None:
    """Places 2 and 3 pay 2 and 1: who shares them has 3/2 each."""
    tournament, _ = evening(site)
    heads, *lines = rows(site, f"tournaments/{tournament}/standings")
    assert heads == [
        "place", "name", "points", "points (number)", "penalties",
        "round 1: table", "round 1: place", "round 1: points",
        "round 2: table", "round 2: place", "round 2: points", "round 2: points (number)",
        "wins", "count_back", "decided by",
    ]  # fmt: skip
    assert lines == [
        ["1", "'=Ann", "5.5", "5.5", "0", "1", "1", "4", "1", "2", "1.5", "1.5", "1", "1 1", "points"],
        ["2", "Cy", "5", "5", "0", "1", "3", "1", "1", "1", "4", "4", "1", "1 0 1", "points"],
        ["3", "Bob", "3.5", "3.5", "0", "1", "2", "2", "1", "2", "1.5", "1.5", "0", "0 2", "points"],
    ]
    assert [line[1:3] for line in rows(site, f"tournaments/{tournament}/standings?after_round=1")[1:]] == [
        ["'=Ann", "4"], ["Bob", "2"], ["Cy", "1"],
    ]  # fmt: skip


def test_a_dropped_round_stands_in_brackets(site: Site) -> None:
    points = {"by_place": [4, 2, 1], "best": {"n": 1, "of": "round"}}
    made = site.tournament(game="scoresheet", table_size={"min": 2, "max": 5, "prefer": 4}, points=points)
    entries = site.entries(made["id"], "Ann", "Bob")
    for places in ([1, 2], [2, 1]):
        round = site.round(made["id"])
        body = {"places": dict(zip(entries, places, strict=True))}
        site.referee.send("PUT", f"tables/{round['tables'][0]['id']}/result", body)
        site.director.send("POST", f"rounds/{round['id']}/close", {})
    lines = rows(site, f"tournaments/{made['id']}/standings")[1:]
    assert {(line[1], line[6], line[9]) for line in lines} == {("Ann", "4", "[2]"), ("Bob", "[2]", "4")}


def test_movement_in_standings_is_told_where_it_is_asked_for(site: Site) -> None:
    tournament, (ann, bob, cy) = evening(site)
    path = f"tournaments/{tournament}/standings"
    assert all("moved" not in row for row in site.anonymous.send("GET", path).json()["rows"])
    told = site.anonymous.send("GET", f"{path}?movement=true").json()["rows"]
    assert {row["entry"]: (row["moved"], row.get("new")) for row in told} == {
        ann: (0, None), cy: (1, None), bob: (-1, None),
    }  # fmt: skip
    first = site.anonymous.send("GET", f"{path}?movement=true&after_round=1").json()["rows"]
    assert [row["moved"] for row in first] == [None] * 3
    assert site.anonymous.send("GET", f"{path}?movement=perhaps").status_code == 400


def test_entries_are_a_file_of_all_of_them(site: Site) -> None:
    tournament, entries = evening(site)
    people = site.people("Dan", "Eve")
    body = {"team": "Two", "members": people}
    assert site.director.send("POST", f"tournaments/{tournament}/entries", body).status_code == 201
    heads, *lines = rows(site, f"tournaments/{tournament}/entries")
    assert heads == ["name", "kind", "members", "state", "from round", "dropped after", "rating", "table"]
    assert lines[0] == ["'=Ann", "person", "", "checked_in", "1", "", "", ""]
    assert lines[-1] == ["Two", "team", "Dan, Eve", "registered", "3", "", "", ""]
    assert len(lines) == len(entries) + 1
    assert len(rows(site, f"tournaments/{tournament}/entries?state=nothing")) == 1


def test_a_record_and_its_opponents_are_files(site: Site) -> None:
    season = opened(site, scheme=PAY)
    ann, bob, cy = site.people("Ann", "Bob", "Cy")
    played(site, [season["id"]], [ann, bob, cy], [1, 2, 3], [2, 1, 3])
    played(site, [], [ann, bob, cy], [3, 1, 2])
    follow(site.club.pk)
    heads, whole, winter = rows(site, f"people/{ann}/record")
    assert heads == ["season", "place", "events", "wins", "tables", "table wins", "place 1", "place 3"]
    assert whole == ["all time", "", "2", "1", "3", "1", "1", "1"]
    assert winter == [season["name"], "1", "1", "1", "2", "1", "1", "0"]
    assert rows(site, f"people/{ann}/record?table=opponents") == [
        ["season", "opponent", "tables", "better", "worse", "level"],
        ["all time", "Bob", "3", "1", "2", "0"],
        ["all time", "Cy", "3", "2", "1", "0"],
        [season["name"], "Bob", "2", "1", "1", "0"],
        [season["name"], "Cy", "2", "2", "0", "0"],
    ]


def test_ratings_are_a_file_whose_numbers_are_not_rounded(site: Site) -> None:
    ann, bob, cy = site.people("Ann", "Bob", "Cy")
    played(site, [], [ann, bob, cy], [1, 2, 2])
    follow(site.club.pk)
    path = f"ratings?club={site.club.pk}"
    told = site.anonymous.send("GET", path).json()["rows"]
    heads, *lines = rows(site, path)
    assert heads == ["place", "name", "rating", "mean", "deviation", "tables", "rating as shown"]
    assert [line[0] for line in lines] == ["1", "2", "2"]
    assert [(line[1], float(line[3]), float(line[4]), line[5]) for line in lines] == [
        (row["name"], row["mu"], row["sigma"], "1") for row in told
    ]
    assert [line[6] for line in lines] == [str(rating(row["shown"])) for row in told]


@pytest.mark.parametrize("path", ["standings", "entries"])
def test_another_form_is_refused(site: Site, path: str) -> None:
    made = site.tournament()
    for form in ("html", "CSV", ""):
        answer = site.anonymous.send("GET", f"tournaments/{made['id']}/{path}?as={form}")
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "unknown_form")


def test_a_table_of_a_record_that_is_none_is_refused(site: Site) -> None:
    (ann,) = site.people("Ann")
    answer = site.member.send("GET", f"people/{ann}/record?table=enemies")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "unknown_table")
    assert Person.objects.filter(pk=ann).exists()


def test_rows_that_say_more_than_numbers_on_all_ways_out(site: Site) -> None:
    """Four and Eve, who never comes; Dan leaves, and Ann and Bob play a final."""
    made = site.tournament(game="scoresheet", table_size={"min": 2, "max": 4, "prefer": 4}, tie_breaks=["wins"])
    entries = site.entries(made["id"], "Ann", "Bob", "Cy", "Dan", "Eve")
    path = f"tournaments/{made['id']}"

    def play(*seats: str) -> None:
        round = site.round(made["id"], {"plan": {"tables": [list(seats)]}})
        places = {entry: place for place, entry in enumerate(seats, 1)}
        table = round["tables"][0]["id"]
        assert site.referee.send("PUT", f"tables/{table}/result", {"places": places}).status_code == 200
        assert site.director.send("POST", f"rounds/{round['id']}/close").status_code == 200

    play(*entries[:4])
    assert site.director.send("POST", f"{path}/final", {"top": 2, "carry": "all"}).status_code == 200
    assert site.director.send("POST", f"entries/{entries[3]}/drop").status_code == 200
    play(entries[1], entries[0])
    final, others = {"stage": 1, "rounds": [1, 2], "carried": "all"}, {"stage": 0, "rounds": [1], "carried": "none"}

    def shown(query: str = "") -> list[tuple[Any, ...]]:
        found = site.anonymous.send("GET", f"{path}/standings{query}").json()["rows"]
        return [(row["name"], row["place"], row.get("withdrawn"), row["block"]) for row in found]

    wanted = [
        ("Ann", 1, None, final),
        ("Bob", 1, None, final),
        ("Cy", 3, None, others),
        ("Dan", 4, True, others),
        ("Eve", None, None, others),
    ]
    assert shown() == shown("?after_round=2") == shown("?movement=true") == wanted
    assert site.director.send("POST", f"{path}/close").status_code == 200
    assert shown() == wanted
    heads, *lines = rows(site, f"{path}/standings")
    assert heads[-2:] == ["withdrawn", "counts"]
    assert [(line[0], line[1], line[-2], line[-1]) for line in lines[-3:]] == [
        ("3", "Cy", "", "others: round 1"),
        ("4", "Dan", "yes", "others: round 1"),
        ("", "Eve", "", "others: round 1"),
    ]
    assert lines[0][-1] == "final: rounds 1-2, all points carried"
    (why, *_) = site.director.send("GET", f"{path}/explain?entry={entries[4]}").json()["because"]
    assert why["rule"] == "standings.no_place"
