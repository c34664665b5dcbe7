"""Which results a reader of a tournament sees, by its setting `standings_shown`. Everything that is read asks here.

| `standings_shown` | hidden |
| --- | --- |
| `live` | nothing |
| `rounds` | the results of a round until it is closed, and of rounds that were called off |
| `hide_last` | the results of the last round, until the tournament is closed |

The last round of `hide_last` is the newest one that nothing follows, if it may be the last: by the number of rounds or
the plan, a knockout's by its only table. If nobody can know, it may be; the next round, once it is published, or a
final that begins shows its results. What one close has shown stays shown when the tournament is reopened.

The staff see everything. Somebody with the link of a table, or of an entry seated there, also sees that table's result.
The viewer is `REFEREE`, the id of that table or entry, or None (`Caller.reader`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.kernel import REFEREE, Event, Json, Viewer
from league.domain.tournament.closing.events import RoundClosed
from league.domain.tournament.formats import Knockout, Prescribed, RoundRobin
from league.domain.tournament.results.events import LevelDecided, ResultCorrected, ResultDisputed, ResultRecorded
from league.domain.tournament.results.scores import RoundScore
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import Settings
from league.domain.tournament.stages.events import StageBegun
from league.domain.tournament.state import Tournament

RESULT_FIELDS: Mapping[type[Event], Collection[str]] = {
    ResultRecorded: ("places", "scores", "awards", "absent", "left", "stand_in", "source"),
    ResultDisputed: ("claim",),
    ResultCorrected: ("claim", "points", "byes", "level", "source"),
    LevelDecided: ("on", "out", "decided_by", "lot"),
    RoundClosed: ("tables", "byes", "missed", "level"),
    StageBegun: ("entries", "standings", "border"),
}
"""What these events tell of a result. The rest of them (which table, when) is no secret."""


def hidden_rounds(state: Tournament) -> list[Round]:
    """The rounds whose results readers don't see, also those that were called off."""
    shown = state.settings.shown_standings
    if shown == "live" or state.state == "closed":
        return []
    begun = [*state.begun_rounds, *state.cancelled]
    if shown == "rounds":
        return [round for round in begun if round.state != "closed"]
    return [round for round in begun if _may_be_last(state, round)]


def is_hiding(state: Tournament, viewer: Viewer) -> bool:
    """Whether the tournament hides results from the viewer."""
    return viewer != REFEREE and bool(hidden_rounds(state))


def shown_to(state: Tournament, viewer: Viewer) -> Tournament:
    """The tournament as the viewer may see it: hidden rounds without results, except at the viewer's own table.

    To be read only: it shares what is not hidden with `state`. Its standings are those of `counted_for`.
    """
    return state if viewer == REFEREE else shown_without(state, {round.id for round in hidden_rounds(state)}, viewer)


def shown_without(state: Tournament, hidden: Collection[str], viewer: Viewer) -> Tournament:
    """The tournament without the results of these rounds. Of an earlier state, what is hidden by now stays hidden."""
    if not hidden:
        return state
    rounds = [round for round in (*state.rounds, *state.cancelled) if round.id in hidden]
    blank = {round.id: _without_results(round, viewer) for round in rounds}
    tables = {table.id: table for round in blank.values() for table in round.tables if table.id in state.tables}
    return replace(
        state,
        rounds=[blank.get(round.id, round) for round in state.rounds],
        cancelled=[blank.get(round.id, round) for round in state.cancelled],
        tables={**state.tables, **tables},
    )


def counted_for(state: Tournament, viewer: Viewer) -> Tournament:
    """The tournament up to the last round that counts in the standings that the viewer sees. To be read only."""
    return counted_without(state, hidden_from(state, viewer).rounds)


def counted_without(state: Tournament, hidden: Collection[str]) -> Tournament:
    """The tournament before the first of these rounds. Of an earlier state, what is hidden by now counts no more."""
    first = next((at for at, round in enumerate(state.rounds) if round.id in hidden), None)
    return state if first is None else replace(state, rounds=state.rounds[:first], final=None)


