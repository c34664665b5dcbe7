"""The sheets of recorded play: what lies before everybody at a round's end, then each tile that is looked under."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.four_monkeys.checks import to_check
from games.four_monkeys.parts import COMBOS, Combo
from games.four_monkeys.seating import rounds
from games.four_monkeys.state import State
from games.kernel import N_, Json
from games.round_sheet import BETWEEN, ROUND_SHEET, Answers, Field, Option, RoundSheet

START = {"type": "start_round"}
SIGNS = {"circle": "●", "triangle": "▲", "square": "■", "pentagon": "⬟"}
MOST_TILES = 4 * COMBOS
ROWS = 4
DECKS = {
    "yellow": N_("yellow deck"),
    "green": N_("green deck"),
    "red": N_("red deck"),
    "blue": N_("blue deck"),
}
AREAS = {"A": N_("area A"), "B": N_("area B")}
VERDICTS = (
    Option("right", N_("right: all figures are there, and no card too many")),
    Option("wrong", N_("wrong: a figure is missing, or there is a card too many")),
)
STOPPED = Field(
    "stopped", N_("Who said stop"), "player", "ended_by.player", required=False, blank=N_("nobody: the time was up")
)


def round_sheet(state: State) -> RoundSheet | None:
    """The sheet of the round, or the next tile to look under."""
    if state.options.play != "recorded" or state.phase == "over":
        return None
    return _check(state) if state.phase == "check" else _round(state)


def _round(state: State) -> RoundSheet:
    """Where the round has not begun, its start is sent with the sheet, or before it."""
    is_ready = state.phase == "ready"

    def commands(answers: Answers) -> list[Json]:
        return [*([START] if is_ready else []), _command(state, answers)]

    return RoundSheet(
        title=ROUND_SHEET,
        players=state.players,
        of_round=(STOPPED,),
        of_player=_of_player(state),
        commands=commands,
        filled=_filled,
        hint=N_("as it lies before everybody, before anything is looked at"),
        number=state.round,
        of=rounds(state.players),
        opening=START if is_ready else None,
        opening_label=N_("Start the game’s round") if is_ready else "",
        notes={} if is_ready else _notes(state),
    )


def _of_player(state: State) -> tuple[Field, ...]:
    combos = tuple(Option(combo.id, _label(combo)) for combo in state.catalogue.values())
    columns = (Field("combo", N_("Combo"), "choice", options=combos), Field("burned", N_("orange"), "flag"))
    tiles = Field(
        "tiles",
        N_("Combo tiles"),
        "list",
        path="sheet.{player}.tiles",
        columns=columns,
        rows=ROWS,
        most=MOST_TILES,
        required=False,
    )
    replenished = Field("replenished", N_("Replenish tile used"), "flag", "sheet.{player}.replenished")
    skins = Field("bananas", N_("Banana skins"), path="sheet.{player}.bananas", least=0, most=len(state.players))
    return (tiles, replenished, skins) if state.options.bananas else (tiles, replenished)


def _label(combo: Combo) -> str:
    """The figures and the green value, which need no translation."""
    return f"{''.join(SIGNS[figure] for figure in combo.figures)} {combo.value}"


def _notes(state: State) -> dict[str, tuple[str, ...]]:
    """Everybody's deck, and where there are two areas, everybody's area."""
    decks = {player: (DECKS[colour],) for player, colour in state.decks.items()}
    if len(state.areas) == 1:
        return dict(decks)
    return {player: (AREAS[area.seats.name], *decks[player]) for player, area in state.area_of.items()}


def _command(state: State, answers: Answers) -> Json:
    caller = answers.round.get(STOPPED.name)
    ended_by = {"reason": "time"} if caller is None else {"reason": "stop", "player": caller}
    reports = {player: _report(answers.players.get(player, {})) for player in state.players}
    return {"type": "record_round", "sheet": reports, "ended_by": ended_by}


def _report(given: Mapping[str, Any]) -> Json:
    return {
        "tiles": [{"combo": row["combo"], "burned": row.get("burned", False)} for row in given.get("tiles", ())],
        "replenished": given.get("replenished", False),
        "bananas": given.get("bananas", 0),
    }


def _filled(command: Json) -> Answers | None:
    if command["type"] != "record_round":
        return None
    caller = command["ended_by"].get("player")
    return Answers({} if caller is None else {STOPPED.name: caller}, command["sheet"])


def _check(state: State) -> RoundSheet:
    """The tile that is looked under next; of several of the same value the owner chooses."""
    tiles = tuple(
        Option(f"{player}{BETWEEN}{tile}", _tile_label(state, player, tile), player) for player, tile in to_check(state)
    )
    return RoundSheet(
        title=N_("Look under a tile"),
        players=state.players,
        of_round=(
            Field("tile", N_("Tile"), "choice", "tile", options=tiles),
            Field("verdict", N_("What lies beneath is"), "choice", "correct", options=VERDICTS),
        ),
        of_player=(),
        commands=_verdict,
        filled=_filled_verdict,
        hint=N_("of tiles of the same value the owner chooses one"),
        number=state.round,
        of=rounds(state.players),
        is_looked_at=False,
    )


def _tile_label(state: State, player: str, tile: int) -> str:
    return _label(state.places[player].tiles[tile].combo)


def _verdict(answers: Answers) -> list[Json]:
    player, _, tile = answers.round["tile"].rpartition(BETWEEN)
    return [{"type": "check", "player": player, "tile": int(tile), "correct": answers.round["verdict"] == "right"}]


def _filled_verdict(command: Json) -> Answers | None:
    if command["type"] != "check" or "correct" not in command:
        return None
    verdict = "right" if command["correct"] else "wrong"
    return Answers({"tile": f"{command['player']}{BETWEEN}{command['tile']}", "verdict": verdict})
