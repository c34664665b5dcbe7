"""Does what clients saw fit what the log says? Pure: a history goes in, what is wrong with it comes out.

| rule | what it finds |
| --- | --- |
| lost | an acknowledged command without an effect |
| twice | a command with more than one effect, whether it was acknowledged or not |
| refused | a command that was refused, and has an effect all the same |
| unknown | an effect that nobody has sent |
| answers | two different answers to the same key |
| versions | a stream whose versions are not 1, 2, 3, … |
| order | a command that was sent after another one was acknowledged, and stands before it |
| stale | a state that was read after a command was acknowledged, and does not have it |
| future | a state that has a command which was sent only later |
| state | a state that is not what the events up to its version, or up to a later one, make |
| clocks | a clock that ended twice, too early, or not at all |
| feed | a follower that has missed an event, or got one twice or out of order |
| rebuild | a row that is not what a rebuild makes |
| verify | a finding of `verify` |

A stream is linearizable if each of its effects has one version, the versions keep the order in real time (order, stale,
future), and each state read is that of a version (state). The tag of an answer may be older than its body, never newer.
"""

from __future__ import annotations

import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from tests.faults.history import OK, Effect, History, Read, Write


@dataclass(frozen=True)
class Violation:
    """A rule that does not hold, and where."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}"


def violations(history: History) -> list[Violation]:
    """Returns what is wrong with a history; nothing for a good one."""
    found = (
        ("effects", _of_effects(history)),
        ("answers", _answers(history.writes)),
        ("versions", _versions(history)),
        ("order", _real_time(history)),
        ("state", _states(history)),
        ("clocks", _clocks(history)),
        ("feed", _feeds(history)),
    )
    return [
        *(violation for _, rule in found for violation in rule),
        *(Violation("rebuild", row) for row in history.different),
        *(Violation("verify", str(finding)) for finding in history.findings),
    ]


def _of_effects(history: History) -> Iterator[Violation]:
    count = Counter((effect.stream, effect.marker) for effect in history.effects)
    sent = {(write.stream, write.marker) for write in history.writes}
    for write in history.writes:
        times = count[write.stream, write.marker] if write.marker else None
        if times is None:
            continue
        if write.is_acknowledged and times == 0:
            yield Violation("lost", f"{write.what} ({write.marker})")
        if times > 1:
            yield Violation("twice", f"{write.what} ({write.marker}): {times} times")
        if write.is_refused and times:
            yield Violation("refused", f"{write.what} ({write.marker})")
    for stream, marker in count.keys() - sent:
        yield Violation("unknown", f"{marker} in {stream}")


def _answers(writes: Iterable[Write]) -> Iterator[Violation]:
    for write in writes:
        different = {answer for answer in write.answers if answer.status in OK}
        if len(different) > 1:
            yield Violation("answers", f"{write.what}: {sorted(answer.text for answer in different)}")


def _versions(history: History) -> Iterator[Violation]:
    for stream, versions in history.versions.items():
        if list(versions) != list(range(1, len(versions) + 1)):
            yield Violation("versions", f"{stream}: {list(versions)}")


@dataclass(frozen=True)
class _Moment:
    """Something that happened to a stream between `began` and `ended`.

    version: which it certainly has reached. known: the one that every request after `ended` must have reached, too.
    """

    version: int
    known: int
    began: float
    ended: float
    what: str
    is_read: bool = False


def _real_time(history: History) -> Iterator[Violation]:
    stored = {(effect.stream, effect.marker): effect for effect in history.effects if effect.version}
    by_stream: dict[str, list[_Moment]] = defaultdict(list)
    for write in history.writes:
        effect = stored.get((write.stream, write.marker))
        if effect is not None:
            by_stream[write.stream].append(_moment(write, effect))
    for read in history.reads:
        seen = max([read.version, *(version for version, text in _announced(history, read) if text in read.texts[-1:])])
        by_stream[read.stream].append(_Moment(read.version, seen, read.began, read.ended, "a read", is_read=True))
    for stream, moments in by_stream.items():
        yield from _in_order(stream, moments)


def _moment(write: Write, effect: Effect) -> _Moment:
    what = f"{write.what} ({write.marker})"
    return _Moment(effect.version, effect.version, write.began, write.ended, what)


def _in_order(stream: str, moments: list[_Moment]) -> Iterator[Violation]:
    """Compares each moment with the highest version that was known before it began."""
    by_end = sorted(moments, key=lambda moment: moment.ended)
    ends, highest, top = [moment.ended for moment in by_end], [], by_end[0]
    for moment in by_end:
        top = max(top, moment, key=lambda one: one.known)
        highest.append(top)
    for moment in moments:
        index = bisect.bisect_left(ends, moment.began)
        if not index:
            continue
        before = highest[index - 1]
        if moment.version < before.known or (moment.version == before.known and not moment.is_read):
            rule = "stale" if moment.is_read else "future" if before.is_read else "order"
            yield Violation(
                rule, f"{stream}: {moment.what} has version {moment.version}; {before.what} had {before.known} before"
            )


def _states(history: History) -> Iterator[Violation]:
    for read in history.reads:
        announced = _announced(history, read)
        certain = sum(version <= read.version for version, _ in announced)
        expected = [text for _, text in announced]
        if len(read.texts) < certain or list(read.texts) != expected[: len(read.texts)]:
            yield Violation("state", f"{read.stream} at version {read.version}: {list(read.texts)}, not {expected}")


def _announced(history: History, read: Read) -> Sequence[tuple[int, str]]:
    return history.announced.get(read.stream, ())


def _clocks(history: History) -> Iterator[Violation]:
    ahead = timedelta(seconds=history.shift)
    for clock in history.clocks:
        if len(clock.expired) > 1:
            yield Violation("clocks", f"{clock.of} ended {len(clock.expired)} times")
        if any(at < clock.deadline - ahead for at in clock.expired):
            yield Violation("clocks", f"{clock.of} ended before {clock.deadline}")
        if not clock.expired and (clock.closed is None or clock.closed > clock.deadline + ahead):
            yield Violation("clocks", f"{clock.of} never ended")


def _feeds(history: History) -> Iterator[Violation]:
    for club, (read, stored) in history.feeds.items():
        if any(second <= first for first, second in pairwise(read)):
            yield Violation("feed", f"{club}: out of order, or twice")
        if missed := sorted(set(stored) - set(read)):
            yield Violation("feed", f"{club}: {missed} missed")
        if more := sorted(set(read) - set(stored)):
            yield Violation("feed", f"{club}: {more} are not in the log")
