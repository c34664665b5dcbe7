"""The form of a play file. Its JSON Schema is made from these classes and their docstrings."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.kernel import Json
from league.domain.season.results import EventPlace
from league.domain.season.table.scheme import Scheme
from league.domain.tournament.formats import ByeKind
from league.domain.tournament.results.duels import ResultOfTwo
from league.domain.tournament.settings import FideEdition, Opponents, PointScheme, TableSize, Wins
from league.domain.values.fields import (
    LARGEST_TABLE,
    MOST_GAMES,
    MOST_ROUNDS,
    SMALLEST_TABLE,
    Part,
    Rating,
    RoundNumber,
)
from league.domain.values.numbers import Number

FormatName = Literal["areas", "swiss", "rotation", "round_robin", "knockout", "manual", "prescribed"]

FileId = Annotated[str, Meta(min_length=1, max_length=120, description="An id of the file's own.")]
Name = Annotated[str, Meta(min_length=1, max_length=120)]
Numbers = Annotated[dict[FileId, Number], Meta(description='Numbers by entry; fractions as text: "1/2", "2.5".')]
Places = Annotated[dict[FileId, int], Meta(description="Places by entry; shared ones are written 1, 1, 3.")]
Named = Annotated[tuple[FileId, ...], Meta(max_length=2000)]


class Person(Part, frozen=True):
    """A person. name: by default the id."""

    id: FileId
    name: Name | None = None
    household: Annotated[str, Meta(max_length=120)] = ""


class Entry(Part, frozen=True):
    """A person (`entry`), or a team (`id`, `team`, `members`). from_round: the first round that it plays.

    rating: for formats that seat a first round, or seed a bracket, by ratings.
    """

    entry: FileId | None = None
    id: FileId | None = None
    team: Name | None = None
    members: Annotated[tuple[FileId, ...], Meta(max_length=50)] = ()
    from_round: RoundNumber = 1
    rating: Rating | None = None


class Format(Part, frozen=True):
    """How rounds that don't give their tables are seated."""

    type: FormatName
    k: int | None = None
    repeat_weight: int | None = None
    system: str | None = None
    first: str | None = None
    double: bool | None = None
    withdrawn: str | None = None
    advance: int | None = None
    third_place: bool | None = None
    level: str | None = None
    plan: Any = None


class Result(Part, frozen=True, kw_only=True):
    """A table's result, given in one way. absent: players who never came. left: players who left before the end."""

    scores: Numbers | None = None
    places: Places | None = None
    awards: Numbers | None = None
    commands: Annotated[tuple[Json, ...], Meta(min_length=1, max_length=100_000)] | None = None
    result: ResultOfTwo | None = None
    absent: Annotated[tuple[FileId, ...], Meta(max_length=LARGEST_TABLE)] = ()
    left: Annotated[tuple[FileId, ...], Meta(max_length=LARGEST_TABLE)] = ()


class Table(Result, frozen=True, kw_only=True):
    """A table: its seats from 1 on, and its result, or a list of `games` with a result each."""

    seats: Annotated[tuple[FileId, ...], Meta(min_length=SMALLEST_TABLE, max_length=LARGEST_TABLE)]
    games: Annotated[tuple[Result, ...], Meta(min_length=1, max_length=MOST_GAMES)] | None = None


class Bye(Part, frozen=True):
    """An entry that sits out. kind: whether the pairing or the entry itself wanted it so."""

    entry: FileId
    points: Number | None = None
    kind: ByeKind = "pairing"


class RoundGame(Part, frozen=True, kw_only=True):
    """One of several games of a round that is to be seated, with one result over all entries."""

    absent: Named = ()
    left: Named = ()
    scores: Numbers | None = None
    places: Places | None = None
    awards: Numbers | None = None


