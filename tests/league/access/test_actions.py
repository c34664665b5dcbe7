"""The table of who may do what: complete, and the same on every door and in the docs."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.kernel import Command
from league.access.actions import ALLOWED, COMMANDS, Action
from league.admin.desk.season.page import STEPS as SEASON_STEPS
from league.admin.desk.step import Step
from league.admin.desk.tournament.steps import STEPS as TOURNAMENT_STEPS
from league.domain.tournament import commands
from league.models import Role
from league.repository.streams import RULES

PAGE = Path(__file__).parents[3] / "docs" / "access.md"
AUTOMATIC = {
    commands.Expire,
    commands.StartTableClock,
    commands.StopTableClock,
    commands.ExpireTableClock,
    commands.WithdrawResult,
}
"""Commands that follow from the clock or from a game."""
FOR_REFEREES = {
    *(commands.RecordResult, commands.ConfirmResult, commands.DisputeResult, commands.RuleResult, commands.DecideLevel),
    *(commands.CorrectResult, commands.Penalise, commands.LiftPenalty, commands.CheckIn),
    *(commands.Pause, commands.Resume, commands.Extend),
    *(commands.WithdrawCheckIn, commands.CallDirector, commands.AnswerCall, commands.NoticeEntry),
    *(commands.Announce, commands.WithdrawAnnouncement, commands.SetScreen),
}


def test_the_docs_have_the_same_table() -> None:
    rows = [line.strip("| ").split(" |") for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    told = {cells[0].strip(): [cell.strip() == "yes" for cell in cells[1:]] for cells in rows[2:]}
    roles = (Role.DIRECTOR, Role.REFEREE, Role.MEMBER)
    for action in Action:
        may = [action in ALLOWED[role] for role in roles]
        assert [*told.pop(str(action)), False, False][:3] == may, action
    assert not told


def test_every_command_that_a_person_sends_has_a_row() -> None:
    known = {command for rules in RULES.values() for command in rules.commands}
    assert set(COMMANDS) == known - AUTOMATIC


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__qualname__)
def test_a_referee_sends_what_belongs_to_the_tables_and_a_director_all(command: type[Command]) -> None:
    assert (COMMANDS[command] in ALLOWED[Role.REFEREE]) == (command in FOR_REFEREES)
    assert COMMANDS[command] in ALLOWED[Role.DIRECTOR]
    assert COMMANDS[command] not in ALLOWED[Role.MEMBER]


@pytest.mark.parametrize("step", [*TOURNAMENT_STEPS.values(), *SEASON_STEPS.values()], ids=lambda step: step.name)
def test_every_step_of_the_desks_has_an_action(step: type[Step]) -> None:
    assert step.action in Action
    assert step.action in ALLOWED[Role.DIRECTOR] - ALLOWED[Role.MEMBER]
