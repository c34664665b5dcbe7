"""A log that was changed behind the product's back is repaired by the steps of docs/repair.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from deploy.backups import saving
from league.log import store
from league.log.models import Event
from league.log.store import Stored
from league.log.verify import FAULTS
from league.models import FollowerPosition, LeagueTableRow, Standings, Tournament
from league.projections import followers
from tests.deploy import guides
from tests.deploy.backups.scene import a_club, findings, rewritten
from tests.league.log.scene import guards_off, id_value, sql
from tests.league.nights import Night, new_people
from tests.standing import made_once

Damage = Callable[[list[Stored]], object]


class Scene:
    """A club with a backup, in which a second night was begun after the backup."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.club = a_club()
        self.night = Night.open(self.club)
        self.night.enter(new_people(self.club, 4))
        saving.save(file)
        self.before = len(self.events())
        self.night.play_round()

    def events(self) -> list[Stored]:
        """The stream of the second night."""
        return store.load(self.club.pk, self.night.id)


@pytest.fixture(scope="module")
def made(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scene]:
    """The scene, made once for the module."""
    file = tmp_path_factory.mktemp("backup") / "club.backup"
    with made_once(django_db_blocker, lambda: Scene(file)) as scene:
        yield scene


@pytest.fixture
def scene(made: Scene, db: None) -> Scene:
    """The scene, sound; what a test does to it is taken back."""
    assert findings() == []
    return made


def run(command: str, *arguments: str) -> int:
    """The exit code of a command."""
    try:
        call_command(command, *arguments)
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def damaged(damage: Damage, events: list[Stored]) -> None:
    """Damages the log, with the guards off; they are on again afterwards."""
    guards = guard_statements()
    guards_off()
    damage(events)
    for statement in guards:
        sql(statement)
    assert findings() != []


def guard_statements() -> list[str]:
    if connection.vendor == "postgresql":
        return [f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in ("league_event", "league_streamhead")]
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'league_%%'")
        return [row[0] for row in cursor.fetchall()]


def change_payload(events: list[Stored]) -> object:
    cast = "::json" if connection.vendor == "postgresql" else ""
    return sql(f"UPDATE league_event SET data = %s{cast} WHERE hash = %s", '{"name":"Wednesday"}', events[0].hash)


def remove_an_event(events: list[Stored]) -> object:
    return sql("DELETE FROM league_event WHERE hash = %s", events[2].hash)


def move_an_event(events: list[Stored]) -> object:
    other = id_value(UUID(int=events[2].stream.int ^ 1))
    return sql("UPDATE league_event SET stream = %s WHERE hash = %s", other, events[2].hash)


def change_an_actor(events: list[Stored]) -> object:
    return sql("UPDATE league_event SET actor = 'user:liar' WHERE hash = %s", events[1].hash)


def raise_the_version(events: list[Stored]) -> object:
    return sql("UPDATE league_event SET version = 1000 WHERE hash = %s", events[2].hash)


@pytest.mark.parametrize("damage", [change_payload, remove_an_event, move_an_event, change_an_actor, raise_the_version])
def test_events_are_taken_from_a_backup_and_later_ones_stay(
    scene: Scene, damage: Damage, capsys: pytest.CaptureFixture[str]
) -> None:
    events, guarded = scene.events(), guards()
    damaged(damage, events)
    assert run("repair", "--dry-run", str(scene.file)) == 1
    assert f"stream {scene.night.id}: {scene.before} events can be put back\n" in capsys.readouterr().out
    assert scene.events() != events or damage is move_an_event
    assert run("repair", str(scene.file)) == 0
    said = capsys.readouterr().out
    assert f"stream {scene.night.id}: {scene.before} events were put back\n" in said
    assert said.splitlines()[-1].startswith("clean: ")
    assert scene.events() == events
    assert guards() == guarded != []
    scene.night.play_round()
    assert findings() == []


def guards() -> list[object]:
    """The triggers, as the database has them."""
    names = (
        "SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger WHERE tgname LIKE 'league%%' ORDER BY 1, 2"
        if connection.vendor == "postgresql"
        else "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'league_%%' ORDER BY name"
    )
    with connection.cursor() as cursor:
        cursor.execute(names, [])
        return list(cursor.fetchall())


def test_a_stream_that_vanished_is_put_back_where_the_backup_has_all_of_it(scene: Scene, tmp_path: Path) -> None:
    saving.save(tmp_path / "newer.backup")
    events = scene.events()
    damaged(lambda rows: sql("DELETE FROM league_event WHERE stream = %s", id_value(rows[0].stream)), events)
    assert run("repair", str(tmp_path / "newer.backup")) == 0
    assert scene.events() == events


def cut_the_tail(events: list[Stored]) -> object:
    return sql(
        "DELETE FROM league_event WHERE stream = %s AND version > %s", id_value(events[0].stream), len(events) - 1
    )


def change_the_last(events: list[Stored]) -> object:
    return sql("UPDATE league_event SET actor = 'user:liar' WHERE hash = %s", events[-1].hash)


def change_the_head(events: list[Stored]) -> object:
    return sql("UPDATE league_streamhead SET hash = 'x' WHERE stream = %s", id_value(events[0].stream))


