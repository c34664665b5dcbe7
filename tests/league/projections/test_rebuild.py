"""A rebuild is built next to the live rows and swapped in: nobody sees it half done, and nothing is lost meanwhile."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connections, transaction

from league.management.commands.rebuild import rebuilt
from league.models import Club, Entry, FollowerPosition, LeagueTableRow, Rating, Standings, Table, Tournament
from league.projections import copies, followers, rebuild
from league.projections.followers import LEAGUE_TABLES
from league.projections.rebuild import DERIVED
from tests.league.nights import Night, new_club, new_people, open_season
from tests.processes import several_at_once, start

pytestmark = pytest.mark.django_db(transaction=True)
SECONDS = 60
Picture = dict[str, list[tuple[Any, ...]]]


def played(club: Club) -> Night:
    """A closed night of a season, with ratings; and one that is running."""
    season = open_season(club)
    for _ in range(2):
        night = Night.open(club, seasons=[str(season)])
        night.enter(new_people(club, 6))
        night.play_round()
        if Tournament.objects.filter(club=club).count() == 1:
            night.close()
    followers.follow(club.pk)
    return night


def picture() -> Picture:
    """All derived rows, without automatic ids."""
    found: Picture = {}
    for model in DERIVED:
        names = [field.attname for field in model._meta.concrete_fields if field.column in copies.columns_of(model)]
        found[model.__name__] = sorted(model._default_manager.order_by().values_list(*names), key=str)
    return found


def spoil() -> None:
    """Makes rows of several kinds wrong; one has no stream at all."""
    Tournament.objects.update(name="Wrong")
    Standings.objects.update(rows="[]")
    Rating.objects.update(mu=1.0)
    LeagueTableRow.objects.all().delete()
    Table.objects.create(id=UUID(int=1), club=Club.objects.earliest("pk"), number=1, game="scoresheet")


def elsewhere(run: Callable[[], object]) -> Any:
    """The result of `run` in another thread, on a connection of its own."""
    found: list[object] = []

    def work() -> None:
        try:
            found.append(run())
        finally:
            connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(SECONDS)
    assert found, "the other thread has failed, or waits"
    return found[0]


def test_wrong_rows_are_named_and_mended_and_ids_go_on() -> None:
    one, other = new_club("One"), new_club("Other")
    night = played(one)
    played(other)
    right = picture()
    Entry.objects.filter(pk=night.entries[0]).update(team="Named")
    assert rebuild.rebuild() == []
    Entry.objects.filter(pk=night.entries[0]).update(team="")
    spoil()
    names = rebuild.rebuild()
    assert picture() == right
    assert {name.split()[0] for name in names} == {"tournament", "standings", "rating", "row", "table"}
    assert f"table {UUID(int=1)}" in names
    night.close()
    followers.follow(one.pk)
    assert LeagueTableRow.objects.filter(club=one).count() == 12, "rows of the follower get ids that are free"
    assert rebuild.rebuild() == []


def test_several_processes_rebuild_what_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    several_at_once(monkeypatch)
    for name in ("One", "Other", "Third"):
        played(new_club(name))
    right = picture()
    spoil()
    names = rebuilt(jobs=2)
    assert picture() == right
    assert sum(name.startswith("standings ") for name in names) == 6
    assert rebuilt(jobs=2) == []


def test_a_follower_that_has_no_row_gets_one() -> None:
    club = new_club()
    played(club)
    right = picture()
    FollowerPosition.objects.filter(name=LEAGUE_TABLES).delete()
    LeagueTableRow.objects.all().delete()
    rebuild.rebuild()
    assert picture() == right
    assert rebuild.rebuild() == []


def test_a_reader_sees_the_old_rows_until_all_new_ones_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    played(new_club())
    right = picture()
    spoil()
    wrong, seen = picture(), []

    def watched(step: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            found = step(*args)
            seen.append(elsewhere(picture) == wrong)
            return found

        return run

    for module, name in ((rebuild, "_build"), (copies, "update"), (copies, "replace"), (rebuild, "_fit_codes")):
        monkeypatch.setattr(module, name, watched(getattr(module, name)))
    rebuild.rebuild()
    assert len(seen) > 5
    assert all(seen)
    assert picture() == right


def test_what_is_stored_while_the_rows_are_built_is_in_them(monkeypatch: pytest.MonkeyPatch) -> None:
    club = new_club()
    night, build = played(club), rebuild._build
    opened: list[Night] = []

    def go_on() -> bool:
        night.close()
        opened.append(played(club))
        return True

    def built(*args: Any) -> Any:
        found = build(*args)
        assert elsewhere(go_on)
        return found

    monkeypatch.setattr(rebuild, "_build", built)
    assert rebuild.rebuild() == []
    monkeypatch.undo()
    assert Tournament.objects.get(pk=night.id).state == "closed"
    assert Entry.objects.filter(tournament=opened[0].id).count() == 6
    assert rebuild.rebuild() == []


def test_a_writer_that_comes_during_the_swap_waits_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    night, swap = played(new_club()), rebuild._swap
    spoil()
    writers: list[threading.Thread] = []

    def write() -> None:
        night.close()
        connections.close_all()

    def swapped(club: UUID) -> list[str]:
        writers.append(threading.Thread(target=write))
        writers[0].start()
        writers[0].join(0.5)
        assert writers[0].is_alive(), "the writer waits"
        return swap(club)

    monkeypatch.setattr(rebuild, "_swap", swapped)
    rebuild.rebuild()
    monkeypatch.undo()
    writers[0].join(SECONDS)
    assert Tournament.objects.get(pk=night.id).state == "closed"
    followers.follow(night.club.pk)
    assert rebuild.rebuild() == []


@pytest.mark.backend("postgres")
def test_a_writer_that_holds_a_row_is_not_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rebuild gives its locks back and tries again, before the database sees a deadlock and ends either."""
    played(new_club())
    holds, waits, ends = threading.Event(), threading.Event(), []

    def write() -> None:
        with transaction.atomic():
            FollowerPosition.objects.update(position=0)
            Tournament.objects.update(game="held")
            holds.set()
            waits.wait(SECONDS)
            LeagueTableRow.objects.update(place=99)
        ends.append("committed")
        connections.close_all()

    writer = threading.Thread(target=write)
    writer.start()
    holds.wait(SECONDS)

    def let_it_end(seconds: float) -> None:
        waits.set()
        writer.join(SECONDS)

    monkeypatch.setattr("league.projections.rebuild.time.sleep", let_it_end)
    assert any(name.startswith("tournament") for name in rebuild.rebuild())
    assert (waits.is_set(), ends) == (True, ["committed"])
    monkeypatch.undo()
    assert rebuild.rebuild() == []


def rebuild_and_die(step: str) -> None:
    """Rebuilds; the process is killed at the end of a step."""
    module, name = {"build": (rebuild, "_build"), "swap": (rebuild, "_swap"), "row": (copies, "update")}[step]
    run = getattr(module, name)

    def killed(*args: Any) -> None:
        run(*args)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(module, name, killed)
    rebuild.rebuild()


@pytest.mark.parametrize("step", ["build", "row", "swap"])
def test_a_rebuild_that_is_killed_has_changed_nothing(step: str) -> None:
    club = new_club()
    played(club)
    right = picture()
    spoil()
    wrong = picture()
    process = start("tests.league.projections.test_rebuild:rebuild_and_die", step)
    assert process.wait(SECONDS) == -signal.SIGKILL
    assert picture() == wrong
    assert rebuild.rebuild()
    assert picture() == right
