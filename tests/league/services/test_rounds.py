"""A round is seated by a plan that is still current; a plan that is not is made again."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Rejected
from league.domain.tournament.entries.commands import Drop
from league.domain.tournament.rounds.commands import Discard
from league.models import Round, Tournament
from league.seating import planning
from league.services import rounds
from league.services.execution import Busy, Done
from league.services.rounds import Write
from tests.league.nights import ACTOR, Night, new_club, new_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = Night.open(new_club(), rounds=3)
    night.enter(new_people(night.club, 8))
    return night


def directly(write: Write) -> Done:
    return write()


def seat(night: Night) -> Done:
    return rounds.seat_next(Tournament.objects.get(pk=night.id), actor=ACTOR, within=directly)


def changing(night: Night, monkeypatch: pytest.MonkeyPatch, name: str, times: int) -> list[int]:
    """Makes an entry leave after each of the first `times` plans; the list counts the plans."""
    plan = getattr(planning, name)
    plans: list[int] = []

    def plan_and_change(*args: Any, **more: Any) -> Any:
        made = plan(*args, **more)
        if len(plans) < times:
            night.send(Drop(night.entries[len(plans)]))
        plans.append(1)
        return made

    monkeypatch.setattr(planning, name, plan_and_change)
    return plans


def test_a_plan_that_has_become_stale_is_made_again(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = changing(night, monkeypatch, "plan_next", 1)
    assert [row.type for row in seat(night).events] == ["tournament.round_seated"]
    seated = [entry for table in night.state().rounds[-1].tables for entry in table.seats]
    assert (len(plans), night.entries[0] in seated, len(seated)) == (2, False, 7)


def test_a_tournament_that_changes_each_time_is_busy(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = changing(night, monkeypatch, "plan_next", 100)
    with pytest.raises(Busy):
        seat(night)
    assert (len(plans), night.state().rounds) == (rounds.PLANS, [])


def test_a_draft_that_stands_is_the_answer(night: Night) -> None:
    assert seat(night).events
    done = seat(night)
    assert (done.events, [found.state for found in done.stream.aggregate.state.rounds]) == ([], ["draft"])


def test_a_draft_that_is_discarded_meanwhile_is_seated_again(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    seat(night)
    plan, draft = planning.plan_next, Round.objects.get().pk

    def plan_and_discard(*args: Any, **more: Any) -> Any:
        made = plan(*args, **more)
        if made is None:
            night.send(Discard(str(draft)))
        return made

    monkeypatch.setattr(planning, "plan_next", plan_and_discard)
    assert seat(night).events
    assert Round.objects.get().pk != draft


def test_a_refusal_to_plan_is_raised_by_the_write() -> None:
    night = Night.open(new_club())
    seen: list[str] = []

    def noting(write: Write) -> None:
        try:
            write()
        except Rejected as refusal:
            seen.append(refusal.code)

    rounds.seat_next(Tournament.objects.get(pk=night.id), actor=ACTOR, within=noting)
    assert seen == ["too_few_entries"]


def test_another_draw_of_a_draft_is_planned_again_as_well(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    seat(night)
    plans = changing(night, monkeypatch, "plan_again", 1)
    done = rounds.redo(Round.objects.get(), actor=ACTOR, within=directly)
    assert (len(plans), done.stream.aggregate.state.rounds[-1].attempt) == (2, 2)
