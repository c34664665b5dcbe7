"""What the fields of bodies and answers mean, for the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

WORDS = {
    "a": "An entry of the round.",
    "absent": "Entries that did not come; last, unless they have a place.",
    "actor": "Who did it.",
    "after": "The season before.",
    "after_round": "A round's number.",
    "apart": "Who is not to meet: `household` and `club`, each `off`, `soft` or `hard`.",
    "area": "The letter of its area; null without areas.",
    "at": "The event of the game that is amended, by its number in the game's log.",
    "awards": "Points by entry as they are to be given; staff.",
    "awards_only": "Nobody gets the scheme's points for this event; only `awards` pay.",
    "b": "Another entry of the round.",
    "born": "A year or a date.",
    "best": "How many of the best rounds or games count.",
    "by_hand": "Whether the director gave or changed the seating.",
    "by_place": "Points by place, from the first on; 0 beyond.",
    "bye": "What sitting out pays: `mean`, the entry's mean so far, `win`, or points.",
    "bye_terms": "Of byes that count otherwise than as the scheme pays them, by entry.",
    "byes": "Who sits out.",
    "categories": "Parts of the people with places of their own, by what their rows say today.",
    "clock_seconds": "How long a round lasts; null: no clock.",
    "club": "The id of a club.",
    "code": "For programs; stable.",
    "command": "A command of the game.",
    "date": "The day on which it counts.",
    "detail": "For people, in the language asked for.",
    "divisions": "Divisions of a season, the highest first.",
    "draw": "Points for who shares the first place.",
    "email": "For staff only.",
    "entry": "The id of an entry.",
    "extra": "Points beside those of the place: for whom, how many and what for.",
    "facts": "What `detail` says, for programs.",
    "family_name": "For staff only.",
    "final": "Of an event: whether it is the season's final; of a scheme: what a final's points are multiplied by.",
    "first": "What the first round is seated by: `lot` or `rating`.",
    "format": "How rounds are seated, by `type`.",
    "from_round": "The first round that the entry plays.",
    "game": "The slug of a game, as `games` lists it.",
    "game_options": "The game's options, as `games/{slug}` describes them.",
    "games_per_round": "How many games a table plays in a round.",
    "hall": "The tables as furniture: what stands on them, and whether nobody stays long at one.",
    "hash": "Chains the events of a stream.",
    "home_club": "The club that a person comes from, in words.",
    "household": "People of one household, by any word.",
    "id": "A UUID, never used again.",
    "k": "How many entries an area has; null: as many as a table.",
    "kind": "Whether the `pairing` or the entry itself (`requested`) wanted the bye.",
    "label": "What stands on the table; null where nothing does.",
    "labels": "What stands on the tables, from table 1 on.",
    "language": "Two letters, as `de`.",
    "left": "Entries that left before the end; they may have a score.",
    "loss": "Points for who is not first.",
    "low_wins": "The lowest total is first.",
    "members": "People of a team, by id.",
    "merge": "Two tables, by id, that become one: the one with the lower number.",
    "minus": "Taken off each score before it is divided.",
    "missed": "Points for a round neither played nor sat out by the seating.",
    "missing": "Results of tables that have not reported, by the table's id.",
    "multiplier": "By what the event's points are multiplied.",
    "name": "As people read it.",
    "next": "The address of the next page, or null.",
    "n": "How many.",
    "note": "What staff should know.",
    "of": "`round` or `game`.",
    "options": "The game's options.",
    "password": "Of the account; at least 8 characters for a new one.",
    "per": "So many of a score are a point.",
    "per_size": "Other lists of points for tables of that many seats.",
    "person": "The id of a person of the club.",
    "place": "A rank; equal ones are shared.",
    "places": "Places by entry: 1, 1, 3.",
    "plan": "Tables as given, in place of the service's seating.",
    "players": "User ids of members, in the order of the seats.",
    "points": "Points, or what pays them.",
    "position": "The event's number in the log; null where nothing was written.",
    "previous": "The address of the page before, or null.",
    "rating": "What a first round is seated by, where the format asks for that.",
    "raw": "Scores as points: (score - minus) / per, added to those of the place where lists pay them.",
    "reason": "Why; for staff.",
    "request_id": "Under which the service has logged the request.",
    "result": "Of a table of two, as it is written: `1-0`, `½-½`, `+/-`; the first seat is white.",
    "results": "The rows of a list.",
    "role": "`director`, `referee` or `member`.",
    "rotate": "Tables are given out so that nobody is long at one of them.",
    "round": "A round.",
    "rounds": "Rounds; of a tournament's settings: how many at most.",
    "scheme": "How a season counts.",
    "scores": "Scores by entry.",
    "seasons": "Ids of the seasons in which it counts.",
    "seconds": "Seconds more.",
    "share": "The score is paid as a part of all scores at its table.",
    "shared": "People who took part as one, in lists.",
    "shown_as": "The name that standings show.",
    "stand_in": "The person who played, by entry.",
    "starts_at": "With its offset.",
    "state": "Where it stands.",
    "status": "The HTTP status.",
    "swap": "Two entries of the round, seated or sitting out, that change places.",
    "table": "The id of a table.",
    "table_size": "Bounds of a table's seats, and how many are preferred.",
    "tables": "Tables, each the seats in order.",
    "team": "A team's name.",
    "tie_breaks": "What decides between equal points, the first first.",
    "ties": "What a shared place pays.",
    "time_zone": "As in the IANA list: Europe/Berlin.",
    "title": "In few words.",
    "tournament": "The id of a tournament.",
    "type": "Its kind.",
    "uphold": "The result that stands is right.",
    "username": "The name of an account.",
    "version": "Rises when this resource changes.",
    "win": "Points for who is first alone.",
    "withdraw": "Takes back what the table told; its game has the word again.",
}


def describe(schema: dict[str, Any]) -> None:
    """Gives each property its words: those of the struct's own docstring (`name: words.`), else the common ones."""
    properties: dict[str, Any] = schema.get("properties", {})
    own = _told(str(schema.get("description", "")), properties)
    for name, part in properties.items():
        words = own.get(name) or WORDS.get(name)
        if words and "description" not in part:
            part["description"] = words


def _told(text: str, names: Collection[str]) -> dict[str, str]:
    """What a docstring says of each of the names, up to the next."""
    if not names:
        return {}
    parts = re.split(rf"(?:^|(?<=\s))({'|'.join(map(re.escape, names))}): ", text)
    return {name: " ".join(said.split()) for name, said in zip(parts[1::2], parts[2::2], strict=True)}
