"""What clients saw, and what the log says: the two sides that the checker compares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

OK, REFUSED = range(200, 300), range(400, 500)


@dataclass(frozen=True)
class Answer:
    """An answer of a server: its status and its text."""

    status: int
    text: str


@dataclass(frozen=True)
class Write:
    """A command, sent until it was answered or its client gave up.

    stream: of the tournament, or a club. marker: occurs in each effect of this command and in no other; "" where the
    effect has none, or where only an answer would have told it. began, ended: by the one clock of all clients, in
    seconds; `ended` is infinite without an answer. answers: those of all attempts with the command's key.
    """

    stream: str
    marker: str
    what: str
    began: float
    ended: float
    answers: Sequence[Answer]

    @property
    def is_acknowledged(self) -> bool:
        return any(answer.status in OK for answer in self.answers)

    @property
    def is_refused(self) -> bool:
        return not self.is_acknowledged and any(answer.status in REFUSED for answer in self.answers)


@dataclass(frozen=True)
class Read:
    """A state that a client was shown: the version in its tag, and the announcements, oldest first."""

    stream: str
    version: int
    texts: Sequence[str]
    began: float
    ended: float


@dataclass(frozen=True)
class Effect:
    """Something that the database has stored. version: of the stream; 0 for a row, which has no place in a stream."""

    stream: str
    version: int
    marker: str


@dataclass(frozen=True)
class Clock:
    """The clock of a round, or of a table with more time.

    deadline: the last one that it had. expired: the times at which the log has its end. closed: None while the round
    goes on.
    """

    of: str
    deadline: datetime
    expired: Sequence[datetime]
    closed: datetime | None


@dataclass(frozen=True)
class History:
    """All that is examined.

    versions: of each stream, as stored, in order of position. announced: by stream, the version and the text of each
    announcement. feeds: by club, the positions that a follower of the feed has read, and those of the log. shift: by
    how many seconds a clock was set ahead at most. findings: of `verify`. different: the rows that a rebuild changes.
    """

    writes: Sequence[Write] = ()
    reads: Sequence[Read] = ()
    effects: Sequence[Effect] = ()
    versions: Mapping[str, Sequence[int]] = field(default_factory=dict)
    announced: Mapping[str, Sequence[tuple[int, str]]] = field(default_factory=dict)
    clocks: Sequence[Clock] = ()
    feeds: Mapping[str, tuple[Sequence[int], Sequence[int]]] = field(default_factory=dict)
    shift: float = 0.0
    findings: Sequence[object] = ()
    different: Sequence[str] = ()
