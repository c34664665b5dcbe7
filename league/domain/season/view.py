"""The API body of a season. All of it is public."""

from __future__ import annotations

import msgspec

from games.kernel import Json, Viewer
from league.domain.season.duplicates import possible_duplicates
from league.domain.season.state import Season, SeasonEvent


def view(state: Season, viewer: Viewer) -> Json:
    """The season's body. An event's date is null if it follows the tournament's."""
    alike = possible_duplicates(state.events.values())
    body: Json = msgspec.to_builtins(
        {
            "version": state.version,
            "club": state.club,
            "name": state.name,
            "time_zone": state.time_zone,
            "events": [event_view(event, alike.get(event.id)) for event in state.events.values()],
            "scheme": state.scheme,
            **_groups(state),
        }
    )
    return body


def _groups(state: Season) -> Json:
    """The fields that not every season has."""
    fields = {"divisions": state.divisions, "categories": state.categories, "after": state.after}
    return {name: value for name, value in fields.items() if value}


def event_view(event: SeasonEvent, earlier: str | None) -> Json:
    """An event as entered: a tournament, or a result with all its fields. earlier: an event with the same results."""
    body: Json = {"id": event.id, "version": event.version, "tournament": event.tournament, "date": event.date}
    if event.result is not None:
        body |= msgspec.to_builtins(event.result)
    if event.final:
        body["final"] = True
    if event.abandoned:
        body["abandoned"] = True
    if earlier is not None:
        body["possible_duplicate_of"] = earlier
    return {**body, "multiplier": event.multiplier, "extra": event.extra, "shared": event.shared}
