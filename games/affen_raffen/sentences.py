"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.kernel import N_, Json
from games.telling import Sentence, Telling

TASKS = {
    "any5": N_("five pairs of any animals"),
    "animals3": N_("three pairs of different animals"),
    "colours3": N_("three pairs of different colours"),
    "both3": N_("three pairs of different animals and different colours"),
}
ANIMALS = (N_("monkey"), N_("zebra"), N_("lion"), N_("penguin"), N_("flamingo"))
COLOURS = (N_("blue"), N_("ochre"), N_("green"))
BONUSES = {
    "first": N_("to be the first"),
    "pair": N_("a pair of its animal"),
    "forced": N_("a forced pair of its animal"),
}


def tile_words(tile: Json) -> tuple[str, ...]:
    """A tile as words that stand side by side."""
    if tile["kind"] == "animal":
        return tile["animal"], tile["colour"]
    words = (BONUSES[tile["kind"]],)
    return (*words, tile["animal"]) if tile.get("animal") else words


def _round_started(shown: Json) -> Iterable[Sentence]:
    if shown["task"] is None:
        yield Sentence(N_("The tiles are laid out."), shown)
    else:
        facts = {"round": shown["round"], "task": TASKS[shown["task"]]}
        yield Sentence(N_("Round {round}: the task is {task}."), facts)


def _turned(shown: Json) -> Iterable[Sentence]:
    facts = {"player": shown["player"], "place": shown["place"] + 1}
    if "tile" in shown:
        yield Sentence(N_("{player} looks at place {place}: {tile}."), {**facts, "tile": tile_words(shown["tile"])})
    else:
        yield Sentence(N_("{player} looks at place {place}."), facts)


def _back(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("{player} lays place {place} back."), {**shown, "place": shown["place"] + 1})


def _taken(shown: Json) -> Iterable[Sentence]:
    places = [place + 1 for place in shown["places"]]
    yield Sentence(N_("{player} takes the places {places} as a pair."), {**shown, "places": places})


def _kept(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("{player} keeps a bonus tile: {tile}."), {**shown, "tile": tile_words(shown["tile"])})


def _given(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("{player} gives {to} a bonus tile: {tile}."), {**shown, "tile": tile_words(shown["tile"])})


def _recorded(shown: Json) -> Iterable[Sentence]:
    pairs = {player: len(mine) for player, mine in shown["pairs"].items()}
    yield Sentence(N_("Round {round} was reported; pairs: {pairs}."), {"round": shown["round"], "pairs": pairs})


SENTENCES: Mapping[str, Telling] = {
    "round_started": _round_started,
    "tile_turned": _turned,
    "tile_turned_back": _back,
    "pair_taken": _taken,
    "bonus_kept": _kept,
    "bonus_given": _given,
    "player_finished": N_("{player} has all the pairs, as number {order}."),
    "round_recorded": _recorded,
}
