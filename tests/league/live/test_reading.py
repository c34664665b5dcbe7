"""What a wake tells to each caller: all that they may see, and nothing else."""

from __future__ import annotations

from uuid import UUID

import pytest

from league.access.links import Holder
from league.access.roles import Caller
from league.live import reading
from league.live.following import Followed
from league.live.reading import Wanted
from league.models import LinkKind, Role, Table
from league.repository.streams import TOURNAMENT
from league.services import calls
from tests.league.nights import Night, new_club, new_people

pytestmark = pytest.mark.django_db


def at_table(night: Night, table: str) -> Caller:
    return Caller(night.club.pk, None, None, Holder(LinkKind.TABLE, UUID(table), night.club.pk, night.id))


def test_a_call_is_told_to_its_own_table_and_to_the_staff_alone() -> None:
    night = Night.open(new_club())
    night.enter(new_people(night.club, 8))
    first, second = night.start_round().tables
    director = Caller(night.club.pk, None, Role.DIRECTOR)
    callers = [at_table(night, first.id), at_table(night, second.id), director, Caller(night.club.pk, None, None)]
    row = Table.objects.select_related("round").get(pk=first.id)
    calls.from_table(row, None, actor=f"table:{first.id}", at=night.at)
    followed = Followed(night.club.pk, TOURNAMENT, night.id)
    news = reading.read([Wanted(followed, night.state().version - 1, frozenset(callers), frozenset())]).news[night.id]
    told = [[change.type for change in news.changes[who]] for who in callers]
    assert told == [["tournament.director_called"], [], ["tournament.director_called"], []]
