"""Players who look at nothing but their own view: one who acts by lot, and one who tries to win."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from games.four_monkeys.parts import CATALOGUE, COMBOS, Combo, shows
from games.game import NewBot, stateless
from games.kernel import Json

Combos = Mapping[str, Combo]
DEFAULT: Combos = {combo.id: combo for combo in CATALOGUE}
FULL_HAND = 9
"""With so many cards in hand nobody who tries draws more."""


def at_random(view: Json, me: str, lot: Random, awaited: Collection[str], combos: Combos = DEFAULT) -> Json | None:
    """Any action that is accepted; of two grabs about one is honest. Says stop only where it is true."""
    actions = [action for action in awaited if action != "stop" or _has_all(view, me)]
    if not actions:
        return None
    action = lot.choice(sorted(actions))
    return {"type": action, "player": me, **_by_lot(view, me, lot, action, combos)}


def _by_lot(view: Json, me: str, lot: Random, action: str, combos: Combos) -> Json:
    stacks = _stacks(view, me)
    match action:
        case "grab":
            stack = lot.choice([number for number, stack in enumerate(stacks) if stack])
            honest = _cards_for(view, me, combos[stacks[stack][0]]) if lot.random() < 0.5 else None
            return {"stack": stack, "cards": honest or _some_cards(view, me, lot)}
        case "burn":
            return {"tile": lot.choice(_green(view, me))}
        case "replenish":
            return {"mode": lot.choice(["swap", "draw"])}
        case "reveal":
            return {"stack": lot.choice([number for number, stack in enumerate(stacks) if len(stack) > 1])}
        case "banana":
            return {"to": lot.choice(_neighbours(view, me))}
        case "check":
            return {"tile": lot.choice(_to_check(view, me))}
        case _:
            return {}


def tries(view: Json, me: str, lot: Random, awaited: Collection[str], combos: Combos = DEFAULT) -> Json | None:
    """Takes the most valuable new combo that the hand makes, and draws for another; never bluffs.

    Gives banana skins to the players ahead, and waits if nothing helps.
    """
    if "check" in awaited:
        return {"type": "check", "player": me, "tile": _to_check(view, me)[0]}
    if "stop" in awaited and _has_all(view, me):
        return {"type": "stop", "player": me}
    if "banana" in awaited:
        return {"type": "banana", "player": me, "to": max(_neighbours(view, me), key=lambda other: _shown(view, other))}
    if "grab" in awaited and (best := _best_grab(view, me, combos)):
        return best
    if "reveal" in awaited:
        stacks = [number for number, stack in enumerate(_stacks(view, me)) if len(stack) > 1]
        return {"type": "reveal", "player": me, "stack": lot.choice(stacks)}
    return _draw_more(view, me, awaited)


def _best_grab(view: Json, me: str, combos: Combos) -> Json | None:
    """The new combo of the highest value that the hand makes, with the fewest cards."""
    owned = _owned(view, me)
    showing = {stack[0]: number for number, stack in enumerate(_stacks(view, me)) if stack and stack[0] not in owned}
    for combo in sorted(showing, key=lambda combo: -combos[combo].value):
        cards = _cards_for(view, me, combos[combo])
        if cards:
            return {"type": "grab", "player": me, "stack": showing[combo], "cards": cards}
    return None


def _draw_more(view: Json, me: str, awaited: Collection[str]) -> Json | None:
    """While a new combo shows and the hand is small: first the replenish tile, then the cheapest green tile."""
    new = any(stack and stack[0] not in _owned(view, me) for stack in _stacks(view, me))
    if not new or len(view["hands"][me]) >= FULL_HAND or not any(view["draw"].values()):
        return None
    if "replenish" in awaited:
        return {"type": "replenish", "player": me, "mode": "draw"}
    if "burn" in awaited:
        tiles = view["tiles"][me]
        return {"type": "burn", "player": me, "tile": min(_green(view, me), key=lambda tile: tiles[tile]["value"])}
    return None


def _cards_for(view: Json, me: str, combo: Combo) -> list[int] | None:
    """The fewest cards of the hand that show a combo: without any one of them they would not."""
    hand = [card for card in view["hands"][me] if set(card["figures"]) & set(combo.figures)]
    for cards in _from_small_to_large(hand, len(combo.figures)):
        if shows(combo, [card["figures"] for card in cards]):
            return [card["id"] for card in cards]
    return None


def _from_small_to_large(hand: Sequence[Json], most: int) -> Iterator[Sequence[Json]]:
    for number in range((most + 1) // 2, min(most, len(hand)) + 1):
        yield from combinations(hand, number)


def _some_cards(view: Json, me: str, lot: Random) -> list[int]:
    hand = [card["id"] for card in view["hands"][me]]
    return lot.sample(hand, lot.randint(1, min(3, len(hand))))


def _stacks(view: Json, me: str) -> list[list[str]]:
    """The stacks of the own area."""
    stacks: list[list[str]] = next(area["stacks"] for area in view["areas"] if me in area["players"])
    return stacks


def _neighbours(view: Json, me: str) -> list[str]:
    players: Iterable[str] = next(area["players"] for area in view["areas"] if me in area["players"])
    return [player for player in players if player != me]


def _green(view: Json, me: str) -> list[int]:
    return [number for number, tile in enumerate(view["tiles"][me]) if not tile["burned"]]


def _owned(view: Json, me: str) -> set[str]:
    return {tile["combo"] for tile in view["tiles"][me]}


def _has_all(view: Json, me: str) -> bool:
    return len(_owned(view, me)) == COMBOS


def _to_check(view: Json, me: str) -> list[int]:
    return [asked["tile"] for asked in view["to_check"] if asked["player"] == me]


def _shown(view: Json, player: str) -> int:
    """Points that lie before a player, with those of the rounds before."""
    tiles: list[Json] = view["tiles"][player]
    return int(view["totals"][player]) + sum(int(tile["value"]) for tile in tiles)


BOTS: Mapping[str, NewBot] = {"random": stateless(at_random), "tries": stateless(tries)}
