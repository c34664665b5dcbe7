"""Players who look at their own view only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from games.fuzzy_tiger.board import arrive, bitten, forward, shamed, swap
from games.fuzzy_tiger.cards import BITE, CARDS, SHAME, SLEEP, WHISKERS, Card
from games.game import NewBot, stateless
from games.kernel import Json


def random(view: Json, me: str, lot: Random, awaited: Collection[str]) -> Json | None:
    """Any card of the hand, and any of its choices."""
    if view["phase"] == "act":
        choice: Json = lot.choice(view["to_act"]["choices"])
        return choice
    return {"type": "choose", "player": me, "card": lot.choice(view["in_hand"][me])}


def tries(view: Json, me: str, lot: Random, awaited: Collection[str]) -> Json | None:
    """Plays what would be worth most if nobody else acted, and is likely to be played by nobody else."""
    if view["phase"] == "act":
        answers: list[Json] = view["to_act"]["choices"]
        lot.shuffle(answers)
        card = CARDS[view["last_turn"][0]["cards"][me]]
        return max(answers, key=lambda answer: worth(view, me, card, answer))
    hand = [CARDS[number] for number in view["in_hand"][me]]
    lot.shuffle(hand)
    best = max(hand, key=lambda card: promise(view, me, card) + lot.random() / 2)
    return {"type": "choose", "player": me, "card": best.number}


def promise(view: Json, me: str, card: Card) -> float:
    """What a card may be worth: less where others hold it too and would block it, or act before it."""
    if card.takes_back:
        return len(view["spent"][me]) / 2 - 1.5
    rivals = sum(card.number in view["in_hand"][other] for other in view["positions"] if other != me)
    best = max(worth(view, me, card, answer) for answer in answers_to(view, me, card))
    return best if card.together else best * (1 - rivals / 10)


def answers_to(view: Json, me: str, card: Card) -> list[Json]:
    """What may be chosen when the card acts; one empty answer where it asks nothing."""
    answers: list[Json] = [{"move": steps} for steps in card.moves]
    answers += [{"to": space} for space in card.spaces]
    answers += [{"swap": other} for other in view["positions"] if card.swaps and other != me]
    return answers or [{}]


def worth(view: Json, me: str, card: Card, answer: Json) -> float:
    """Whiskers less damage for me, and half of the damage for the others, if the card acted now and alone."""
    positions = {**view["positions"], **landing(view["positions"], me, card, answer)}
    tiger = SLEEP if card.hypnotizes else view["tiger"] - card.tiger
    plucked = WHISKERS.get(positions[me], 0) if card.plucks and tiger > 0 else 0
    if tiger - plucked < 1:
        return plucked + damage_lead(positions, me, [me] if card.shelters else [])
    return plucked + danger(positions[me], tiger - plucked)


def landing(positions: Mapping[str, int], me: str, card: Card, answer: Json) -> dict[str, int]:
    """Who stands elsewhere after the card's move."""
    if "swap" in answer:
        return swap(positions, me, answer["swap"])
    if "to" in answer:
        return arrive(positions, me, answer["to"])
    return forward(positions, me, answer.get("move", card.forward))


def damage_lead(positions: Mapping[str, int], me: str, sheltered: list[str]) -> float:
    """What a waking brings: the others' damage, and twice as much against it one's own."""
    victims, coward = bitten(positions, sheltered), shamed(positions)
    mine = BITE * (me in victims) + SHAME * (coward == me)
    others = BITE * len([player for player in victims if player != me]) + SHAME * (coward not in (me, None))
    return others - 2.0 * mine


def danger(space: int, tiger: int) -> float:
    """To stand near is good while the tiger sleeps well; alone far away or near a light sleeper is not."""
    near = 5 - space
    return near * 0.15 if tiger > 2 else -0.1 * near


BOTS: Mapping[str, NewBot] = {"random": stateless(random), "tries": stateless(tries)}
