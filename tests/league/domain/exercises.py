"""The Swiss of 16 that FIDE's `Exercises in Tie-Breaking` are about, and the values that come of it there.

By the regulations in force until March 2026: nobody's own unplayed rounds are capped.
"""

from __future__ import annotations

import re
from typing import Any

from tests.league.domain.duels import CHESS, play_pairs
from tests.league.domain.night import Night

PEOPLE = [f"p{number:02}" for number in range(1, 17)]
ROUNDS: list[tuple[str, dict[int, str]]] = [
    ("9-1 0-1, 2-10 1-0, 3-11 ½-½, 4-12 1-0, 5-13 0-1, 6-14 0-1, 7-15 1-0, 8-16 ½-½", {}),
    ("1-13 ½-½, 2-7 1-0, 3-6 1-0, 5-15 0-1, 8-14 1-0, 9-10 0-1, 11-16 0-1", {4: "1/2", 12: "pairing"}),
    ("1-2 ½-½, 3-8 1-0, 4-13 1-0, 5-11 1-0, 7-16 0-1, 10-15 0-1, 12-14 +/-", {6: "pairing", 9: "1/2"}),
    ("1-15 1-0, 2-16 1-0, 3-4 ½-½, 5-7 ½-½, 6-10 1-0, 8-13 1-0, 9-11 -/+", {12: "0", 14: "0"}),
    ("1-4 ½-½, 2-3 ½-½, 5-10 1-0, 6-8 1-0, 7-11 0-1, 13-14 0-1, 15-16 0-1", {9: "pairing", 12: "0"}),
]
"""Games by numbers, and who sat out: by the pairing, or by own wish for so many points."""
VALUES: dict[str, list[float]] = {
    "points": [3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5],
    "wins_played": [2, 3, 2, 2, 2, 2, 1, 2, 0, 1, 1, 0, 1, 2, 2, 3],
    "progressive": [11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5],
    "buchholz": [12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5],
    "sonneborn_berger": [8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25],
}
CUT_1 = {
    5: 7.5, 8: 12, 11: 12, 7: 12.5, 9: 7.5, 13: 12, 1: 11, 3: 13, 4: 11.5, 16: 11, 12: 9.5, 14: 9, 15: 11,
}  # fmt: skip
"""Buchholz Cut-1 of those whose value is printed."""


def swiss(**settings: Any) -> Night:
    """The tournament, played."""
    night = Night(*PEOPLE, **{"points": CHESS, "format": {"type": "swiss"}, "fide_tie_breaks": "2024", **settings})
    for games, out in ROUNDS:
        named = re.sub(r"\b(\d+)-(\d+) ", lambda pair: f"p{int(pair[1]):02}-p{int(pair[2]):02} ", games)
        play_pairs(night, named, {f"p{number:02}": kind for number, kind in out.items()})
    return night
