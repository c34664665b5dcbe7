"""What a director sets anew. What is closed stays as it was decided."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from games.kernel import N_, Event, Rejected
from league.domain.tournament.checks import faults
from league.domain.tournament.commands import Change
from league.domain.tournament.events import TournamentChanged
from league.domain.tournament.formats import Prescribed
from league.domain.tournament.require import require_going_on
from league.domain.tournament.settings import Settings
from league.domain.tournament.state import Tournament
from league.domain.values.faults import refuse

FIXED_ONCE_SEATED = ("game", "game_options", "format")


def changed(settings: Settings, command: Change) -> Settings:
    """The settings with what the command names."""
    named = {name: value for name, value in msgspec.structs.asdict(command).items() if value is not UNSET}
    return msgspec.structs.replace(settings, **named)


def change(state: Tournament, command: Change) -> Iterator[Event]:
    """Other settings from now on; nothing if they are so already.

    Once a round is seated, the game and the format stay, but for what a plan says of rounds to come; there are never
    fewer rounds than are seated. A stage keeps the rules of its own, and the rounds of stages are not counted.
    """
    require_going_on(state)
    settings = changed(state.settings, command)
    refuse(faults(settings))
    if state.stage is not None:
        refuse(faults(state.stage.over(settings)))
    if state.rounds:
        for name in FIXED_ONCE_SEATED:
            before, after = getattr(state.settings, name), getattr(settings, name)
            if before != after and not _plans_later_rounds(before, after, len(state.rounds)):
                raise Rejected("round_seated", N_("A round is seated: {field} stays."), {"field": name}, name)
    seated = state.stages[0].from_round - 1 if state.stages else len(state.rounds)
    if settings.rounds is not None and settings.rounds < seated:
        facts = {"seated": seated}
        raise Rejected("too_few_rounds", N_("{seated} rounds are seated already."), facts, "rounds")
    if settings != state.settings:
        yield TournamentChanged(settings)


def _plans_later_rounds(before: object, after: object, seated: int) -> bool:
    """Whether both are plans that say the same of the rounds that are seated."""
    if not (isinstance(before, Prescribed) and isinstance(after, Prescribed)):
        return False
    settled = before.plan[:seated]
    return after.plan[: len(settled)] == settled
