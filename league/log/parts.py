"""The log in parts of about the same size, so that several processes can read it and none has to hold much."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from league.log.raw import snapshot
from league.log.store import vendor

AT_MOST = 20_000
FIRST, LAST = UUID(int=0), UUID(int=2**128 - 1)


class Part(NamedTuple):
    """The streams of a club from one id to another, both included. events: how many there are by their heads."""

    club: UUID
    first: UUID
    last: UUID
    events: int


def parts(club: UUID | None = None, at_most: int = AT_MOST) -> Iterator[Part]:
    """The parts of a club's log, or of all logs, in the order of clubs and ids. A stream is never divided.

    at_most: events of a part that has more than one stream. The parts of a club cover every id, so events without a
    head are in one as well.
    """
    with snapshot(vendor().BEGIN_READING):
        yield from _parts(vendor().sizes(club), at_most)


def _parts(sizes: Iterator[tuple[UUID, UUID, int]], at_most: int) -> Iterator[Part]:
    for of_club, streams in groupby(sizes, lambda row: row[0]):
        first, last, events = FIRST, FIRST, 0
        for _, stream, version in streams:
            if events and events + version > at_most:
                yield Part(of_club, first, last, events)
                first, events = UUID(int=last.int + 1), 0
            last, events = stream, events + version
        yield Part(of_club, first, LAST, events)
