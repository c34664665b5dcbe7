"""The log of a club as a page to read: newest first, paged by position, with names for ids. Nothing is written here.

Each event passes its own `show` as in the club's feed: staff see as the referee does, a player of a friendly game as
a player. What that hides is not here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kernel import Json, Viewer
from league.access.roles import Caller, caller
from league.admin.formatting.names import names_of, user_names
from league.admin.log import choices
from league.admin.log.query import Asked, asked_for, page
from league.admin.log.sentences import kind_name, line
from league.admin.scope import clubs_seen
from league.domain.values.text import as_uuid
from league.models import Event, LinkKind
from league.queries.event_feed import viewers_at
from league.queries.names import ids_in
from league.repository.game_streams import game_at
from league.repository.streams import GAME, codec

BY_LINK = tuple(f"{kind}:" for kind in LinkKind.values)
UNKNOWN: Json = {}
"""The data of an event that this installation does not know."""


@dataclass(frozen=True)
class Line:
    """An event as shown. data: formatted JSON, "" where it is unknown; meaning: what its type says of itself."""

    position: int
    version: int
    at: datetime
    day: date
    about: str
    kind: str
    type: str
    text: str
    meaning: str
    data: str
    who: str
    command: str
    rules: str
    hash: str
    stream: UUID
    stream_name: str
    stream_link: str


@require_safe
def timeline(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """The page of the log."""
    clubs = list(clubs_seen(request))
    asked = asked_for(request.GET, clubs) if clubs else None
    context: dict[str, Any] = {**site.each_context(request), "title": _("Log"), "clubs": clubs, "asked": asked}
    if asked is not None:
        rows, newer, older = page(asked)
        context |= {
            "lines": _lines(asked, rows, caller(request.user, asked.club)),
            "newer": asked.link(after=rows[0].position) if newer else "",
            "everything": asked.link(stream=None, table=None, kind="", type=""),
            "older": asked.link(before=rows[-1].position) if older else "",
            "newest": asked.link() if newer else "",
            "oldest": asked.link(after=0) if older else "",
            "kinds": choices.kinds(),
            "types": choices.types(),
            "game_at": _game_at(asked),
            "about": names_of(asked.club.pk, [str(one)]).get(str(one), "")
            if (one := asked.table or asked.stream)
            else "",
        }
    return TemplateResponse(request, "league/admin/timeline.html", context)


def _game_at(asked: Asked) -> UUID | None:
    """The game at a table that the page is about, where it is about one; of a table the first."""
    game = asked.table or asked.stream
    if game is None:
        return None
    at = game_at(game)
    return game if at is not None and at.table.club_id == asked.club.pk else None


def _lines(asked: Asked, rows: Sequence[Event], who: Caller) -> list[Line]:
    games = {row.stream for row in rows if row.kind == GAME}
    viewers = viewers_at(who, games)
    told = [(row, shown(row, viewers.get(row.stream, who.viewer))) for row in rows]
    seen = [(row, data) for row, data in told if data is not None]
    streams = {str(row.stream) for row in rows}
    holders = {row.actor.partition(":")[2] for row in rows if row.actor.startswith(BY_LINK)}
    names = names_of(asked.club.pk, streams.union(holders, *(ids_in(data) for _row, data in seen)))
    actors = names | user_names(user for row in rows if (user := _user_id(row.actor)))
    zone = ZoneInfo(asked.club.time_zone)
    return [_line(asked, row, data, names, actors, zone) for row, data in seen]


def shown(row: Event, viewer: Viewer) -> Json | None:
    """An event's data as `viewer` may see it; None for nothing at all, UNKNOWN for a type unknown here."""
    try:
        return codec().from_plain(row.type, row.schema, row.data).show(viewer)
    except KeyError:
        return UNKNOWN


def _line(
    asked: Asked, row: Event, data: Json, names: Mapping[str, str], actors: Mapping[str, str], zone: ZoneInfo
) -> Line:
    stream = str(row.stream)
    return Line(
        position=row.position,
        version=row.version,
        at=row.recorded_at,
        day=row.recorded_at.astimezone(zone).date(),
        about=kind_name(row.type),
        kind=row.kind,
        type=row.type,
        text=line(row.type, data, names),
        meaning=choices.meaning(row.type),
        data="" if data is UNKNOWN else formatted(data),
        who=_who(row.actor, actors),
        command=(row.command or {}).get("type", ""),
        rules=row.rules,
        hash=row.hash,
        stream=row.stream,
        stream_name=names.get(stream, stream[:8]),
        stream_link=asked.link(stream=row.stream, table=None, kind="", type=""),
    )


def formatted(data: Json) -> str:
    """JSON as people read it."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


def _user_id(actor: str) -> UUID | None:
    kind, _separator, user = actor.partition(":")
    return as_uuid(user) if kind == "user" else None


def _who(actor: str, actors: Mapping[str, str]) -> str:
    """Who did it: a user, or the table or entry of a link, by name; the clock; or the actor as the log says it."""
    if user := _user_id(actor):
        return actors.get(str(user), _("a user who is gone"))
    if actor.startswith(BY_LINK):
        return _("{name}, by link").format(name=actors.get(actor.partition(":")[2], actor))
    return {"clock": _("the clock"), "anonymous": _("somebody")}.get(actor, actor)
