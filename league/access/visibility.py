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

from django.db.models import Model, Q, QuerySet

from league.access.programs import Anybody
from league.access.roles import Caller, clubs_of
from league.models import LinkKind, Season, Table, Tournament

PUBLIC, MEMBERS = "public", "members"


def may_open(who: Caller, thing: Model) -> bool:
    """Whether the caller, as seen from its club, may open a tournament, or something of one."""
    tournament = tournament_of(thing)
    if tournament is None or is_open(tournament) or who.role is not None:
        return True
    return (isinstance(thing, Table) and who.stands_for(LinkKind.TABLE, thing.pk)) or _has_entry(who, tournament)


def is_open(thing: Model) -> bool:
    """Whether everybody may open a thing: the caller need not be known."""
    tournament = tournament_of(thing)
    return tournament is None or tournament.visibility != MEMBERS


def tournament_of(thing: Model) -> Tournament | None:
    """The tournament that a thing belongs to; None where it belongs to none."""
    if isinstance(thing, Tournament):
        return thing
    of = thing.round if isinstance(thing, Table) else thing
    found = getattr(of, "tournament", None)
    return found if isinstance(found, Tournament) else None


def listed(rows: QuerySet[Tournament], user: Anybody) -> QuerySet[Tournament]:
    """Those of these tournaments that lists show to the user."""
    clubs = clubs_of(user)
    return rows if clubs is None else rows.filter(Q(visibility=PUBLIC) | Q(club__in=clubs))


def unlisted(who: Caller, season: Season | None = None) -> frozenset[UUID]:
    """The tournaments of the caller's club that lists don't show to the caller; none for its members.

    season: only those of this season.
    """
    if who.role is not None:
        return frozenset()
    rows = Tournament.objects.filter(club=who.club) if season is None else season.tournaments
    return frozenset(rows.exclude(visibility=PUBLIC).values_list("pk", flat=True))


def _has_entry(who: Caller, tournament: Tournament) -> bool:
    """Whether the caller came with the link of an entry of the tournament."""
    link = who.link
    return link is not None and link.kind == LinkKind.ENTRY and link.tournament == tournament.pk
