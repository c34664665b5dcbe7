"""How fast a log is folded and a game is played: each game by rules, in ratios to the levels asked for.

Monster Trick is held against another library's moves a second; the other games against its events a second.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import cycle
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from games import Match
from games.codec import canonical, decode_command
from games.game import Game
from games.kernel import Aggregate, Command, Event
from games.monster_trick.events import CardPlayed
from games.registry import all_games

BOARDGAME_IO = 3_000
"""Moves a second of boardgame.io's reducer."""

MONSTER_TRICK = "monster-trick"
LEAST_OF_MONSTER_TRICK = 0.2
MATCHES = 40
MOST_COMMANDS = 400
ROUNDS = 15
SLICE_SECONDS = 0.05

Stored = tuple[str, int, bytes]
Work = Callable[[], int]


class Row(NamedTuple):
    """A line of the table: what was measured, how many a second of CPU, and the ratio to the level's unit.

    moves: commands a second, where events were counted.
    """

    what: str
    per_second: float
    ratio: float
    unit: str
    level: float
    moves: float | None = None

    @property
    def reached(self) -> bool:
        return self.ratio >= self.level


class Played(NamedTuple):
    """Matches of a game by lot, and their logs as stored."""

    game: Game[Any]
    matches: Sequence[Match]
    logs: Sequence[Sequence[Stored]]

    def share_of_commands(self) -> float:
        """How many commands there were for each event."""
        return sum(len(match.commands) for match in self.matches) / sum(match.version for match in self.matches)


def random_match(slug: str, seed: int) -> Match:
    """A match played by lot to its end, dealt where the game can be, or to MOST_COMMANDS; the tables differ in size."""
    lot, game = random.Random(seed), all_games()[slug]
    size = game.min_players + seed % (game.max_players - game.min_players + 1)
    players = [f"player {number}" for number in range(1, size + 1)]
    match = Match.start(slug, players, {"play": "dealt"} if game.bots else {}, seed)
    for _ in range(MOST_COMMANDS):
        if not match.pending():
            break
        match.execute(match.suggest(lot))
    return match


def played(slug: str) -> Played:
    """So many matches of a game."""
    matches = [random_match(slug, seed) for seed in range(MATCHES)]
    logs = [[(event.type, event.schema, canonical(event)) for event in match.events] for match in matches]
    return Played(all_games()[slug], matches, logs)


def cards_played(match: Match) -> int:
    """The moves of a match of Monster Trick: how many cards were played."""
    return sum(isinstance(event, CardPlayed) for event in match.events)


def events_in(match: Match) -> int:
    """How many events a match has."""
    return match.version


def trusted(known: Played, count: Callable[[Match], int]) -> Iterable[Work]:
    """Replay as the service does it: stored JSON is decoded and folded."""
    game, decode = known.game, known.game.codec.decode

    def replayed(log: Sequence[Stored], counted: int) -> int:
        Match(game).extend((decode(*row), None) for row in log)
        return counted

    return cycle([partial(replayed, log, count(match)) for log, match in zip(known.logs, known.matches, strict=True)])


def validated(known: Played, count: Callable[[Match], int]) -> Iterable[Work]:
    """Play by the rules: every command is decided and its events folded."""
    rules = known.game.rules

    def by_rules(first: Sequence[Event], commands: Sequence[Command], counted: int) -> int:
        game = Aggregate(rules)
        for event in first:
            game.fold(event)
        for command in commands:
            for event in rules.decide(game.state, command):
                game.fold(event)
        return counted

    works = []
    for match in known.matches:
        first = match.events[: min(match.commands, default=match.version)]
        script = [decode_command(rules, command) for command in match.commands.values()]
        works.append(partial(by_rules, first, script, count(match)))
    return cycle(works)


def small_events(known: Played) -> Iterable[Work]:
    """Decoding and folding all the events of a log, without the log's own book-keeping. Counts events."""
    decode, evolve, initial = known.game.codec.decode, known.game.rules.evolve, known.game.rules.initial

    def folded(log: Sequence[Stored]) -> int:
        state = initial()
        for row in log:
            event = decode(*row)
            evolve[type(event)](state, event)
        return len(log)

    return cycle([partial(folded, log) for log in known.logs])


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
    monster, others = played(MONSTER_TRICK), [played(slug) for slug in all_games() if slug != MONSTER_TRICK]
    works = [
        trusted(monster, cards_played),
        validated(monster, cards_played),
        small_events(monster),
        trusted(monster, events_in),
        validated(monster, events_in),
    ]
    for known in others:
        works += [trusted(known, events_in), validated(known, events_in)]
    replayed, decided, events, replayed_events, decided_events, *rest = measure(works)
    rows = [
        Row("monster-trick: moves replayed (decode, evolve)", replayed, replayed / BOARDGAME_IO, "boardgame.io", 200),
        Row("monster-trick: moves played (decide, evolve)", decided, decided / BOARDGAME_IO, "boardgame.io", 60),
        Row("monster-trick: small events (decode, fold)", events, events / 1_000_000, "a million", 1),
    ]
    for known, trusting, deciding in zip(others, rest[::2], rest[1::2], strict=True):
        for how, rates, monsters in (("replayed", trusting, replayed_events), ("played", deciding, decided_events)):
            moves = rates * known.share_of_commands()
            what = f"{known.game.slug}: events {how}"
            rows.append(Row(what, rates, rates / monsters, "Monster Trick", LEAST_OF_MONSTER_TRICK, moves))
    return rows


def main() -> None:
    """Prints the table."""
    print(f"{'A second of CPU':<48}{'rate':>12}{'moves':>12}{'ratio':>9}{'level':>8}")
    for row in run():
        verdict = "" if row.reached else "  missed"
        moves = "" if row.moves is None else f"{row.moves:,.0f}"
        print(
            f"{row.what:<48}{row.per_second:>12,.0f}{moves:>12}{row.ratio:>9.2f}{row.level:>8g}  x {row.unit}{verdict}"
        )


if __name__ == "__main__":
    main()
