"""The checker finds each kind of bad history, made by hand, and nothing in a good one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import inf

import pytest

from tests.faults.checker import violations
from tests.faults.history import Answer, Clock, Effect, History, Read, Write

pytestmark = pytest.mark.backend("sqlite")
NIGHT, CLUB = "a night", "a club"
DEADLINE = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)
DONE, REFUSAL, OUTAGE = Answer(201, "done"), Answer(422, "round_not_running"), Answer(503, "no_database")


def write(marker: str, began: float, ended: float = inf, *answers: Answer) -> Write:
    return Write(NIGHT, marker, "announce", began, ended, answers or ((DONE,) if ended < inf else ()))


def read(version: int, began: float, *texts: str) -> Read:
    return Read(NIGHT, version, texts, began, began + 0.5)


def clock(*expired: float, closed: float | None = 60) -> Clock:
    """A clock that was found expired so many seconds after its deadline."""
    return Clock(
        "a round",
        DEADLINE,
        [DEADLINE + timedelta(seconds=at) for at in expired],
        None if closed is None else DEADLINE + timedelta(seconds=closed),
    )


GOOD = History(
    writes=(
        write("a", 1, 2),
        write("b", 3, 5, OUTAGE, DONE, DONE),
        write("c", 4, 6),
        write("given up", 7),
        write("given up, and done", 7),
        write("refused", 8, 9, OUTAGE, REFUSAL),
    ),
    reads=(
        read(1, 2.1, "a"),
        read(1, 4.2, "a", "c"),
        read(2, 4.9, "a", "c"),
        read(3, 6.1, "a", "c", "b"),
        read(4, 9, "a", "c", "b", "x"),
    ),
    effects=(
        Effect(NIGHT, 1, "a"),
        Effect(NIGHT, 2, "c"),
        Effect(NIGHT, 3, "b"),
        Effect(NIGHT, 4, "given up, and done"),
    ),
    versions={NIGHT: (1, 2, 3, 4)},
    announced={NIGHT: ((1, "a"), (2, "c"), (3, "b"), (4, "x"))},
    clocks=(clock(0.3), clock(closed=-5), clock(-2, closed=None)),
    feeds={CLUB: ((1, 2, 5), (1, 2, 5))},
    shift=3,
)


def rules(history: History) -> set[str]:
    return {violation.rule for violation in violations(history)}


def test_a_good_history_has_nothing() -> None:
    assert violations(GOOD) == []
    assert violations(History()) == []


def without(marker: str) -> History:
    return replace(GOOD, effects=[effect for effect in GOOD.effects if effect.marker != marker])


def with_effect(version: int, marker: str) -> History:
    return replace(GOOD, effects=[*GOOD.effects, Effect(NIGHT, version, marker)])


def with_write(*more: Write) -> History:
    return replace(GOOD, writes=[*GOOD.writes, *more])


def with_read(*more: Read) -> History:
    return replace(GOOD, reads=[*GOOD.reads, *more])


def with_versions(*order: str) -> History:
    """The effects stand in this order."""
    effects = [Effect(NIGHT, version, marker) for version, marker in enumerate(order, 1)]
    return replace(GOOD, effects=effects, reads=())


BAD = {
    "an acknowledged command is lost": (without("a"), {"lost"}),
    "an acknowledged command took effect twice": (with_effect(5, "c"), {"twice", "order", "stale"}),
    "a command that was given up took effect twice": (with_effect(5, "given up, and done"), {"twice"}),
    "a refused command took effect": (with_effect(5, "refused"), {"refused"}),
    "an effect that nobody has sent": (with_effect(5, "d"), {"unknown"}),
    "two answers to one key": (
        with_write(Write(NIGHT, "", "announce", 1, 2, (DONE, OUTAGE, Answer(201, "done again")))),
        {"answers"},
    ),
    "a version twice": (replace(GOOD, versions={NIGHT: (1, 2, 2, 3)}), {"versions"}),
    "a version is missing": (replace(GOOD, versions={NIGHT: (1, 3)}), {"versions"}),
    "versions out of order": (replace(GOOD, versions={NIGHT: (2, 1)}), {"versions"}),
    "a later command stands before an earlier one": (with_versions("b", "a", "c", "given up, and done"), {"order"}),
    "a given-up command stands before an earlier one": (with_versions("a", "given up, and done", "b", "c"), {"order"}),
    "a read does not see what was acknowledged": (with_read(read(2, 6.1, "a", "c")), {"stale"}),
    "a read is older than another one before it": (with_read(read(3, 9.6, "a", "c", "b")), {"stale"}),
    "a read sees what is sent later": (with_read(read(4, 6.2, "a", "c", "b", "x")), {"future"}),
    "a read is older than the body of another one": (
        with_read(read(1, 4.1, "a", "c"), read(1, 4.7, "a")),
        {"stale"},
    ),
    "a body has what is sent later": (with_read(read(3, 6.2, "a", "c", "b", "x")), {"future"}),
    "a state is not that of its version": (with_read(read(3, 6.1, "a", "b", "c")), {"state"}),
    "a state has lost a text": (with_read(read(3, 6.1, "a", "c")), {"state"}),
    "a clock ended twice": (replace(GOOD, clocks=[clock(0.1, 0.2)]), {"clocks"}),
    "a clock ended too early": (replace(GOOD, clocks=[clock(-3.1)]), {"clocks"}),
    "a clock never ended": (replace(GOOD, clocks=[clock(closed=None)]), {"clocks"}),
    "a round was closed long after a clock that never ended": (replace(GOOD, clocks=[clock()]), {"clocks"}),
    "a follower has missed an event": (replace(GOOD, feeds={CLUB: ((1, 5), (1, 2, 5))}), {"feed"}),
    "a follower got an event twice": (replace(GOOD, feeds={CLUB: ((1, 2, 2, 5), (1, 2, 5))}), {"feed"}),
    "a follower got events out of order": (replace(GOOD, feeds={CLUB: ((2, 1, 5), (1, 2, 5))}), {"feed"}),
    "a follower got an event that was taken back": (replace(GOOD, feeds={CLUB: ((1, 2, 4, 5), (1, 2, 5))}), {"feed"}),
    "a row is not what a rebuild makes": (replace(GOOD, different=["Standings 1"]), {"rebuild"}),
    "verify has found something": (replace(GOOD, findings=[{"fault": "changed"}]), {"verify"}),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_history_is_found(name: str) -> None:
    history, expected = BAD[name]
    assert rules(history) == expected
