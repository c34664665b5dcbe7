"""Who may do what in a club: the one table that the API, the desk and every page of the admin ask.

A director may do all of it, a referee what is marked for referees, a member what is marked for members. Holders of
links act for a table or an entry (league/access/roles.py); the tables of `docs/access.md` are tested against this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from games.kernel import Command
from league.domain.season import commands as season
from league.domain.tournament import settings
from league.domain.tournament.clocks import commands as clocks
from league.domain.tournament.closing import commands as closing
from league.domain.tournament.desk import commands as desk
from league.domain.tournament.entries import commands as entries
from league.domain.tournament.results import commands as results
from league.domain.tournament.rounds import commands as rounds
from league.domain.tournament.stages import commands as stages
from league.models import Role


class Action(StrEnum):
    """A kind of things that somebody may do in a club."""

    FRIENDLY_GAMES = "friendly games"
    READING = "reading what staff read"
    RESULTS = "results"
    RULINGS = "rulings"
    CORRECTIONS = "corrections"
    CLOCKS = "clocks"
    PENALTIES = "penalties"
    CHECK_IN = "check-in"
    TABLE_LINKS = "links of tables"
    CALLS = "calls for the director"
    ANNOUNCEMENTS = "announcements and screens"
    SEATING = "seating"
    PUBLISHING = "publishing rounds"
    ROUNDS = "starting and closing rounds"
    ENTRIES = "adding and removing entries"
    ENTRY_LINKS = "links of entries"
    PLANS = "plans"
    FINALS = "finals"
    TOURNAMENTS = "opening, changing, closing, cancelling and deleting tournaments"
    SEASONS = "seasons"
    PEOPLE = "people and their details"
    CLUB = "the club's settings"
    MEMBERS = "members and their roles"
    EXCHANGE = "exports and imports"
    WEBHOOKS = "webhooks"
    TOKENS = "tokens of the club's programs"


MEMBERS_MAY = frozenset({Action.FRIENDLY_GAMES})
REFEREES_MAY = MEMBERS_MAY | {
    Action.READING,
    Action.RESULTS,
    Action.RULINGS,
    Action.CORRECTIONS,
    Action.CLOCKS,
    Action.PENALTIES,
    Action.CHECK_IN,
    Action.TABLE_LINKS,
    Action.CALLS,
    Action.ANNOUNCEMENTS,
}
ALLOWED: Mapping[Role, frozenset[Action]] = {
    Role.MEMBER: MEMBERS_MAY,
    Role.REFEREE: REFEREES_MAY,
    Role.DIRECTOR: frozenset(Action),
}

COMMANDS: Mapping[type[Command], Action] = {
    settings.Change: Action.TOURNAMENTS,
    closing.Close: Action.TOURNAMENTS,
    closing.Reopen: Action.TOURNAMENTS,
    closing.Cancel: Action.TOURNAMENTS,
    closing.Remove: Action.TOURNAMENTS,
    closing.CloseRound: Action.ROUNDS,
    entries.Register: Action.ENTRIES,
    entries.Drop: Action.ENTRIES,
    entries.Return: Action.ENTRIES,
    entries.CheckIn: Action.CHECK_IN,
    entries.WithdrawCheckIn: Action.CHECK_IN,
    entries.FixTable: Action.SEATING,
    rounds.Seat: Action.SEATING,
    rounds.Redo: Action.SEATING,
    rounds.Swap: Action.SEATING,
    rounds.Move: Action.SEATING,
    rounds.Discard: Action.SEATING,
    rounds.RepairSeat: Action.SEATING,
    rounds.RepairMerge: Action.SEATING,
    rounds.RepairSwap: Action.SEATING,
    rounds.RepairReplace: Action.SEATING,
    rounds.RepairEmpty: Action.SEATING,
    rounds.CancelRound: Action.ROUNDS,
    rounds.Publish: Action.PUBLISHING,
    rounds.Start: Action.ROUNDS,
    clocks.Pause: Action.CLOCKS,
    clocks.Resume: Action.CLOCKS,
    clocks.Extend: Action.CLOCKS,
    results.RecordResult: Action.RESULTS,
    results.ConfirmResult: Action.RESULTS,
    results.DisputeResult: Action.RESULTS,
    results.DecideLevel: Action.RULINGS,
    results.RuleResult: Action.RULINGS,
    results.CorrectResult: Action.CORRECTIONS,
    results.Penalise: Action.PENALTIES,
    results.LiftPenalty: Action.PENALTIES,
    desk.CallDirector: Action.CALLS,
    desk.AnswerCall: Action.CALLS,
    desk.NoticeEntry: Action.CALLS,
    desk.Announce: Action.ANNOUNCEMENTS,
    desk.WithdrawAnnouncement: Action.ANNOUNCEMENTS,
    desk.SetScreen: Action.ANNOUNCEMENTS,
    stages.BeginStage: Action.FINALS,
    stages.UndoStage: Action.FINALS,
    **dict.fromkeys(season.COMMANDS, Action.SEASONS),
}
"""Every command that a person sends to a tournament or a season; the others follow from the clock or from a game."""


def roles_for(action: Action) -> list[Role]:
    """The roles that may do `action`."""
    return [role for role, allowed in ALLOWED.items() if action in allowed]
