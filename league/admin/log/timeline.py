"""What happened in a club, newest first: in words, and one click further as it is in the log.

Each event is filtered by its own `show`, as in the club's feed: staff see what a referee sees, a player of a friendly
game what a player sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kernel import Json, Viewer
from league.access.audience import CLUB
from league.access.roles import USER, Caller, caller
from league.admin.log import choices
from league.admin.log.changes import changes
from league.admin.log.query import LOG, LogQuery, page, parse
from league.admin.scope import clubs_seen
from league.models import Club, Event, LinkKind
from league.queries.actors import names_of_staff
from league.queries.event_feed import viewers_at
from league.queries.names import ids_in
from league.queries.names_in_log import names_of
from league.queries.sentences import event_sentence, kind_name
from league.repository.game_streams import game_at
from league.repository.identities import newest, text_here
from league.repository.streams import GAME, codec
from league.services.sign_up_list import ACTOR as SIGN_UP

BY_LINK = tuple(f"{kind}:" for kind in LinkKind.values)
UNKNOWN: Json = {}
"""The data of an event whose type is not installed."""


class LogLine(NamedTuple):
    """An event of the log.

    day: in the club's time zone. about: a tournament, a season or a game. text: the event as a sentence.
    changes: of settings, from what to what.
    meaning: the first line of the type's docstring. data: formatted JSON, "" for an unknown type. by: the actor's name.
    """

    event: Event
    day: date
    about: str
    text: str
    changes: Sequence[str]
    meaning: str
    data: str
    by: str
    stream_name: str
    stream_link: str


@require_safe
def timeline(request: HttpRequest, site: AdminSite) -> HttpResponse:
    clubs = list(clubs_seen(request))
    query = parse(request.GET, clubs) if clubs else None
    context: dict[str, Any] = {
        **site.each_context(request),
        "title": _("What happened"),
        "clubs": clubs,
        "query": query,
    }
    if query is not None:
        rows, newer, older = page(query)
        subject = query.subject
        context |= {
            "lines": _lines(query, rows, caller(request.user, query.club)),
            "newer": query.link(after=rows[0].position) if newer else "",
            "everything": query.link(stream=None, table=None, person=None, kind="", type=""),
            "older": query.link(before=rows[-1].position) if older else "",
            "other_view": query.link(view="" if query.is_log else LOG),
            "newest": query.link() if newer else "",
            "oldest": query.link(after=0) if older else "",
            "kinds": choices.KINDS,
            "types": choices.types(),
            "game_at": _game_at(query.club, subject) if subject else None,
            "about": names_of(query.club.pk, [str(subject)], CLUB).get(str(subject), "") if subject else "",
        }
    return TemplateResponse(request, "league/admin/timeline.html", context)


def _game_at(club: Club, id: UUID) -> UUID | None:
    """The id if it is a game of the club; of a table it is that of its first game."""
    at = game_at(id)
    return id if at is not None and at.table.club_id == club.pk else None


def _lines(query: LogQuery, rows: Sequence[Event], who: Caller) -> list[LogLine]:
    viewers = viewers_at(who, {row.stream for row in rows if row.kind == GAME})
    people = newest(query.club.pk)
    seen = ((row, shown(row, people, viewers.get(row.stream, who.viewer))) for row in rows)
    visible = [(row, data) for row, data in seen if data is not None]
    streams = {str(row.stream) for row in rows}
    holders = {row.actor.partition(":")[2] for row in rows if row.actor.startswith(BY_LINK)}
    names = names_of(query.club.pk, streams.union(holders, *(ids_in(data) for _row, data in visible)), CLUB)
    actors = names | names_of_staff(row.actor for row in rows)
    changed = changes(query.club, [row for row, _data in visible])
    return [_line(query, row, data, names, actors, changed.get(row.position, ())) for row, data in visible]


def shown(row: Event, people: int, viewer: Viewer) -> Json | None:
    """An event's data as `viewer` may see it; None for an invisible event, UNKNOWN for an unknown type.

    people: number of the club's newest identity.
    """
    try:
        text = text_here(msgspec.json.encode(row.data).decode(), row.club, row.kind, row.origin_club, people)
        return codec().decode(row.type, row.schema, text).show(viewer)
    except KeyError:
        return UNKNOWN


def _line(
    query: LogQuery,
    row: Event,
    data: Json,
    names: Mapping[str, str],
    actors: Mapping[str, str],
    changed: Sequence[str],
) -> LogLine:
    stream = str(row.stream)
    return LogLine(
        event=row,
        day=row.recorded_at.astimezone(ZoneInfo(query.club.time_zone)).date(),
        about=kind_name(row.type),
        text=event_sentence(row.type, data, names),
        changes=changed,
        meaning=choices.meaning(row.type),
        data="" if data is UNKNOWN else msgspec.json.format(msgspec.json.encode(data), indent=2).decode(),
        by=_actor_name(row.actor, actors),
        stream_name=names.get(stream, stream[:8]),
        stream_link=query.link(stream=row.stream, table=None, person=None, kind="", type=""),
    )


def _actor_name(actor: str, actors: Mapping[str, str]) -> str:
    """The name of a user, a program, or the table or entry of a link; “the clock”; or the actor as stored."""
    if actor in actors:
        return actors[actor]
    if actor.startswith(USER):
        return _("a deleted user")
    if actor.startswith(BY_LINK):
        return _("{name}, by link").format(name=actors.get(actor.partition(":")[2], actor))
    named = {"clock": _("the clock"), "anonymous": _("somebody"), SIGN_UP: _("somebody who signed up")}
    return named.get(actor, actor)
