"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.kernel import N_, Json
from games.telling import Sentence, Telling

COLOURS = (N_("yellow"), N_("green"), N_("red"), N_("blue"))
MODES = {"swap": N_("swaps the hand for a new one"), "draw": N_("draws three cards")}


def _round_started(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("Round {round} begins (attempt {attempt}). Decks: {decks}."), shown)
    for area in shown["areas"]:
        yield Sentence(N_("In area {name} sit {players}."), area)


def _grabbed(shown: Json) -> Iterable[Sentence]:
    cards = shown["cards"]
    facts = {**shown, "cards": cards if isinstance(cards, int) else len(cards), "stack": shown["stack"] + 1}
    yield Sentence(N_("{player} takes {combo} from stack {stack} and lays cards beneath: {cards}."), facts)


def _burned(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("{player} burns tile {tile} and draws."), {**shown, "tile": shown["tile"] + 1})


def _replenished(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("{player} turns the replenish tile: {mode}."), {**shown, "mode": MODES[shown["mode"]]})


def _revealed(shown: Json) -> Iterable[Sentence]:
    facts = {**shown, "stack": shown["stack"] + 1}
    yield Sentence(N_("{player} moves {combo} from stack {stack} to a stack of its own."), facts)


def _ended(shown: Json) -> Iterable[Sentence]:
    if shown["reason"] == "stop":
        yield Sentence(N_("{player} says stop: round {round} is over."), shown)
    else:
        yield Sentence(N_("The time of round {round} is up."), shown)
    aside = {player: len(tiles) for player, tiles in shown["aside"].items() if tiles}
    if aside:
        yield Sentence(N_("Repeated tiles set aside: {aside}."), {"aside": aside})


def _checked(shown: Json) -> Iterable[Sentence]:
    facts = {**shown, "tile": shown["tile"] + 1}
    if shown["correct"]:
        yield Sentence(N_("Tile {tile} of {player} is correct."), facts)
    else:
        yield Sentence(N_("Tile {tile} of {player} is wrong and set aside."), facts)


SENTENCES: Mapping[str, Telling] = {
    "round_started": _round_started,
    "tile_grabbed": _grabbed,
    "tile_burned": _burned,
    "hand_replenished": _replenished,
    "tile_revealed": _revealed,
    "banana_passed": N_("{player} gives a banana skin to {to}."),
    "round_voided": N_(
        "{player} said stop without all ten combos: {points} points off, and round {round} is played again."
    ),
    "round_ended": _ended,
    "smartest_found": N_("The smartest now: {players}."),
    "tile_checked": _checked,
}
