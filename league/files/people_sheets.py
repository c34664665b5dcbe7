"""Meetings, records and ratings of people as rows for a spreadsheet. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.domain.season.history.meetings import Matrix, MeetingCounts
from league.domain.season.history.record import Record
from league.files.spreadsheet import Cell
from league.models import Rating
from league.queries import wording
from league.queries.names import in_order
from league.queries.records import History

MET = ("tables", "better", "worse", "level")
RECORD_HEADS = ("season", "place", "events", "wins", "tables", "table wins")
RATING_HEADS = ("place", "name", "rating", "mean", "deviation", "tables", "rating as shown")
ALL_TIME = "all time"
RECORD, OPPONENTS = "record", "opponents"
TABLES = (RECORD, OPPONENTS)
Sheet = list[list[Cell]]
Records = Sequence[tuple[str, int | None, Record]]
"""Records with the name of their season and the place in its league table; the one of all time first."""


def meetings_sheet(meetings: Matrix, called: Mapping[str, str]) -> Sheet:
    """Return the heads, and a row for each two people from either side. called: names by id."""
    rows = [
        [called.get(person, ""), *_met(other, met, called)]
        for person in in_order(meetings, called)
        for other, met in _sorted(meetings[person], called)
    ]
    return [["name", "opponent", *MET], *rows]


def history_sheet(table: str, found: History, called: Mapping[str, str]) -> Sheet:
    """Return a person's record or opponents, of all time and by season. table: one of TABLES."""
    records = [(ALL_TIME, None, found.all_time), *((one.name, one.place, one.record) for one in found.seasons)]
    return record_sheet(records) if table == RECORD else opponents_sheet(records, called)


def record_sheet(records: Records) -> Sheet:
    """Return the heads, and a row for each season, with a column for how often each place was reached."""
    places = sorted({place for _, _, record in records for place in record.places})
    rows: Sheet = []
    for season, place, record in records:
        counts = (record.events, record.wins, record.tables, record.table_wins)
        rows.append([season, place, *counts, *(record.places.get(reached, 0) for reached in places)])
    return [[*RECORD_HEADS, *(f"place {place}" for place in places)], *rows]


def opponents_sheet(records: Records, called: Mapping[str, str]) -> Sheet:
    """Return the heads, and a row for each opponent of each season."""
    rows = [
        [season, *_met(other, met, called)]
        for season, _, record in records
        for other, met in _sorted(record.opponents, called)
    ]
    return [["season", "opponent", *MET], *rows]


def _sorted(opponents: Mapping[str, MeetingCounts], called: Mapping[str, str]) -> list[tuple[str, MeetingCounts]]:
    return [(person, opponents[person]) for person in in_order(opponents, called)]


def _met(other: str, met: MeetingCounts, called: Mapping[str, str]) -> list[Cell]:
    return [called.get(other, ""), met.tables, met.better, met.worse, met.level]


def ratings_sheet(ratings: Sequence[Rating], called: Mapping[str, str]) -> Sheet:
    """Return the heads, and a row for each rating. Numbers aren't rounded; equal ratings share a place.

    ratings: the best first.
    """
    first: dict[float, int] = {}
    for place, rating in enumerate(ratings, 1):
        first.setdefault(rating.shown, place)
    rows: Sheet = [list(RATING_HEADS)]
    for rating in ratings:
        name, numbers = called.get(str(rating.person_id), ""), (rating.shown, rating.mu, rating.sigma)
        rows.append([first[rating.shown], name, *numbers, rating.games, wording.rating(rating.shown)])
    return rows
