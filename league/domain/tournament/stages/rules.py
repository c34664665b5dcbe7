"""Rules of stages (finals and cuts): the best of the standings go on, by rules of their own. See `stage`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import asdict

from games.kernel import N_, Event, Rejected
from league.domain.standings import tie_breaks
from league.domain.standings.standings import StandingsRow, ranks, rows, rows_before
from league.domain.tournament.checks import new_faults
from league.domain.tournament.closing.rules import decided_places
from league.domain.tournament.require import require_closed, require_going_on
from league.domain.tournament.stages.commands import BeginStage, UndoStage
from league.domain.tournament.stages.events import StageBegun, StageRevised, StageUndone
from league.domain.tournament.stages.stage import Border, Stage
from league.domain.tournament.state import Tournament
from league.domain.values.faults import Fault, refuse


def begin(state: Tournament, command: BeginStage) -> Iterator[Event]:
    """Lets the best entries go on alone; no event if that stage has begun and none of its rounds is published.

    Every round must be closed, with no draft. Entries that have dropped are skipped. No entries are accepted
    afterwards.
    """
    require_going_on(state)
    waiting = _waiting(state)
    if waiting is not None and _is_as_asked(waiting, command):
        return
    _require_between_rounds(state)
    if waiting is not None:
        template = N_("A final of the best {top} has no rounds yet: undo it first.")
        raise Rejected("stage_waits", template, {"top": waiting.top})
    listed = rows(state)
    going = _going_on(state, listed)
    _require_top(state, command, len(going))
    begun = StageBegun(
        number=len(state.stages) + 1,
        from_round=state.next_number,
        top=command.top,
        carry=command.carry,
        entries=tuple(row.entry for row in going[: command.top]),
        standings=decided_places(listed),
        rules=command.rules,
        border=_border([row.entry for row in going], ranks(listed), command.top),
    )
    _require_fit(state, begun)
    yield begun


def going_on(state: Tournament) -> list[str]:
    """The entries that a final is made of, the best first."""
    return [row.entry for row in _going_on(state, rows(state))]


def undo(state: Tournament, command: UndoStage) -> Iterator[Event]:
    """Undoes the last stage while it has no round, not even a draft; no event without a stage."""
    require_going_on(state)
    stage = state.stage
    if stage is None:
        return
    if len(state.rounds) >= stage.from_round:
        template = N_("The final can't be undone: its round {number} is seated.")
        raise Rejected("stage_seated", template, {"number": stage.from_round})
    yield StageUndone(stage.number)


def revised(state: Tournament, reason: str | None) -> Iterator[Event]:
    """New editions of frozen standings that a correction changed, the earliest first."""
    for at in range(len(state.stages)):
        stage = state.stages[at]
        standings = decided_places(rows_before(state, stage))
        if standings != stage.standings:
            yield StageRevised(stage.number, stage.edition + 1, standings, reason)


def _waiting(state: Tournament) -> Stage | None:
    """The stage that has begun but has no published round yet."""
    seen = len(state.rounds) - (state.draft is not None)
    return state.stage if state.stage is not None and seen < state.stage.from_round else None


def _is_as_asked(stage: Stage, command: BeginStage) -> bool:
    return (stage.top, stage.carry, stage.rules) == (command.top, command.carry, command.rules)


def _require_between_rounds(state: Tournament) -> None:
    if not state.rounds:
        raise Rejected("no_rounds", N_("A final needs at least one round before it."))
    require_closed(state.rounds[-1])


def _going_on(state: Tournament, listed: list[StandingsRow]) -> list[StandingsRow]:
    """Those who could go on, the best first: players of the next round. Lots order shared places."""
    players = dict.fromkeys(entry.id for entry in state.players(state.next_number))
    playing = [row for row in listed if row.entry in players]
    place = ranks(listed)
    return sorted(playing, key=lambda row: (place[row.entry], tie_breaks.lot(state.lot_secret, row.entry)))


def _border(going: list[str], place: Mapping[str, int], top: int) -> Border | None:
    """The place that lots had to decide, if there is one."""
    if top == len(going) or place[going[top - 1]] != place[going[top]]:
        return None
    shared = [at for at, entry in enumerate(going) if place[entry] == place[going[top]]]
    on, out = ([going[at] for at in shared if (at < top) is goes_on] for goes_on in (True, False))
    return Border(place[going[top]], tuple(on), tuple(out))


def _require_top(state: Tournament, command: BeginStage, playing: int) -> None:
    """Refuses more entries than are playing, and fewer than fill a table."""
    smallest = (command.table_size or state.settings.table_size).min
    if command.top > playing:
        template = N_("{top} can't go on to the final: only {playing} are still playing.")
        raise Rejected("bad_top", template, {"top": command.top, "playing": playing}, "top")
    if command.top < smallest:
        template = N_("{top} entries can't fill a table: it needs at least {smallest}.")
        raise Rejected("bad_top", template, {"top": command.top, "smallest": smallest}, "top")


def _require_fit(state: Tournament, begun: StageBegun) -> None:
    """Refuses rules that contradict each other or the tournament's, and points that can't be carried over."""
    settings = Stage(**asdict(begun), version=state.version).over(state.settings)
    refuse(new_faults(settings, state.effective_settings))
    if begun.carry != "none" and settings.points.lowest_first != state.effective_settings.points.lowest_first:
        template = N_("Points can't be carried over if low points win in one stage and high points in the other.")
        refuse([Fault("carry", "invalid", template)])
