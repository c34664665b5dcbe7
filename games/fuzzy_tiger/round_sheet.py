"""The sheet of a game played at a real table: whiskers and damage, and where the monkeys stand if that breaks a tie."""

from __future__ import annotations

from games.fuzzy_tiger.cards import FACE, SINGLE_SPACES, START
from games.fuzzy_tiger.state import State
from games.kernel import N_, Json
from games.round_sheet import RESULT_SHEET, Answers, Field, RoundSheet, Rule

COUNTS = ("whiskers", "damage")
POSITIONS = "positions"


def round_sheet(state: State) -> RoundSheet | None:
    """The one sheet of a recorded game."""
    if state.options.play != "recorded" or state.phase == "over":
        return None
    return RoundSheet(
        title=RESULT_SHEET,
        players=state.players,
        of_player=(
            Field("whiskers", N_("Whiskers"), least=0),
            Field("damage", N_("Damage"), least=0),
            Field(POSITIONS, N_("Space (for ties)"), least=FACE, most=START, required=False),
        ),
        commands=_commands,
        filled=_filled,
        rules=(
            Rule("all_or_none", POSITIONS, N_("Enter the spaces of all monkeys or of none.")),
            Rule(
                "different",
                POSITIONS,
                N_("On the spaces 1 to 4 stands one monkey each."),
                values=tuple(SINGLE_SPACES),
            ),
        ),
        hint=N_("most whiskers less damage wins; most damage is beaten"),
    )


def _commands(answers: Answers) -> list[Json]:
    sheet: Json = {"type": "record_result", **{name: answers.each(name) for name in COUNTS}}
    positions = answers.each(POSITIONS)
    return [{**sheet, POSITIONS: positions} if positions else sheet]


def _filled(command: Json) -> Answers | None:
    given = {name: command[name] for name in (*COUNTS, POSITIONS) if name in command}
    players = given.get("whiskers", {})
    return Answers({}, {player: {name: numbers[player] for name, numbers in given.items()} for player in players})
