"""Names at every door: one form is stored, what is no name is refused, and people are found without accents."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Club, Entry, Person, Season, Tournament
from tests.api.conftest import Site
from tests.api.test_people_import import sent, taken

DECOMPOSED, COMPOSED = "Jose\u0301  \u200bK.", "José K."
BAD = [
    ("Ada\u202eX", "bad_character"),
    ("A\x07da", "bad_character"),
    ("\u3164 \u200b", "required"),
    ("🎲", "no_letter"),
]


def scheme() -> dict[str, Any]:
    return {"points": {"by_place": [3, 2, 1]}}


def bodies(site: Site, name: str) -> list[tuple[str, str, dict[str, Any], str]]:
    """Each request that brings a name: method, path, body and the field of the name."""
    club, people = str(site.club.id), site.people("Ada", "Bea")
    tournament = site.tournament()["id"]
    season = site.director.send("POST", "seasons", {"club": club, "name": "S", "scheme": scheme()}).json()["id"]
    team = {"team": name, "members": people}
    result = {"places": {people[0]: 1}, "name": name}
    return [
        ("POST", "clubs", {"name": name}, "name"),
        ("PATCH", f"clubs/{club}", {"name": name}, "name"),
        ("POST", "people", {"club": club, "name": name}, "name"),
        ("POST", "people", {"club": club, "name": "Cleo", "shown_as": name}, "shown_as"),
        ("POST", "people", {"club": club, "name": "Cleo", "family_name": name}, "family_name"),
        ("PATCH", f"people/{people[0]}", {"name": name}, "name"),
        ("POST", "tournaments", {"club": club, "name": name, "game": "monster-trick"}, "name"),
        ("PATCH", f"tournaments/{tournament}", {"name": name}, "name"),
        ("POST", f"tournaments/{tournament}/entries", team, "team"),
        ("POST", "seasons", {"club": club, "name": name, "scheme": scheme()}, "name"),
        ("PATCH", f"seasons/{season}", {"name": name}, "name"),
        ("PATCH", f"seasons/{season}", {"divisions": [{"name": name}]}, "divisions.0.name"),
        ("PATCH", f"seasons/{season}", {"categories": [{"type": "newcomers", "name": name}]}, "categories.0.name"),
        ("POST", f"seasons/{season}/events", result, "name"),
    ]


def test_every_name_is_stored_in_one_form(site: Site) -> None:
    for method, path, body, _field in bodies(site, DECOMPOSED):
        answer = site.superuser.send(method, path, body)
        assert answer.status_code in (200, 201), (path, body, answer.content)
        assert COMPOSED in answer.content.decode() or "events" in path, (path, body)
    for model, column in ((Club, "name"), (Tournament, "name"), (Season, "name"), (Entry, "team")):
        assert model.objects.filter(**{column: COMPOSED}).exists()
    people = Person.objects.filter(club=site.club)
    assert people.filter(name=COMPOSED).count() == 2
    assert people.filter(shown_as=COMPOSED).count() == people.filter(family_name=COMPOSED).count() == 1


@pytest.mark.parametrize(("text", "code"), BAD)
def test_what_is_no_name_is_refused_at_its_field(site: Site, text: str, code: str) -> None:
    for method, path, body, field in bodies(site, text):
        answer = site.superuser.send(method, path, body)
        wrong = answer.json()["errors"][0]
        assert (answer.status_code, wrong["field"], wrong["code"]) == (400, field, code), (path, body)
        if code == "bad_character":
            assert f"Character {text.index('d') if 'X' not in text else 4}" in wrong["detail"]


def test_labels_of_tables_may_be_signs(site: Site) -> None:
    made = site.tournament(hall={"labels": [" ♠\ufe0f", "Bar\u200b  1"]})
    assert made["hall"]["labels"] == ["♠", "Bar 1"]
    answer = site.director.send("PATCH", f"tournaments/{made['id']}", {"hall": {"labels": ["A", "\u200b"]}})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "hall.labels.1")


def test_a_name_from_before_the_rule_stays_until_it_is_changed(site: Site) -> None:
    old = Person.objects.create(club=site.club, name="Ada\u202e", household="x\u200b")
    answer = site.director.send("PATCH", f"people/{old.id}", {"email": "ada@example.org"})
    assert (answer.status_code, answer.json()["name"], answer.json()["version"]) == (200, "Ada\u202e", 2)
    assert site.director.send("PATCH", f"people/{old.id}", {"name": "Ada\u202e"}).status_code == 400
    assert taken(site, "name\nAda\n") == (0, 1, 0)


def test_a_change_to_the_same_stored_name_is_none(site: Site) -> None:
    (id,) = site.people("José")
    assert site.director.send("PATCH", f"people/{id}", {"name": "Jose\u0301 "}).json()["version"] == 1


def found(site: Site, words: str, by: str = "director") -> set[str]:
    answer = getattr(site, by).get("people", {"club": str(site.club.id), "search": words})
    assert answer.status_code == 200, answer.content
    return {person["name"] for person in answer.json()["results"]}


def test_people_are_found_without_case_and_accents(site: Site) -> None:
    site.people("Jérôme", "Łukasz", "Straße", "Ἀρχιμήδης", "Bea")
    for words, name in [
        ("jerome", "Jérôme"), ("JÉRÔME", "Jérôme"), ("Je\u0301ro\u0302me", "Jérôme"), ("lukasz", "Łukasz"),
        ("ŁUKASZ", "Łukasz"), ("strasse", "Straße"), ("αρχιμηδης", "Ἀρχιμήδης"), ("luk asz", "Łukasz"),
    ]:  # fmt: skip
        assert found(site, words) == {name}, words
    assert found(site, "luk%") == found(site, "_ea") == found(site, "lukasz bea") == set()
    assert site.director.get("people", {"search": "x" * 201}).status_code == 400


def test_a_changed_name_is_found_and_an_imported_one_too(site: Site) -> None:
    (id,) = site.people("Ada")
    site.director.send("PATCH", f"people/{id}", {"name": "Zoë"})
    assert (found(site, "zoe"), found(site, "ada lovelace")) == ({"Zoë"}, set())
    taken(site, "name,club\nJérôme,Besançon\n")
    assert found(site, "besancon jerome") == {"Jérôme"}


def test_members_find_public_names_only(site: Site) -> None:
    Person.objects.create(club=site.club, name="Ada Lovelace", shown_as="A. L.", email="ada@example.org")
    assert found(site, "a. l.", "member") == {"A. L."}
    assert found(site, "lovelace", "member") == found(site, "example.org", "member") == set()
    assert found(site, "lovelace") == found(site, "example.org") == {"Ada Lovelace"}
    assert found(site, "a.", "stranger") == set()


def imported(site: Site, raw: str) -> dict[str, Any]:
    answer = sent(site, raw)
    assert answer.status_code == 200, answer.content
    told: dict[str, Any] = answer.json()
    return told


def test_another_club_or_e_mail_is_pointed_out_and_never_matched(site: Site) -> None:
    imported(site, "name;club;email;born\nAda;London;;\nBea;;b@example.org;1815\nCleo;Rome;c@example.org;\n")
    told = imported(site, "name;club\nAda;Paris\n")
    assert (told["created"], told["matched"], [one["name"] for one in told["possible_duplicates"]]) == (1, 0, ["Ada"])
    told = imported(site, "name;email;born\nBea;other@example.org;1815\n")
    assert (told["created"], told["matched"]) == (0, 0)
    (differs,) = told["differing"]
    assert (differs["line"], differs["column"], differs["known"]) == (2, "email", "b@example.org")
    told = imported(site, "name;home_club;email\ncleo;Nowhere;C@example.org\n")
    assert (told["created"], told["matched"], told["differing"][0]["given"]) == (0, 0, "Nowhere")


def test_a_bare_name_that_fits_two_people_is_pointed_out(site: Site) -> None:
    ids = site.people("Ada", "ADA")
    told = imported(site, "name\nAda\n")
    assert (told["created"], told["matched"]) == (0, 0)
    assert told["unclear"] == [{"line": 2, "name": "Ada", "people": ids}]
    assert imported(site, "name,email\nAda,Ada@example.org\n")["matched"] == 1
    assert imported(site, "name\nAda\nAda\n")["matched"] == 2


def test_of_two_people_the_one_of_the_same_club_is_meant_in_any_order(site: Site) -> None:
    imported(site, "name,club\nAda,London\nAda,Paris\n")
    for raw in ("name,club\nAda,Paris\n", "name,club\nAda,\nAda,London\n", "name,club\nAda,Paris\nAda,\n"):
        told = imported(site, raw)
        assert (told["created"], told["unclear"], told["matched"]) == (0, [], raw.count("\n") - 1)


@pytest.mark.parametrize(
    "heads", ["first_name;family_name;home_club", "Given name;Surname;Home club", "forename;LAST-NAME;club"]
)
def test_first_and_family_names_in_two_columns(site: Site, heads: str) -> None:
    assert imported(site, f"{heads}\nAda;Lovelace;London\nPlato;;\n")["created"] == 2
    ada, plato = Person.objects.filter(club=site.club).order_by("id")
    assert (ada.name, ada.family_name, ada.home_club) == ("Ada Lovelace", "Lovelace", "London")
    assert (plato.name, plato.family_name) == ("Plato", "")


def test_a_name_is_in_one_column_or_two(site: Site) -> None:
    for heads, code in (
        ("name,first_name", "two_forms"),
        ("first_name", "no_name_column"),
        ("club,home_club,name", "column_twice"),
    ):
        answer = sent(site, f"{heads}\nAda,Bea,Cleo\n")
        assert (answer.status_code, answer.json()["code"]) == (400, code)
    answer = sent(site, "first_name,family_name,born\n,,1990\n")
    assert answer.json()["errors"][0]["field"] == "2.first_name"


def test_a_list_stores_names_as_the_api_does(site: Site) -> None:
    imported(site, f"name\n{DECOMPOSED}\n\u00a0Bea\u3000 B.\u200b\n")
    assert set(Person.objects.values_list("name", flat=True)) == {COMPOSED, "Bea B."}
    for text, _code in BAD:
        answer = sent(site, f'name\n"{text}"\n')
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "2.name"), text
    assert "haracter 4" in sent(site, 'name\n"Ada\x1fX"\n').json()["errors"][0]["detail"]


def test_a_result_of_a_season_names_one_of_two_people_or_is_refused(site: Site) -> None:
    season = site.director.send("POST", "seasons", {"club": str(site.club.id), "name": "S", "scheme": scheme()}).json()
    imported(site, "name,club,born\nAda,London,1815\nAda,,1903\n")
    path = f"seasons/{season['id']}/events"
    answer = site.director.send("POST", path, b"name,place\nAda,1\n")
    wrong = answer.json()["errors"][0]
    assert (answer.status_code, wrong["code"]) == (400, "ambiguous_name")
    assert "Ada (London)" in wrong["detail"]
    assert site.director.send("POST", path, b"name,place\nada  (london),1\n").status_code in (200, 201)


def test_people_and_teams_are_entered_from_a_list(site: Site) -> None:
    tournament = site.tournament()["id"]
    imported(site, "name,club\nAda,London\n")
    path = f"tournaments/{tournament}/entries"
    heads = "first_name;family_name;home_club;team;rating"
    raw = f"{heads}\nADA;;London;Engines;1710\nBea;B.;;engines\u200b ;\nCleo;C.;;;1650\n"
    answer = site.director.send("POST", path, raw.encode())
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert (told["rows_read"]["created"], told["rows_read"]["matched"]) == (2, 1)
    assert [(entry["name"], len(entry["members"]), entry["rating"]) for entry in told["results"]] == [
        ("Engines", 2, 1710), ("Cleo C.", 0, 1650),
    ]  # fmt: skip
    assert len(site.director.get(path).json()["results"]) == 2


@pytest.mark.parametrize(
    ("raw", "status", "code"),
    [
        ("name\nAda\n", 400, "bad_fields"),
        ("name,rating\nBea,1.710\n", 400, "bad_fields"),
        ("name,team\nBea,🎲\n", 400, "bad_fields"),
        ("name\n", 400, "no_rows"),
        ("club\nx\n", 400, "no_name_column"),
        ("name,born\nBea,1990\nbea,1990\n", 409, "duplicate"),
        ("name,team\n" + "".join(f"Bea {number},T\n" for number in range(51)), 400, "bad_fields"),
    ],
)
def test_a_list_of_entries_is_entered_whole_or_not_at_all(site: Site, raw: str, status: int, code: str) -> None:
    tournament = site.tournament()["id"]
    site.people("Ada", "Ada")
    answer = site.director.send("POST", f"tournaments/{tournament}/entries", raw.encode())
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (Person.objects.count(), Entry.objects.count()) == (2, 0)


def test_a_dry_run_of_a_list_of_entries_changes_nothing(site: Site) -> None:
    tournament = site.tournament()["id"]
    answer = site.director.send("POST", f"tournaments/{tournament}/entries?dry_run=true", b"name\nAda\n")
    assert answer.status_code == 200, answer.content
    assert (Person.objects.count(), Entry.objects.count()) == (0, 0)
