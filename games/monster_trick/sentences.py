"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.kernel import N_, Json
from games.telling import Sentence, Telling

SUITS = (N_("green"), N_("yellow"), N_("purple"), N_("blue"))


def _dealt(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("Round {round}: the cards are dealt."), shown)
    for player, hand in shown["hands"].items():
        if isinstance(hand, list):
            yield Sentence(N_("{player} holds {cards}."), {"player": player, "cards": [_card(card) for card in hand]})


def _arranged(shown: Json) -> Iterable[Sentence]:
    if "order" in shown:
        yield Sentence(N_("{player} lays the point cards, from left to right: {order}."), shown)
    else:
        yield Sentence(N_("{player} lays the point cards face down."), shown)


def _played(shown: Json) -> Iterable[Sentence]:
    facts = {"player": shown["player"], "trick": shown["trick"], "card": _card(shown["card"])}
    yield Sentence(N_("{player} plays {card} on trick {trick}."), facts)


def _card(card: Json) -> tuple[str, int]:
    return card["suit"], card["value"]


SENTENCES: Mapping[str, Telling] = {
    "round_dealt": _dealt,
    "point_cards_arranged": _arranged,
    "card_played": _played,
    "trick_won": N_("{player} wins trick {trick}; the point card {showing} shows now."),
    "round_recorded": N_("Round {round} was reported: tricks {tricks}."),
}
