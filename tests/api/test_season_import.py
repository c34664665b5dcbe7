"""`seasons/{id}/events` with a CSV file: results from elsewhere, all of them or none."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.files.csv_file import Unreadable
from league.files.result_file import COLUMNS, MOST_EVENTS, read
from league.models import Event, Person
from tests.api.conftest import Site
from tests.api.test_season_events import PAY, table
from tests.api.test_seasons import opened

AWAY = (
    "Event;Date;Name;Place;Status;Points;Extra;For;Multiplier\n"
    "Away;2026-12-08;Kurt;1;;;;;2\n"
    ";;Ada;2;;;1;best costume;\n"
    ";;Olga;2;;;;;\n"
    ";;Émilie;;DNF;;;;\n"
    "Home;2026-12-15;Ada;1;;1/2;;;\n"
    "Home;;kurt;2;;;;;\n"
)


def sent(site: Site, season: str, text: str | bytes, query: str = "") -> Any:
    raw = text if isinstance(text, bytes) else text.encode()
    return site.director.send("POST", f"seasons/{season}/events{query}", raw)


def test_a_file_of_two_events_counts_as_if_each_had_been_entered(site: Site) -> None:
    """Away counts twice: 20, 6 × 2 + 1, 6 × 2, 0. At home Ada has half a point as given, and Kurt the second's 7."""
    season = opened(site, scheme=PAY)
    kurt, ada, olga, emilie = site.people("Kurt", "Ada", "Olga", "Émilie")
    answer = sent(site, season["id"], "sep=;\n" + AWAY)
    assert answer.status_code == 201, answer.content
    assert answer["Location"].endswith(f"/seasons/{season['id']}/events")
    made = answer.json()
    assert made["read"] == {"events": 2, "people": 6, "ignored": []}
    first, second = made["results"]
    assert {**first, "id": None} == {
        "id": None, "version": 2, "tournament": None, "name": "Away", "date": "2026-12-08", "multiplier": 2,
        "places": {kurt: 1, ada: 2, olga: 2}, "status": {emilie: "DNF"}, "awards": {}, "awards_only": False,
        "extra": [{"person": ada, "points": 1, "for": "best costume"}], "shared": [],
    }  # fmt: skip
    assert (second["places"], second["awards"], second["multiplier"]) == ({ada: 1, kurt: 2}, {ada: "1/2"}, 1)
    assert site.anonymous.send("GET", f"seasons/{season['id']}/events").json()["results"] == made["results"]
    assert table(site, season["id"]) == [(1, "Kurt", 27), (2, "Ada", "13.5"), (3, "Olga", 12), (4, "Émilie", 0)]


def test_people_are_found_by_name_by_id_and_by_what_tells_them_apart(site: Site) -> None:
    season = opened(site, scheme=PAY)
    (ada,) = site.people("Ada")
    for club in ("North", "South"):
        Person.objects.create(club=site.club, name="Max", home_club=club)
    Person.objects.create(club=site.club, name="Augusta King", shown_as="Gus")
    north = str(Person.objects.get(home_club="North").id)
    text = f"person,place\n{ada.upper()},1\nmax (north),2\nAugusta  King,3\n"
    (made,) = sent(site, season["id"], text).json()["results"]
    king = str(Person.objects.get(shown_as="Gus").id)
    assert made["places"] == {ada: 1, north: 2, king: 3}
    answer = sent(site, season["id"], "person,place\nMax,1\n")
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["field"], error["code"]) == (400, "2.person", "ambiguous_name")
    assert "Max (North), Max (South)" in error["detail"]


