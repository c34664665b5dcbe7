"""What can have happened, and what of it a viewer may see."""

from __future__ import annotations

from games.fuzzy_tiger.commands import FuzzyOptions, Position
from games.game import Started
from games.kernel import REFEREE, Event, Json, PublicEvent, Viewer, fields
from games.scores import Finished, RoundScored


class FuzzyStarted(Started, frozen=True):
    """The players sat down. cards: in everybody's hand. at: how the table stands, all players named."""

    type = "fuzzy_tiger.started"
    options: FuzzyOptions
    cards: tuple[int, ...]
    at: Position


class CardChosen(Event, frozen=True, gc=False):
    """A player laid a card face down."""

    type = "fuzzy_tiger.card_chosen"
    player: str
    card: int

    def show(self, viewer: Viewer) -> Json | None:
        """Others see that it was done."""
        return fields(self) if viewer in (REFEREE, self.player) else {"player": self.player}


class CardsRevealed(PublicEvent, frozen=True):
    """All had chosen for turn `turn` (from 1). cards: by player. order: as they act, each card with its players."""

    type = "fuzzy_tiger.cards_revealed"
    turn: int
    cards: dict[str, int]
    order: tuple[tuple[int, tuple[str, ...]], ...]


class TurnLost(PublicEvent, frozen=True):
    """Several played a card that only one may play: none of them acts."""

    type = "fuzzy_tiger.turn_lost"
    card: int
    players: tuple[str, ...]


class CardActed(PublicEvent, frozen=True):
    """A card acted. choice: what its player chose, by the name of the field of the command, where the card asks.

    moved: spaces of the monkeys that stand elsewhere now. tiger: its sleep now. sheltered: who lies down now.
    """

    type = "fuzzy_tiger.card_acted"
    card: int
    players: tuple[str, ...]
    choice: dict[str, int | str]
    moved: dict[str, int]
    tiger: int
    sheltered: tuple[str, ...]


class CardsTakenBack(PublicEvent, frozen=True):
    """Cards came back into their owners' hands, by card 9."""

    type = "fuzzy_tiger.cards_taken_back"
    cards: dict[str, tuple[int, ...]]


class WhiskersPlucked(PublicEvent, frozen=True, gc=False):
    """A monkey plucked so many whiskers. tiger: its sleep now."""

    type = "fuzzy_tiger.whiskers_plucked"
    player: str
    whiskers: int
    tiger: int


class MonkeysWentBack(PublicEvent, frozen=True):
    """Monkeys went back. moved: the spaces where they stand now."""

    type = "fuzzy_tiger.monkeys_went_back"
    moved: dict[str, int]


class TigerWoke(PublicEvent, frozen=True):
    """The tiger woke. damage: what each player took by bite and shame; unused: cards that don't act any more."""

    type = "fuzzy_tiger.tiger_woke"
    bitten: tuple[str, ...]
    shamed: str | None
    damage: dict[str, int]
    unused: dict[str, int]


class NextTigerFound(PublicEvent, frozen=True):
    """The monkeys gathered before the next tiger. time: the space of the time marker now."""

    type = "fuzzy_tiger.next_tiger_found"
    positions: dict[str, int]
    tiger: int
    time: int


class ResultRecorded(PublicEvent, frozen=True):
    """A game played at a real table was reported. positions: if they were reported."""

    type = "fuzzy_tiger.result_recorded"
    whiskers: dict[str, int]
    damage: dict[str, int]
    positions: dict[str, int] | None


class FuzzyScored(RoundScored, frozen=True):
    """The game's one round."""

    type = "fuzzy_tiger.round_scored"


class FuzzyFinished(Finished, frozen=True):
    """The game was scored. beaten: who has the most damage, and stands behind all others."""

    type = "fuzzy_tiger.finished"
    beaten: tuple[str, ...]
