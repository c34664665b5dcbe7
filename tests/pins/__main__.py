"""`python -m tests.pins` rewrites `permanent.json`: run it and read the difference where a change is meant."""

from __future__ import annotations

import json
from pathlib import Path

from tests.without_data import set_up

PINS = Path(__file__).with_name("permanent.json")


def write() -> None:
    """Writes what the code says now, one thing a line."""
    set_up()

    from tests.pins.permanent import permanent

    PINS.write_text(json.dumps(permanent(), indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write()
