"""What the log can be filtered by: the kinds of streams and the types of events that this installation knows."""

from __future__ import annotations

from functools import cache

from django.utils.translation import gettext as _

from league.admin.formatting.wording import humanised
from league.admin.log.sentences import kind_name
from league.repository.streams import GAME, SEASON, TOURNAMENT, codec


def kinds() -> list[tuple[str, str]]:
    """Kinds of streams with their names."""
    return [(TOURNAMENT, _("Tournaments")), (GAME, _("Games")), (SEASON, _("Seasons"))]


def types() -> list[tuple[str, list[tuple[str, str]]]]:
    """Types of events with their names, grouped by what they are about."""
    grouped: dict[str, list[tuple[str, str]]] = {}
    for event_type in sorted(codec().classes):
        grouped.setdefault(kind_name(event_type), []).append((event_type, humanised(event_type.partition(".")[2])))
    return sorted(grouped.items())


@cache
def meaning(event_type: str) -> str:
    """What a type of event says of itself: the first line of its contract; "" where the type is unknown."""
    known = codec().classes.get(event_type)
    return (known.__doc__ or "").strip().partition("\n")[0] if known else ""
