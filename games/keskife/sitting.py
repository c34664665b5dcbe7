"""Who sits down: the first lead, and teams where there are many people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.game import MAX_ID_LENGTH, bad_option
from games.kernel import Event
from games.keskife.cards import PEOPLE_IN_TEAMS
from games.keskife.commands import KeskifeOptions
from games.keskife.events import KeskifeStarted

TEAM = 2
"""People in a team; an odd one plays alone."""


def start(players: tuple[str, ...], options: KeskifeOptions, seed: str) -> Iterable[Event]:
    """The start. Raises Rejected `bad_options` where the lead is no player, or the teams are none."""
    if options.lead is not None and options.lead not in players:
        raise bad_option("lead", "no player of this match")
    if options.teams is not None:
        require_teams(players, options.teams)
    return [KeskifeStarted(players, seed, options, options.lead or players[0])]


def require_teams(players: Sequence[str], teams: Mapping[str, Sequence[str]]) -> None:
    """Each player is a team of two, one of them at most of one; nobody is in two, and there are nine people or more."""
    if set(teams) != set(players):
        raise bad_option("teams", "each player is a team, and nobody else")
    people = [person for team in teams.values() for person in team]
    if not all(1 <= len(person) <= MAX_ID_LENGTH for person in people):
        raise bad_option("teams", "a member is a text of 1 to 100 characters")
    if len(set(people)) < len(people):
        raise bad_option("teams", "somebody is named twice")
    if not all(1 <= len(team) <= TEAM for team in teams.values()):
        raise bad_option("teams", "a team has one or two members")
    if len(people) < PEOPLE_IN_TEAMS:
        raise bad_option("teams", f"fewer than {PEOPLE_IN_TEAMS} people play each for themselves")
    if len(people) < TEAM * len(teams) - 1:
        raise bad_option("teams", "no more than one plays alone")
