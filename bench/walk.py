"""`bench walk [--files]`: how many of the project's files two requests run through.

A file counts if a Python function defined in it (or a method, lambda, comprehension or property) is called while the
request is answered, from the first middleware to the finished response and what runs on commit, in any thread. Only
files of games/, league/, api/ and deploy/ count. What is imported does not: the same kind of request was answered
before, so modules, caches and middleware are loaded. Both are sent by a director who is logged in by a session, on
SQLite, in a tournament of score sheets:

report: `PUT /api/v1/tables/{id}/result` with scores, the first result of a table of a running round. (54 files before
issue 12. By a table's link it is another file, which reads links; that figure has no level.)
publish: POST of the form on the tournament's desk that publishes a draft. (40 files before issue 12.)

`--files` lists the files too, in the order of their first call, each with its functions.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from bench.log.slices import Figure
from bench.web.evening import Evening

OPTIONS = ("--files",)
ROOT = Path(__file__).parents[1]
PRODUCT = tuple(f"{ROOT / package}/" for package in ("games", "league", "api", "deploy"))
MOST_FOR_A_REPORT, MOST_FOR_PUBLISHING = 42, 30

Walk = Mapping[str, Mapping[str, None]]
"""The functions that were called, by the file that they are defined in; both in the order of their first call."""


def main(*options: str) -> None:
    """Prints the numbers of files next to their levels."""
    for what, most, walk in walks():
        print(Figure(what, len(walk), most, most=True, unit="files").line())
        for path, functions in walk.items() if "--files" in options else ():
            print(f"  {path}: {', '.join(functions)}")


def walks() -> Iterator[tuple[str, int | None, Walk]]:
    """What was requested, the most files that it may run through, and those that it did."""
    evening = Evening(tables=4)
    evening.publish(*evening.publish_form(evening.seated()))
    tables = evening.started()
    tables[0].report(evening.director)
    yield "report a result", MOST_FOR_A_REPORT, walk_of(lambda: tables[1].report(evening.director))
    tables[2].report(tables[2].holder)
    yield "report a result by the table's link", None, walk_of(lambda: tables[3].report(tables[3].holder))
    evening.close()
    form = evening.publish_form(evening.seated())
    yield "publish a round in the admin", MOST_FOR_PUBLISHING, walk_of(lambda: evening.publish(*form))


def walk_of(request: Callable[[], object]) -> Walk:
    """The project's files that run while `request` does."""
    walk: dict[str, dict[str, None]] = {}

    def profile(frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PRODUCT) and code.co_name != "<module>":
            walk.setdefault(code.co_filename.removeprefix(f"{ROOT}/"), {})[code.co_qualname] = None

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        request()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return walk
