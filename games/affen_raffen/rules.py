"""The rules of dealt play, and the game's start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.affen_raffen.commands import (
    EndRound,
    Flip,
    Give,
    Keep,
    RaffenOptions,
    RecordRound,
    StartRound,
    Take,
    Unflip,
)
from games.affen_raffen.events import (
    BonusGiven,
    BonusKept,
    PairTaken,
    PlayerFinished,
    RaffenStarted,
    RoundStarted,
    TileTurned,
    TileTurnedBack,
)
from games.affen_raffen.parts import FINISH, TASKS, animal_tiles, bonus_tile
from games.affen_raffen.scoring import Collected, score_round
from games.affen_raffen.sheet import record_round
from games.affen_raffen.state import EVOLVE, Phase, State
from games.affen_raffen.view import view
from games.game import bad_option
from games.kernel import N_, REFEREE, Command, Event, Json, Rejected, Rules, draw
from games.requirements import require_player


def start(players: tuple[str, ...], options: RaffenOptions, seed: str) -> Iterable[Event]:
    """The start. Raises Rejected `bad_options` for a bonus tile that can't be."""
    for number, tile in enumerate(options.bonus_tiles):
        if (tile.animal is None) != (tile.kind == "first"):
            template = N_('A bonus tile has an animal if it is a "pair" or "forced", and then only.')
            raise bad_option(f"bonus_tiles.{number}.animal", template)
    return [RaffenStarted(players, seed, options)]


def decide(state: State, command: Command) -> Iterator[Event]:
    """The events that `command` causes now."""
    return DECIDE[type(command)](state, command)


def start_round(state: State, command: StartRound) -> Iterator[Event]:
    """Turns a task up that was not played, and lays the tiles out."""
    require_phase(state, "ready")
    tiles = animal_tiles()
    task = None
    if not state.is_junior:
        task = draw(state.seed, "affen-raffen/tasks", TASKS)[state.round - 1]
        tiles += [bonus_tile(bonus) for bonus in state.options.bonus_tiles]
    yield RoundStarted(state.round, task, tuple(draw(state.seed, f"affen-raffen/tiles/{state.round}", tiles)))


def flip(state: State, command: Flip) -> Iterator[Event]:
    """Looks at a tile; at one at a time."""
    require_searching(state, command.player)
    require_free_hand(state, command.player)
    require_face_down(state, command.player, command.place, "place")
    yield TileTurned(command.player, command.place, state.tiles[command.place])


def unflip(state: State, command: Unflip) -> Iterator[Event]:
    """Lays it back."""
    require_searching(state, command.player)
    yield TileTurnedBack(command.player, turned(state, command.player))


def take(state: State, command: Take) -> Iterator[Event]:
    """Takes two tiles blindly; who has all their pairs by that has finished, and may have ended the round."""
    require_searching(state, command.player)
    require_free_hand(state, command.player)
    for number, place in enumerate(command.places):
        require_face_down(state, command.player, place, f"places.{number}")
    if command.places[0] == command.places[1]:
        raise Rejected("not_face_down", N_("A pair is two tiles: place {place} has one."), {"place": command.places[0]})
    yield PairTaken(command.player, command.places)
    if len(state.pairs[command.player]) == state.pairs_needed:
        yield PlayerFinished(command.player, len(state.finished) + 1)
        if len(state.finished) == finishers(state):
            yield from score_round(state, collected(state))


def keep(state: State, command: Keep) -> Iterator[Event]:
    """Keeps a bonus tile that nobody is forced to have."""
    require_searching(state, command.player)
    place = turned(state, command.player)
    tile = state.tiles[place]
    if tile.kind not in ("first", "pair"):
        raise Rejected("not_keepable", N_("This tile can't be kept."))
    yield BonusKept(command.player, place, tile)