def test_a_shared_seat_is_a_word_that_its_people_have_in_common(site: Site) -> None:
    season = opened(site, scheme={**PAY, "shared_seat": "split"})
    ada, bea, cleo = site.people("Ada", "Bea", "Cleo")
    (made,) = sent(site, season["id"], "name,place,shared\nAda,1,car 5\nBea,1,car 5\nCleo,2,car 6\n").json()["results"]
    assert made["shared"] == [[ada, bea]]
    assert table(site, season["id"]) == [(1, "Cleo", 7), (2, "Ada", 5), (2, "Bea", 5)]
    answer = sent(site, season["id"], "name,place,shared\nAda,1,car 5\nBea,2,car 5\n")
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, ["2.shared.0"])
    assert cleo


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("name,place\nAda,0\n", [("2.place", "bad_number")]),
        ("name,place\nAda,1.5\n", [("2.place", "bad_number")]),
        ("name,place\nAda,\n", [("2.place", "required")]),
        ("name,place\nAda\n", [("2.place", "required")]),
        ("name,place\n,1\n", [("2.name", "required")]),
        ("name,place\nZoe,1\n", [("2.name", "unknown_person")]),
        ("name,place\nAda,1\nada,2\n", [("3.name", "duplicate")]),
        ("name,place\nAda,1,x\n", [("2.", "surplus_cells")]),
        ("name,place,status\nAda,1,DNF\n", [("2.status", "ambiguous")]),
        ("name,status\nAda,{long}\n".format(long="x" * 21), [("2.status", "too_long")]),
        ("name,points\nAda,1/0\nBea,NaN\n", [("2.points", "bad_number"), ("3.points", "bad_number")]),
        ("name,place,date\nAda,1,2026-02-30\n", [("2.date", "bad_date")]),
        ("name,place,date\nAda,1,20261208\n", [("2.date", "bad_date")]),
        ("name,place,multiplier\nAda,1,-1\n", [("2.multiplier", "bad_number")]),
        ("event,name,place,date\nA,Ada,1,2026-12-01\nA,Bea,2,2026-12-02\n", [("3.date", "differs")]),
        ("place\n1\n", [("file", "no_name_column")]),
        ("name,person,place\nAda,Ada,1\n", [("file", "two_forms")]),
        ("name\nAda\n", [("file", "no_place_column")]),
        ("name,place,place\nAda,1,1\n", [("file", "column_twice")]),
        ("name,place\n", [("file", "no_rows")]),
        ("\n", [("file", "no_name_column")]),
        ('name,place\n"Ada,1\n', [("file", "bad_csv")]),
        (b"name,place\nJ\xfcrgen,1\n", [("file", "not_utf8")]),
    ],
)
def test_what_does_not_fit_is_told_by_line_and_column_and_nothing_is_kept(
    site: Site, text: str | bytes, faults: list[tuple[str, str]]
) -> None:
    season = opened(site, scheme=PAY)
    site.people("Ada", "Bea")
    before = Event.objects.count()
    answer = sent(site, season["id"], text)
    assert (answer.status_code, [(error["field"], error["code"]) for error in answer.json()["errors"]]) == (400, faults)
    assert Event.objects.count() == before


def test_one_wrong_row_of_many_events_keeps_all_of_them_out(site: Site) -> None:
    season = opened(site, scheme=PAY)
    site.people("Ada")
    answer = sent(site, season["id"], "event,name,place\nA,Ada,1\nB,Ada,1\nC,Zoe,1\n")
    assert [error["field"] for error in answer.json()["errors"]] == ["4.name"]
    many = "event,name,place\n" + "".join(f"e{number},Ada,1\n" for number in range(MOST_EVENTS + 1))
    assert sent(site, season["id"], many).status_code == 413
    assert site.anonymous.send("GET", f"seasons/{season['id']}/events").json()["results"] == []