@pytest.mark.parametrize("damage", [cut_the_tail, change_the_last, change_the_head])
def test_nothing_is_done_where_events_would_be_lost(
    scene: Scene, damage: Damage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Damage after the backup needs a newer one."""
    saving.save(tmp_path / "newer.backup")
    events = scene.events()
    damaged(damage, events)
    left = scene.events()
    assert run("repair", str(scene.file)) == 1
    assert f"stream {scene.night.id} was not repaired: the backup ends at version {scene.before}, and later events" in (
        capsys.readouterr().out
    )
    assert scene.events() == left
    assert run("repair", str(tmp_path / "newer.backup")) == 0
    assert scene.events() == events
    assert findings() == []


def test_a_backup_that_is_damaged_itself_repairs_nothing(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    damaged(remove_an_event, scene.events())
    liar = rewritten(
        scene.file,
        "league_event",
        lambda rows: [["user:liar" if value == "user:test" else value for value in row] for row in rows],
    )
    assert run("repair", str(liar)) == 1
    assert "was not repaired: the events of the backup are damaged as well" in capsys.readouterr().out
    without = rewritten(scene.file, "league_event", lambda rows: [])
    assert run("repair", str(without)) == 1
    assert "was not repaired: the backup does not have this stream" in capsys.readouterr().out


def no_events(about: Any) -> None:
    about["parts"] = [part for part in about["parts"] if part["table"] != "league_event"]


def other_columns(about: Any) -> None:
    part = next(part for part in about["parts"] if part["table"] == "league_event")
    part["columns"] = [f"other_{name}" for name in part["columns"]]


@pytest.mark.parametrize("manifest", [no_events, other_columns])
def test_a_backup_without_events_or_their_columns_is_refused(scene: Scene, manifest: Callable[[Any], None]) -> None:
    damaged(remove_an_event, scene.events())
    file = rewritten(scene.file, "", list, manifest=manifest)
    with pytest.raises(CommandError, match="is no whole backup, and nothing was repaired"):
        call_command("repair", str(file))


@pytest.mark.parametrize("value", ["x", None, 2**80, [], {}, "\0"])
def test_no_value_of_a_manipulated_backup_ends_a_repair_but_by_a_sentence(scene: Scene, value: Any) -> None:
    """One column after the other has that value in all rows."""
    for column in range(len(Event._meta.concrete_fields)):
        if not findings():
            damaged(remove_an_event, scene.events())
        file = rewritten(
            scene.file,
            "league_event",
            lambda rows, at=column: [[*row[:at], value, *row[at + 1 :]] for row in rows],  # type: ignore[misc]
        )
        with suppress(CommandError):
            assert run("repair", str(file)) in (0, 1)


def test_rows_that_are_wrong_are_derived_again(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    """The log is clean, and yet a page is wrong: a row was changed, a follower is missing."""
    followers.follow(scene.club.pk)
    tables = sorted(LeagueTableRow.objects.values_list("person", "place", "points"))
    Tournament.objects.filter(pk=scene.night.id).update(name="Wednesday")
    Standings.objects.filter(club=scene.club).delete()
    FollowerPosition.objects.filter(club=scene.club).delete()
    LeagueTableRow.objects.all().delete()
    assert run("verify") == 0
    assert run("rebuild") == 0
    assert f"tournament {scene.night.id}\n" in capsys.readouterr().out
    assert Tournament.objects.get(pk=scene.night.id).name == "Tuesday"
    assert sorted(LeagueTableRow.objects.values_list("person", "place", "points")) == tables != []


def test_a_night_of_which_only_rows_are_left_is_found_and_put_back(
    scene: Scene, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Events and heads are both gone: the log itself does not know that there was something."""
    saving.save(tmp_path / "newer.backup")
    events = scene.events()
    night = id_value(scene.night.id)
    guards_off()
    sql("DELETE FROM league_event WHERE stream = %s", night)
    sql("DELETE FROM league_streamhead WHERE stream = %s", night)
    assert run("verify") == 1
    assert f"stream {scene.night.id}: the whole stream is gone" in capsys.readouterr().out
    assert run("repair", str(tmp_path / "newer.backup")) == 0
    assert scene.events() == events


def test_guards_that_are_gone_are_found_and_put_back(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    before = guards()
    guards_off()
    assert run("verify") == 1
    assert "a guard of the log is missing or switched off: events could be changed: league_event, " in (
        capsys.readouterr().out
    )
    assert run("repair", "--dry-run", str(scene.file)) == 1
    assert guards() != before
    assert run("repair", str(scene.file)) == 0
    assert re.search(r"\d+ guards of the log were put back\n", capsys.readouterr().out)
    assert guards() == before
    if connection.vendor == "postgresql":
        sql("DROP TRIGGER league_event_keep ON league_event")
        sql("DROP TRIGGER league_event_keep_all ON league_event_3")
        sql("DROP TRIGGER league_streamhead_rises ON league_streamhead")
        assert run("repair", str(scene.file)) == 0
        assert guards() == before
    assert run("verify") == 0


@pytest.mark.backend("postgres")
def test_a_role_that_does_not_own_the_tables_is_told_before_it_is_needed(
    scene: Scene,
) -> None:
    sql("CREATE ROLE another_role")
    sql("GRANT ALL ON ALL TABLES IN SCHEMA public TO another_role")
    sql("SET LOCAL ROLE another_role")
    with pytest.raises(CommandError, match="Only the role that owns the tables can repair"):
        call_command("repair", str(scene.file))


@pytest.mark.backend("sqlite")
def test_the_page_has_each_finding() -> None:
    page = " ".join(guides.text_of("docs/repair.md").split())
    named = {
        "changed": "the event is not what was written",
        "gap": "versions are missing before this one",
        "cut_tail": "the stream ends too early",
        "vanished": "the whole stream is gone",
        "beyond_head": "the stream's head does not know this event",
        "head_differs": "names another last event",
        "no_head": "has no head",
        "time_runs_back": "the event was recorded",
        "position_runs_back": "stands in the log, before the one before it",
        "unknown_type": "no event of this type is known here",
        "undecodable": "the data is not what the type asks for",
        "damaged": "the database reports damage",
        "unguarded": "a guard of the log is missing",
    }
    assert set(named) == set(FAULTS)
    assert [fault for fault, words in named.items() if words not in page] == []
