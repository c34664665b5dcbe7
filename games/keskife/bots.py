"""Players who look at their own view only. Of a mime nothing is to be seen here; what tells is who chose the card."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from games.game import NewBot, stateless
from games.kernel import Json

FIND_THE_LEAD = 3 / 4
"""How often the lead is suspected: not always, or nobody who tries would be the monkey any more."""


def random(view: Json, me: str, lot: Random, awaited: Collection[str]) -> Json | None:
    """Any role, any lead, and a finger at anybody."""
    return _play(view, me, lot, role=lot.choice(["monkey", "action"]), suspect=lot.choice(_others(view, me)))


def tries(view: Json, me: str, lot: Random, awaited: Collection[str]) -> Json | None:
    """As the lead the monkey, who mostly wins more cards than a guess does; else mostly suspects the lead of that."""
    suspect = lot.choice(_others(view, me))
    if view["lead"] != me and lot.random() < FIND_THE_LEAD:
        suspect = view["lead"]
    return _play(view, me, lot, role="monkey", suspect=suspect)


def _play(view: Json, me: str, lot: Random, *, role: str, suspect: str) -> Json:
    match view["phase"]:
        case "lead":
            fresh = [player for player in view["held"] if player not in view["led"]]
            return {"type": "name_lead", "player": me, "lead": lot.choice(fresh)}
        case "role":
            return {"type": "take_role", "player": me, "role": role}
        case "mime":
            return {"type": "stop_action", "player": me}
        case _:
            return {"type": "point", "player": me, "at": suspect}


def _others(view: Json, me: str) -> list[str]:
    return [player for player in view["held"] if player != me]


BOTS: Mapping[str, NewBot] = {"random": stateless(random), "tries": stateless(tries)}
