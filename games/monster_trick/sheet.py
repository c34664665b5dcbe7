"""Recorded play: what the sheet of a round may say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from games.kernel import N_, Event, Rejected
from games.monster_trick.cards import HAND, OPEN_TRICKS, POINT_CARDS, TRICK
from games.monster_trick.commands import RecordRound
from games.monster_trick.events import RoundRecorded
from games.monster_trick.scoring import score_round
from games.monster_trick.state import State
from games.monster_trick.tricks import showing_after
from games.requirements import require_reported
from games.sheets import STRANGER, bad_sheet, bad_sheet_of, require_exactly


def record_round(state: State, command: RecordRound) -> Iterator[Event]:
    """The round as reported, and its points."""
    require_reported(state.options.play, state.phase)
    require_exactly(state.players, "orders", command.orders)
    for player, order in command.orders.items():
        require_point_cards(state, order, f"orders.{player}")
    counts = _counted(state, command)
    _require_possible_number(state, counts)
    orders = {player: command.orders[player] for player in state.players}
    showing = {player: showing_after(orders[player], won) if won else None for player, won in counts.items()}
    yield RoundRecorded(state.round, orders, counts, showing)
    yield from score_round(state)


def require_point_cards(state: State, order: tuple[int, ...], field: str) -> None:
    """An order is a permutation of the round's point cards."""
    if sorted(order) != list(POINT_CARDS[state.round - 1]):
        raise Rejected(
            "bad_order",
            N_("In round {round} the point cards are {values}."),
            {"round": state.round, "values": list(POINT_CARDS[state.round - 1])},
            field=field,
        )


def _counted(state: State, command: RecordRound) -> dict[str, int]:
    """Tricks won by each player, all players named."""
    if isinstance(command.tricks, dict):
        require_exactly(state.players, "tricks", command.tricks)
        return {player: command.tricks[player] for player in state.players}
    for number, winner in enumerate(command.tricks):
        if winner not in state.players:
            raise bad_sheet_of(winner, f"tricks.{number}", STRANGER)
    won = Counter(command.tricks)
    return {player: won[player] for player in state.players}


def _require_possible_number(state: State, counts: Mapping[str, int]) -> None:
    """Nobody wins more tricks than they have cards: a card wins one trick."""
    for player, count in counts.items():
        if not 0 <= count <= HAND:
            template = N_("{player}: {number} tricks can't be; a player wins 0 to {most}.")
            raise bad_sheet_of(player, f"tricks.{player}", template, number=count, most=HAND)
    possible = possible_tricks(len(state.players))
    if sum(counts.values()) not in possible:
        facts = {"least": possible[0], "most": possible[-1]}
        raise bad_sheet("tricks", N_("All together win {least} to {most} tricks."), **facts)


def possible_tricks(players: int) -> range:
    """How many tricks a round may have: all cards are played, and at most four tricks of three cards stay open."""
    most = HAND * players // TRICK
    left_open = OPEN_TRICKS * (TRICK - 1) // TRICK
    return range(most - left_open, most + 1)
