"""What commands have in common that they require."""

from __future__ import annotations

from games.four_monkeys.state import Phase, State
from games.kernel import N_, Rejected


def require_player(state: State, player: str, field: str = "player") -> None:
    if player not in state.places:
        raise Rejected("unknown_player", N_("There is no such player in this match."), field=field)


def require_dealt(state: State) -> None:
    if state.options.play != "dealt":
        raise Rejected("wrong_phase", N_("This match is played at a table and reported by rounds."))


def require_recorded(state: State) -> None:
    if state.options.play != "recorded":
        raise Rejected("wrong_phase", N_("This match is dealt here, its rounds are played and not reported."))


def require_phase(state: State, phase: Phase) -> None:
    if state.phase != phase:
        raise Rejected("wrong_phase", N_("Not now: the match is in the phase {phase}."), {"phase": state.phase})
