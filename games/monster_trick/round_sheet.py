"""The sheet of a round played at a real table: each player's order of point cards, and how many tricks they won."""

from __future__ import annotations

from collections import Counter

from games.kernel import N_, Json
from games.monster_trick.cards import HAND, POINT_CARDS, ROUNDS
from games.monster_trick.sheet import possible_tricks
from games.monster_trick.state import State
from games.round_sheet import BETWEEN, ROUND_SHEET, Answers, Field, Option, RoundSheet, Rule


def round_sheet(state: State) -> RoundSheet | None:
    """The sheet of the next round of a recorded game."""
    if state.options.play != "recorded" or state.phase == "over":
        return None
    cards = tuple(Option(str(value), str(value)) for value in POINT_CARDS[state.round - 1])
    possible = possible_tricks(len(state.players))
    sum_of_tricks = N_("All together win {least} to {most} tricks; so far it is {sum}.")
    return RoundSheet(
        title=ROUND_SHEET,
        players=state.players,
        of_player=(
            Field("orders", N_("Point cards, left to right"), "order", options=cards),
            Field("tricks", N_("Tricks won"), least=0, most=HAND),
        ),
        commands=_commands,
        filled=_filled,
        rules=(Rule("sum", "tricks", sum_of_tricks, possible[0], possible[-1]),),
        hint=N_("the point card now showing counts"),
        number=state.round,
        of=ROUNDS,
        notes={state.starter: (N_("begins"),)},
    )


def _commands(answers: Answers) -> list[Json]:
    orders = {player: [int(card) for card in order.split(BETWEEN)] for player, order in answers.each("orders").items()}
    return [{"type": "record_round", "orders": orders, "tricks": answers.each("tricks")}]


def _filled(command: Json) -> Answers | None:
    if command["type"] != "record_round":
        return None
    won: Counter[str] = Counter(command["tricks"])
    orders = {player: BETWEEN.join(map(str, order)) for player, order in command["orders"].items()}
    return Answers({}, {player: {"orders": order, "tricks": won[player]} for player, order in orders.items()})
