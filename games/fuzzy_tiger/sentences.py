"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.fuzzy_tiger.cards import CARDS
from games.kernel import N_, Json
from games.telling import SENTENCES as IN_EVERY_GAME
from games.telling import Sentence, Telling, tell

NAMES = (
    N_("Shelter"),
    N_("Hypnosis"),
    N_("Throw stones"),
    N_("Liana"),
    N_("Walk"),
    N_("Courier"),
    N_("Charge"),
    N_("Lasso"),
    N_("Think"),
)

CHOICES: Mapping[str, str] = {
    "move": N_("{player} acts with {card}, {choice} forward."),
    "to": N_("{player} acts with {card}, to space {choice}."),
    "swap": N_("{player} acts with {card} and swaps spaces with {choice}."),
}


def _chosen(shown: Json) -> Iterable[Sentence]:
    if "card" in shown:
        yield Sentence(N_("{player} lays {card} face down."), {**shown, "card": _card(shown["card"])})
    else:
        yield Sentence(N_("{player} lays a card face down."), shown)


def _revealed(shown: Json) -> Iterable[Sentence]:
    cards = {player: _card(number) for player, number in shown["cards"].items()}
    yield Sentence(N_("Turn {turn}: the cards are {cards}."), {"turn": shown["turn"], "cards": cards})


def _lost(shown: Json) -> Iterable[Sentence]:
    facts = {"players": shown["players"], "card": _card(shown["card"])}
    yield Sentence(N_("{players} have all played {card}: none of them acts."), facts)


def _acted(shown: Json) -> Iterable[Sentence]:
    facts = {**shown, "player": shown["players"][0], "card": _card(shown["card"])}
    for kind, choice in shown["choice"].items():
        yield Sentence(CHOICES[kind], {**facts, "choice": choice})
    if not shown["choice"]:
        yield Sentence(N_("{card} acts, played by {players}."), facts)
    if shown["moved"]:
        yield Sentence(N_("Spaces now: {moved}."), facts)
    if shown["sheltered"]:
        yield Sentence(N_("Sheltered: {sheltered}."), facts)
    card = CARDS[shown["card"]]
    if card.tiger or card.hypnotizes:
        yield Sentence(N_("The tiger's sleep is {tiger} now."), facts)


def _taken_back(shown: Json) -> Iterable[Sentence]:
    for player in shown["cards"]:
        yield Sentence(N_("{player} takes all played cards back."), {"player": player})


def _woke(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("The tiger wakes!"), shown)
    if shown["bitten"]:
        yield Sentence(N_("It bites: {bitten}."), shown)
    if shown["shamed"] is not None:
        yield Sentence(N_("{shamed} is shamed for staying away the farthest."), shown)
    if shown["damage"]:
        yield Sentence(N_("Damage taken: {damage}."), shown)
    if shown["unused"]:
        unused = {player: _card(number) for player, number in shown["unused"].items()}
        yield Sentence(N_("Cards that don't act any more: {unused}."), {"unused": unused})


def _recorded(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("The game was reported: whiskers {whiskers}, damage {damage}."), shown)
    if shown["positions"] is not None:
        yield Sentence(N_("At the end the monkeys stand on: {positions}."), shown)


def _finished(shown: Json) -> Iterable[Sentence]:
    if shown["beaten"]:
        yield Sentence(N_("Beaten, with the most damage: {beaten}."), shown)
    yield from tell("finished", shown, IN_EVERY_GAME)


def _card(number: int) -> tuple[str, int]:
    return CARDS[number].name, number


SENTENCES: Mapping[str, Telling] = {
    "card_chosen": _chosen,
    "cards_revealed": _revealed,
    "turn_lost": _lost,
    "card_acted": _acted,
    "cards_taken_back": _taken_back,
    "whiskers_plucked": N_("{player} plucks, and has {whiskers} more; the tiger's sleep is {tiger} now."),
    "monkeys_went_back": N_("Back go: {moved}."),
    "tiger_woke": _woke,
    "next_tiger_found": N_("Another tiger sleeps, and everyone starts again. The time marker is on {time}."),
    "result_recorded": _recorded,
    "round_scored": N_("Points: {points}."),
    "finished": _finished,
}
