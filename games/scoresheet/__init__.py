"""The score sheet: for every game that has no rules here. Its rules: README.md."""

from games.codec import decode_command
from games.game import Game
from games.kernel import N_, Json
from games.scores import outcome
from games.scoresheet.commands import SheetOptions
from games.scoresheet.robot import robot
from games.scoresheet.rules import RULES, pending, start
from games.scoresheet.state import State


def _outcome(state: State) -> Json:
    return outcome(state.players, state.scores, lowest_wins=state.lowest_wins)


GAME = Game(
    slug="scoresheet",
    title=N_("Score sheet"),
    min_players=2,
    max_players=12,
    options=SheetOptions,
    rules=RULES,
    start=start,
    pending=pending,
    outcome=_outcome,
    robot=robot,
    sentences={"round_recorded": N_("Round {round}: {points}.")},
)


def outcome_of_round(players: tuple[str, ...], options: SheetOptions, sheet: Json) -> Json:
    """The outcome of a match of one round. sheet: its `record_round`. Raises Rejected as the match does."""
    state = State(players, options)
    for event in RULES.decide(state, decode_command(RULES, sheet)):
        RULES.evolve[type(event)](state, event)
    return _outcome(state)


__all__ = ["GAME", "outcome_of_round"]
