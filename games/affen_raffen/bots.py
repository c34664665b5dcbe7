"""Players who look at nothing but their own view: one by lot, and one who remembers what they have seen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from games.affen_raffen.parts import TASKS
from games.game import NewBot, stateless
from games.kernel import Json

TAKES = 0.15
"""How often the one by lot takes two tiles."""


def random(view: Json, me: str, lot: Random, awaited: Collection[str]) -> Json | None:
    """Looks here and there, and takes tiles blindly now and then."""
    if "unflip" in awaited:
        return {"type": "unflip", "player": me}
    down = face_down(view)
    if "take" in awaited and lot.random() < TAKES:
        return {"type": "take", "player": me, "places": lot.sample(down, 2)}
    return {"type": "flip", "player": me, "place": lot.choice(down)} if "flip" in awaited else None


def face_down(view: Json) -> list[int]:
    """The places that nobody looks at or has emptied."""
    return [number for number, place in enumerate(view["places"]) if place["state"] == "down"]


@dataclass
class Remembers:
    """Somebody who looks at one tile after another, and takes a pair as soon as they know one that fits the task.

    seen: the tiles looked at in the round `round`, by place. mine: the pairs taken in it.
    """

    round: int = 0
    seen: dict[int, Json] = field(default_factory=dict)
    mine: list[Json] = field(default_factory=list)

    def __call__(self, view: Json, me: str, lot: Random, awaited: Collection[str]) -> Json | None:
        """The next thing to do; None where nothing is left to find."""
        if view["round"] != self.round:
            self.round, self.seen, self.mine = view["round"], {}, []
        if (place := view["turned"][me]) is not None:
            self.seen[place] = view["places"][place]["tile"]
            return self.with_a_tile(view, me, self.seen[place])
        down = face_down(view)
        for one, other in self.known_pairs(down, view["task"]):
            self.mine.append(self.seen[one])
            return {"type": "take", "player": me, "places": [one, other]}
        unseen = [place for place in down if place not in self.seen]
        return {"type": "flip", "player": me, "place": lot.choice(unseen)} if unseen and "flip" in awaited else None

    def with_a_tile(self, view: Json, me: str, tile: Json) -> Json:
        """Keeps a bonus that is won already, gives a forced one away, lays all else back."""
        has_animal = any(mine["animal"] == tile.get("animal") for mine in self.mine)
        others = [player for player in view["turned"] if player != me and player not in view["finished"]]
        if tile["kind"] == "pair" and has_animal:
            return {"type": "keep", "player": me}
        if tile["kind"] == "forced" and others:
            return {"type": "give", "player": me, "to": max(others, key=lambda other: view["pairs"][other])}
        return {"type": "unflip", "player": me}

    def known_pairs(self, down: Collection[int], task: str | None) -> Iterator[tuple[int, int]]:
        """Pairs of places with alike animals that the task allows next to those taken."""
        known = [place for place in down if self.seen.get(place, {}).get("kind") == "animal"]
        for one, other in combinations(known, 2):
            if self.seen[one] == self.seen[other] and self.fits(self.seen[one], task):
                yield one, other

    def fits(self, tile: Json, task: str | None) -> bool:
        """Whether a pair of that tile clashes with none of the taken ones."""
        if task is None:
            return True
        rule = next(rule for name, rule in TASKS.items() if name == task)
        return not any(
            (rule.animals_differ and mine["animal"] == tile["animal"])
            or (rule.colours_differ and mine["colour"] == tile["colour"])
            for mine in self.mine
        )


BOTS: Mapping[str, NewBot] = {"random": stateless(random), "tries": Remembers}