class Round(Part, frozen=True, kw_only=True):
    """Either `tables`, with `byes` and `absent`; or `"seat": true` with one result over all entries of the round.

    In a round that is to be seated, `byes` are those who asked to sit out, with their points or without.
    With several games at each table, `games` of each table, or of a round that is to be seated, has a result for each.
    goes_on: in a knockout, of entries that are level at a table those that go on. If no round has it and the format has
    no `level`, the better seed goes on, and `warnings` of the output says so.
    """

    tables: Annotated[tuple[Table, ...], Meta(max_length=1000)] | None = None
    seat: bool = False
    byes: Annotated[tuple[FileId | Bye, ...], Meta(max_length=2000)] = ()
    absent: Named = ()
    left: Named = ()
    scores: Numbers | None = None
    places: Places | None = None
    awards: Numbers | None = None
    games: Annotated[tuple[RoundGame, ...], Meta(min_length=1, max_length=MOST_GAMES)] | None = None
    goes_on: Named = ()


class Penalty(Part, frozen=True):
    """Points taken off (negative: given) after a round, by default after the last; they count in later seatings."""

    entry: FileId
    points: Number
    after_round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] | None = None
    reason: Annotated[str, Meta(min_length=1, max_length=500)] = "penalty"


class Drop(Part, frozen=True):
    """An entry that leaves after a round, by default after the last."""

    entry: FileId
    after_round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] | None = None


class Tournament(Part, frozen=True, kw_only=True):
    """A tournament with all its rounds. name: by default the id. close: whether it is closed at the end."""

    id: FileId
    entries: Annotated[tuple[FileId | Entry, ...], Meta(max_length=2000)]
    rounds: Annotated[tuple[Round, ...], Meta(max_length=MOST_ROUNDS)]
    name: Name | None = None
    game: Annotated[str, Meta(min_length=1, max_length=50)] = "scoresheet"
    game_options: Json = {}
    date: Date | None = None
    points: PointScheme = PointScheme()
    tie_breaks: Annotated[tuple[str | Wins | Opponents, ...], Meta(max_length=20)] = ()
    fide_tie_breaks: FideEdition | UnsetType = UNSET
    table_size: TableSize | None = None
    format: Format = Format("areas")
    seed: Annotated[str, Meta(max_length=1000, description="Any text; by default the id.")] | None = None
    close: bool = True
    penalties: Annotated[tuple[Penalty, ...], Meta(max_length=10_000)] = ()
    drops: Annotated[tuple[Drop, ...], Meta(max_length=10_000)] = ()


class Extra(Part, frozen=True, rename={"for_": "for"}):
    """Extra points of a person, besides those for the place."""

    person: FileId
    points: Number
    for_: Annotated[str, Meta(max_length=120)] = ""


class Event(Part, frozen=True, kw_only=True):
    """A tournament of the file, or the result of an event that was played elsewhere (`id`)."""

    tournament: FileId | None = None
    id: FileId | None = None
    name: Name | None = None
    date: Date | None = None
    places: dict[FileId, EventPlace] = {}
    status: dict[FileId, Annotated[str, Meta(min_length=1, max_length=20)]] = {}
    awards: Numbers = {}
    awards_only: bool = False
    multiplier: Number = 1
    extra: Annotated[tuple[Extra, ...], Meta(max_length=10_000)] = ()
    shared: Annotated[tuple[Annotated[tuple[FileId, ...], Meta(min_length=2)], ...], Meta(max_length=5000)] = ()
    final: bool = False
    abandoned: bool = False


class Season(Part, frozen=True, kw_only=True):
    """A season: its events in order, and the scheme by which they count."""

    id: FileId
    name: Name | None = None
    events: Annotated[tuple[FileId | Event, ...], Meta(max_length=1000)] = ()
    scheme: Scheme | None = None


class File(Part, frozen=True, kw_only=True):
    """A file with tournaments and seasons. people: by default everybody who is named, with the id as name."""

    format: Literal["tablekeeper-play/1"]
    people: Annotated[tuple[FileId | Person, ...], Meta(max_length=100_000)] | None = None
    tournaments: Annotated[tuple[Tournament, ...], Meta(max_length=1000)] = ()
    seasons: Annotated[tuple[Season, ...], Meta(max_length=1000)] = ()


def schema() -> Json:
    """Return the JSON Schema of a play file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(File)}
