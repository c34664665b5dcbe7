"""What wants the director at the desk, each with one button."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from league.admin.desk.step import Step
from league.admin.desk.tournament import results
from league.admin.desk.tournament.bar import games_of
from league.admin.desk.tournament.desk import TournamentDesk, game_stream
from league.admin.formatting.names import user_names
from league.domain.tournament.rounds.state import Table
from league.domain.values.text import as_uuid


@dataclass(frozen=True)
class Want:
    """A dispute, a call, a late arrival or somebody who leaves. kind: its code. about: the table or the person.

    id: of its line on the page. seconds: since then. table: the stream of the game that it is about, "" for none.
    step: what answers it; None if the person at the desk may not.
    """

    id: str
    kind: str
    kind_name: str
    about: str
    text: str
    since: datetime
    seconds: int
    table: str
    step: Step | None
    button: str


def wants(desk: TournamentDesk, at: datetime) -> list[Want]:
    """Oldest first within a kind; disputes come first."""
    round = desk.state.open_round
    games = games_of(round) if round is not None else []
    return [want for game in games if game.result is not None for want in _disputes(desk, game, at)]


def _disputes(desk: TournamentDesk, game: Table, at: datetime) -> Iterator[Want]:
    if game.result is None or not game.result.disputes:
        return
    newest = game.result.disputes[-1]
    step = results.RuleResult(desk, game_stream(game)) if desk.may(results.RuleResult) else None
    says = _("{name} says: “{note}”").format(name=_name(desk, newest.by), note=newest.note)
    yield Want(
        id=f"dispute-{game_stream(game)}",
        kind="dispute",
        kind_name=_("Dispute"),
        about=_("Table {number}").format(number=desk.game(game)),
        text=says if newest.note else _("{name} reports another result.").format(name=_name(desk, newest.by)),
        since=game.result.disputes[0].at,
        seconds=int((at - game.result.disputes[0].at).total_seconds()),
        table=game_stream(game),
        step=step,
        button=_("Decide"),
    )


def _name(desk: TournamentDesk, actor: str) -> str:
    """The name of an entry or a user, by actor."""
    kind, _colon, id = actor.partition(":")
    if kind == "entry":
        return desk.name(id)
    if kind == "user" and (user := as_uuid(id)):
        return user_names([user]).get(id, _("Staff"))
    return _("The table")
