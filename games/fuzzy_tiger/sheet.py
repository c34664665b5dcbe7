"""Recorded play: what the sheet of a game may say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UnsetType

from games.fuzzy_tiger.board import crowded
from games.fuzzy_tiger.cards import FACE, START
from games.fuzzy_tiger.commands import RecordResult
from games.fuzzy_tiger.events import ResultRecorded
from games.fuzzy_tiger.scoring import score
from games.fuzzy_tiger.state import State
from games.kernel import N_, Event, Rejected
from games.sheets import bad_sheet, bad_sheet_of, require_exactly


def record_result(state: State, command: RecordResult) -> Iterator[Event]:
    """The game as it ended, and its points."""
    _require_phase_of_sheet(state)
    whiskers = _counted(state, "whiskers", command.whiskers)
    damage = _counted(state, "damage", command.damage)
    positions = None if isinstance(command.positions, UnsetType) else _placed(state, command.positions)
    yield ResultRecorded(whiskers, damage, positions)
    yield from score(state, positions)


def _require_phase_of_sheet(state: State) -> None:
    """The sheet is for recorded play, once."""
    if state.options.play != "recorded":
        raise Rejected("wrong_phase", N_("This match is dealt here, it is played and not reported."))
    if state.phase == "over":
        raise Rejected("wrong_phase", N_("The match is over."))


def _counted(state: State, field: str, counts: Mapping[str, int]) -> dict[str, int]:
    """Whiskers or damage of all players, in seating order."""
    require_exactly(state.players, field, counts)
    for player, count in counts.items():
        if count < 0:
            raise bad_sheet_of(player, f"{field}.{player}", N_("{player}: {number} is below 0."), number=count)
    return {player: counts[player] for player in state.players}


def _placed(state: State, positions: Mapping[str, int]) -> dict[str, int]:
    """Positions of all monkeys, in seating order of the players."""
    require_exactly(state.players, "positions", positions)
    for player, space in positions.items():
        if not FACE <= space <= START:
            facts = {"number": space, "least": FACE, "most": START}
            template = N_("{player}: {number} is not a space; spaces are {least} to {most}.")
            raise bad_sheet_of(player, f"positions.{player}", template, **facts)
    full = crowded(positions)
    if full is not None:
        raise bad_sheet("positions", N_("On space {space} stands one monkey only."), space=full)
    return {player: positions[player] for player in state.players}
