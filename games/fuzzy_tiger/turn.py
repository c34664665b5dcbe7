"""How a turn goes: cards act in ascending number, the tiger may wake, the game may end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from games.fuzzy_tiger.board import arrive, bitten, forward, going_back, nearest_first, shamed, swap
from games.fuzzy_tiger.cards import BITE, CARDS, FIRST_TIME, SHAME, SLEEP, START, TAKES_BACK, WHISKERS, Card
from games.fuzzy_tiger.events import (
    CardActed,
    CardsRevealed,
    CardsTakenBack,
    MonkeysWentBack,
    NextTigerFound,
    TigerWoke,
    TurnLost,
    WhiskersPlucked,
)
from games.fuzzy_tiger.scoring import is_reached, score
from games.fuzzy_tiger.state import State
from games.kernel import Event

Choice = Mapping[str, int | str]
NO_CHOICE: Choice = {}


def reveal(state: State) -> Iterator[Event]:
    """All have chosen: the cards are turned up, and act as far as they ask nobody."""
    cards = {player: state.chosen[player] for player in state.players}
    order = tuple(
        (number, tuple(player for player in state.players if cards[player] == number))
        for number in sorted(set(cards.values()))
    )
    yield CardsRevealed(state.turn, cards, order)
    yield from go_on(state)


def go_on(state: State) -> Iterator[Event]:
    """Lets the cards act, until one asks its player for a choice or the turn is over."""
    while state.to_act:
        number, players = state.to_act[0]
        if not may_act(CARDS[number], players):
            yield TurnLost(number, players)
        elif CARDS[number].asks:
            return
        else:
            yield from act(state, NO_CHOICE)
    if is_reached(state.whiskers, state.time):
        yield from score(state, state.positions)


def may_act(card: Card, players: Sequence[str]) -> bool:
    """Of a card that is not for several at once nobody acts where several played it."""
    return card.together or len(players) == 1


def act(state: State, choice: Choice) -> Iterator[Event]:
    """The next card acts: move and effect, pluck, go back; after each of the first two the tiger may wake."""
    number, players = state.to_act[0]
    card = CARDS[number]
    yield acted(state, card, players, choice)
    if card.takes_back:
        yield taken_back(state, players)
    if is_awake(state):
        yield from wake(state)
        return
    for player in nearest_first(state.positions, players) if card.plucks else ():
        whiskers = WHISKERS.get(state.positions[player])
        if whiskers is None:
            continue
        yield WhiskersPlucked(player, whiskers, state.tiger - whiskers)
        if is_awake(state):
            yield from wake(state)
            return
    leaving = going_back(state.positions, players, stays=card.stays)
    if leaving:
        yield MonkeysWentBack(leaving)


def acted(state: State, card: Card, players: tuple[str, ...], choice: Choice) -> CardActed:
    """What the card itself does: nobody moves where several played it; each steps the tiger on."""
    moved = moves(state.positions, card, players[0], choice) if len(players) == 1 else {}
    tiger = SLEEP if card.hypnotizes else state.tiger - card.tiger * len(players)
    return CardActed(
        card=card.number,
        players=players,
        choice=dict(choice),
        moved=moved,
        tiger=tiger,
        sheltered=players if card.shelters else (),
    )


def moves(positions: Mapping[str, int], card: Card, player: str, choice: Choice) -> dict[str, int]:
    """Who stands elsewhere after the card's move, or the one that was chosen."""
    match choice:
        case {"move": int(steps)}:
            return forward(positions, player, steps)
        case {"to": int(space)}:
            return arrive(positions, player, space)
        case {"swap": str(other)}:
            return swap(positions, player, other)
        case _:
            return forward(positions, player, card.forward) if card.forward else {}


def taken_back(state: State, players: Collection[str]) -> CardsTakenBack:
    """All their spent cards come back."""
    return CardsTakenBack({player: tuple(state.spent[player]) for player in players})


def is_awake(state: State) -> bool:
    """The tiger wakes below 1."""
    return state.tiger < 1


def wake(state: State) -> Iterator[Event]:
    """Bite and shame; cards that have not acted are lost, but 9 still takes back; then the next tiger, or the end."""
    unused = {player: number for number, players in state.to_act for player in players}
    victims, coward = bitten(state.positions, state.sheltered), shamed(state.positions)
    damage = dict.fromkeys(victims, BITE)
    if coward is not None:
        damage[coward] = damage.get(coward, 0) + SHAME
    yield TigerWoke(victims, coward, damage, unused)
    thinking = [player for player, number in unused.items() if number in TAKES_BACK]
    if thinking:
        yield taken_back(state, thinking)
    if not is_reached(state.whiskers, state.time):
        time = FIRST_TIME if state.time is None else state.time - 1
        yield NextTigerFound(dict.fromkeys(state.players, START), SLEEP, time)
