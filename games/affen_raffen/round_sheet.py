"""The sheet of a round played at a real table: the task, who finished, everybody's pairs and bonus tiles."""

from __future__ import annotations

from typing import Any

from games.affen_raffen.commands import ReportedPair
from games.affen_raffen.parts import BONUSES, ROUNDS, TASKS, animal_tiles
from games.affen_raffen.sheet import most_finishers
from games.affen_raffen.state import State
from games.kernel import N_, Json
from games.round_sheet import BETWEEN, ROUND_SHEET, Answers, Field, Option, RoundSheet

TASK_LABELS = {
    "any5": N_("5 pairs, any"),
    "animals3": N_("3 pairs, all animals different"),
    "colours3": N_("3 pairs, all colours different"),
    "both3": N_("3 pairs, all animals and all colours different"),
}
TILE_LABELS = {
    ("monkey", "blue"): N_("blue monkey"),
    ("monkey", "ochre"): N_("ochre monkey"),
    ("monkey", "green"): N_("green monkey"),
    ("zebra", "blue"): N_("blue zebra"),
    ("zebra", "ochre"): N_("ochre zebra"),
    ("zebra", "green"): N_("green zebra"),
    ("lion", "blue"): N_("blue lion"),
    ("lion", "ochre"): N_("ochre lion"),
    ("lion", "green"): N_("green lion"),
    ("penguin", "blue"): N_("blue penguin"),
    ("penguin", "ochre"): N_("ochre penguin"),
    ("penguin", "green"): N_("green penguin"),
    ("flamingo", "blue"): N_("blue flamingo"),
    ("flamingo", "ochre"): N_("ochre flamingo"),
    ("flamingo", "green"): N_("green flamingo"),
}
BONUS_LABELS = {
    ("first",): N_("first to finish"),
    ("pair", "monkey"): N_("pair of monkeys"),
    ("pair", "zebra"): N_("pair of zebras"),
    ("pair", "lion"): N_("pair of lions"),
    ("pair", "penguin"): N_("pair of penguins"),
    ("pair", "flamingo"): N_("pair of flamingos"),
    ("forced", "monkey"): N_("forced: monkeys"),
    ("forced", "zebra"): N_("forced: zebras"),
    ("forced", "lion"): N_("forced: lions"),
    ("forced", "penguin"): N_("forced: penguins"),
    ("forced", "flamingo"): N_("forced: flamingos"),
}
MOST_PAIRS = (len(animal_tiles()) + BONUSES) // 2
BONUS_TILE = Option("bonus", N_("a bonus tile"))
FINISHERS = (
    Field("finish_1", N_("Finished first"), "player", "finished.0", required=False, blank=N_("nobody")),
    Field("finish_2", N_("Finished second"), "player", "finished.1", required=False, blank=N_("nobody")),
)
ONE, OTHER, BONUS = "one", "other", "bonus"


def round_sheet(state: State) -> RoundSheet | None:
    """The sheet of the next round of a recorded game."""
    if state.options.play != "recorded" or state.phase == "over":
        return None
    pairs = _pairs(state)
    return RoundSheet(
        title=ROUND_SHEET,
        players=state.players,
        of_round=(*(() if state.is_junior else (_task(state),)), *FINISHERS[: most_finishers(state)]),
        of_player=(pairs,) if state.is_junior else (pairs, _bonus()),
        commands=lambda answers: [_command(state, answers)],
        filled=_filled,
        hint=N_("most points win"),
        number=state.round,
        of=1 if state.is_junior else ROUNDS,
    )


def _task(state: State) -> Field:
    """One that was not played yet."""
    options = tuple(Option(task, label) for task, label in TASK_LABELS.items() if task not in state.played)
    return Field("task", N_("Task"), "choice", options=options)


def _pairs(state: State) -> Field:
    tiles = tuple(Option(BETWEEN.join(tile), label) for tile, label in TILE_LABELS.items())
    options = tiles if state.is_junior else (*tiles, BONUS_TILE)
    one = Field(ONE, N_("Tile"), "choice", options=options)
    other = Field(OTHER, N_("Other tile"), "choice", options=options, required=False, blank=N_("the same"))
    rows = state.options.pairs_to_win if state.is_junior else min(task.pairs for task in TASKS.values())
    return Field("pairs", N_("Pairs"), "list", columns=(one, other), rows=rows, most=MOST_PAIRS, required=False)


def _bonus() -> Field:
    options = tuple(Option(BETWEEN.join(kind), label) for kind, label in BONUS_LABELS.items())
    column = Field(BONUS, N_("Bonus tile"), "choice", options=options)
    return Field("bonus", N_("Bonus tiles"), "list", columns=(column,), rows=1, most=BONUSES, required=False)


def _command(state: State, answers: Answers) -> Json:
    """A player without a pair or a bonus tile is left out."""
    finished = [answers.round[asked.name] for asked in FINISHERS if asked.name in answers.round]
    pairs = {player: [_pair(row) for row in rows] for player, rows in answers.each("pairs").items() if rows}
    sheet: Json = {"type": "record_round", "pairs": pairs, "finished": finished}
    if state.is_junior:
        return sheet
    bonus = {player: [_bonus_tile(row) for row in rows] for player, rows in answers.each("bonus").items() if rows}
    return {**sheet, "bonus": bonus, **({"task": answers.round["task"]} if "task" in answers.round else {})}


def _pair(row: Json) -> list[Any]:
    halves: tuple[str, str] = (row[ONE], row.get(OTHER) or row[ONE])
    return [half if half == BONUS_TILE.value else half.split(BETWEEN) for half in halves]


def _bonus_tile(row: Json) -> Json:
    kind, *animal = row[BONUS].split(BETWEEN)
    return {"kind": kind, "animal": animal[0]} if animal else {"kind": kind}


def _filled(command: Json) -> Answers | None:
    if command["type"] != "record_round":
        return None
    players: dict[str, Json] = {}
    for player, pairs in command["pairs"].items():
        players.setdefault(player, {})["pairs"] = [_row(pair) for pair in pairs]
    for player, tiles in command.get("bonus", {}).items():
        players.setdefault(player, {})["bonus"] = [{BONUS: _kind(tile)} for tile in tiles]
    finished = {asked.name: player for asked, player in zip(FINISHERS, command.get("finished", ()), strict=False)}
    return Answers({**({"task": command["task"]} if "task" in command else {}), **finished}, players)


def _kind(tile: Json) -> str:
    """A bonus tile as the option that it is."""
    return BETWEEN.join(part for part in (tile["kind"], tile.get("animal")) if part)


def _row(pair: ReportedPair) -> Json:
    one, other = (half if isinstance(half, str) else BETWEEN.join(half) for half in pair)
    return {ONE: one} if one == other else {ONE: one, OTHER: other}
