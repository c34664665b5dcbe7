"""Recorded play: what the sheet of a round may say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.affen_raffen.commands import Half, RecordRound, ReportedPair
from games.affen_raffen.events import RoundRecorded
from games.affen_raffen.parts import BONUSES, COPIES, FINISH, TASKS, TaskName, Tile
from games.affen_raffen.scoring import Collected, Pair, score_round
from games.affen_raffen.state import State
from games.kernel import N_, Event
from games.requirements import require_reported
from games.sheets import STRANGER, TWICE, bad_sheet, bad_sheet_of

BONUS = Tile("first")
"""Any bonus tile that lies in a pair: which one it is changes nothing."""


def record_round(state: State, command: RecordRound) -> Iterator[Event]:
    """The round as reported, and its points."""
    require_reported(state.options.play, state.phase)
    task, finished = task_of(state, command), finished_of(command)
    require_players(state, command)
    require_tiles(state, command)
    needed = state.options.pairs_to_win if task is None else TASKS[task].pairs
    require_finishers(state, finished, command.pairs, needed)
    bonus = {} if command.bonus is msgspec.UNSET else command.bonus
    yield RoundRecorded(round=state.round, task=task, pairs=command.pairs, finished=finished, bonus=bonus)
    pairs = {player: [pair_of(one, other) for one, other in mine] for player, mine in command.pairs.items()}
    yield from score_round(state, Collected(pairs, finished, bonus))


def pair_of(one: Half, other: Half) -> Pair:
    """Two halves of a sheet as tiles."""
    return tile_of(one), tile_of(other)


def tile_of(half: Half) -> Tile:
    """A half as a tile."""
    return BONUS if half == "bonus" else Tile("animal", *half)


def task_of(state: State, command: RecordRound) -> TaskName | None:
    """The task of a round, one that was not played yet; the junior variant has none, nor bonus tiles."""
    if state.is_junior:
        for field in ("task", "bonus"):
            if getattr(command, field) is not msgspec.UNSET:
                raise bad_sheet(field, N_("The junior variant has no tasks and no bonus tiles."))
        return None
    if command.task is msgspec.UNSET:
        raise bad_sheet("task", N_("The task of the round is missing."))
    if command.bonus is msgspec.UNSET:
        raise bad_sheet("bonus", N_("The bonus tiles are missing."))
    if command.task in state.played:
        raise bad_sheet("task", N_("This task was played already."))
    return command.task


def finished_of(command: RecordRound) -> tuple[str, ...]:
    """Who finished, which every sheet says: a forgotten finisher is not scored as if nobody had finished."""
    if command.finished is msgspec.UNSET:
        raise bad_sheet("finished", N_("Say who finished."))
    return command.finished


def require_players(state: State, command: RecordRound) -> None:
    """Only players are named."""
    bonus = {} if command.bonus is msgspec.UNSET else command.bonus
    for field, named in (("pairs", command.pairs), ("bonus", bonus)):
        for player in named:
            if player not in state.players:
                raise bad_sheet_of(player, f"{field}.{player}", STRANGER)
    for player, tiles in bonus.items():
        for number, tile in enumerate(tiles):
            if (tile.animal is None) != (tile.kind == "first"):
                template = N_('{player}: an animal goes with "pair" and "forced" only.')
                raise bad_sheet_of(player, f"bonus.{player}.{number}", template)


def require_tiles(state: State, command: RecordRound) -> None:
    """No more tiles than there are: four of a kind, six bonus tiles, those in pairs among them."""
    halves = Counter(half for mine in command.pairs.values() for pair in mine for half in pair)
    kept = 0 if command.bonus is msgspec.UNSET else sum(map(len, command.bonus.values()))
    bonuses = halves.pop("bonus", 0) + kept
    if bonuses and state.is_junior:
        raise bad_sheet("pairs", N_("The junior variant has no bonus tiles."))
    if bonuses > BONUSES:
        raise bad_sheet("bonus", N_("There are {most} bonus tiles only."), most=BONUSES)
    for half, number in halves.items():
        if number > COPIES:
            facts = {"colour": half[0], "animal": half[1], "most": COPIES}
            raise bad_sheet("pairs", N_("Of this tile there are only {most}: {colour} {animal}."), **facts)


def require_finishers(
    state: State, finished: Sequence[str], pairs: Mapping[str, Sequence[ReportedPair]], needed: int
) -> None:
    """As many as can finish in a round, each with all their pairs."""
    for number, player in enumerate(finished):
        if player not in state.players:
            raise bad_sheet_of(player, f"finished.{number}", STRANGER)
        if player in finished[:number]:
            raise bad_sheet_of(player, f"finished.{number}", TWICE)
        if len(pairs.get(player, ())) < needed:
            template = N_("{player} can't have finished without {needed} pairs.")
            raise bad_sheet_of(player, f"finished.{number}", template, needed=needed)
    if len(finished) > most_finishers(state):
        raise bad_sheet("finished", N_("At most {most} can have finished."), most=most_finishers(state))


def most_finishers(state: State) -> int:
    """How many can have finished when a round is over."""
    if state.is_junior or (len(state.players) == 2 and state.options.two_player_end == "first"):
        return 1
    return len(FINISH)
