"""What happened in a game, in sentences ready for translation.

A sentence is made from what an event's `show` returns, so it says no more than its reader may know. A game's folder has
`SENTENCES`, by the event's type without the game's prefix; events of every game are described here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from games.codec import plain
from games.kernel import N_, Json


class Sentence(NamedTuple):
    """A template marked for translation, and its facts.

    A fact is a number, a word or a player's id; a tuple of these, to stand side by side ("green", 8); a list of any of
    these; or an object of them, by player or by name. Names replace ids, and words are
    translated, when the sentence is written.
    """

    template: str
    facts: Json


Telling = str | Callable[[Json], Iterable[Sentence]]
"""How an event is described: a template whose facts are the fields shown, or a function of these fields."""


def _finished(shown: Json) -> Iterable[Sentence]:
    yield Sentence(N_("The game is over: {placings}."), shown)
    if shown["tie_break"] is not None:
        yield Sentence(N_("A tie for the first place was broken by: {tie_break}."), shown)


SENTENCES: Mapping[str, Telling] = {
    "started": N_("The game begins with {players}."),
    "round_recorded": N_("Round {round} was reported."),
    "round_scored": N_("Points of round {round}: {points}."),
    "finished": _finished,
    "rewound": N_("The game was taken back to its version {to}."),
}


def tell(name: str, shown: Json, own: Mapping[str, Telling]) -> list[Sentence]:
    """The sentences of an event; none for a type without a template.

    name: its type without the game's prefix. shown: what its reader may see. own: the game's `SENTENCES`.
    """
    telling = own.get(name) or SENTENCES.get(name)
    if telling is None:
        return []
    facts = plain(shown)
    return [Sentence(telling, facts)] if isinstance(telling, str) else list(telling(facts))
