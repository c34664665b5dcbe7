"""Permissions by role in a club, or by a link. A director of another club has no role here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.kernel import REFEREE, Rules, Viewer
from league.access.actions import ALLOWED, Action, roles_for
from league.access.audience import Audience
from league.access.links import Holder
from league.access.programs import Anybody, Program
from league.domain.tournament.require import table_of
from league.models import Club, LinkKind, Membership, Role, Table
from league.repository import streams

USER = "user:"
"""How the actor of a user begins."""
TABLE_COMMANDS = ("start_round",)
SHEETS = ("record_round", "record_result", "check")


class Forbidden(Exception):
    """The caller is known, but may not do this."""


@dataclass(frozen=True)
class Caller:
    """The caller, as seen from one club. role: None without a membership; superusers are directors everywhere.

    link: of the club, if the caller came with one; such a caller is no user and has no role. program: of the club, if
    the caller came with its token; it is no user, and directs the club as far as the token's scope goes.
    """

    club: UUID
    user: UUID | None
    role: Role | None
    link: Holder | None = None
    program: Program | None = None

    def may(self, action: Action) -> bool:
        """Whether the caller's role in the club allows `action`."""
        return self.role is not None and action in ALLOWED[self.role]

    @property
    def is_staff(self) -> bool:
        """Whether the caller reads what staff read."""
        return self.may(Action.READING)

    @property
    def actor(self) -> str:
        """The actor that is written into the log."""
        if self.link:
            return self.link.actor
        if self.program:
            return self.program.actor
        return f"{USER}{self.user}" if self.user else "anonymous"

    @property
    def player(self) -> str | None:
        """The id that the caller has as a player: the user's, or the entry's of a link."""
        if self.link:
            return str(self.link.id) if self.link.kind == LinkKind.ENTRY else None
        return str(self.user) if self.user else None

    def stands_for(self, kind: LinkKind, id: UUID) -> bool:
        """Whether the caller came with the link of that table or entry."""
        return self.link is not None and (self.link.kind, self.link.id) == (kind, id)

    @property
    def viewer(self) -> Viewer:
        """The viewer that the caller is of the club's tournaments and seasons."""
        return REFEREE if self.is_staff else None

    @property
    def reader(self) -> Viewer:
        """The viewer for `league.domain.tournament.shown`: staff, or the table or entry of the link."""
        if self.link:
            return str(self.link.id)
        return self.viewer

    @property
    def audience(self) -> Audience:
        """The reader of names: a member of the club, or somebody who may have an entry's own link."""
        return Audience(self.role is not None, frozenset({self.player} if self.link and self.player else ()))

    def viewer_at(self, players: Sequence[str]) -> Viewer:
        """The viewer that the caller is of a game: a player sees their own hand, even as staff."""
        return self.player if self.player in players else self.viewer


def caller(user: Anybody, club: Club | UUID, link: Holder | None = None) -> Caller:
    """The caller in `club`: `user`, or the holder of `link` if it is of this club."""
    club_id = club.pk if isinstance(club, Club) else club
    if isinstance(user, Program):
        return Caller(club_id, None, Role.DIRECTOR if user.club == club_id else None, program=user)
    if not user.is_authenticated:
        return Caller(club_id, None, None, link if link and link.club == club_id else None)
    if user.is_superuser:
        return Caller(club_id, user.pk, Role.DIRECTOR)
    role = Membership.objects.filter(club=club_id, user=user).values_list("role", flat=True).first()
    return Caller(club_id, user.pk, Role(role) if role else None)


def clubs_of(user: Anybody, action: Action | None = None) -> list[UUID] | None:
    """The clubs in which `user` may do `action` (without one: has any role); None means every club."""
    if isinstance(user, Program):
        return [user.club]
    if not user.is_authenticated:
        return []
    if user.is_superuser:
        return None
    memberships = Membership.objects.filter(user=user)
    if action is not None:
        memberships = memberships.filter(role__in=roles_for(action))
    return list(memberships.values_list("club", flat=True))


def roles_of(user: Anybody) -> dict[UUID, Role] | None:
    """The user's role in each club; None means director of every club."""
    if isinstance(user, Program):
        return {user.club: Role.DIRECTOR}
    if not user.is_authenticated:
        return {}
    if user.is_superuser:
        return None
    memberships = Membership.objects.filter(user=user).values_list("club", "role")
    return {club: Role(role) for club, role in memberships}


def reports_at(who: Caller, table: Table) -> str:
    """The actor as whom `who` reports, confirms or disputes at a table. Raises Forbidden.

    Allowed are the staff of its club, and holders of the table's link or of the link of an entry seated there.
    """
    is_staff = who.may(Action.RESULTS)
    if who.club == table.club_id and (is_staff or who.stands_for(LinkKind.TABLE, table.pk) or _sits_at(who, table)):
        return who.actor
    raise Forbidden


def _sits_at(who: Caller, table: Table) -> bool:
    if who.link is None or who.player is None or table.round is None:
        return False
    with streams.reading(table.club_id, streams.TOURNAMENT, table.round.tournament_id) as stream:
        found, _ = table_of(stream.aggregate.state, str(table.pk))
        return who.player in found.seats


def as_sent_by(who: Caller, table: UUID, players: Sequence[str], rules: Rules[Any], play: str | None, raw: Any) -> Any:
    """A game command that `who` may send to a table, with `player` filled in for a player who left it out.

    play: "dealt", "recorded" or None for a game without this option. A value that is no command of the game passes:
    the rules refuse it. Raises Forbidden.
    """
    me, is_staff = who.player, who.may(Action.RESULTS)
    if not (is_staff or me in players or who.stands_for(LinkKind.TABLE, table)):
        raise Forbidden
    named = raw.get("type") if isinstance(raw, dict) else None
    kind = rules.command_types.get(named) if isinstance(named, str) else None
    if kind is None:
        return raw
    if "player" not in kind.__struct_fields__:
        if is_staff or kind.type_name() in TABLE_COMMANDS or (play != "dealt" and kind.type_name() in SHEETS):
            return raw
        raise Forbidden
    if "player" not in raw and me in players:
        raw = {**raw, "player": me}
    if is_staff or raw.get("player") == me:
        return raw
    if play != "dealt" and kind.type_name() in SHEETS:
        return raw
    raise Forbidden