def give(state: State, command: Give) -> Iterator[Event]:
    """Gives a forced bonus tile away; not to who has finished."""
    require_player(state, command.player)
    require_player(state, command.to, "to")
    require_searching(state, command.player)
    place = turned(state, command.player)
    tile = state.tiles[place]
    if tile.kind != "forced" or command.to == command.player:
        raise Rejected("not_givable", N_("This tile can't be given away so."))
    require_unfinished(state, command.to, "to")
    yield BonusGiven(command.player, command.to, place, tile)


def end_round(state: State, command: EndRound) -> Iterator[Event]:
    """Ends a round that is stuck."""
    require_phase(state, "search")
    yield from score_round(state, collected(state))


def finishers(state: State) -> int:
    """How many have to finish to end the round."""
    if state.is_junior:
        return 1
    if len(state.players) == 2:
        return 1 if state.options.two_player_end == "first" else 2
    return len(FINISH)


def collected(state: State) -> Collected:
    """What lies before the players."""
    tiles = state.tiles
    pairs = {player: [(tiles[a], tiles[b]) for a, b in mine] for player, mine in state.pairs.items()}
    return Collected(pairs, state.finished, state.bonus)


def turned(state: State, player: str) -> int:
    """The place of the tile that a player looks at."""
    place = state.turned[player]
    if place is None:
        raise Rejected("nothing_turned", N_("{player} looks at no tile."), {"player": player})
    return place


def require_phase(state: State, phase: Phase) -> None:
    """Dealt play is in `phase`."""
    if state.options.play != "dealt":
        raise Rejected("wrong_phase", N_("This match is played at a table and reported by rounds."))
    if state.phase != phase:
        raise Rejected("wrong_phase", N_("Not now: the match is in the phase {phase}."), {"phase": state.phase})


def require_searching(state: State, player: str) -> None:
    """The player may still act in this round."""
    require_player(state, player)
    require_phase(state, "search")
    require_unfinished(state, player)


def require_unfinished(state: State, player: str, field: str | None = None) -> None:
    if player in state.finished:
        raise Rejected("finished_already", N_("{player} has all the pairs."), {"player": player}, field=field)


def require_free_hand(state: State, player: str) -> None:
    if state.turned[player] is not None:
        raise Rejected("has_turned_tile", N_("{player} still looks at a tile."), {"player": player})


def require_face_down(state: State, player: str, place: int, field: str) -> None:
    """The place is there, and nobody has turned or taken its tile."""
    if not 0 <= place < len(state.tiles):
        raise Rejected("no_such_place", N_("There is no place {place}."), {"place": place}, field=field)
    if place not in state.holder:
        return
    if place in state.turned.values():
        raise Rejected("turned_by_other", N_("Somebody else looks at place {place}."), {"place": place}, field=field)
    raise Rejected("not_face_down", N_("Place {place} is empty."), {"place": place}, field=field)


def pending(state: State) -> list[Json]:
    """What is awaited, and from whom; of who looks at a tile the same whatever tile it is."""
    if state.phase == "over":
        return []
    if state.phase == "ready":
        return [{"player": REFEREE, "type": "start_round" if state.options.play == "dealt" else "record_round"}]
    down = len(state.face_down())
    awaited: list[Json] = []
    for player in state.players:
        if player not in state.finished:
            awaited += [{"player": player, "type": kind} for kind in _actions(state, player, down)]
    return [*awaited, {"player": REFEREE, "type": "end_round"}]


def _actions(state: State, player: str, down: int) -> list[str]:
    if state.turned[player] is not None:
        return ["unflip"] if state.is_junior else ["unflip", "keep", "give"]
    return (["flip"] if down else []) + (["take"] if down > 1 else [])


DECIDE: Mapping[type[Command], Callable[[State, Any], Iterator[Event]]] = {
    StartRound: start_round,
    Flip: flip,
    Unflip: unflip,
    Take: take,
    Keep: keep,
    Give: give,
    EndRound: end_round,
    RecordRound: record_round,
}

RULES = Rules(
    name="affen-raffen",
    events=tuple(EVOLVE),
    commands=tuple(DECIDE),
    initial=State,
    evolve=EVOLVE,
    decide=decide,
    view=view,
)
