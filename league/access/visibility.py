"""Who may open a tournament at all, by its setting `visibility`. Every list and every route of a tournament asks here.

| `visibility` | listed for | opened by |
| --- | --- | --- |
| `public` | everybody | everybody |
| `link` | members of the club | everybody who has its id or its code: no list shows either to others |
| `members` | members of the club | these; an entry with its link; who has a table's link opens that table alone |

A league table, a record, a rating and a feed of a club are lists: to others they count and name listed ones only.
What a reader who may open a tournament sees of its results says `league.domain.tournament.shown`.
"""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from league.access.roles import Caller, clubs_of
from league.models import Entry, LinkKind, Tournament, User

PUBLIC, MEMBERS = "public", "members"


def may_open(who: Caller, tournament: Tournament) -> bool:
    """Whether the caller, as seen from the tournament's club, may open it."""
    return tournament.visibility != MEMBERS or who.role is not None or _has_entry(who, tournament)


def may_open_table(who: Caller, table: UUID, tournament: Tournament) -> bool:
    """Whether the caller may open a table of the tournament: also by the table's own link."""
    return who.stands_for(LinkKind.TABLE, table) or may_open(who, tournament)


def listed(rows: QuerySet[Tournament], user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Those of these tournaments that lists show to the user."""
    clubs = clubs_of(user)
    return rows if clubs is None else rows.filter(Q(visibility=PUBLIC) | Q(club__in=clubs))


def unlisted(who: Caller) -> QuerySet[Tournament]:
    """The tournaments of the caller's club that lists don't show to the caller; none for its members."""
    hidden = Tournament.objects.filter(club=who.club).exclude(visibility=PUBLIC)
    return hidden.none() if who.role is not None else hidden


def _has_entry(who: Caller, tournament: Tournament) -> bool:
    """Whether the caller came with the link of an entry of the tournament."""
    is_entry = who.link is not None and who.link.kind == LinkKind.ENTRY
    return is_entry and who.link is not None and Entry.objects.filter(pk=who.link.id, tournament=tournament).exists()
