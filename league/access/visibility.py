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

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from league.access.programs import Anybody
from league.access.roles import Caller, clubs_of
from league.models import Club, LinkKind, Season, Table, Tournament

PUBLIC, LINK, MEMBERS = "public", "link", "members"


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


def listed(rows: QuerySet[Tournament], user: Anybody, *, code: str | None = None) -> QuerySet[Tournament]:
    """Those of these tournaments that lists show to the user. code: that the user knows."""
    clubs = clubs_of(user)
    if clubs is None:
        return rows
    shown = Q(visibility=PUBLIC) | Q(club__in=clubs)
    return rows.filter(shown if code is None else shown | Q(visibility=LINK, public_code__code__iexact=code))


def listed_clubs(rows: QuerySet[Club], user: Anybody) -> QuerySet[Club]:
    """Those of these clubs that lists show to the user: with a public tournament or a season, or a role of theirs.

    A demo is listed to its own people alone.
    """
    clubs = clubs_of(user)
    if clubs is None:
        return rows
    tournaments = Tournament.objects.filter(club=OuterRef("pk"), visibility=PUBLIC)
    shown = Exists(tournaments) | Exists(Season.objects.filter(club=OuterRef("pk")))
    return rows.filter(shown & Q(is_demo=False) | Q(pk__in=clubs))


def shows_club(who: Caller) -> bool:
    """Whether the caller may read what is public of a club: it has something that is open to them."""
    if who.role is not None or who.link is not None:
        return True
    opened = Tournament.objects.filter(club=who.club).exclude(visibility=MEMBERS)
    return opened.exists() or Season.objects.filter(club=who.club).exists()


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
