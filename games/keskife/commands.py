"""What can be chosen and asked for."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.game import Options
from games.kernel import Command
from games.keskife.cards import Card

Pot = Literal["all", "half", "only_if_unfound"]
Seconds = Annotated[int, msgspec.Meta(ge=1, le=3600)]


class KeskifeOptions(Options, frozen=True):
    """play: at a real table and reported, or dealt here. lead: who leads round 1; without it seat 1.

    pot: what the monkeys take of it. teams: the members of each player that is a team. action_seconds: of the mime.
    """

    play: Literal["recorded", "dealt"] = "recorded"
    pot: Pot = "all"
    teams: dict[str, tuple[str, ...]] | None = None
    action_seconds: Seconds = 30
    lead: str | None = None


class StartRound(Command, frozen=True, tag="start_round"):
    """Open the next round."""


class NameLead(Command, frozen=True, tag="name_lead"):
    """The last round's lead names the next one.

    player: the id of the player who does it. lead: the id of the next lead.
    """

    player: str
    lead: str


class TakeRole(Command, frozen=True, tag="take_role"):
    """The lead takes a monkey card or an action card out of the deck; the others are dealt the rest.

    player: the id of the player who does it. role: the card.
    """

    player: str
    role: Card


class StopAction(Command, frozen=True, tag="stop_action"):
    """The lead ends the mime. player: the id of the player who does it."""

    player: str


class Point(Command, frozen=True, tag="point"):
    """A player points at whom they take for the monkey.

    player: the id of the player who does it. at: the id of the player pointed at.
    """

    player: str
    at: str


class TimeUp(Command, frozen=True, tag="time_up"):
    """The game's clock has run out: for the lead's choice, or for the mime."""

    staff: ClassVar[bool] = True


class RecordRound(Command, frozen=True, tag="record_round"):
    """A round as it was played: who led, who were the monkeys, who pointed at whom; of monkeys that may be left out.

    lead: the id of the lead. monkeys: the ids of the monkeys. points: by player, the id of the one they pointed at.
    """

    sheet: ClassVar[tuple[str, ...]] = ("lead", "monkeys", "points")
    lead: str
    monkeys: tuple[str, ...]
    points: dict[str, str]
