"""The rules of a tournament: opening one, and the rule for each command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from games.kernel import Command, Event, Rules
from league.domain.tournament import changes, commands
from league.domain.tournament.checks import faults
from league.domain.tournament.clocks import game_clocks
from league.domain.tournament.clocks import rules as clocks
from league.domain.tournament.closing import rules as closing
from league.domain.tournament.commands import Create
from league.domain.tournament.desk import rules as desk
from league.domain.tournament.entries import rules as entries
from league.domain.tournament.events import TournamentCreated
from league.domain.tournament.fold import EVOLVE
from league.domain.tournament.naming import with_stored_names
from league.domain.tournament.results import level, penalties, rulings
from league.domain.tournament.results import rules as results
from league.domain.tournament.rounds import drafts, repair
from league.domain.tournament.rounds import rules as rounds
from league.domain.tournament.stages import rules as stages
from league.domain.tournament.state import EDITION, Tournament
from league.domain.tournament.view import view
from league.domain.values.faults import refuse

DECIDE: Mapping[type[Command], Callable[[Tournament, Any], Iterator[Event]]] = {
    commands.Change: changes.change,
    commands.Register: entries.register,
    commands.CheckIn: entries.check_in,
    commands.WithdrawCheckIn: entries.withdraw_check_in,
    commands.Drop: entries.drop,
    commands.Return: entries.return_,
    commands.FixTable: entries.fix_table,
    commands.Seat: rounds.seat,
    commands.Redo: rounds.redo,
    commands.Swap: drafts.swap,
    commands.Move: drafts.move,
    commands.Discard: rounds.discard,
    commands.Publish: rounds.publish,
    commands.RepairSeat: repair.seat,
    commands.RepairMerge: repair.merge,
    commands.RepairSwap: repair.swap,
    commands.RepairReplace: repair.replace,
    commands.RepairEmpty: repair.empty,
    commands.CancelRound: rounds.cancel,
    commands.Start: rounds.start,
    commands.Pause: clocks.pause,
    commands.Resume: clocks.resume,
    commands.Extend: clocks.extend,
    commands.Expire: clocks.expire,
    commands.StartTableClock: game_clocks.start,
    commands.StopTableClock: game_clocks.stop,
    commands.ExpireTableClock: game_clocks.expire,
    commands.RecordResult: results.record,
    commands.WithdrawResult: results.withdraw,
    commands.ConfirmResult: results.confirm,
    commands.DisputeResult: results.dispute,
    commands.RuleResult: rulings.rule,
    commands.CorrectResult: rulings.correct,
    commands.DecideLevel: level.decide_level,
    commands.Penalise: penalties.penalise,
    commands.LiftPenalty: penalties.lift,
    commands.CloseRound: closing.close_round,
    commands.BeginStage: stages.begin,
    commands.UndoStage: stages.undo,
    commands.Close: closing.close,
    commands.Reopen: closing.reopen,
    commands.Cancel: closing.cancel,
    commands.Remove: closing.remove,
    commands.CallDirector: desk.call,
    commands.AnswerCall: desk.answer,
    commands.NoticeEntry: desk.notice,
    commands.Announce: desk.announce,
    commands.WithdrawAnnouncement: desk.withdraw_announcement,
    commands.SetScreen: desk.set_screen,
}


def start(create: Create, secret: str) -> Iterator[Event]:
    """Opens a tournament. secret: 128 random bits as 32 hex digits, drawn by the caller.

    Raises BadFields for settings that contradict each other, ValueError for an invalid secret.
    """
    settings = with_stored_names(create.settings())
    refuse(faults(settings))
    if len(bytes.fromhex(secret)) != 16:
        raise ValueError("A secret has 32 hex digits.")
    yield TournamentCreated(create.club, settings, secret, closing.seed_hash(secret))


def decide(state: Tournament, command: Command) -> Iterator[Event]:
    """Yield the events that `command` causes now; none if its effect is in place already.

    Raises Rejected only before the first event.
    """
    return DECIDE[type(command)](state, command)


RULES: Rules[Tournament] = Rules(
    name="tournament",
    events=tuple(EVOLVE),
    commands=tuple(DECIDE),
    initial=Tournament,
    evolve=EVOLVE,
    decide=decide,
    view=view,
    edition=EDITION,
)


def rules_of(edition: int) -> Rules[Tournament]:
    """The rules of tournaments that were opened in that edition."""
    return RULES.of_edition(edition, partial(Tournament, edition=edition))
