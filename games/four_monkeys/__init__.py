"""4 Monkeys: everybody grabs combos at once, and only the smartest monkey's are looked at. Its rules: README.md."""

from games.four_monkeys.bots import BOTS
from games.four_monkeys.commands import MonkeysOptions
from games.four_monkeys.robot import robot
from games.four_monkeys.round_sheet import round_sheet
from games.four_monkeys.rules import RULES, clock, pending, start
from games.four_monkeys.sentences import SENTENCES
from games.four_monkeys.state import State
from games.game import Game
from games.kernel import N_, Json
from games.scores import outcome


def _outcome(state: State) -> Json:
    return outcome(state.players, state.scores)


GAME = Game(
    slug="four-monkeys",
    title=N_("4 Monkeys"),
    min_players=2,
    max_players=8,
    options=MonkeysOptions,
    rules=RULES,
    start=start,
    pending=pending,
    outcome=_outcome,
    robot=robot,
    round_sheet=round_sheet,
    clock=clock,
    sentences=SENTENCES,
    bots=BOTS,
)

__all__ = ["GAME"]
