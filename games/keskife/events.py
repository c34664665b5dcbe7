"""What can have happened, and what of it a viewer may see."""

from __future__ import annotations

import msgspec

from games.game import Started
from games.kernel import REFEREE, Event, Json, PublicEvent, Viewer, fields
from games.keskife.cards import Card
from games.keskife.commands import KeskifeOptions
from games.scores import Finished, RoundScored


class Held(msgspec.Struct, frozen=True, gc=False):
    """The cards that a player has won, by their kind."""

    action: int = 0
    monkey: int = 0


class KeskifeStarted(Started, frozen=True):
    """The players sat down. lead: who leads round 1."""

    type = "keskife.started"
    options: KeskifeOptions
    lead: str


class LeadNamed(PublicEvent, frozen=True, gc=False):
    """The last lead named the next one."""

    type = "keskife.lead_named"
    player: str
    lead: str


class RoundStarted(PublicEvent, frozen=True, gc=False):
    """Game round `round` was opened. drawn: the lead was drawn by lot, since everybody had led."""

    type = "keskife.round_started"
    round: int
    lead: str
    drawn: bool


class RoleTaken(Event, frozen=True, gc=False):
    """The lead took a card. drawn: by lot, since the time was up."""

    type = "keskife.role_taken"
    player: str
    role: Card
    drawn: bool

    def show(self, viewer: Viewer) -> Json | None:
        """Others see that it was done, and how."""
        if viewer in (REFEREE, self.player):
            return fields(self)
        return {"player": self.player, "drawn": self.drawn}


class CardsDealt(Event, frozen=True):
    """The rest of the deck was shuffled and dealt. cards: of everybody, the lead's own included."""

    type = "keskife.cards_dealt"
    cards: dict[str, Card]

    def show(self, viewer: Viewer) -> Json | None:
        """Everybody sees the own card."""
        shown = {player: card for player, card in self.cards.items() if viewer in (REFEREE, player)}
        return {"cards": shown}


class NumberTurned(PublicEvent, frozen=True, gc=False):
    """Two number cards were turned up: tens and units. reshuffled: all of them had been used and came back before."""

    type = "keskife.number_turned"
    tens: int
    units: int
    reshuffled: bool


class ActionStopped(PublicEvent, frozen=True, gc=False):
    """The mime ended. player: the lead who stopped it; null where the time was up."""

    type = "keskife.action_stopped"
    player: str | None


class Pointed(Event, frozen=True, gc=False):
    """A player pointed at another."""

    type = "keskife.pointed"
    player: str
    at: str

    def show(self, viewer: Viewer) -> Json | None:
        """Others see that it was done; at whom they see when all have, in the round's points."""
        return fields(self) if viewer in (REFEREE, self.player) else {"player": self.player}


class RoundRecorded(PublicEvent, frozen=True):
    """A round played at a real table was reported. pointed: at whom; null of a monkey of whom nothing was said."""

    type = "keskife.round_recorded"
    round: int
    lead: str
    cards: dict[str, Card]
    pointed: dict[str, str | None]


class KeskifeRoundScored(RoundScored, frozen=True):
    """All showed their cards, and they were scored.

    cards, pointed: as all can see now. held: the cards of everybody after this round. discarded: cards out of the game.
    """

    type = "keskife.round_scored"
    cards: dict[str, Card]
    pointed: dict[str, str | None]
    held: dict[str, Held]
    discarded: int


class KeskifeFinished(Finished, frozen=True):
    """The last round was scored."""

    type = "keskife.finished"
