"""The rules of dealt play, and the game's start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.game import bad_option
from games.kernel import N_, REFEREE, Command, Event, Json, Rejected, Rules, draw
from games.monster_trick.cards import HAND, OPEN_TRICKS, deck
from games.monster_trick.commands import Arrange, MonsterOptions, Play, RecordRound, StartRound
from games.monster_trick.events import CardPlayed, MonsterStarted, PointCardsArranged, RoundDealt, TrickWon
from games.monster_trick.scoring import score_round
from games.monster_trick.sheet import record_round, require_point_cards
from games.monster_trick.state import EVOLVE, Phase, State, Trick
from games.monster_trick.tricks import NEW, fits, has_free_slot, is_complete, owner, showing_after
from games.monster_trick.view import view
from games.requirements import require_player


def start(players: tuple[str, ...], options: MonsterOptions, seed: str) -> Iterable[Event]:
    """The start. Raises Rejected `bad_options` where the starter is no player."""
    if options.starter is not None and options.starter not in players:
        raise bad_option("starter", "no player of this match")
    return [MonsterStarted(players, seed, options, options.starter or players[0])]


def decide(state: State, command: Command) -> Iterator[Event]:
    """The events that `command` causes now."""
    return DECIDE[type(command)](state, command)


def start_round(state: State, command: StartRound) -> Iterator[Event]:
    """Shuffles all cards of the game and deals twelve to each player."""
    require_phase(state, "ready")
    order = draw(state.seed, f"monster-trick/deal/{state.round}", deck(len(state.players)))
    hands = {player: tuple(order[HAND * seat : HAND * (seat + 1)]) for seat, player in enumerate(state.players)}
    yield RoundDealt(state.round, hands)


def arrange(state: State, command: Arrange) -> Iterator[Event]:
    """Lays a player's point cards; when all have, the play begins."""
    require_player(state, command.player)
    require_phase(state, "arrange")
    if command.player in state.orders:
        raise Rejected("already_arranged", N_("{player} has laid the point cards."), {"player": command.player})
    require_point_cards(state, command.order, "order")
    yield PointCardsArranged(command.player, command.order)


def play(state: State, command: Play) -> Iterator[Event]:
    """Plays a card; the fourth one on a trick completes it, the last one of all ends the round."""
    require_player(state, command.player)
    require_phase(state, "play")
    require_turn(state, command.player)
    require_in_hand(state, command)
    trick = chosen_trick(state, command)
    yield CardPlayed(command.player, command.card, trick)
    if is_complete(state.open_tricks[trick]):
        yield trick_won(state, state.open_tricks[trick])
    if state.turns_left == 0:
        yield from score_round(state)


def chosen_trick(state: State, command: Play) -> int:
    """The id of the trick that the card goes on, an open or a new one. Raises Rejected where it may not go there."""
    open_tricks = state.open_tricks
    if command.trick == NEW:
        if not has_free_slot(open_tricks.values()):
            raise Rejected("too_many_open_tricks", N_("{number} tricks are open already."), {"number": OPEN_TRICKS})
        return state.tricks_opened + 1
    trick = open_tricks.get(command.trick) if isinstance(command.trick, int) else None
    if trick is None:
        raise Rejected("no_such_trick", N_("No trick {trick} is open."), {"trick": command.trick})
    if not fits(open_tricks.values(), trick, command.card):
        raise Rejected(
            "must_match_suit",
            N_("{card} can go elsewhere: it can't be thrown off on trick {trick}."),
            {"card": f"{command.card.suit} {command.card.value}", "trick": trick.id},
        )
    return trick.id


def trick_won(state: State, trick: Trick) -> TrickWon:
    """The completed trick goes to the owner of its marker, who turns the next point card up."""
    winner = owner(trick)
    showing = showing_after(state.orders[winner], state.tricks_won[winner] + 1)
    return TrickWon(trick.id, winner, showing)


def require_phase(state: State, phase: Phase) -> None:
    """Dealt play is in `phase`."""
    if state.options.play != "dealt":
        raise Rejected("wrong_phase", N_("This match is played at a table and reported by rounds."))
    if state.phase != phase:
        raise Rejected("wrong_phase", N_("Not now: the match is in the phase {phase}."), {"phase": state.phase})


def require_turn(state: State, player: str) -> None:
    if player != state.player_on_turn:
        raise Rejected("not_your_turn", N_("It is {player}'s turn."), {"player": state.player_on_turn})


def require_in_hand(state: State, command: Play) -> None:
    if command.card not in state.hands[command.player]:
        card = f"{command.card.suit} {command.card.value}"
        raise Rejected("not_in_hand", N_("{card} is not in the hand."), {"card": card}, field="card")


def pending(state: State) -> list[Json]:
    """What is awaited, and from whom."""
    if state.phase == "ready":
        sheet_or_deal = "start_round" if state.options.play == "dealt" else "record_round"
        return [{"player": REFEREE, "type": sheet_or_deal}]
    if state.phase == "arrange":
        return [{"player": player, "type": "arrange"} for player in state.players if player not in state.orders]
    return [{"player": state.player_on_turn, "type": "play"}] if state.phase == "play" else []


DECIDE: Mapping[type[Command], Callable[[State, Any], Iterator[Event]]] = {
    StartRound: start_round,
    Arrange: arrange,
    Play: play,
    RecordRound: record_round,
}

RULES = Rules(
    name="monster-trick",
    events=tuple(EVOLVE),
    commands=tuple(DECIDE),
    initial=State,
    evolve=EVOLVE,
    decide=decide,
    view=view,
)
