"""What is written and read in the measurements: one small event, as a card game has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid4

from games.codec import Codec, canonical
from games.kernel import Event
from league.log import store
from league.log.store import Batch, Fact, Stored

ACTOR, KIND, RULES, SCHEMA = "user:018f", "game", "monster-trick/1", 1
NOW = datetime(2026, 1, 31, 19, 30, tzinfo=UTC)


class CardPlayed(Event, frozen=True):
    """A card was played to a trick."""

    type = "bench.card_played"
    player: str
    card: str
    trick: int


class Tricks:
    """A state: changed in place while it is folded."""

    __slots__ = ("cards", "trick")

    def __init__(self) -> None:
        self.cards = 0
        self.trick = 0


def play(state: Tricks, event: CardPlayed) -> None:
    """Folds a card."""
    state.cards += 1
    state.trick = event.trick


CODEC = Codec([CardPlayed])
EVOLVE: dict[type[Event], Callable[[Tricks, CardPlayed], None]] = {CardPlayed: play}


def events(count: int) -> list[CardPlayed]:
    """As many events."""
    return [CardPlayed(player=f"p{n % 4}", card=f"green {n % 15}", trick=n // 4) for n in range(count)]


class Writer:
    """Appends to one stream through the whole product path: transaction, dump, hash, order lock, heads."""

    def __init__(self, club: UUID, count: int) -> None:
        self.club, self.events, self.stream = club, events(count), uuid4()
        self.last: Stored | None = None

    def __call__(self) -> None:
        """One commit."""
        with store.writing():
            self.append()

    def append(self) -> None:
        """The same in the caller's transaction."""
        facts = [Fact(event.type, event.schema, canonical(event)) for event in self.events]
        self.last = store.append(self.club, [self._batch(facts)], actor=ACTOR, correlation=uuid4(), at=NOW)[-1]

    def _batch(self, facts: Sequence[Fact]) -> Batch:
        last = self.last
        if last is None:
            return Batch(self.stream, KIND, RULES, 0, "", None, facts)
        return Batch(self.stream, KIND, RULES, last.version, last.hash, last.recorded_at, facts)
