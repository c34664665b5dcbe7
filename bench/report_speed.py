"""`bench report_speed`: how long `PUT /api/v1/tables/{id}/result` takes, in runs of a fixed loop of pure Python.

Each report is the first of its table, by the director, with scores; a loop follows each report. Only CPU time counts,
not the wait for the disk. The ratio of the medians can be compared between two versions of the code: less is faster.
It differs by up to a tenth between runs on a busy machine (3.6 to 4.3 before issue 12): take the median of several.
SQLite, a tournament of score sheets. (Reports that replace others are not measured: the longer a game's log, the
longer they take.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time

from bench.log.slices import Figure
from bench.web.evening import Evening

TABLES, ROUNDS = 12, 12
"""The first round warms up."""


def main() -> None:
    """Prints the ratio, and the time of a report."""
    evening = Evening(TABLES)
    reports, loops = [], []
    for _ in range(ROUNDS):
        evening.seated()
        for table in evening.started():
            reports.append(seconds_of(partial(table.report, evening.director)))
            loops.append(seconds_of(loop))
        evening.close()
    report, one_loop = median(reports[TABLES:]), median(loops[TABLES:])
    print(Figure("a report takes so many loops", report / one_loop).line())
    print(Figure("a report takes", report * 1e6, unit="us CPU").line())


def seconds_of(run: Callable[[], object]) -> float:
    """The CPU time that it takes."""
    begun = process_time()
    run()
    return process_time() - begun


def loop() -> int:
    """Always the same work of the interpreter: calls, dictionaries, strings, sorting."""
    found: dict[str, int] = {}
    for number in range(8000):
        found[f"{number * 7919 % 1009}"] = mixed(number, len(found))
    return sum(found[name] for name in sorted(found))


def mixed(number: int, other: int) -> int:
    """A call's worth of arithmetic."""
    return number * 31 + other % 17
