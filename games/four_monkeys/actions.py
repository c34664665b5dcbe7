"""What players do while the time runs: all at once, in any order."""

from __future__ import annotations

from collections.abc import Iterator

from games.four_monkeys.commands import Banana, Burn, Grab, Replenish, Reveal
from games.four_monkeys.events import (
    BananaPassed,
    HandReplenished,
    TileBurned,
    TileGrabbed,
    TileRevealed,
)
from games.four_monkeys.parts import HAND
from games.four_monkeys.requirements import require_dealt, require_phase, require_player
from games.four_monkeys.state import Area, Place, State
from games.kernel import N_, Event, Rejected

BURN_DRAWS = 3
REPLENISH_DRAWS = 3


def grab(state: State, command: Grab) -> Iterator[Event]:
    """Takes a tile, whatever cards are laid beneath; then the hand is filled up to five."""
    place = acting(state, command.player)
    stack = chosen_stack(state.area_of[command.player], command.stack)
    _require_cards(place, command.cards)
    missing = HAND - (len(place.hand) - len(command.cards))
    yield TileGrabbed(
        player=command.player,
        drawn=draw_cards(state, command.player, missing),
        stack=command.stack,
        combo=stack[-1],
        cards=command.cards,
    )


def burn(state: State, command: Burn) -> Iterator[Event]:
    """Turns a green combo tile, once, for three cards."""
    place = acting(state, command.player)
    if not 0 <= command.tile < len(place.tiles) or place.tiles[command.tile].burned:
        raise Rejected(
            "already_burned",
            N_("{player} has no green tile number {tile}."),
            {"player": command.player, "tile": command.tile},
            field="tile",
        )
    yield TileBurned(command.player, draw_cards(state, command.player, BURN_DRAWS), command.tile)


def replenish(state: State, command: Replenish) -> Iterator[Event]:
    """Turns the replenish tile, once a round: for a new hand, or for three cards more."""
    place = acting(state, command.player)
    if place.replenished:
        raise Rejected("already_replenished", N_("{player} has turned that tile."), {"player": command.player})
    swap = command.mode == "swap"
    drawn = draw_cards(state, command.player, HAND if swap else REPLENISH_DRAWS)
    yield HandReplenished(command.player, drawn, command.mode, tuple(place.hand) if swap else ())


def reveal(state: State, command: Reveal) -> Iterator[Event]:
    """Puts a stack's top tile next to the stacks, for a player who has every visible combo."""
    place = acting(state, command.player)
    area = state.area_of[command.player]
    stack = chosen_stack(area, command.stack)
    if len(stack) == 1 or not owns_all_showing(area, place):
        raise Rejected(
            "may_not_reveal",
            N_("Who has all combos that show may reveal the tile below another one."),
            field="stack",
        )
    yield TileRevealed(command.player, command.stack, stack[-1])


def banana(state: State, command: Banana) -> Iterator[Event]:
    """Gives a skin away as the next action after a grab: one that was received, and only then the own one."""
    require_player(state, command.player)
    require_player(state, command.to, "to")
    place = acting(state, command.player)
    if not has_skin(place):
        raise Rejected("no_banana", N_("{player} has no banana skin."), {"player": command.player})
    if not place.after_grab:
        raise Rejected("not_after_grab", N_("A banana skin is given away right after a tile was grabbed."))
    if command.to == command.player or command.to not in state.area_of[command.player].seats.players:
        raise Rejected("other_area", N_("A banana skin goes to another player of the same area."), field="to")
    yield BananaPassed(command.player, command.to, place.skins == 0)


def acting(state: State, player: str) -> Place:
    """What lies before the player who acts. Raises Rejected where nobody may act now."""
    require_player(state, player)
    require_dealt(state)
    require_phase(state, "play")
    return state.places[player]


def chosen_stack(area: Area, number: int) -> list[str]:
    """The stack of that number, with its top tile last. Raises Rejected where there is none, or nothing on it."""
    if not 0 <= number < len(area.stacks):
        raise Rejected("no_such_stack", N_("There is no stack {stack}."), {"stack": number}, field="stack")
    if not area.stacks[number]:
        raise Rejected("empty_stack", N_("Stack {stack} is used up."), {"stack": number}, field="stack")
    return area.stacks[number]


def owns_all_showing(area: Area, place: Place) -> bool:
    """Whether the player has a tile of every combo that shows on the area's stacks."""
    return place.combos >= {stack[-1] for stack in area.stacks if stack}


def has_skin(place: Place) -> bool:
    return place.own_skin or place.skins > 0


def _require_cards(place: Place, cards: tuple[int, ...]) -> None:
    """At least one card is laid, and each one is in the hand."""
    if not cards:
        raise Rejected("no_cards", N_("At least one card is laid beneath a tile."), field="cards")
    for card in cards:
        if card not in place.hand or cards.count(card) > 1:
            raise Rejected("not_in_hand", N_("Card {card} is not in the hand."), {"card": card}, field="cards")


def draw_cards(state: State, player: str, number: int) -> tuple[int, ...]:
    """The next cards for a player, in the order drawn: of the own deck while it lasts, then of others in the area.

    A card is borrowed from the deck that is then the fullest, of equals from who was named first at the start.
    Fewer are drawn where no cards are left.
    """
    if number <= 0:
        return ()
    own = state.places[player].pile
    if number <= len(own):
        return tuple(own[: -number - 1 : -1])
    drawn = own[::-1]
    others = [state.places[other].pile for other in state.players if other in state.area_of[player].seats.players]
    left = [0 if pile is own else len(pile) for pile in others]
    while len(drawn) < number and max(left) > 0:
        fullest = left.index(max(left))
        left[fullest] -= 1
        drawn.append(others[fullest][left[fullest]])
    return tuple(drawn)
