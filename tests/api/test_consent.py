"""No route names somebody who may not be named in public: neither to strangers nor to members of another club."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from league.access.audience import CLUB, EVERYBODY
from league.models import Entry, Person
from league.projections import followers
from league.queries import names
from tests.api.conftest import Site
from tests.api.walk import House
from tests.league.files.paper.pdf import words

OUTSIDERS = ("anonymous", "stranger")
REFUSED = {"name": "Zoltana Quixworth", "family_name": "Quixworth", "shown_as": "Zolly Q", "public": False}
MINOR = {"name": "Yevgenia Plumfield", "shown_as": "", "home_club": "Rooks"}
ALLOWED = {"name": "Wilhelmina Agreed", "public": True}
SECRETS = ("zoltana", "quixworth", "zolly", "yevgenia", "plumfield")


def changed(site: Site, person: str, fields: dict[str, object]) -> dict[str, object]:
    answer = site.director.send("PATCH", f"people/{person}", fields)
    assert answer.status_code == 200, answer.content
    body: dict[str, object] = answer.json()
    return body


def child() -> str:
    """A date of birth of somebody under 18."""
    return (timezone.now() - timedelta(days=365 * 12)).date().isoformat()


@pytest.fixture
def house(site: Site) -> House:
    """A house in which the first two may not be named, and the third may, though under 18."""
    house = House.built(site)
    people = [str(Entry.objects.get(pk=entry).person_id) for entry in house.entries[:3]]
    minor = {"born": child()}
    details: list[dict[str, object]] = [{**REFUSED}, {**MINOR, **minor}, {**ALLOWED, **minor}]
    for person, fields in zip(people, details, strict=True):
        changed(site, person, fields)
    return house


def named_in(answers: dict[str, str]) -> dict[str, list[str]]:
    """The names that must not be there, by path."""
    found = {path: [secret for secret in SECRETS if secret in text.lower()] for path, text in answers.items()}
    return {path: secrets for path, secrets in found.items() if secrets}


def test_no_route_names_them_to_a_member_of_another_club(site: Site, house: House) -> None:
    house.report(house.tables()[0], (40, 30, 20, 10))
    answers = house.read("stranger")
    assert named_in(answers) == {}
    assert "Wilhelmina" in answers[f"tournaments/{house.tournament}/entries"]
    assert "Player 1" in answers[f"tournaments/{house.tournament}/entries"]


def test_nor_to_a_stranger_once_it_is_over(site: Site, house: House) -> None:
    for table in house.tables():
        house.report(table, (40, 30, 20, 10))
    house.close_round()
    house.end()
    assert named_in(house.read("anonymous")) == {}


def test_members_read_all_names(site: Site, house: House) -> None:
    for what in (
        "standings",
        "entries",
        "rounds",
        "places",
        f"explain?entry={house.entries[0]}",
        "events?sentences=en",
    ):
        path = f"tournaments/{house.tournament}/{what}"
        assert named_in({what: house.body("member", path)}), what
        assert not named_in({what: house.body("anonymous", path)}), what


def test_a_printed_file_of_the_standings_names_them_to_members_alone(site: Site, house: House) -> None:
    path = f"tournaments/{house.tournament}/standings?as=pdf"
    for name, is_named in (("anonymous", False), ("member", True)):
        text = " ".join(words(house.reader(name).send("GET", path).content))
        assert ("Zolly Q" in text) is is_named, name


def test_a_screen_names_nobody_even_where_a_member_has_opened_it(site: Site, house: House) -> None:
    site.director.force_login(site.director.user)
    answer = site.director.get(f"/t/{house.code}/screen")
    assert answer.status_code == 200
    assert named_in({"screen": answer.content.decode()}) == {}


def test_a_personal_link_reads_its_own_name_and_a_tables_link_those_at_the_table(site: Site, house: House) -> None:
    own, minor, *_others = house.entries
    mine = site.entry_link(own).send("GET", f"tournaments/{house.tournament}/entries").json()["results"]
    assert {row["id"]: row["name"] for row in mine if row["id"] in (own, minor)} == {own: "Zolly Q", minor: "Player 2"}
    for table in house.tables():
        link, anybody = site.table_link(table), site.anonymous
        seats = link.send("GET", f"tables/{table}").json()["seats"]
        here = {seat["entry"]: seat["name"] for seat in seats}
        wanted = {own: "Zolly Q", minor: "Yevgenia Plumfield"}
        assert {entry: here[entry] for entry in wanted if entry in here} == {
            entry: name for entry, name in wanted.items() if entry in here
        }
        public = {seat["entry"]: seat["name"] for seat in anybody.send("GET", f"tables/{table}").json()["seats"]}
        assert not {"Zolly Q", "Yevgenia Plumfield"} & {*public.values()}


def test_readers_get_different_etags(site: Site, house: House) -> None:
    path = f"tournaments/{house.tournament}/standings"
    tags = [visitor.send("GET", path).headers["ETag"] for visitor in (site.anonymous, site.member, site.anonymous)]
    assert tags[0] == tags[2] != tags[1]
    changed(site, str(Entry.objects.get(pk=house.entries[0]).person_id), {"public": True})
    again = site.anonymous.send("GET", path, **{"If-None-Match": tags[0]})
    assert again.status_code == 200
    assert "Zolly Q" in again.content.decode()


def test_their_record_and_ratings_are_for_the_club(site: Site, house: House) -> None:
    followers.follow(site.club.pk)
    refused, allowed = (str(Entry.objects.get(pk=house.entries[at]).person_id) for at in (0, 2))
    for what in ("record", "ratings"):
        codes = {
            name: [
                house.reader(name).send("GET", f"people/{person}/{what}").status_code for person in (refused, allowed)
            ]
            for name in (*OUTSIDERS, "member")
        }
        assert codes == {"anonymous": [404, 200], "stranger": [404, 200], "member": [200, 200]}, what
    own = site.entry_link(house.entries[0]).send("GET", f"people/{refused}/record")
    assert (own.status_code, own.json()["name"]) == (200, "Zolly Q")


def test_a_team_with_the_name_of_such_a_member_is_not_named(site: Site) -> None:
    zoe, ada, bea, cleo = site.people("Zoe Quill", "Ada", "Bea", "Cleo")
    changed(site, zoe, {"public": False})
    tournament = site.tournament()["id"]
    teams = [
        {"team": "Ada and Zoe", "members": [ada, zoe]},
        {"team": "Rooks", "members": [bea]},
        {"team": "Zoe fans", "members": [cleo]},
    ]
    made = site.director.send("POST", f"tournaments/{tournament}/entries", teams)
    assert [row["name"] for row in made.json()["results"]] == ["Ada and Zoe", "Rooks", "Zoe fans"]
    path = f"tournaments/{tournament}/entries"
    shown = site.anonymous.send("GET", path).json()["results"]
    assert [(row["name"], row["team"]) for row in shown] == [
        ("Team 1", "Team 1"), ("Rooks", "Rooks"), ("Zoe fans", "Zoe fans"),
    ]  # fmt: skip
    assert b"Quill" not in site.anonymous.get(f"{path}?as=csv").content


def test_directors_set_it_and_members_do_not_see_it(site: Site) -> None:
    body = {"club": str(site.club.pk), "name": "Ada", "public": False}
    made = site.director.send("POST", "people", body).json()
    assert made["public"] is False
    assert "public" not in site.member.send("GET", f"people/{made['id']}").json()
    assert changed(site, made["id"], {"public": None})["public"] is None
    wrong = site.director.send("PATCH", f"people/{made['id']}", {"public": "maybe"})
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (400, "public")


def test_a_list_says_it_in_a_column(site: Site) -> None:
    path = f"people/import?club={site.club.pk}"
    read = site.director.send("POST", path, b"name,public\nAda,yes\nBea,No\nCleo,\n").json()
    assert read["created"] == 3
    assert dict(Person.objects.values_list("name", "public")) == {"Ada": True, "Bea": False, "Cleo": None}
    again = site.director.send("POST", path, b"name,public\nCleo,no\n").json()
    assert [(row["column"], row["known"], row["given"]) for row in again["differing"]] == [("public", "", "no")]
    wrong = site.director.send("POST", path, b"name,public\nDot,perhaps\n")
    assert (wrong.status_code, wrong.json()["errors"][0]["code"]) == (400, "bad_yes_or_no")


def test_of_two_who_are_merged_the_stricter_counts(site: Site) -> None:
    first, second, third = site.people("Ada", "Ada L", "Ada Lovelace")
    changed(site, first, {"born": child()})
    changed(site, third, {"public": True})
    merged = site.director.send("POST", f"people/{first}/merge", {"into": second}).json()
    assert merged["public"] is False
    again = site.director.send("POST", f"people/{third}/merge", {"into": second}).json()
    assert again["public"] is False


def test_an_export_brings_it_along(site: Site) -> None:
    (person,) = site.people("Ada")
    changed(site, person, {"public": False})
    for naming in ("names", "codes"):
        export = site.director.send("GET", f"clubs/{site.club.pk}/export?people={naming}").json()
        assert [one["public"] for one in export["persons"] if one["id"] == person] == [False]


def test_who_is_forgotten_is_hidden_by_that_name_alone(site: Site, house: House) -> None:
    person = str(Entry.objects.get(pk=house.entries[0]).person_id)
    assert site.director.send("DELETE", f"people/{person}").status_code == 204
    called = names.of_people([Person.objects.get(pk=person).pk], EVERYBODY)
    assert called == names.of_people([Person.objects.get(pk=person).pk], CLUB)
