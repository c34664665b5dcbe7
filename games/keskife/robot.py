"""Play by lot."""

from __future__ import annotations

from random import Random

from games.kernel import REFEREE, Json
from games.keskife.cards import MONKEYS
from games.keskife.rules import pending
from games.keskife.state import State


def robot(state: State, lot: Random) -> Json:
    """What is awaited: a round, a lead, a card, the end of a mime, a finger, or the sheet of a round."""
    awaited = lot.choice(pending(state))
    kind, player = awaited["type"], awaited["player"]
    command = {"type": kind} if player == REFEREE else awaited
    match kind:
        case "name_lead":
            return {**command, "lead": lot.choice(may_lead(state))}
        case "take_role":
            return {**command, "role": lot.choice(["monkey", "action"])}
        case "point":
            return {**command, "at": another(state, player, lot)}
        case "record_round":
            return {**command, **_sheet(state, lot)}
        case _:
            return command


def may_lead(state: State) -> list[str]:
    """Who has not led yet; everybody where all have."""
    return [player for player in state.players if player not in state.led or state.all_have_led]


def another(state: State, player: str, lot: Random) -> str:
    """Somebody else."""
    return lot.choice([other for other in state.players if other != player])


def _sheet(state: State, lot: Random) -> Json:
    monkeys = lot.sample(state.players, MONKEYS[len(state.players)])
    pointing = [player for player in state.players if player not in monkeys or lot.random() < 1 / 2]
    return {
        "lead": lot.choice(may_lead(state)),
        "monkeys": monkeys,
        "points": {player: another(state, player, lot) for player in pointing},
    }