def test_a_dry_run_tells_the_events_and_the_league_table_with_them(site: Site) -> None:
    season = opened(site, scheme=PAY)
    ada, bea = site.people("Ada", "Bea")
    site.season_event(season["id"], {"places": {ada: 1, bea: 2}})
    before = Event.objects.count()
    answer = sent(site, season["id"], "event,name,place\nA,Bea,1\nA,Ada,2\nB,Bea,1\n", "?dry_run=true")
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert [event["type"] for event in told["events"]] == ["season.result_added"] * 2
    tables = [
        [(row["person"], row["points"]) for row in told[name]] for name in ("standings_before", "standings_after")
    ]
    assert tables == [[(ada, 10), (bea, 7)], [(bea, 27), (ada, 17)]]
    assert Event.objects.count() == before
    removed = site.director.send("DELETE", f"seasons/{season['id']}?dry_run=true").json()
    assert (len(removed["standings_before"]), removed["standings_after"]) == (2, [])


def test_the_same_file_with_the_same_key_is_taken_once(site: Site) -> None:
    """In a form the boundaries are others each time; the file is the same."""
    season = opened(site, scheme=PAY)
    site.people("Ada")
    path = f"seasons/{season['id']}/events"
    answers = [
        site.director.post(
            path, {"file": SimpleUploadedFile("r.csv", b"name,place\nAda,1\n")}, headers={"Idempotency-Key": "once"}
        )
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert len(site.anonymous.send("GET", path).json()["results"]) == 1
    assert site.director.post(path, b"<x/>", content_type="application/xml").status_code == 415
    assert site.referee.send("POST", path, b"name,place\nAda,1\n").status_code == 403


def test_an_older_programs_file_is_taken_where_its_encoding_is_named(site: Site) -> None:
    season = opened(site, scheme=PAY)
    (jurgen,) = site.people("Jürgen")
    answer = sent(site, season["id"], b"name;place\nJ\xfcrgen;1\n", "?encoding=cp1252")
    assert answer.json()["results"][0]["places"] == {jurgen: 1}
    assert UUID(answer.json()["results"][0]["id"]).version == 7


CELLS = st.text(st.sampled_from("AdaBea 123-/.=;\"'é\x00\ufeff"), max_size=8)
FILES = st.lists(st.lists(st.one_of(st.sampled_from(list(COLUMNS)), CELLS), max_size=6).map(",".join), max_size=6)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=FILES)
def test_any_file_is_read_or_refused(lines: list[str]) -> None:
    with suppress(Unreadable):
        file = read("\n".join(lines).encode())
        assert all(row.line > 1 for event in file.events for row in event.rows)
        assert all(fault.detail for fault in file.faults)


@pytest.mark.parametrize("separator", [";", "\t"])
def test_decimal_commas_are_read(site: Site, separator: str) -> None:
    season = opened(site, scheme=PAY)
    ada, bea = site.people("Ada", "Bea")
    rows = [["name", "points", "extra", "multiplier"], ["Ada", "2,5", "-0,125", "1,5"], ["Bea", "32000", "", ""]]
    answer = sent(site, season["id"], "\n".join(separator.join(row) for row in rows))
    assert answer.status_code == 201, answer.content
    (made,) = answer.json()["results"]
    assert (made["awards"], made["multiplier"]) == ({ada: "2.5", bea: 32000}, "1.5")
    assert made["extra"] == [{"person": ada, "points": "-0.125", "for": ""}]


def test_a_comma_or_point_before_three_digits_is_asked_about_with_its_place(site: Site) -> None:
    season = opened(site, scheme=PAY)
    site.people("Ada", "Bea")
    for text in ("name;points;extra\nAda;32,000;\nBea;1;1.500\n", 'name,points,extra\nAda,"32,000",\nBea,1,1.500\n'):
        answer = sent(site, season["id"], text)
        told = answer.json()["errors"]
        assert answer.status_code == 400
        assert [(error["field"], error["code"]) for error in told] == [
            ("2.points", "ambiguous_number"), ("3.extra", "ambiguous_number"),
        ]  # fmt: skip
        assert told[0]["detail"] == "Line 2, points: 32,000 can be read in two ways: write 32000 or 32."
    body = {"awards": {site.people("Cleo")[0]: "32.000"}}
    assert site.director.send("POST", f"seasons/{season['id']}/events", body).status_code == 201
