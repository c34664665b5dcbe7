"""The choices of the log's filters: kinds of streams, and the event types of this installation."""

from __future__ import annotations

from functools import cache

from django.utils.translation import gettext_lazy as _

from league.queries.sentences import kind_name
from league.queries.wording import humanised
from league.repository.streams import CLUB, GAME, SEASON, TOURNAMENT, codec

KINDS = [(TOURNAMENT, _("Tournaments")), (GAME, _("Games")), (SEASON, _("Seasons")), (CLUB, _("The club"))]


def types() -> list[tuple[str, list[tuple[str, str]]]]:
    """Event types with their names, grouped by tournament, season, club and game."""
    grouped: dict[str, list[tuple[str, str]]] = {}
    for event_type in sorted(codec().classes):
        grouped.setdefault(kind_name(event_type), []).append((event_type, humanised(event_type.partition(".")[2])))
    return sorted(grouped.items())


@cache
def meaning(event_type: str) -> str:
    """The first line of an event class's docstring; "" for an unknown type."""
    known = codec().classes.get(event_type)
    return (known.__doc__ or "").strip().partition("\n")[0] if known else ""
