"""Recorded play: what the sheet of a round may say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from games.four_monkeys.checks import end_round, void
from games.four_monkeys.commands import EndedByStop, RecordRound, Report
from games.four_monkeys.events import RoundRecorded, Seats
from games.four_monkeys.parts import COMBOS
from games.four_monkeys.requirements import require_phase, require_recorded
from games.four_monkeys.state import State
from games.kernel import N_, Event
from games.sheets import STRANGER, bad_sheet_of, require_exactly


def record_round(state: State, command: RecordRound) -> Iterator[Event]:
    """The round as reported; or, after a false stop, that it is to be played again."""
    require_recorded(state)
    require_phase(state, "play")
    require_exactly(state.players, "sheet", command.reports)
    for area in state.areas:
        _require_tiles(state, area.seats, command.reports)
        _require_skins(state, area.seats, command.reports)
    caller = _caller(state, command)
    if caller is not None and len({tile.combo for tile in command.reports[caller].tiles}) < COMBOS:
        yield void(state, caller)
        return
    yield RoundRecorded(state.round, {player: command.reports[player] for player in state.players})
    yield from end_round(state, "time" if caller is None else "stop", caller)


def _caller(state: State, command: RecordRound) -> str | None:
    if not isinstance(command.ended_by, EndedByStop):
        return None
    if command.ended_by.player not in state.players:
        raise bad_sheet_of(command.ended_by.player, "ended_by.player", STRANGER)
    return command.ended_by.player


def _require_tiles(state: State, area: Seats, reports: Mapping[str, Report]) -> None:
    """Combos are the game's, and of each lie no more in an area than it has sets."""
    copies: Counter[str] = Counter()
    for player in area.players:
        for number, tile in enumerate(reports[player].tiles):
            field = f"sheet.{player}.tiles.{number}.combo"
            if tile.combo not in state.catalogue:
                raise bad_sheet_of(player, field, N_("{player}: this game has no such combo."))
            copies[tile.combo] += 1
            if copies[tile.combo] > area.sets:
                template = N_("{player}: area {area} has each combo {sets} times only.")
                raise bad_sheet_of(player, field, template, area=area.name, sets=area.sets)


def _require_skins(state: State, area: Seats, reports: Mapping[str, Report]) -> None:
    """There is one banana skin a player in an area, and none without the option."""
    left = len(area.players) if state.options.bananas else 0
    for player in area.players:
        skins = reports[player].bananas
        if not 0 <= skins <= left:
            template = N_("{player}: {number} banana skins are more than the area has left.")
            raise bad_sheet_of(player, f"sheet.{player}.bananas", template, number=skins)
        left -= skins
