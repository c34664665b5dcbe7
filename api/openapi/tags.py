"""The tags of the OpenAPI document, in the order of a night: generated clients and the page of the API follow it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

PREFIX = "/api/v1/"


@dataclass(frozen=True)
class Tag:
    """A group of operations. name: permanent, since generated clients name their modules after it.

    title, description: for people. paths: a pattern of the paths below `/api/v1/` that belong to it, where these do not
    begin with its name.
    """

    name: str
    title: str
    description: str
    paths: str = r"(?!)"


TAGS = (
    Tag("tokens", "Log-in", "Tokens, and who you are.", r"me\b|clubs/{id}/tokens"),
    Tag("clubs", "Clubs and members", "Clubs, their settings, and who has a role in them."),
    Tag("people", "People", "Everybody a club knows: typed, or from a file."),
    Tag("games", "Games", "Options and commands of each game; games outside of tournaments.", r"clubs/{id}/tables$"),
    Tag("tournaments", "Tournaments", "Opening, changing, closing; finals.", r"tournaments/{id}/(final|plan)$"),
    Tag("entries", "Entries", "Who plays: entering, checking in, leaving.", r"tournaments/{id}/(entries|check-in)$"),
    Tag(
        "sign-ups",
        "Sign-ups",
        "People put themselves on the list; the standby list.",
        r"tournaments/{id}/(sign-ups(/accept)?|standby)$",
    ),
    Tag("rounds", "Rounds", "Seating, publishing, the clock, repairs, the close.", r"tournaments/{id}/rounds\b"),
    Tag("tables", "Tables and results", "Reporting, confirming, disputing, correcting.", r"rounds/{id}/results$"),
    Tag(
        "hall",
        "In the hall",
        "Links for slips and phones, calls for the director, announcements, screens.",
        r"(rounds/{id}/links|entries/{id}/link|(tables|entries)/{id}/call)$|calls/"
        r"|tournaments/{id}/(calls|announcements|screen|attention|paper)$|announcements/",
    ),
    Tag(
        "standings",
        "Standings",
        "The order and the reasons for it; what is needed; penalties.",
        r"tournaments/{id}/(standings|bracket|explain|needs|penalties)$|penalties/",
    ),
    Tag("seasons", "Seasons and league tables", "What counts together, and how."),
    Tag(
        "ratings",
        "Ratings and records",
        "How strong somebody is, and what they have played.",
        r"people/{id}/(ratings|record)$|seasons/{id}/head-to-head$",
    ),
    Tag(
        "events",
        "Following along",
        "The log in order, live streams, and what each event says.",
        r"(clubs|tournaments)/{id}/events$|(tournaments|tables)/{id}/live$|schema/events$",
    ),
    Tag(
        "webhooks",
        "Webhooks",
        "Events sent to a server of yours.",
        r"clubs/{id}/webhooks$|webhooks/|deliveries/",
    ),
    Tag(
        "exchange",
        "Import and export",
        "A tournament, a season or a club as one file.",
        r"(tournaments|seasons|clubs)/({id}/export|import)$",
    ),
    Tag("service", "Service", "The root, the server's clock, its health.", r"$|clock$|health/|metrics$|problems"),
)
OF_A_NIGHT = {tag.name: place for place, tag in enumerate(TAGS)}


def tag_of(path: str) -> str:
    """The name of a path's tag: the last one whose pattern fits, else the first word of the path."""
    below = path.removeprefix(PREFIX)
    fitting = [tag.name for tag in TAGS if re.match(tag.paths, below)]
    return fitting[-1] if fitting else below.partition("/")[0]


def with_tags(result: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Gives each operation its tag, and puts paths and tags in the order of a night."""
    tags = {path: tag_of(path) for path in result["paths"]}
    for path, operations in result["paths"].items():
        for operation in operations.values():
            operation["tags"] = [tags[path]]
    result["paths"] = dict(sorted(result["paths"].items(), key=lambda item: OF_A_NIGHT.get(tags[item[0]], len(TAGS))))
    result["tags"] = [
        {"name": tag.name, "description": tag.description, "x-displayName": tag.title}
        for tag in TAGS
        if tag.name in tags.values()
    ]
    return result
