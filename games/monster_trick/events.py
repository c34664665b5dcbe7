"""What can have happened, and what of it a viewer may see."""

from __future__ import annotations

from games.game import Started
from games.kernel import REFEREE, Event, Json, PublicEvent, Viewer, fields
from games.monster_trick.cards import Card
from games.monster_trick.commands import MonsterOptions
from games.scores import Finished, RoundScored


class MonsterStarted(Started, frozen=True):
    """The players sat down. starter: who begins round 1."""

    type = "monster_trick.started"
    options: MonsterOptions
    starter: str


class RoundDealt(Event, frozen=True):
    """The cards of game round `round` were shuffled and dealt."""

    type = "monster_trick.round_dealt"
    round: int
    hands: dict[str, tuple[Card, ...]]

    def show(self, viewer: Viewer) -> Json | None:
        """Of other hands the number of cards."""
        if viewer == REFEREE:
            return fields(self)
        shown = {player: fields_of(hand) if player == viewer else len(hand) for player, hand in self.hands.items()}
        return {"round": self.round, "hands": shown}


class PointCardsArranged(Event, frozen=True):
    """A player laid the round's three point cards face down. order: their values from left to right."""

    type = "monster_trick.point_cards_arranged"
    player: str
    order: tuple[int, ...]

    def show(self, viewer: Viewer) -> Json | None:
        """Others see that it was done."""
        return fields(self) if viewer in (REFEREE, self.player) else {"player": self.player}


class CardPlayed(PublicEvent, frozen=True, gc=False):
    """A card was played on the trick of that id; where no such trick was open, it opened it."""

    type = "monster_trick.card_played"
    player: str
    card: Card
    trick: int


class TrickWon(PublicEvent, frozen=True, gc=False):
    """A trick was completed. showing: the value of the point card that its winner turned face up."""

    type = "monster_trick.trick_won"
    trick: int
    player: str
    showing: int


class RoundRecorded(Event, frozen=True):
    """A round played at a real table was reported. tricks: how many each player won; showing: as the round ended."""

    type = "monster_trick.round_recorded"
    round: int
    orders: dict[str, tuple[int, ...]]
    tricks: dict[str, int]
    showing: dict[str, int | None]

    def show(self, viewer: Viewer) -> Json | None:
        """Of other orders nothing but the card that shows."""
        shown = fields(self)
        if viewer != REFEREE:
            shown["orders"] = {player: order for player, order in shown["orders"].items() if player == viewer}
        return shown


class MonsterRoundScored(RoundScored, frozen=True):
    """The round's point cards were scored. next_starter: who begins the next round; null after the last."""

    type = "monster_trick.round_scored"
    next_starter: str | None


class MonsterFinished(Finished, frozen=True):
    """The last round was scored."""

    type = "monster_trick.finished"


def fields_of(cards: tuple[Card, ...]) -> list[Json]:
    """Cards as plain values."""
    return [fields(card) for card in cards]
