"""Changes of the settings. What is closed stays as it was decided."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from games.kernel import N_, Event, Rejected
from league.domain.tournament.checks import new_faults
from league.domain.tournament.commands import Change
from league.domain.tournament.events import TournamentChanged
from league.domain.tournament.formats import Prescribed
from league.domain.tournament.naming import with_stored_names
from league.domain.tournament.require import require_going_on
from league.domain.tournament.settings import Settings
from league.domain.tournament.state import Tournament
from league.domain.values.faults import refuse

FIXED_ONCE_SEATED = ("game", "game_options", "format")


def changed(settings: Settings, command: Change) -> Settings:
    """The settings with the changes that the command names."""
    named = {name: value for name, value in msgspec.structs.asdict(command).items() if value is not UNSET}
    return msgspec.structs.replace(settings, **named)


def change(state: Tournament, command: Change) -> Iterator[Event]:
    """Changes the settings; no event if nothing differs.

    Once a round is seated, the game and the format can't change, except the rounds of a plan that are not seated yet.
    The number of rounds can't fall below those seated. A stage keeps its own rules, and its rounds are not limited
    here.
    """
    require_going_on(state)
    settings = changed(state.settings, with_stored_names(command))
    refuse(new_faults(settings, state.settings))
    if state.stage is not None:
        refuse(new_faults(state.stage.over(settings), state.settings, state.stage.over(state.settings)))
    if state.rounds:
        for name in FIXED_ONCE_SEATED:
            before, after = getattr(state.settings, name), getattr(settings, name)
            if before != after and not _plans_later_rounds(before, after, len(state.rounds)):
                raise Rejected(
                    "round_seated",
                    N_("This can't change any more: a round is seated."),
                    {"field": name},
                    name,
                )
    seated = state.stages[0].from_round - 1 if state.stages else len(state.rounds)
    if settings.rounds is not None and settings.rounds < seated:
        facts = {"seated": seated}
        raise Rejected("too_few_rounds", N_("{seated} rounds are seated already."), facts, "rounds")
    if settings != state.settings:
        yield TournamentChanged(settings)


def _plans_later_rounds(before: object, after: object, seated: int) -> bool:
    """Whether both are plans that agree on the rounds already seated."""
    if not (isinstance(before, Prescribed) and isinstance(after, Prescribed)):
        return False
    fixed = before.plan[:seated]
    return after.plan[: len(fixed)] == fixed
