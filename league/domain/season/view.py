"""The API body of a season. All of it is public."""

from __future__ import annotations

import msgspec

from games.kernel import Json, Viewer
from league.domain.season.state import Season, SeasonEvent


def view(state: Season, viewer: Viewer) -> Json:
    """The season's body. An event's date is null if it follows the tournament's."""
    body: Json = msgspec.to_builtins(
        {
            "version": state.version,
            "club": state.club,
            "name": state.name,
            "time_zone": state.time_zone,
            "events": [event_view(event) for event in state.events.values()],
            "scheme": state.scheme,
            **_groups(state),
        }
    )
    return body


def _groups(state: Season) -> Json:
    """The fields that not every season has."""
    fields = {"divisions": state.divisions, "categories": state.categories, "after": state.after}
    return {name: value for name, value in fields.items() if value}


def event_view(event: SeasonEvent) -> Json:
    """An event as entered: a tournament, or a result with all its fields."""
    body: Json = {"id": event.id, "version": event.version, "tournament": event.tournament, "date": event.date}
    if event.result is not None:
        body |= msgspec.to_builtins(event.result)
    if event.final:
        body["final"] = True
    if event.abandoned:
        body["abandoned"] = True
    return {**body, "multiplier": event.multiplier, "extra": event.extra, "shared": event.shared}
