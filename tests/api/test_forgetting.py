"""Whoever wants to be forgotten is: no name stays anywhere, what was played stays, and no backup brings a name back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import transaction

from league.models import Entry, Event, KeptAnswer, Person
from league.projections import rebuild
from tests.api.conftest import Site
from tests.api.test_exchange import elsewhere, export
from tests.api.test_night import play_round

Json = dict[str, Any]
NAME = "Ada Lovelace"


@pytest.fixture
def kept(settings: LazySettings, tmp_path: Path) -> Path:
    """The list outside of the database."""
    file = tmp_path / "forgotten"
    settings.FORGOTTEN_FILE = str(file)
    return file


def a_night(site: Site) -> tuple[str, str]:
    """A closed tournament in which Ada played alone; her id and the tournament's."""
    tournament = site.tournament()["id"]
    body = {
        "club": str(site.club.id),
        "name": NAME,
        "family_name": "Lovelace",
        "email": "ada@example.org",
        "born": "1815",
    }
    ada = site.director.send("POST", "people", body, **{"Idempotency-Key": "ada"}).json()["id"]
    bodies = [{"person": person} for person in (ada, *site.people("Bea", "Cleo", "Dora"))]
    answer = site.director.send("POST", f"tournaments/{tournament}/entries", bodies, **{"Idempotency-Key": "all"})
    for entry in answer.json()["results"]:
        site.director.send("POST", f"entries/{entry['id']}/check-in")
    play_round(site, tournament)
    site.director.send("POST", f"tournaments/{tournament}/close")
    return ada, tournament


def hall(site: Site, tournament: str) -> str:
    """The texts of a tournament that everybody sees, and what the site has stored."""
    paths = (f"tournaments/{tournament}/standings", f"tournaments/{tournament}/entries", f"people?club={site.club.id}")
    answers = [str(site.director.send("GET", path).json()) for path in paths]
    rows = [*Person.objects.values_list(), *KeptAnswer.objects.values_list(), *LogEntry.objects.values_list()]
    return str((answers, rows, list(Entry.objects.values_list())))


def test_no_name_stays_and_what_was_played_does(site: Site, kept: Path) -> None:
    ada, tournament = a_night(site)
    person = ContentType.objects.get_for_model(Person)
    row = Person.objects.get(pk=ada)
    LogEntry.objects.log_actions(site.director.user.pk, [row], CHANGE, change_message=NAME, single_object=True)
    assert LogEntry.objects.filter(content_type=person).exists()
    before = site.anonymous.send("GET", f"tournaments/{tournament}/standings").json()["rows"]
    page = f"/t/{site.director.send('GET', f'tournaments/{tournament}').json()['code']}"
    assert NAME in site.anonymous.get(page).content.decode()

    assert site.director.send("DELETE", f"people/{ada}").status_code == 204
    texts = hall(site, tournament) + site.anonymous.get(page).content.decode()
    assert "Lovelace" not in texts
    assert "ada@" not in texts
    after = site.anonymous.send("GET", f"tournaments/{tournament}/standings").json()["rows"]
    assert [row["name"] for row in after if row["name"] not in ("Bea", "Cleo", "Dora")] == ["Forgotten person"]
    assert [(row["entry"], row["points"]) for row in after] == [(row["entry"], row["points"]) for row in before]
    shown = site.director.send("GET", f"people/{ada}").json()
    assert (shown["name"], shown["forgotten"], shown["born"], shown["email"]) == ("Forgotten person", True, "", "")
    again = site.director.send(
        "POST",
        "people",
        {
            "club": str(site.club.id),
            "name": NAME,
            "family_name": "Lovelace",
            "email": "ada@example.org",
            "born": "1815",
        },
        **{"Idempotency-Key": "ada"},
    )
    assert (again["Idempotency-Replayed"], again.json()["name"]) == ("true", "Forgotten person")
    assert site.director.send("DELETE", f"people/{ada}").status_code == 204
    assert Event.objects.filter(club=site.club.pk, type="club.person_forgotten").count() == 1
    assert rebuild.rebuild() == []
    call_command("verify")


def test_who_was_forgotten_can_neither_be_changed_nor_entered_nor_merged(site: Site, kept: Path) -> None:
    ada, other = site.people("Ada", "Other")
    site.director.send("DELETE", f"people/{ada}")
    tournament = site.tournament()["id"]
    for method, path, body in (
        ("PATCH", f"people/{ada}", {"name": "Ada"}),
        ("POST", f"people/{ada}/merge", {"into": other}),
        ("POST", f"people/{other}/merge", {"into": ada}),
    ):
        answer = site.director.send(method, path, body)
        assert (answer.status_code, answer.json()["code"]) == (422, "forgotten")
    answer = site.director.send("POST", f"tournaments/{tournament}/entries", {"person": ada})
    assert answer.json()["errors"][0]["code"] == "forgotten"


def test_who_was_merged_is_forgotten_under_both_ids_and_in_the_names_of_teams(site: Site, kept: Path) -> None:
    ada, other, bea = site.people("Ada Lovelace", "Countess", "Bea Arthur")
    tournament = site.tournament(game="scoresheet")["id"]
    body = {"team": "Countess & Bea", "members": [other, bea]}
    site.director.send("POST", f"tournaments/{tournament}/entries", body)
    site.director.send("POST", f"people/{other}/merge", {"into": ada})
    site.director.send("DELETE", f"people/{ada}")
    assert Entry.objects.get(tournament=tournament).team == "Forgotten person & Bea"
    assert set(Person.objects.filter(is_forgotten=True).values_list("pk", flat=True)) == {
        row.pk for row in Person.objects.exclude(pk=bea)
    }
    assert set(kept.read_text().split()) >= {ada, other}


def test_a_restored_backup_forgets_again(site: Site, kept: Path) -> None:
    """The rows and the log are those of before; only the list outside of the database knows better."""
    ada, tournament = a_night(site)
    with transaction.atomic():
        assert site.director.send("DELETE", f"people/{ada}").status_code == 204
        assert NAME not in hall(site, tournament)
        transaction.set_rollback(True)
    assert NAME in hall(site, tournament)
    call_command("forget")
    assert NAME not in hall(site, tournament)
    assert Event.objects.filter(club=site.club.pk, type="club.person_forgotten", actor="restore").count() == 1
    call_command("forget")
    assert Event.objects.filter(club=site.club.pk, type="club.person_forgotten").count() == 1
    kept.unlink()
    Person.objects.filter(pk=ada).update(name=NAME, is_forgotten=False)  # the rows alone were restored
    call_command("forget")
    assert NAME not in hall(site, tournament)


def test_an_import_brings_no_forgotten_name_back(site: Site, kept: Path) -> None:
    ada, tournament, file = elsewhere(lambda: (*(made := a_night(site)), export(site, f"tournaments/{made[1]}")))
    path = f"tournaments/import?club={site.elsewhere.id}"
    assert NAME in str(file)
    kept.write_text(f"{site.elsewhere.id} {ada} 2026-12-01T19:00:00+00:00\n")
    assert site.stranger.send("POST", path, file).status_code == 201
    assert Person.objects.get(pk=ada).name == "Forgotten person"
    kept.unlink()
    assert site.stranger.send("POST", path, file).status_code == 200
    assert NAME not in str(site.anonymous.send("GET", f"tournaments/{tournament}/standings").json())
