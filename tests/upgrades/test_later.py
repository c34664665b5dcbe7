"""What a later release has stored is refused, by a sentence and a code, and never misread."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from games.kernel import LaterRelease
from league.log import store
from league.log.envelope import Batch, Fact
from league.models import Event
from league.repository import streams
from tests.pins.night import Director


def append(club: UUID, stream: UUID, fact: Fact) -> None:
    """Writes as a process of a later release would."""
    with store.writing():
        head = store.head(club, stream)
        assert head is not None
        batch = Batch(stream, streams.TOURNAMENT, "tournament/2", head.version, head.hash, None, [fact])
        store.append(club, [batch], actor="user:later", correlation=uuid4(), at=timezone.now())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fact",
    [Fact("tournament.of_a_later_release", 1, b"{}"), Fact("tournament.round_seated", 99, b"{}")],
    ids=["an unknown type", "a later schema"],
)
def test_a_tournament_with_events_of_a_later_release_takes_no_command(fact: Fact) -> None:
    director = Director()
    tournament, _ = director.tournament("Tonight")
    append(UUID(director.club), UUID(tournament), fact)
    stored = Event.objects.count()
    refused = director.client.post(f"/api/v1/tournaments/{tournament}/rounds", {}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (503, "later_release")
    assert Event.objects.count() == stored


@pytest.mark.parametrize("label", ["tournament/99", "season/99"])
def test_a_stream_under_later_rules_is_not_folded_by_earlier_ones(label: str) -> None:
    with pytest.raises(LaterRelease):
        streams.new_aggregate(label.partition("/")[0], label)


def test_a_game_under_later_rules_is_not_folded_by_earlier_ones() -> None:
    with pytest.raises(LaterRelease):
        streams.new_aggregate(streams.GAME, "scoresheet/99")
