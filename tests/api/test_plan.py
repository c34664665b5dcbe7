"""`tournaments/{id}/plan`: rounds planned ahead in a spreadsheet, all of it or nothing, and given back."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.files.csv_file import Unreadable
from league.files.plan_file import LAYOUT, read
from league.models import Event, Person
from league.queries.names import Called
from tests.api.conftest import Site
from tests.api.test_prescribed import SIZES, close, prescribed, seats

NAMES = ("Ada", "Bea", "Cleo", "Dan", "Eve")
LONG = "round,table,seat,entry\n"
WIDE = "round,table,1,2,3,4\n"
NOBODY = Called({}, {}, {})


class Planned:
    """A tournament of five at tables of two to four, and who plans it."""

    def __init__(self, site: Site) -> None:
        self.site, self.id = site, site.tournament(game="scoresheet", table_size=SIZES)["id"]
        self.entries = dict(zip(NAMES, site.entries(self.id, *NAMES), strict=True))
        self.path = f"tournaments/{self.id}/plan"

    def lose(self, *names: str) -> None:
        """These leave, so that a plan need not name them."""
        for name in names:
            answer = self.site.director.send("POST", f"entries/{self.entries[name]}/drop", {})
            assert answer.status_code == 200, answer.content

    def sends(self, raw: bytes | str, query: str = "", **headers: str) -> Any:
        raw = raw.encode() if isinstance(raw, str) else raw
        return self.site.director.send("POST", self.path + query, raw, **headers)

    def takes(self, raw: bytes | str, query: str = "") -> Any:
        """The plan that stands after a file was taken: by name, or place."""
        answer = self.sends(raw, query)
        assert answer.status_code == 200, answer.content
        return self.plan(answer.json()["format"]["plan"])

    def refuses(self, raw: bytes | str, query: str = "") -> Any:
        """The problem that a file is; it has changed nothing."""
        before, events = self.site.director.send("GET", f"tournaments/{self.id}").json(), Event.objects.count()
        answer = self.sends(raw, query)
        assert answer["Content-Type"] == "application/problem+json"
        assert Event.objects.count() == events
        assert self.site.director.send("GET", f"tournaments/{self.id}").json() == before
        return answer

    def plan(self, plan: list[dict[str, Any]]) -> list[tuple[list[list[Any]], list[Any]]]:
        """A plan with names in place of ids."""
        called = {entry: name for name, entry in self.entries.items()}
        return [
            (
                [[called.get(chosen, chosen) for chosen in table] for table in planned["tables"]],
                [called.get(bye, bye) if not isinstance(bye, dict) else bye for bye in planned["byes"]],
            )
            for planned in plan
        ]

    def gives(self, form: str) -> Any:
        return self.site.anonymous.send("GET", f"{self.path}?as={form}")


@pytest.fixture
def planned(site: Site) -> Planned:
    return Planned(site)


TWO_ROUNDS = [([["Ada", "Bea"], ["Cleo", "Dan"]], ["Eve"]), ([["Eve", "Ada"], ["Dan", "Bea"]], ["Cleo"])]


@pytest.mark.parametrize(
    "raw",
    [
        LONG + "1,1,1,Ada\n1,1,2,Bea\n1,2,1,Cleo\n1,2,2,Dan\n1,bye,,Eve\n"
        "2,1,1,Eve\n2,1,2,Ada\n2,2,1,Dan\n2,2,2,Bea\n2,,,Cleo\n",
        LONG + "2,1,2,Ada\n1,Bye,,Eve\n2,2,2,Bea\n2,,,Cleo\n1,2,2,Dan\n1,1,2,Bea\n1,1,1,Ada\n"
        "2,1,1,Eve\n2,2,1,Dan\n1,2,1,Cleo\n",
        "Entry;Table;Round;no\nAda;1;1;x\nBea;1;1\nCleo;2;1\nDan;2;1\nEve;;1\nEve;1;2\nAda;1;2\nDan;2;2\nBea;2;2\nCleo;bye;2",
        WIDE + "1,1,Ada,Bea,,\n1,2,Cleo,Dan\n\n1,bye,Eve,,,\n2,1, eve ,ADA,,\n2,2,Dan,Bea,,\n2,,,Cleo,,\n",
        "sep=|\n2|1|round|table\nBea|Ada|1|1\nDan|Cleo|1|2\n|Eve|1|bye\nAda|Eve|2|1\nBea|Dan|2|2\nCleo||2|\n",
    ],
)
def test_every_way_to_write_a_plan(planned: Planned, raw: str) -> None:
    assert planned.takes(raw) == TWO_ROUNDS
    assert planned.takes(raw.encode("utf-16")) == TWO_ROUNDS
    assert planned.takes(raw.encode("utf-8-sig")) == TWO_ROUNDS


def test_the_answer_is_the_tournament_with_what_was_read(planned: Planned) -> None:
    told = planned.sends("round,table,hat,1,2\n1,1,x,Ada,Bea\n1,2,,3,4\n1,bye,,Eve\n").json()
    assert told["read"] == {"rounds": 1, "tables": 2, "byes": 1, "ignored": ["hat"]}
    ada, bea, eve = (planned.entries[name] for name in ("Ada", "Bea", "Eve"))
    assert told["format"] == prescribed({"tables": [[ada, bea], [3, 4]], "byes": [eve]})
    shown = planned.site.director.send("GET", f"tournaments/{planned.id}").json()
    assert {key: value for key, value in told.items() if key != "read"} == shown


def test_by_id_by_place_and_on_terms_of_a_bye(planned: Planned) -> None:
    ada = planned.entries["Ada"]
    raw = f"round,table,entry,place,points,kind\n1,1,{ada.upper()},,,\n1,1,,2,,\n1,1,,3,,\n1,,Dan,,1/2,requested\n"
    dan = {"entry": planned.entries["Dan"], "points": "1/2", "kind": "requested"}
    assert planned.takes(raw + "1,bye,Eve,,1,\n1,bye,Bea,,,\n") == [
        ([["Ada", 2, 3]], [dan, {"entry": planned.entries["Eve"], "points": 1, "kind": "pairing"}, "Bea"])
    ]


def test_a_round_is_seated_by_the_file_and_the_next_ones_can_be_changed(planned: Planned) -> None:
    planned.takes("round,table,1,2,3\n1,1,Eve,Dan,\n1,2,Cleo,Bea,Ada\n2,1,1,5,\n2,2,2,3,4\n")
    first = planned.site.round(planned.id)
    e = planned.entries
    assert seats(first) == [[e["Eve"], e["Dan"]], [e["Cleo"], e["Bea"], e["Ada"]]]
    close(planned.site, first)
    for wrong in ("1,1,Dan,Eve,\n1,2,Cleo,Bea,Ada\n", "1,1,Ada,Dan,\n1,2,Cleo,Bea,Eve\n2,1,1,2,\n"):
        refused = planned.refuses("round,table,1,2,3\n" + wrong)
        assert (refused.status_code, refused.json()["code"]) == (422, "round_seated")
    planned.takes("round,table,1,2,3\n1,1,Eve,Dan,\n1,2,Cleo,Bea,Ada\n2,1,Ada,Bea,\n2,2,Cleo,Dan,Eve\n")
    assert seats(planned.site.round(planned.id))[0] == [e["Ada"], e["Bea"]]
    refused = planned.refuses("round,table,1,2,3\n1,1,Eve,Dan,\n1,2,Cleo,Bea,Ada\n")
    assert (refused.status_code, refused.json()["code"]) == (422, "round_seated")


def test_what_is_seated_otherwise_has_no_plan(planned: Planned) -> None:
    planned.site.round(planned.id, start=False)
    refused = planned.refuses(WIDE + "1,1,Ada,Bea,,\n")
    assert (refused.status_code, refused.json()["code"]) == (422, "round_seated")
    assert (planned.gives("csv").status_code, planned.gives("json").json()["code"]) == (422, "no_plan")


def test_a_place_that_nobody_has_is_refused_when_the_round_is_seated(planned: Planned) -> None:
    planned.takes("round,table,1,2,3\n1,1,1,2,\n1,2,3,4,6\n")
    stands = Event.objects.count()
    refused = planned.site.director.send("POST", f"tournaments/{planned.id}/rounds", {})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_plan")
    assert refused.json()["facts"] == {"place": 6}
    assert Event.objects.count() == stands
    assert planned.site.director.send("GET", f"tournaments/{planned.id}/rounds").json()["results"] == []


@pytest.mark.parametrize(
    ("raw", "faults"),
    [
        (LONG + "1,1,1,Ada\n1,1,2,Ada\n", [("3.entry", "duplicate")]),
        (LONG + "1,1,1,Ada\n1,1,2,Bea\n1,bye,,Ada\n", [("4.entry", "duplicate")]),
        (WIDE + "1,1,1,2,3,1\n", [("2.4", "duplicate")]),
        (LONG + "1,1,1,Ada\n1,2,1,Bea\n1,2,2,Dan\n", [("2.table", "unfit")]),
        (WIDE.replace("4", "4,5") + "1,1,1,2,3,4,5\n", [("2.table", "unfit")]),
        (LONG + "1,1,1,Zoe\n1,1,2,7\n", [("2.entry", "unknown_entry"), ("3.entry", "unknown_entry")]),
        (WIDE + "1,1,1,Zoe,10001,0\n", [("2.2", "unknown_entry"), ("2.3", "unknown_entry"), ("2.4", "unknown_entry")]),
        ("round,table,place\n1,1,0\n1,1,Ada\n1,1,10001\n", [(f"{line}.place", "bad_number") for line in (2, 3, 4)]),
        (WIDE + "1,1,1,2,,\n3,1,1,2,,\n5,1,1,2,,\n", [("3.round", "round_missing"), ("4.round", "round_missing")]),
        (WIDE + "2,1,1,2,,\n", [("2.round", "round_missing")]),
        (WIDE + "1,2,1,2,,\n1,4,3,4\n", [("2.table", "table_missing"), ("3.table", "table_missing")]),
        (WIDE + "1,1,1,,3,\n", [("2.2", "seat_missing")]),
        (WIDE + "1,1,1,2,,\n1,1,3,4,,\n", [("3.1", "seat_twice"), ("3.2", "seat_twice")]),
        (WIDE + "1,bye,1,2,,\n", [("2.table", "no_table")]),
        (WIDE + "1,1,,,,\n", [("2.1", "required")]),
        (WIDE + "1,1,1,2,3,4,5\n", [("2.", "surplus_cells")]),
        (WIDE + "x,1,1,2\n,1,1,2\n2001,0.5,1,2\n", [("2.round", "bad_number"), ("3.round", "required"),
                                                   ("4.round", "bad_number"), ("4.table", "bad_number")]),
        (WIDE, [("1", "required")]),
        (LONG + "1,1,1,Ada\n1,1,,Bea\n", [("3.seat", "seat_missing")]),
        (LONG + "1,1,1,Ada\n1,1,3,Bea\n", [("3.seat", "seat_beyond")]),
        (LONG + "1,1,1,Ada\n1,1,1,Bea\n", [("3.seat", "seat_twice")]),
        (LONG + "1,1,13,Ada\n1,1,-1,Bea\n1,,2,Dan\n", [(f"{line}.seat", code) for line, code in (
            (2, "bad_number"), (3, "bad_number"), (4, "bye_seated"))]),
        (LONG + "1,1,1,\n", [("2.entry", "required")]),
        ("round,table,entry,place\n1,1,Ada,2\n1,1,,\n", [("2.entry", "ambiguous"), ("3.entry", "required")]),
        ("round,table,entry,points,kind\n1,1,Ada,1,\n1,,Bea,x,\n1,,Cleo,,so\n", [("2.points", "no_bye"),
                                                       ("3.points", "bad_number"), ("4.kind", "bad_kind")]),
    ],
)  # fmt: skip
def test_every_fault_is_told_with_its_line_and_column(
    planned: Planned, raw: str, faults: list[tuple[str, str]]
) -> None:
    answer = planned.refuses(raw)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "bad_fields")
    assert [(error["field"], error["code"]) for error in told["errors"]] == faults
    assert all(error["detail"].startswith("Line ") and "{" not in error["detail"] for error in told["errors"])


@pytest.mark.parametrize(
    ("raw", "query", "status", "code"),
    [
        (b"", "", 400, "bad_fields"),
        ("round,table,entry\n1,1,Zoë\n".encode("latin-1"), "", 400, "not_utf8"),
        (b"round,table,entry\n1,1,A\x00\n", "", 400, "bad_text"),
        (b'round,table,entry\n1,1,"A\n', "", 400, "bad_csv"),
        (b"table,entry\n1,Ada\n", "", 400, "no_round_column"),
        (b"round,entry\n1,Ada\n", "", 400, "no_table_column"),
        (b"round,table\n1,1\n", "", 400, "no_entry_column"),
        (b"round,table,13,14\n1,1,1,2\n", "", 400, "no_entry_column"),
        (b"round,table,entry,1\n1,1,Ada,1\n", "", 400, "two_forms"),
        (b"round,table,Round,entry\n1,1,1,Ada\n", "", 400, "column_twice"),
        (b"round,table,entry\n1,1,Ada\n", "?encoding=rot13", 400, "bad_fields"),
        (b"round,table,entry\n1,1,Ada\n", "?dry_run=maybe", 400, "bad_fields"),
        (b"round,table,place\n" + b"1,1,1\n" * 1_000_000, "", 413, "too_large"),
        (b"round,table,place\n" + b"1,1,1\n" * (LAYOUT.most_rows + 1), "", 413, "too_many_rows"),
    ],
)
def test_what_is_no_plan_at_all(planned: Planned, raw: bytes, query: str, status: int, code: str) -> None:
    answer = planned.refuses(raw, query)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_of_very_many_faults_the_first_are_told(planned: Planned) -> None:
    told = planned.refuses(LONG + "1,1,1,Zoe\n" * 5000).json()
    assert [error["field"] for error in told["errors"]] == [f"{line}.entry" for line in range(2, 202)]
    assert planned.refuses(LONG + "1,1,1,Ada\n" * 20_000).status_code == 400


def test_a_file_in_an_older_encoding(planned: Planned) -> None:
    Person.objects.filter(name="Ada").update(name="Zoë")
    planned.lose("Cleo", "Dan", "Eve")
    raw = (LONG + "1,1,1,Zoë\n1,1,2,Bea\n").encode("cp1252")
    problem = planned.refuses(raw).json()
    assert problem["facts"] == {"line": 2, "column": 9, "byte": "EB", "encoding": "cp1252"}
    assert problem["errors"][0]["field"] == "file"
    assert planned.takes(raw, "?encoding=cp1252") == [([["Ada", "Bea"]], [])]


def test_a_name_that_fits_two_is_refused_with_both_told_apart(planned: Planned) -> None:
    Person.objects.filter(name="Ada").update(home_club="London")
    Person.objects.filter(name="Bea").update(name="ada", home_club="Paris")
    Person.objects.filter(name="Cleo").update(name="3")
    (error,) = planned.refuses(LONG + "1,1,1,Ada\n1,1,2,Dan\n").json()["errors"]
    assert (error["field"], error["code"]) == ("2.entry", "ambiguous_name")
    assert error["detail"] == "Line 2, entry: Ada may be Ada (London), ada (Paris)."
    planned.lose("Bea", "Dan", "Eve")
    assert planned.takes(LONG + "1,1,1,Ada (London)\n1,1,2,3\n") == [([["Ada", "Cleo"]], [])]
    (error,) = planned.refuses(WIDE + "1,1,3,1\n").json()["errors"]
    assert (error["field"], error["code"]) == ("2.1", "ambiguous_name")


def test_names_that_can_not_be_told_apart_are_told_by_id(planned: Planned) -> None:
    for before, name in (("Ada", "Max"), ("Bea", "Max"), ("Cleo", "Max (2)")):
        Person.objects.filter(name=before).update(name=name)
    (error,) = planned.refuses(LONG + "1,1,1,Max (2)\n1,1,2,Dan\n").json()["errors"]
    assert all(planned.entries[name] in error["detail"] for name in ("Bea", "Cleo"))
    cleo = planned.entries["Cleo"]
    planned.lose("Bea", "Dan", "Eve")
    assert planned.takes(LONG + f"1,1,1,{cleo}\n1,1,2,Max (1)\n") == [([["Cleo", "Ada"]], [])]
    assert f"1,1,1,{cleo}\r\n1,1,2,Max (1)\r\n" in planned.gives("csv").content.decode()


PLANS: list[list[dict[str, Any]]] = [
    [{"tables": [[4, 2, 1, 3]], "byes": []}, {"tables": [[1, 4], [3, 2]], "byes": [5]}],
    [{"tables": [["Ada", "Bea"], [3, 4]], "byes": ["Eve"]}],
    [{"tables": [["Dan", "Cleo", "Bea"]], "byes": [{"entry": "Ada", "points": "1/2", "kind": "requested"}, "Eve"]}],
    [{"tables": [["Dan", "Cleo"]], "byes": [{"entry": "Ada", "points": None, "kind": "pairing"}, {"entry": 3,
      "points": "0.5", "kind": "pairing"}, {"entry": "Eve", "points": -1, "kind": "requested"}]}],
]  # fmt: skip


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_comes_back_as_it_was_taken(planned: Planned, plan: list[dict[str, Any]]) -> None:
    """Names that a spreadsheet would compute, or that hold commas and quotes, come back too."""
    for before, name in (("Ada", "=1+2"), ("Bea", 'O\'Connor, "Shay"'), ("Cleo", "华罗庚"), ("Dan", "007")):
        Person.objects.filter(name=before).update(name=name)
    named = [
        {
            "tables": [[planned.entries.get(str(one), one) for one in table] for table in part["tables"]],
            "byes": [
                {**bye, "entry": planned.entries.get(str(bye["entry"]), bye["entry"])}
                if isinstance(bye, dict)
                else planned.entries.get(str(bye), bye)
                for bye in part["byes"]
            ],
        }
        for part in plan
    ]
    answer = planned.site.director.send("POST", planned.path, {"plan": named})
    assert answer.status_code == 200, answer.content
    assert answer.json()["read"]["rounds"] == len(plan)
    assert planned.gives("json").json() == {"plan": named}
    text = planned.gives("csv")
    assert text["Content-Type"] == "text/csv; charset=utf-8"
    assert "=1+2" not in text.content.decode()
    stands = Event.objects.count()
    assert planned.sends(text.content).json()["format"] == prescribed(*named)
    assert planned.site.director.send("POST", planned.path, planned.gives("json").json()).status_code == 200
    assert Event.objects.count() == stands


def test_csv_can_be_asked_for_in_the_header_too(planned: Planned) -> None:
    planned.takes(WIDE + "1,1,1,2,,\n")
    answer = planned.site.anonymous.get(f"{planned.path}?as=csv", headers={"Accept": "text/csv"})
    assert answer.content.decode() == "round,table,seat,place\r\n1,1,1,1\r\n1,1,2,2\r\n"
    assert planned.gives("xlsx").json()["errors"][0]["field"] == "as"


def test_what_is_wrong_with_a_body_has_its_field(planned: Planned) -> None:
    ada, bea = planned.entries["Ada"], planned.entries["Bea"]
    for plan, field, code in (
        ([{"tables": [[ada, bea]]}, {"tables": [[ada, "Bea"]]}], "plan.1.tables.0.1", "unknown_entry"),
        ([{"tables": [[ada, bea]], "byes": ["x"]}], "plan.0.byes.0", "unknown_entry"),
        ([{"tables": [[ada, bea, ada]]}], "plan.0", "duplicate"),
        ([{"tables": [[1, 2, 3, 4, 5]]}], "plan.0.tables.0", "unfit"),
        ([{"tables": [[1]]}], "plan.0.tables.0", "bad_length"),
        ([], "plan", "bad_length"),
    ):
        answer = planned.site.director.send("POST", planned.path, {"plan": plan})
        error = answer.json()["errors"][0]
        assert (answer.status_code, error["field"], error["code"]) == (400, field, code)
    assert planned.site.director.send("POST", planned.path, {}).json()["errors"][0]["field"] == "plan"


def test_a_dry_run_tells_and_does_nothing(planned: Planned) -> None:
    stands = Event.objects.count()
    answer = planned.sends(WIDE + "1,1,1,2,,\n", "?dry_run=true")
    (event,) = answer.json()["events"]
    assert (event["type"], event["data"]["settings"]["format"]["plan"]) == (
        "tournament.changed", [{"tables": [[1, 2]], "byes": []}]
    )  # fmt: skip
    assert Event.objects.count() == stands
    assert planned.gives("json").status_code == 422


def test_a_form_with_a_file_and_a_key(planned: Planned) -> None:
    for _ in range(2):  # each with other boundaries
        form = {"file": SimpleUploadedFile("plan.csv", (WIDE + "1,1,1,2,,\n").encode())}
        answer = planned.site.director.post(planned.path, form, format="multipart", headers={"Idempotency-Key": "k"})
        assert (answer.status_code, answer.json()["read"]["tables"]) == (200, 1)
    assert answer["Idempotency-Replayed"] == "true"
    assert planned.sends(WIDE + "1,1,2,1,,\n", **{"Idempotency-Key": "k"}).status_code == 409
    other = planned.site.director.post(planned.path, {"plan": "x"}, format="multipart")
    assert (other.status_code, other.json()["errors"][0]["field"]) == (400, "file")
    answer = planned.site.director.post(planned.path, data=b"x", content_type="text/plain")
    assert (answer.status_code, "JSON, or CSV" in answer.json()["detail"]) == (415, True)


FRAGMENTS = st.sampled_from([b"round,table,1,2\n", b"round,table,seat,entry,place,points,kind\n", b",", b";", b"\n",
                             b'"', b"1,1,1,2", b"bye", b"1", b"\xfc", b"sep=", b"Ada", b"requested"])  # fmt: skip
FILES = st.one_of(
    st.binary(max_size=200),
    st.lists(st.one_of(FRAGMENTS, st.binary(max_size=3)), max_size=30).map(b"".join),
    st.text().map(lambda text: f"{WIDE}{text}".encode("utf-8", "surrogatepass")),
    st.text().map(lambda text: f"round,table,entry,points,kind\n{text}".encode("utf-8", "surrogatepass")),
)


@given(FILES, st.sampled_from([None, "cp1252"]))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_a_plan_or_unreadable(raw: bytes, encoding: str | None) -> None:
    with suppress(Unreadable):
        assert all(1 <= seat.round <= 100 for seat in read(raw, NOBODY, encoding).seats)


@given(raw=FILES, kind=st.sampled_from(["text/csv", "multipart/form-data; boundary=x", "application/json"]))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_have_an_answer(planned: Planned, raw: bytes, kind: str) -> None:
    answer = planned.site.director.post(f"{planned.path}?dry_run=true", data=raw, content_type=kind)
    assert answer.status_code == 200 or 400 <= answer.status_code < 500, answer.content


def test_a_plan_that_names_who_has_left_is_refused_with_the_name(planned: Planned):
    planned.lose("Eve")
    answer = planned.refuses(LONG + "1,1,1,Ada\n1,1,2,Bea\n1,2,1,Cleo\n1,2,2,Dan\n1,bye,,Eve\n")
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert (error["field"], error["code"]) == ("plan.0.byes.0", "not_playing")
    assert error["detail"] == "Eve does not play in round 1."


def test_a_plan_without_somebody_who_is_here_is_refused_with_the_name(planned: Planned):
    ids = planned.entries
    body = {"plan": [{"tables": [[ids["Ada"], ids["Bea"]], [ids["Cleo"], ids["Dan"]]]}]}
    answer = planned.site.director.send("POST", planned.path, body)
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["field"], error["code"]) == (400, "plan.0", "missing")
    assert error["detail"] == "These are here and have neither a seat nor a bye in round 1: Eve."
    planned.lose("Eve")
    assert planned.site.director.send("POST", planned.path, body).status_code == 200


def test_a_plan_knows_who_will_have_left_and_who_comes_later(planned: Planned):
    """Eve leaves after round 1, which names her; round 2 does not."""
    ids = planned.entries
    planned.site.director.send("POST", f"entries/{ids['Eve']}/drop", {"after_round": 1})
    first = {"tables": [[ids["Ada"], ids["Bea"]], [ids["Cleo"], ids["Dan"]]], "byes": [ids["Eve"]]}
    without = {"tables": [[ids["Ada"], ids["Cleo"]], [ids["Bea"], ids["Dan"]]]}
    assert planned.site.director.send("POST", planned.path, {"plan": [first, without]}).status_code == 200
    answer = planned.site.director.send("POST", planned.path, {"plan": [first, first]})
    assert [error["field"] for error in answer.json()["errors"]] == ["plan.1.byes.0"]


def test_who_has_not_come_yet_may_be_planned_and_need_not_be(planned: Planned):
    (late,) = planned.site.people("Late")
    made = planned.site.director.send("POST", f"tournaments/{planned.id}/entries", {"person": late}).json()
    tables = [[*planned.entries.values()][:2], [*planned.entries.values()][2:]]
    for more in ([], [made["id"]]):
        body = {"plan": [{"tables": [*tables[:1], [*tables[1], *more]]}]}
        assert planned.site.director.send("POST", planned.path, body).status_code == 200
