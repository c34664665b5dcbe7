"""`schema/events`: the catalogue of event types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import bad_field
from api.query import Query
from games.kernel import N_
from league.queries.event_catalogue import EventForm, ShownTo, catalogue
from league.repository import event_types


class EventType(msgspec.Struct):
    """An event type with one of its schema numbers.

    type: as in feeds. schema: the number of the form. is_current: whether feeds and webhooks write it today; older
    forms are only in exports of older logs. description: what the event says, and its fields. shown_to: who sees the
    data; `partly`: everybody sees a part of them. data: the JSON Schema (2020-12) of `data`, as staff see them.
    example: of `data`; null for a game from another package without examples.
    """

    type: str
    schema: int
    is_current: bool
    description: str
    shown_to: ShownTo
    data: dict[str, Any]
    example: dict[str, Any] | None


class EventTypes(msgspec.Struct):
    """The catalogue. results: by type, of each the newest form first."""

    results: list[EventType]


class EventTypesQuery(Query, frozen=True):
    """Which part of the catalogue. type: only this type, or all of a kind: `tournament.*`."""

    type: str | None = None


class EventCatalogue(Resource):
    """The catalogue of event types, those of games included."""

    permission_classes = [ReadOnly]

    @describes(EventTypes, query=EventTypesQuery)
    def get(self, request: Request) -> Reply:
        """Each event type and schema number that there ever was: a JSON Schema of its data, and an example."""
        return Reply(EventTypes([EventType(*form) for form in _chosen(self.asked(EventTypesQuery).type)]))


def _chosen(wanted: str | None) -> Sequence[EventForm]:
    """The forms of the types that the query names. Raises Problem."""
    if wanted is None:
        return catalogue()
    if event_types.unknown([wanted]):
        raise bad_field("type", "unknown_type", N_("There is no event type {type}."), type=wanted)
    chosen = event_types.chosen([wanted])
    return [form for form in catalogue() if form.type in chosen]
