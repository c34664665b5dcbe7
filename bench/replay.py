"""How fast a log is folded: moves of Monster Trick, and small events, in ratios to the levels asked for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import cycle
from statistics import median
from time import process_time
from typing import NamedTuple

from games import Match
from games.codec import canonical, decode_command
from games.kernel import Aggregate, Command, Event
from games.monster_trick import GAME
from games.monster_trick.events import CardPlayed

BOARDGAME_IO = 3_000
"""Moves a second of boardgame.io's reducer."""

MATCHES = 40
ROUNDS = 15
SLICE_SECONDS = 0.05

Stored = tuple[str, int, bytes]
Work = Callable[[], int]


class Row(NamedTuple):
    """A line of the table: what was measured, how many a second of CPU, and the ratio to the level's unit."""

    what: str
    per_second: float
    ratio: float
    unit: str
    level: float

    @property
    def reached(self) -> bool:
        return self.ratio >= self.level


def random_match(seed: int) -> Match:
    """A dealt match of 2 to 5 players, played to its end by lot."""
    lot = random.Random(seed)
    players = ["ann", "bob", "cy", "dee", "eve"][: 2 + seed % 4]
    match = Match.start("monster-trick", players, {"play": "dealt"}, seed)
    while match.pending():
        match.execute(match.suggest(lot))
    return match


def moves(events: Iterable[Event]) -> int:
    """How many cards were played."""
    return sum(isinstance(event, CardPlayed) for event in events)


def trusted(logs: Sequence[Sequence[Stored]], counts: Sequence[int]) -> Iterable[Work]:
    """Replay as the service does it: stored JSON is decoded and folded. counts: the moves in each log."""
    decode = GAME.codec.decode

    def replayed(log: Sequence[Stored], count: int) -> int:
        Match(GAME).extend((decode(*row), None) for row in log)
        return count

    return cycle([partial(replayed, log, count) for log, count in zip(logs, counts, strict=True)])


def validated(matches: Sequence[Match], counts: Sequence[int]) -> Iterable[Work]:
    """Play by the rules: every command is decided and its events folded. counts: the moves in each match."""

    def played(start: Event, commands: Sequence[Command], count: int) -> int:
        game = Aggregate(GAME.rules)
        game.fold(start)
        for command in commands:
            for event in GAME.rules.decide(game.state, command):
                game.fold(event)
        return count

    scripts = [[decode_command(GAME.rules, command) for command in match.commands.values()] for match in matches]
    return cycle(
        [
            partial(played, match.events[0], script, count)
            for match, script, count in zip(matches, scripts, counts, strict=True)
        ]
    )


def small_events(logs: Sequence[Sequence[Stored]]) -> Iterable[Work]:
    """Decoding and folding all the events of a log, without the log's own book-keeping. Counts events."""
    decode, evolve, initial = GAME.codec.decode, GAME.rules.evolve, GAME.rules.initial

    def folded(log: Sequence[Stored]) -> int:
        state = initial()
        for row in log:
            event = decode(*row)
            evolve[type(event)](state, event)
        return len(log)

    return cycle([partial(folded, log) for log in logs])


def rate(work: Iterable[Work]) -> float:
    """What `work` counts, a second of CPU, over one slice."""
    started, done = process_time(), 0
    for step in work:
        done += step()
        spent = process_time() - started
        if spent >= SLICE_SECONDS:
            return done / spent
    raise ValueError("no endless work")


def measure(works: Sequence[Iterable[Work]]) -> list[float]:
    """The median rate of each, in interleaved slices, so that a busy moment meets all alike."""
    rounds = [[rate(work) for work in works] for _ in range(ROUNDS)]
    return [median(rates) for rates in zip(*rounds, strict=True)]


def run() -> list[Row]:
    """The table's rows, measured now."""
    matches = [random_match(seed) for seed in range(MATCHES)]
    logs = [[(event.type, event.schema, canonical(event)) for event in match.events] for match in matches]
    counts = [moves(match.events) for match in matches]
    replayed, played, events = measure([trusted(logs, counts), validated(matches, counts), small_events(logs)])
    return [
        Row("moves replayed (decode, evolve)", replayed, replayed / BOARDGAME_IO, "boardgame.io", 200),
        Row("moves played (decide, evolve)", played, played / BOARDGAME_IO, "boardgame.io", 60),
        Row("small events (decode, fold)", events, events / 1_000_000, "a million", 1),
    ]


def main() -> None:
    """Prints the table."""
    print(f"{'Monster Trick, a second of CPU':<36}{'rate':>12}{'ratio':>9}{'level':>8}")
    for row in run():
        verdict = "" if row.reached else "  missed"
        print(f"{row.what:<36}{row.per_second:>12,.0f}{row.ratio:>9.2f}{row.level:>8g}  x {row.unit}{verdict}")


if __name__ == "__main__":
    main()
