"""Who keeps their card, who takes the pot, and who has won in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.exact import Written
from games.kernel import Event
from games.keskife.cards import ROUNDS, Card
from games.keskife.commands import Pot
from games.keskife.events import Held, KeskifeFinished, KeskifeRoundScored
from games.keskife.state import State
from games.scores import Ranking, rank

Cards = Mapping[str, Card]
Pointings = Mapping[str, str | None]


class Found(NamedTuple):
    """What the pointing came to, the monkeys' own left out.

    guessed: each non-monkey, and whether they pointed at a monkey. times: how often each monkey was found.
    """

    guessed: dict[str, bool]
    times: dict[str, int]

    @property
    def pot(self) -> int:
        """The cards of those who guessed wrong."""
        return sum(not right for right in self.guessed.values())


def found(cards: Cards, pointed: Pointings) -> Found:
    """Who found whom. Every non-monkey has pointed."""
    monkeys = [player for player, card in cards.items() if card == "monkey"]
    others = [player for player, card in cards.items() if card == "action"]
    guessed = {player: pointed[player] in monkeys for player in others}
    times = {monkey: sum(pointed[player] == monkey for player in others) for monkey in monkeys}
    return Found(guessed, times)


def score(cards: Cards, pointed: Pointings, pot: Pot) -> dict[str, dict[str, int]]:
    """For each player the cards of the round that come to them, by the breakdown's names."""
    seen = found(cards, pointed)
    share = pot_share(seen, pot)
    kept = one_monkey(seen) if len(seen.times) == 1 else two_monkeys(seen.times)
    return {
        player: {"guess": int(seen.guessed[player])} if card == "action" else {**kept[player], "pot": share}
        for player, card in cards.items()
    }


def one_monkey(seen: Found) -> dict[str, dict[str, int]]:
    """A monkey alone keeps the monkey card unless all others found them."""
    return {monkey: {"own_card": int(times < len(seen.guessed))} for monkey, times in seen.times.items()}


def two_monkeys(times: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Who of two was found more often gives the monkey card to the other; equally often: both keep theirs."""
    least, most = min(times.values()), max(times.values())
    return {
        monkey: {"own_card": int(count == least), "monkey_card": int(count == least < most)}
        for monkey, count in times.items()
    }


def pot_share(seen: Found, pot: Pot) -> int:
    """What each monkey takes of the pot, by the reading that was agreed; what can't be shared equally is discarded."""
    monkeys = len(seen.times)
    match pot:
        case "all":
            return seen.pot // monkeys
        case "half":
            return seen.pot // 2 // monkeys
        case "only_if_unfound":
            return 0 if any(seen.times.values()) else seen.pot // monkeys


def score_round(state: State) -> Iterator[Event]:
    """The points of the round just played, a card each; after the last round the end."""
    cards = state.cards
    pointed = {player: state.pointed.get(player) for player in state.players}
    parts = score(cards, pointed, state.options.pot)
    points: dict[str, Written] = {player: sum(part.values()) for player, part in parts.items()}
    breakdown: dict[str, dict[str, Written]] = {player: {**part} for player, part in parts.items()}
    held = {player: held_after(state.held[player], part) for player, part in parts.items()}
    discarded = len(cards) - sum(sum(part.values()) for part in parts.values())
    yield KeskifeRoundScored(
        round=state.round,
        points=points,
        breakdown=breakdown,
        cards=dict(cards),
        pointed=pointed,
        held=held,
        discarded=discarded,
    )
    if len(state.scores.rounds) == ROUNDS:
        yield KeskifeFinished(*final_ranking(state))


def held_after(held: Held, part: Mapping[str, int]) -> Held:
    """A player's cards with those of a round; the pot is of action cards."""
    return Held(
        held.action + part.get("guess", 0) + part.get("pot", 0),
        held.monkey + part.get("own_card", 0) + part.get("monkey_card", 0),
    )


def final_ranking(state: State) -> Ranking:
    """Most cards; then more monkey cards among those held; else the place is shared."""
    monkey_cards = {player: held.monkey for player, held in state.held.items()}
    return rank(state.players, state.scores.totals(state.players), [("monkey_cards", monkey_cards)])
