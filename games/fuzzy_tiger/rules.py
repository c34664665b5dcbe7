"""The rules of dealt play, and the game's start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from games.fuzzy_tiger.cards import CARDS
from games.fuzzy_tiger.commands import Act, Choose, FuzzyOptions, RecordResult
from games.fuzzy_tiger.events import CardChosen, FuzzyStarted
from games.fuzzy_tiger.position import in_use, set_up
from games.fuzzy_tiger.sheet import record_result
from games.fuzzy_tiger.state import EVOLVE, Phase, State
from games.fuzzy_tiger.turn import act, go_on, reveal
from games.fuzzy_tiger.view import choices, view
from games.kernel import N_, REFEREE, Command, Event, Json, Rejected, Rules
from games.requirements import require_player


def start(players: tuple[str, ...], options: FuzzyOptions, seed: str) -> Iterable[Event]:
    """The start. Raises Rejected `bad_options` for cards that can't be played with, `bad_position`."""
    return [
        FuzzyStarted(
            players=players,
            seed=seed,
            options=options,
            cards=in_use(options.cards),
            at=set_up(players, options.position),
        )
    ]


def decide(state: State, command: Command) -> Iterator[Event]:
    """The events that `command` causes now."""
    return DECIDE[type(command)](state, command)


def choose(state: State, command: Choose) -> Iterator[Event]:
    """Lays a card face down; when all have, they are turned up and act."""
    require_player(state, command.player)
    require_phase(state, "choose")
    if command.player in state.chosen:
        raise Rejected("already_chosen", N_("{player} has chosen a card."), {"player": command.player})
    if command.card not in state.in_hand[command.player]:
        raise Rejected("not_in_hand", N_("Card {card} is not in the hand."), {"card": command.card}, field="card")
    yield CardChosen(command.player, command.card)
    if len(state.chosen) == len(state.players):
        yield from reveal(state)


def act_as_chosen(state: State, command: Act) -> Iterator[Event]:
    """A card acts as its player chose, and the cards after it that ask nobody."""
    require_player(state, command.player)
    if not isinstance(command.swap, msgspec.UnsetType):
        require_player(state, command.swap, "swap")
    require_phase(state, "act")
    number, (player,) = state.to_act[0]
    if command.player != player:
        raise Rejected("not_your_turn", N_("It is {player}'s turn."), {"player": player})
    if msgspec.to_builtins(command) not in choices(state):
        raise Rejected(
            "bad_choice",
            N_("{card} does not leave that to choose."),
            {"card": CARDS[number].name, "choices": choices(state)},
        )
    yield from act(state, chosen(command))
    yield from go_on(state)


def chosen(command: Act) -> dict[str, int | str]:
    """The one thing that the command says, by its field."""
    given = {"move": command.move, "to": command.to, "swap": command.swap}
    return {field: value for field, value in given.items() if not isinstance(value, msgspec.UnsetType)}


def require_phase(state: State, phase: Phase) -> None:
    """Dealt play is in `phase`."""
    if state.options.play != "dealt":
        raise Rejected("wrong_phase", N_("This match is played at a table and reported at its end."))
    if state.phase != phase:
        raise Rejected("wrong_phase", N_("Not now: the match is in the phase {phase}."), {"phase": state.phase})


def pending(state: State) -> list[Json]:
    """What is awaited, and from whom."""
    if state.phase == "over":
        return []
    if state.options.play == "recorded":
        return [{"player": REFEREE, "type": "record_result"}]
    if state.phase == "act":
        return [{"player": state.to_act[0][1][0], "type": "act"}]
    return [{"player": player, "type": "choose"} for player in state.players if player not in state.chosen]


DECIDE: Mapping[type[Command], Callable[[State, Any], Iterator[Event]]] = {
    Choose: choose,
    Act: act_as_chosen,
    RecordResult: record_result,
}

RULES = Rules(
    name="fuzzy-tiger",
    events=tuple(EVOLVE),
    commands=tuple(DECIDE),
    initial=State,
    evolve=EVOLVE,
    decide=decide,
    view=view,
)
