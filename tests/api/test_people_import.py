"""`people/import`: a list from a spreadsheet, all of it or nothing, and nobody twice."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.files.csv_file import Unreadable
from league.files.people_import import MOST_ROWS, read
from league.models import KeptAnswer, Person
from tests.api.conftest import Site

SIGN_UP = Path(__file__).parents[2] / "deploy" / "demo" / "sign-up.csv"
COMPOSED, DECOMPOSED = (unicodedata.normalize(form, "Zoë") for form in ("NFC", "NFD"))


def sent(site: Site, raw: bytes | str, query: str = "", **headers: str) -> Any:
    raw = raw.encode() if isinstance(raw, str) else raw
    return site.director.send("POST", f"people/import?club={site.club.id}{query}", raw, **headers)


def taken(site: Site, raw: bytes | str, query: str = "") -> tuple[int, int, int]:
    """How many were created and matched, and how many possible duplicates there are."""
    answer = sent(site, raw, query)
    assert answer.status_code == 200, answer.content
    told = answer.json()
    return told["created"], told["matched"], len(told["possible_duplicates"])


def refused(site: Site, raw: bytes | str, query: str = "") -> Any:
    """The problem that the list is; it has changed nothing."""
    stands = Person.objects.count()
    answer = sent(site, raw, query)
    assert answer["Content-Type"] == "application/problem+json"
    assert Person.objects.count() == stands
    return answer


def names() -> list[str]:
    return list(Person.objects.order_by("id").values_list("name", flat=True))


def test_the_sign_up_list(site: Site) -> None:
    told = sent(site, SIGN_UP.read_bytes()).json()
    assert told == {"created": 14, "matched": 0, "possible_duplicates": [], "ignored": ["note"]}
    known = {person.name: person for person in Person.objects.filter(club=site.club)}
    assert known['O\'Connor Seán "Shay"'].home_club == "Dún Laoghaire"
    gauss = known["Gauss, Carl Friedrich"]
    assert (gauss.born, gauss.email, gauss.home_club) == ("1777", "gauss@example.org", "Göttingen")
    assert (known["Ἀρχιμήδης"].born, known["Ἀρχιμήδης"].home_club) == ("", "Syracuse")
    assert {"华罗庚", "محمد بن موسى الخوارزمي"} <= set(known)
    assert taken(site, SIGN_UP.read_bytes()) == (0, 14, 0)
    assert Person.objects.count() == 14


@pytest.mark.parametrize(
    "raw",
    [
        "name,born\r\nZoë,1990\r\n".encode(),
        "name;born\rZoë;1990".encode(),
        "\n\nname\tborn\tnote\n\nZoë\t1990\t\n\t\t\n".encode(),
        "name,born\nZoë,1990".encode("utf-8-sig"),
        "Name ;BORN\nZoë;1990\n".encode("utf-16"),
        b"\xfe\xff" + "name,born\nZoë,1990\n".encode("utf-16-be"),
        "sep=;\nname;born\nZoë;1990\n".encode(),
        '"sep=|"\r\nname|born\r\nZoë|1990\r\n'.encode("utf-16"),
        'born,name\n1990,"Zoë"\n'.encode(),
    ],
)
def test_every_way_to_write_a_list(site: Site, raw: bytes) -> None:
    assert taken(site, raw) == (1, 0, 0)
    assert list(Person.objects.values_list("name", "born")) == [("Zoë", "1990")]


def test_a_form_with_a_file(site: Site) -> None:
    path = f"people/import?club={site.club.id}"
    for _ in range(2):  # each with other boundaries
        form = {"file": SimpleUploadedFile("list.csv", "name\nZoë\n".encode())}
        answer = site.director.post(path, form, format="multipart", headers={"Idempotency-Key": "k"})
        assert (answer.status_code, answer.json()["created"]) == (200, 1)
    assert answer["Idempotency-Replayed"] == "true"
    others: list[dict[str, Any]] = [{}, {"file": "name\nA"}, {"list": SimpleUploadedFile("list.csv", b"name\nA")}]
    for other in others:
        answer = site.director.post(path, other, format="multipart")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "file")
    assert names() == ["Zoë"]


def test_file_encoding(site: Site) -> None:
    """The case of that name: a byte order mark is read, a Latin-1 byte FC is refused with its place and an offer."""
    raw = "name,club\r\nAda,London\r\nMüller,Köln\r\n".encode("cp1252")
    answer = refused(site, raw)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (400, "not_utf8")
    assert problem["facts"] == {"line": 3, "column": 2, "byte": "FC", "encoding": "cp1252"}
    assert "?encoding=cp1252" in problem["detail"]
    assert "ine 3, column 2" in problem["detail"]
    assert taken(site, raw, "&encoding=cp1252") == (2, 0, 0)
    assert taken(site, "name,club\nMüller,Köln\n".encode("utf-8-sig")) == (0, 1, 0)
    told = sent(site, f"name\n{COMPOSED}\n{DECOMPOSED}\n").json()
    (duplicate,) = told["possible_duplicates"]
    assert (told["created"], duplicate["line"], duplicate["like_line"]) == (2, 3, 2)
    assert [Person.objects.get(id=duplicate[key]).name for key in ("like", "person")] == [COMPOSED, DECOMPOSED]


def test_one_name_in_two_forms_is_pointed_out_whoever_was_first(site: Site) -> None:
    Person.objects.create(club=site.club, name=COMPOSED, email="zoe@example.org")
    assert taken(site, f"name,email\n{DECOMPOSED},zoe@example.org\n") == (1, 0, 1)


@pytest.mark.parametrize(
    ("raw", "query", "code", "facts"),
    [
        (b"name\nA\x00da\n", "", "bad_text", {"line": 2, "column": 2}),
        ("name\nAda\n".encode("utf-16-le"), "", "bad_text", {"line": 1, "column": 2}),
        (b"\xff\xfen\x00a\x00m\x00e\x00\n\x00A", "", "bad_byte", {"line": 2, "column": 1, "byte": "41"}),
        (b"name\r\nA\x81", "&encoding=cp1252", "bad_byte", {"line": 2, "column": 2, "byte": "81"}),
        (b'name\nAda\n"Bea\nCleo\n', "", "bad_csv", {"line": 3}),
        (b'name\n"Ada"a\n', "", "bad_csv", {"line": 2}),
        (b"name\n" + b"x" * 140_000, "", "bad_csv", {"line": 2}),
        (b"first name\nAda\n", "", "no_name_column", {"line": 1}),
        (b"\n \n", "", "no_name_column", {"line": 1}),
        (b"name,born,Name\nAda,1815,Bea\n", "", "column_twice", {"line": 1, "column": "name"}),
        (b"sep=::\nname\n", "", "bad_separator", {"line": 1}),
        (b"sep=\nname\n", "", "bad_separator", {"line": 1}),
    ],
)
def test_what_can_not_be_read_is_refused_with_its_place(
    site: Site, raw: bytes, query: str, code: str, facts: dict[str, Any]
) -> None:
    answer = refused(site, raw, query)
    told = answer.json()
    assert (answer.status_code, told["code"], told["errors"][0]["field"]) == (400, code, "file")
    assert {name: told["facts"][name] for name in facts} == facts


def test_all_faults_of_all_rows_are_told_and_nothing_is_done(site: Site) -> None:
    raw = 'name,born,email,club\nAda,1815,,\n"Bea\nB",12.10.1815,nowhere,\n,1990,,\nCleo,1990,,x,y,z\n' + "x" * 121
    answer = refused(site, raw)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "bad_fields")
    assert [(error["field"], error["code"]) for error in told["errors"]] == [
        ("3.born", "bad_date"),
        ("3.email", "invalid"),
        ("5.name", "blank"),
        ("6", "surplus_cells"),
        ("7.name", "max_length"),
    ]
    assert told["errors"][0]["detail"].startswith("Line 3, born: ")


@pytest.mark.parametrize(
    ("before", "listed", "expected"),
    [
        ("Ada,1815,", "Ada,1815,", (0, 1, 0)),
        ("Ada,1815-12-10,", "Ada,1815,", (0, 1, 0)),
        ("Ada,1815-12-10,", "Ada,1815-12-11,", (1, 0, 0)),
        ("Ada,1815,", "Ada,1816,", (1, 0, 0)),
        ("Ada,,a@example.org", "Ada,,A@Example.org", (0, 1, 0)),
        ("Ada,,a@example.org", "Ada,,b@example.org", (1, 0, 1)),
        ("Ada,1815,a@example.org", "Ada,1815,b@example.org", (0, 1, 0)),
        ("Ada,1815,", "Ada,,", (0, 1, 0)),
        ("Ada,1815,", "ada,1815,", (1, 0, 1)),
        ("Ada,,", "Ada,,\nAda,,", (1, 1, 1)),
        ("Ada,,a@example.org", "Ada,,\nAda,,a@example.org", (1, 1, 1)),
        ("Bea,,", "Ada,1815,\nAda,1815,", (1, 1, 0)),
        ("Bea,,", "Ada,1815,\nAda,1816,", (2, 0, 0)),
        ("Ada,,\nAda,,", "Ada,,\nAda,,", (0, 2, 0)),
    ],
)
def test_who_is_the_same_person_again(site: Site, before: str, listed: str, expected: tuple[int, int, int]) -> None:
    sent(site, f"name,born,email\n{before}\n")
    assert taken(site, f"name,born,email\n{listed}\n") == expected


def test_another_clubs_people_are_nobodys_duplicates(site: Site) -> None:
    Person.objects.create(club=site.elsewhere, name="Ada", born="1815")
    assert taken(site, b"name,born\nAda,1815\n") == (1, 0, 0)


def test_a_dry_run_says_what_would_be_and_does_nothing(site: Site) -> None:
    site.people("Bea")
    assert taken(site, b"name,hat\nAda\nBea\n", "&dry_run=true") == (1, 1, 0)
    assert names() == ["Bea"]
    assert taken(site, b"name,hat\nAda\nBea\n") == (1, 1, 0)


def test_the_same_key_is_the_same_import(site: Site) -> None:
    answers = [sent(site, b"name\nAda\n", **{"Idempotency-Key": "k"}) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert (answers[1]["Idempotency-Replayed"], names()) == ("true", ["Ada"])
    assert sent(site, b"name\nBea\n", **{"Idempotency-Key": "k"}).status_code == 409


def test_a_list_has_an_end(site: Site) -> None:
    lines = "".join(f"\nP{number}" for number in range(MOST_ROWS + 1))
    assert (refused(site, f"name{lines}").status_code, names()) == (413, [])
    assert refused(site, b"name\n" + b"x" * 1024 * 1024).status_code == 413
    assert taken(site, f"name{lines.removesuffix(f'P{MOST_ROWS}')}") == (MOST_ROWS, 0, 0)


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("people/import", "club"),
        ("people/import?club=x", "club"),
        ("people/import?club=00000000-0000-7000-8000-000000000000", "club"),
        ("people/import?club={club}&dry_run=maybe", "dry_run"),
        ("people/import?club={club}&encoding=rot13", "encoding"),
    ],
)
def test_a_query_that_can_not_be(site: Site, path: str, field: str) -> None:
    answer = site.superuser.send("POST", path.format(club=site.club.id), b"name\nAda\n")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, field)


def test_a_list_is_no_json(site: Site) -> None:
    for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
        answer = site.director.post(f"people/import?club={site.club.id}", data=b"name\nAda\n", content_type=kind)
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
        assert "CSV" in answer.json()["detail"]
    assert refused(site, b"").json()["errors"][0]["field"] == "file"
    assert KeptAnswer.objects.count() == 0


FRAGMENTS = st.sampled_from(
    [b"name", b"born", b",", b";", b"\t", b"\n", b"\r", b'"', b"sep=", b"1990", b"\xfc", b"a@b.c"]
)
LISTS = st.one_of(
    st.binary(max_size=200),
    st.lists(st.one_of(FRAGMENTS, st.binary(max_size=4)), max_size=40).map(b"".join),
    st.builds(bytes.__add__, st.sampled_from([b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"name,"]), st.binary()),
    st.text().map(lambda text: f"name,born\n{text}".encode("utf-8", "surrogatepass")),
)


@given(LISTS, st.sampled_from([None, "cp1252"]))
@settings(max_examples=500, deadline=None)
def test_any_bytes_are_a_list_or_unreadable(raw: bytes, encoding: str | None) -> None:
    with suppress(Unreadable):
        assert all("\x00" not in cell for row in read(raw, encoding).rows for cell in row.cells.values())


@given(raw=LISTS, kind=st.sampled_from(["text/csv", "multipart/form-data; boundary=x", "text/csv; charset=latin-1"]))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_have_an_answer(site: Site, raw: bytes, kind: str) -> None:
    answer = site.director.post(f"people/import?club={site.club.id}&dry_run=true", data=raw, content_type=kind)
    assert answer.status_code == 200 or 400 <= answer.status_code < 500, answer.content
    if answer.status_code != 200:
        assert answer["Content-Type"] == "application/problem+json"