def own_table(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer has the link of the table, or of an entry seated there."""
    return viewer == table.id or viewer in table.seats


@dataclass(frozen=True)
class Hidden:
    """What a tournament hides from a viewer.

    rounds: ids. tables: the number of games by the id of the table. stages: the number of those that stand; one that
    was undone told the standings before it.
    """

    rounds: Collection[str] = ()
    tables: Mapping[str, int] = field(default_factory=dict)
    stages: int = 0

    def show(self, event: Event, viewer: Viewer) -> Json | None:
        """What the viewer may see of one of the tournament's events: without the results of hidden tables.

        Nothing at all of a decision about a level table, since that there is one tells that the table is level.
        """
        fields = event.show(viewer)
        if fields is None or not self.hides(event):
            return fields
        if isinstance(event, LevelDecided):
            return None
        return {name: value for name, value in fields.items() if name not in RESULT_FIELDS[type(event)]}

    def hides(self, event: Event) -> bool:
        """Whether an event tells of a hidden result."""
        match event:
            case RoundClosed(round=round):
                return round in self.rounds
            case StageBegun(number=number):
                return bool(self.rounds) and number > self.stages
        return type(event) in RESULT_FIELDS and getattr(event, "table", None) in self.tables


def hidden_from(state: Tournament, viewer: Viewer) -> Hidden:
    """What the tournament hides from the viewer. Tables that a repair has replaced are hidden with the rest."""
    if viewer == REFEREE or not (hidden := hidden_rounds(state)):
        return Hidden()
    tables = {table.id: round.games for round in hidden for table in round.tables if not own_table(table, viewer)}
    most = max(round.games for round in (*state.rounds, *state.cancelled))
    return Hidden({round.id for round in hidden}, {**dict.fromkeys(state.gone, most), **tables}, len(state.stages))


def _without_results(round: Round, viewer: Viewer) -> Round:
    own = [table for table in round.tables if own_table(table, viewer)]
    tables = [table if table in own else _unreported(table) for table in round.tables]
    return replace(round, tables=tables, score=round.score and _only(round.score, own))


def _unreported(table: Table) -> Table:
    return replace(table, result=None, level=None, more=tuple(replace(game, result=None) for game in table.more))


def _only(score: RoundScore, tables: Sequence[Table]) -> RoundScore:
    """What a closed round has decided at these tables."""
    entries, ids = {entry for table in tables for entry in table.seats}, {table.id for table in tables}
    return RoundScore(
        places={entry: place for entry, place in score.places.items() if entry in entries},
        points={entry: points for entry, points in score.points.items() if entry in entries},
        scheme=score.scheme,
        games={table: games for table, games in score.games.items() if table in ids},
        level={table: match for table, match in score.level.items() if table in ids},
    )


def _may_be_last(state: Tournament, round: Round) -> bool:
    """Whether nothing follows a round, and nothing says that something will."""
    if any(past.up_to_round >= round.number for past in state.past_seeds):
        return False
    followed = any(other.number > round.number and other.state != "draft" for other in state.rounds)
    if followed or any(stage.from_round > round.number for stage in state.stages):
        return False
    stage, settings = state.stage_of(round.number), state.settings_in_round(round.number)
    known = list(_planned(settings, round, 1 if stage is None else stage.from_round))
    return not known or round.number >= min(known)


def _planned(settings: Settings, round: Round, first: int) -> Iterator[int]:
    """The numbers of the last round by what is known. first: of the first round of its stage."""
    if settings.rounds is not None:
        yield settings.rounds
    match settings.format:
        case Prescribed(plan):
            yield first - 1 + len(plan)
        case RoundRobin(double=double):
            players = sum(len(table.seats) for table in round.tables) + len(round.byes)
            yield first - 1 + (players - 1 + players % 2) * (2 if double else 1)
        case Knockout():
            matches = [table for table in round.tables if not table.is_small_final]
            yield round.number if len(matches) == 1 and not round.byes else round.number + 1
