"""The sheet of a round played at a real table: who led, who were the monkeys, who pointed at whom."""

from __future__ import annotations

from games.kernel import N_, Json
from games.keskife.cards import MONKEYS, ROUNDS
from games.keskife.state import State
from games.round_sheet import ROUND_SHEET, Answers, Field, Option, RoundSheet, Rule


def round_sheet(state: State) -> RoundSheet | None:
    """The sheet of the next round of a recorded game."""
    if state.options.play != "recorded" or state.phase == "over":
        return None
    monkeys = MONKEYS[len(state.players)]
    return RoundSheet(
        title=ROUND_SHEET,
        players=state.players,
        of_round=(Field("lead", N_("Who led"), "choice", options=_may_lead(state)),),
        of_player=(
            Field("monkeys", N_("Monkey"), "flag", path="monkeys"),
            Field("points", N_("Pointed at"), "player", unless="monkeys"),
        ),
        commands=_commands,
        filled=_filled,
        rules=(Rule("count", "monkeys", _how_many(monkeys), monkeys, monkeys),),
        hint=N_("most cards win"),
        number=state.round,
        of=ROUNDS,
    )


def _may_lead(state: State) -> tuple[Option, ...]:
    """Nobody leads again while another has not led."""
    return tuple(
        Option(player, "", player) for player in state.players if state.all_have_led or player not in state.led
    )


def _how_many(monkeys: int) -> str:
    return N_("Exactly one player was the monkey.") if monkeys == 1 else N_("Exactly two players were monkeys.")


def _commands(answers: Answers) -> list[Json]:
    monkeys = [player for player, is_monkey in answers.each("monkeys").items() if is_monkey]
    lead = {"lead": answers.round["lead"]} if "lead" in answers.round else {}
    return [{"type": "record_round", **lead, "monkeys": monkeys, "points": answers.each("points")}]


def _filled(command: Json) -> Answers | None:
    if command["type"] != "record_round":
        return None
    points, monkeys = command["points"], command["monkeys"]
    players = {
        player: {"monkeys": player in monkeys, **({"points": points[player]} if player in points else {})}
        for player in dict.fromkeys([*points, *monkeys])
    }
    return Answers({"lead": command["lead"]}, players)
