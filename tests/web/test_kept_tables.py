"""Of the tables of a round, those that have changed are made again for the next version of a page, and no others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from league.access.roles import Caller
from league.domain.tournament.clocks.commands import Extend
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.entries.commands import Drop
from league.domain.tournament.results.commands import RecordResult
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.settings import Change, Hall, PointScheme
from league.models import Person, Tournament
from league.services import people
from league.web import night, rounds
from league.web.rounds import ShownTable
from tests.league.nights import ACTOR
from tests.web.evening import Evening

pytestmark = pytest.mark.django_db
ALL = {1, 2, 3, 4}


def running(**settings: Any) -> Evening:
    """A running round of four tables."""
    made = Evening.begin(16, **settings)
    made.all_arrive()
    made.start(made.publish())
    return made


@pytest.fixture
def evening() -> Evening:
    return running()


def tables(evening: Evening, round: int = 0) -> list[ShownTable]:
    row = Tournament.objects.select_related("club", "public_code").get(pk=evening.id)
    return list(night.read(row, Caller(evening.club.pk, None, None), timezone.now()).rounds[round].tables)


def changed(evening: Evening, act: Callable[[Round], object]) -> set[int]:
    """The numbers of the tables that are other ones after it."""
    before = tables(evening)
    act(evening.state().rounds[0])
    after = tables(evening)
    return {table.number for old, table in zip(before, after, strict=True) if old is not table}


def test_a_report_changes_its_table(evening: Evening) -> None:
    assert changed(evening, lambda found: evening.report_some(found, 1)) == {1}
    assert tables(evening)[0].state == "confirmed"
    assert changed(evening, lambda found: None) == set()


def test_who_leaves_changes_their_table(evening: Evening) -> None:
    assert changed(evening, lambda found: evening.send(Drop(found.tables[2].seats[0]))) == {3}
    assert tables(evening)[2].seats[0].dropped
    assert changed(evening, lambda found: evening.send(Drop(found.tables[0].seats[0]))) == {1}


def test_a_name_changes_its_table(evening: Evening) -> None:
    def forget(found: Round) -> None:
        person = Person.objects.get(pk=evening.state().entries[found.tables[1].seats[1]].person or "")
        people.forget(person, actor=ACTOR, at=timezone.now())

    assert changed(evening, forget) == {2}


def test_a_table_with_a_clock_of_its_own_is_made_each_time(evening: Evening) -> None:
    def extend(found: Round) -> None:
        evening.send(Extend(found.id, timezone.now(), 300, table=found.tables[3].id))

    assert changed(evening, extend) == {4}
    assert changed(evening, lambda found: None) == {4}


def test_other_points_change_all_tables(evening: Evening) -> None:
    evening.report_some(evening.state().rounds[0], 2)
    assert changed(evening, lambda found: evening.send(Change(points=PointScheme(by_place=(5, 3, 1))))) == ALL


def test_other_labels_change_all_tables(evening: Evening) -> None:
    hall = Hall(labels=("Bar", "Window", "Stage", "Door"))
    assert changed(evening, lambda found: evening.send(Change(hall=hall))) == ALL
    assert [table.label for table in tables(evening)] == ["Bar", "Window", "Stage", "Door"]


def test_the_close_of_a_round_changes_all_tables_once(evening: Evening) -> None:
    evening.report_some(evening.state().rounds[0], 4)
    assert changed(evening, lambda found: evening.send(CloseRound(found.id))) == ALL
    assert changed(evening, lambda _: evening.publish()) == set()


def test_points_that_depend_on_other_tables_follow_them() -> None:
    evening = running(points={"raw": {}})
    first, second = evening.state().rounds[0].tables[:2]
    nobody = dict.fromkeys(first.seats, 1)
    evening.send(RecordResult(first.id, nobody, timezone.now(), source="table", absent=tuple(first.seats)))
    assert {seat.points and seat.points.text for seat in tables(evening)[0].seats} == {"0"}
    scores = {entry: -number for number, entry in enumerate(second.seats)}
    evening.play(second.id, {"type": "record_round", "scores": scores})
    assert {seat.points and seat.points.text for seat in tables(evening)[0].seats} == {"−3"}


def test_of_many_tables_those_of_the_rounds_read_last_are_kept(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "KEPT_TABLES", 9)
    monkeypatch.setattr(rounds, "_kept_rounds", OrderedDict())
    evenings = [evening, running(), running()]
    for one in evenings:
        tables(one)
    evenings[1].report_some(evenings[1].state().rounds[0], 1)
    tables(evenings[1])
    assert [*rounds._kept_rounds] == [evenings[number].state().rounds[0].id for number in (2, 1)]
