"""Recorded play: what the sheet of a round may say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.kernel import N_, Event, Rejected
from games.keskife.cards import MONKEYS, Card
from games.keskife.commands import RecordRound
from games.keskife.events import RoundRecorded
from games.keskife.scoring import score_round
from games.keskife.state import State
from games.requirements import require_reported
from games.sheets import MISSING, STRANGER, TWICE, bad_sheet, bad_sheet_of


def record_round(state: State, command: RecordRound) -> Iterator[Event]:
    """The round as reported, and its points."""
    require_reported(state.options.play, state.phase)
    require_lead_of_sheet(state, command.lead)
    require_monkeys(state, command.monkeys)
    require_points(state, command.monkeys, command.points)
    cards: dict[str, Card] = {player: "monkey" if player in command.monkeys else "action" for player in state.players}
    pointed = {player: command.points.get(player) for player in state.players}
    yield RoundRecorded(state.round, command.lead, cards, pointed)
    yield from score_round(state)


def require_lead_of_sheet(state: State, lead: str) -> None:
    """Nobody leads again while another has not led."""
    if lead not in state.players:
        raise bad_sheet_of(lead, "lead", STRANGER)
    if lead in state.led and not state.all_have_led:
        raise Rejected("has_led", N_("{player} has led, and others have not."), {"player": lead}, field="lead")


def require_monkeys(state: State, monkeys: Sequence[str]) -> None:
    """As many different players as the deck has monkey cards."""
    for number, monkey in enumerate(monkeys):
        if monkey not in state.players:
            raise bad_sheet_of(monkey, f"monkeys.{number}", STRANGER)
        if monkey in monkeys[:number]:
            raise bad_sheet_of(monkey, f"monkeys.{number}", TWICE)
    wanted = MONKEYS[len(state.players)]
    if len(monkeys) != wanted:
        raise bad_sheet("monkeys", N_("Name the {wanted} who were monkeys."), wanted=wanted)


def require_points(state: State, monkeys: Sequence[str], points: Mapping[str, str]) -> None:
    """Everybody but the monkeys must be named, and points at another."""
    for player, at in points.items():
        if player not in state.players or at not in state.players:
            raise bad_sheet_of(at if player in state.players else player, f"points.{player}", STRANGER)
        if at == player:
            raise Rejected("points_at_self", N_("Nobody points at themselves."), field=f"points.{player}")
    for player in state.players:
        if player not in points and player not in monkeys:
            raise bad_sheet_of(player, f"points.{player}", MISSING)
