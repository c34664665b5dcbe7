"""The game's start, the start of its rounds, and which rule decides about which command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from games.four_monkeys.actions import banana, burn, grab, has_skin, owns_all_showing, replenish, reveal
from games.four_monkeys.checks import check, check_all, stop, time_up
from games.four_monkeys.commands import (
    Banana,
    Burn,
    Check,
    CheckAll,
    Grab,
    MonkeysOptions,
    RecordRound,
    Replenish,
    Reveal,
    StartRound,
    Stop,
    TimeUp,
)
from games.four_monkeys.events import MonkeysStarted, RoundStarted, Seats
from games.four_monkeys.parts import SECONDS, deck
from games.four_monkeys.requirements import require_phase
from games.four_monkeys.seating import deal_colours, seat_all
from games.four_monkeys.sheet import record_round
from games.four_monkeys.state import EVOLVE, State
from games.four_monkeys.view import view
from games.game import bad_option
from games.kernel import N_, REFEREE, Command, Event, Json, Rejected, Rules, draw

STACKS_BESIDE_PLAYERS = 2


def start(players: tuple[str, ...], options: MonkeysOptions, seed: str) -> Iterable[Event]:
    """The start. Raises Rejected `bad_options` where a combo is named twice."""
    if len({combo.id for combo in options.catalogue}) < len(options.catalogue):
        raise bad_option("catalogue", N_("A combo is named twice."))
    return [MonkeysStarted(players, seed, options)]


def decide(state: State, command: Command) -> Iterator[Event]:
    """The events that `command` causes now."""
    return DECIDE[type(command)](state, command)


def start_round(state: State, command: StartRound) -> Iterator[Event]:
    """Seats everybody, gives out the deck colours, and in dealt play shuffles decks and tiles."""
    if state.phase in ("play", "check"):
        raise Rejected("round_running", N_("Round {round} is not over."), {"round": state.round})
    require_phase(state, "ready")
    areas = seat_all(state)
    decks = deal_colours(areas, state.decks)
    if state.options.play == "recorded":
        yield RoundStarted(round=state.round, attempt=state.attempt, areas=areas, decks=decks, piles={}, stacks={})
        return
    piles = {player: _shuffled(state, f"deck/{seat}", deck(seat)) for seat, player in enumerate(state.players)}
    stacks = {area.name: _stacked(state, area) for area in areas}
    yield RoundStarted(round=state.round, attempt=state.attempt, areas=areas, decks=decks, piles=piles, stacks=stacks)


def _shuffled(state: State, what: str, items: Iterable[Any]) -> tuple[Any, ...]:
    """Drawn again for each round and each attempt at it."""
    return tuple(draw(state.seed, f"four-monkeys/{what}/{state.round}/{state.attempt}", items))


def _stacked(state: State, area: Seats) -> tuple[tuple[str, ...], ...]:
    """All the area's combo tiles, shuffled into two stacks more than there are players."""
    tiles = _shuffled(state, f"stacks/{area.name}", [*state.catalogue] * area.sets)
    return level_stacks(tiles, len(area.players) + STACKS_BESIDE_PLAYERS)


def level_stacks(tiles: Sequence[str], number: int) -> tuple[tuple[str, ...], ...]:
    """Tiles in so many stacks as level as can be; the first ones take what is over."""
    height, over = divmod(len(tiles), number)
    cuts = [stack * height + min(stack, over) for stack in range(number + 1)]
    return tuple(tuple(tiles[cut:end]) for cut, end in pairwise(cuts))


def clock(state: State) -> tuple[str, int] | None:
    """One clock for all areas, for each attempt at a round."""
    if state.phase != "play":
        return None
    return f"round/{state.round}/{state.attempt}", SECONDS[state.options.variant]


def pending(state: State) -> list[Json]:
    """What would be accepted now, and from whom: while the time runs all that each player may do."""
    match state.phase, state.options.play:
        case "ready", _:
            return [{"player": REFEREE, "type": "start_round"}]
        case "play", "recorded":
            return [{"player": REFEREE, "type": "record_round"}]
        case "play", _:
            actions = [{"player": player, "type": action} for player in state.players for action in may(state, player)]
            return [*actions, {"player": REFEREE, "type": "time_up"}]
        case "check", play:
            check_all = [{"player": REFEREE, "type": "check_all"}] if play == "dealt" else []
            return [{"player": state.turn, "type": "check"}, *check_all]
        case _:
            return []


def may(state: State, player: str) -> Iterator[str]:
    """What a player may do while the time runs: of anything hidden it tells nothing."""
    place, area = state.places[player], state.area_of[player]
    if place.hand and any(area.stacks):
        yield "grab"
    if not all(tile.burned for tile in place.tiles):
        yield "burn"
    if not place.replenished:
        yield "replenish"
    if any(len(stack) > 1 for stack in area.stacks) and owns_all_showing(area, place):
        yield "reveal"
    if place.after_grab and has_skin(place):
        yield "banana"
    yield "stop"


DECIDE: Mapping[type[Command], Callable[[State, Any], Iterator[Event]]] = {
    StartRound: start_round,
    Grab: grab,
    Burn: burn,
    Replenish: replenish,
    Reveal: reveal,
    Banana: banana,
    Stop: stop,
    TimeUp: time_up,
    Check: check,
    CheckAll: check_all,
    RecordRound: record_round,
}

RULES = Rules(
    name="four-monkeys",
    events=tuple(EVOLVE),
    commands=tuple(DECIDE),
    initial=State,
    evolve=EVOLVE,
    decide=decide,
    view=view,
)
