"""The round sheet: everybody's score, or everybody's place."""

from __future__ import annotations

from games.kernel import N_, Json
from games.round_sheet import Answers, Field, RoundSheet, Rule
from games.scoresheet.commands import SheetOptions
from games.scoresheet.state import State

SHARED = N_("Places are numbered 1, 2, 3; shared places 1, 1, 3.")


def round_sheet(state: State) -> RoundSheet | None:
    """The sheet of the next round."""
    return None if state.is_over else _sheet(state, "places" if state.options.places_only else "scores")


def _sheet(state: State, name: str) -> RoundSheet:
    def commands(answers: Answers) -> list[Json]:
        return [{"type": "record_round", name: answers.each(name)}]

    def filled(command: Json) -> Answers | None:
        return Answers({}, {player: {name: number} for player, number in command.get(name, {}).items()})

    return RoundSheet(
        title=N_("Score sheet"),
        players=state.players,
        of_player=(_place(state) if name == "places" else _score(state.options),),
        commands=commands,
        filled=filled,
        rules=(Rule("ranking", "places", SHARED),) if name == "places" else (),
        hint=_hint(state.options),
        number=state.round,
        of=state.options.rounds,
    )


def _place(state: State) -> Field:
    return Field("places", N_("Place"), least=1, most=len(state.players))


def _score(options: SheetOptions) -> Field:
    """The bounds are written exactly when a match starts."""
    least, most = (None if bound is None else _written(bound) for bound in (options.min_score, options.max_score))
    return Field("scores", N_("Score"), least=least, most=most, whole=options.whole_numbers)


def _written(bound: float | str) -> int | str:
    return bound if isinstance(bound, int | str) else repr(bound)


def _hint(options: SheetOptions) -> str:
    if options.places_only:
        return N_("the lowest sum of places wins") if options.rounds > 1 else N_("1 is the winner")
    return N_("highest score wins") if options.win == "high" else N_("lowest score wins")
