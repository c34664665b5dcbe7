"""Players who look at their own view only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from games.game import NewBot, stateless
from games.kernel import Json
from games.monster_trick.cards import POINT_CARDS, TRICK
from games.monster_trick.tricks import NEW


def random(view: Json, me: str, lot: Random, awaited: Collection[str]) -> Json | None:
    """Any order, and any card where it may go."""
    if view["phase"] == "arrange":
        return {"type": "arrange", "player": me, "order": lot.sample(POINT_CARDS[view["round"] - 1], 3)}
    choice = lot.choice(view["legal"])
    return {"type": "play", "player": me, "card": choice["card"], "trick": lot.choice(choice["tricks"])}


def tries(view: Json, me: str, lot: Random, awaited: Collection[str]) -> Json | None:
    """Foretells the tricks from the high cards, then wins what turns a better point card up, and ducks the rest."""
    if view["phase"] == "arrange":
        return {"type": "arrange", "player": me, "order": foretold(view["hands"][me], POINT_CARDS[view["round"] - 1])}
    order = view["orders"][me]
    now, following = view["showing"][me] or 0, order[view["tricks_won"][me] % len(order)]
    wants = following > now
    plays = [(choice["card"], trick) for choice in view["legal"] for trick in choice["tricks"]]
    lot.shuffle(plays)
    card, trick = max(plays, key=lambda play: worth(view, me, *play, wants=wants))
    return {"type": "play", "player": me, "card": card, "trick": trick}


def foretold(hand: list[Json], values: tuple[int, ...]) -> list[int]:
    """The point cards so that the highest shows after as many tricks as the hand looks good for."""
    expected = max(1, sum(card["value"] >= highest(hand) - 2 for card in hand))
    low, middle, high = sorted(values)
    order = [low, low, low]
    best = (expected - 1) % 3
    order[best], order[best - 1] = high, middle
    return order


def highest(hand: list[Json]) -> int:
    """The highest value in the hand."""
    return max(int(card["value"]) for card in hand)


def worth(view: Json, me: str, card: Json, trick: int | str, *, wants: bool) -> int:
    """How well a play serves a player who wants the next trick, or wants none."""
    value = int(card["value"])
    if trick == NEW:
        return value if wants else 2 - value
    cards = next(found["cards"] for found in view["open_tricks"] if found["id"] == trick)
    suit = cards[0]["suit"]
    best = max(played["value"] for played in cards if played["suit"] == suit)
    takes = card["suit"] == suit and value > best
    nearness = 20 * len(cards) if len(cards) == TRICK - 1 else 5 * len(cards)
    if takes == wants:
        return nearness + (0 if wants else value)
    return -nearness - value


BOTS: Mapping[str, NewBot] = {"random": stateless(random), "tries": stateless(tries)}
