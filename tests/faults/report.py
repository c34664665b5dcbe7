"""What a run has found, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from tests.faults.history import OK
from tests.faults.run import Outcome

MOST_SHOWN = 40


def lines(outcome: Outcome) -> Iterator[str]:
    """The faults by their names, what clients saw, and all complaints."""
    for name, number in sorted(outcome.faults.items()):
        yield f"{number:6}  {name}"
    yield from (f"{value:>6}  {what}" for what, value in figures(outcome).items())
    for complaint in outcome.complaints[:MOST_SHOWN]:
        yield f"WRONG   {complaint}"
    if more := len(outcome.complaints) - MOST_SHOWN:
        yield from [f"WRONG   … and {more} more"] * (more > 0)
    yield f"seed {outcome.seed}: {'FAILED' if outcome.complaints else 'ok'}"


def figures(outcome: Outcome) -> dict[str, str]:
    """The sums of a run."""
    journal = outcome.journal
    acknowledged = [write for write in journal.writes if write.is_acknowledged]
    waits = sorted(write.ended - write.began for write in acknowledged if write.ended < inf)
    repeated = sum(sum(answer.status in OK for answer in write.answers) > 1 for write in journal.writes)
    return {
        "faults in all": str(outcome.faults.total()),
        "seconds, until everything was at rest": f"{outcome.seconds:.0f}",
        "commands": str(len(journal.writes)),
        "of them acknowledged": str(len(acknowledged)),
        "of them refused": str(sum(write.is_refused for write in journal.writes)),
        "of them never answered": str(
            sum(not write.is_acknowledged and not write.is_refused for write in journal.writes)
        ),
        "of them answered more than once": str(repeated),
        "attempts without an answer, or with 502, 503, 504": str(journal.unavailable),
        "states read": str(len(journal.reads)),
        "events in the log": str(outcome.events),
        "seconds to an acknowledgement: median": f"{_part(waits, 0.5):.2f}",
        "seconds to an acknowledgement: 99 of 100": f"{_part(waits, 0.99):.2f}",
        "seconds without any acknowledgement, at most": f"{outcome.quiet:.1f}",
        "times that PostgreSQL hung and was started again": str(outcome.hung),
        **{f"times that {name} ended by itself": str(times) for name, times in outcome.restarts.items()},
    }


def _part(waits: list[float], part: float) -> float:
    return waits[min(int(len(waits) * part), len(waits) - 1)] if waits else 0.0
