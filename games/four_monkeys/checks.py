"""The end of a round: stop or time, and the smartest monkeys' tiles looked at one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from games.four_monkeys.commands import Check, CheckAll, Stop, TimeUp
from games.four_monkeys.events import RoundEnded, RoundVoided, SmartestFound, TileChecked
from games.four_monkeys.parts import COMBOS, figures_of, makes
from games.four_monkeys.requirements import require_dealt, require_phase, require_player
from games.four_monkeys.scoring import repeated, score_round, smartest_monkeys
from games.four_monkeys.state import State, Tile
from games.kernel import N_, Event, Rejected

FALSE_STOP_POINTS = -10


def stop(state: State, command: Stop) -> Iterator[Event]:
    """Ends the round in every area; without all ten combos it is to be played again."""
    require_player(state, command.player)
    require_dealt(state)
    require_phase(state, "play")
    if len(state.places[command.player].combos) < COMBOS:
        yield void(state, command.player)
    else:
        yield from end_round(state, "stop", command.player)


def time_up(state: State, command: TimeUp) -> Iterator[Event]:
    """The clock ends the round in every area."""
    require_dealt(state)
    require_phase(state, "play")
    yield from end_round(state, "time", None)


def void(state: State, caller: str) -> RoundVoided:
    """A false stop: ten points off the score that the caller had, and nothing else of the round counts."""
    return RoundVoided(state.round, state.attempt, caller, FALSE_STOP_POINTS)


def end_round(state: State, reason: Literal["time", "stop"], caller: str | None) -> Iterator[Event]:
    """Sets repeated tiles aside and finds the smartest monkeys; with nothing to check the round is scored."""
    aside = {player: repeated(place) for player, place in state.places.items()}
    yield RoundEnded(state.round, reason, caller, aside)
    yield from _find_smartest(state)


def check(state: State, command: Check) -> Iterator[Event]:
    """Looks under one tile that is to be checked now."""
    _require_finding(state, command)
    require_player(state, command.player)
    require_phase(state, "check")
    if (command.player, command.tile) not in to_check(state):
        raise Rejected(
            "not_to_be_checked",
            N_("Tile {tile} of {player} is not to be checked now."),
            {"tile": command.tile, "player": command.player},
            field="tile",
        )
    tile = state.places[command.player].tiles[command.tile]
    yield from _checked(state, command.player, command.tile, _is_correct(tile, command))


def check_all(state: State, command: CheckAll) -> Iterator[Event]:
    """Checks on to the end of the round, of tiles of equal value the one taken first."""
    require_dealt(state)
    require_phase(state, "check")
    while state.turn is not None:
        player, number = to_check(state)[0]
        yield from _checked(state, player, number, _lies_right(state.places[player].tiles[number]))


def to_check(state: State) -> list[tuple[str, int]]:
    """Player and index of the tiles that may be checked next: the least valuable ones of whose turn it is."""
    if state.turn is None:
        return []
    values = {n: tile.value for n, tile in enumerate(state.places[state.turn].tiles) if tile.is_to_check}
    lowest = min(values.values())
    return [(state.turn, number) for number, value in values.items() if value == lowest]


def _require_finding(state: State, command: Check) -> None:
    """In recorded play the command has either the verdict or the cards, in dealt play neither."""
    given = [name for name in ("correct", "cards") if getattr(command, name) is not msgspec.UNSET]
    if state.options.play == "dealt" and given:
        raise _bad_finding(given[0], N_("The cards beneath are known here."))
    if state.options.play == "recorded" and len(given) != 1:
        raise _bad_finding("correct", N_("Either the verdict or the cards are needed."))


def _bad_finding(name: str, template: str) -> Rejected:
    return Rejected("bad_command", template, {"field": name, "reason": template}, field=name)


def _is_correct(tile: Tile, command: Check) -> bool:
    if not isinstance(command.correct, msgspec.UnsetType):
        return command.correct
    if not isinstance(command.cards, msgspec.UnsetType):
        return makes(tile.combo, command.cards)
    return _lies_right(tile)


def _lies_right(tile: Tile) -> bool:
    """Whether the cards beneath make the tile's combo."""
    return makes(tile.combo, [figures_of(card) for card in tile.cards or ()])


def _checked(state: State, player: str, tile: int, correct: bool) -> Iterator[Event]:
    """A correct tile stays, and the next in turn is checked; after a wrong one the smartest are found again."""
    if not correct:
        yield TileChecked(player, tile, correct, None)
        yield from _find_smartest(state)
        return
    turn = _next_in_turn(state, player, tile)
    yield TileChecked(player, tile, correct, turn)
    if turn is None:
        yield from score_round(state)


def _find_smartest(state: State) -> Iterator[Event]:
    smartest = smartest_monkeys(state)
    turn = next((player for player in smartest if _has_to_check(state, player)), None)
    yield SmartestFound(smartest, turn)
    if turn is None:
        yield from score_round(state)


def _next_in_turn(state: State, player: str, tile: int) -> str | None:
    """Who of the smartest monkeys comes after `player`, whose tile was correct, and has one left to check."""
    seat = state.smartest.index(player) + 1
    others = [*state.smartest[seat:], *state.smartest[: seat - 1]]
    following = next((other for other in others if _has_to_check(state, other)), None)
    return following or (player if _has_to_check(state, player, tile) else None)


def _has_to_check(state: State, player: str, but: int | None = None) -> bool:
    """Whether the player has a tile to check; not counting number `but`, if that is given."""
    return any(tile.is_to_check and number != but for number, tile in enumerate(state.places[player].tiles))
