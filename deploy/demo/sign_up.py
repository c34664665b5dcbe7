"""The sign-up list, as a club would have it in a spreadsheet."""

from __future__ import annotations

import csv
from pathlib import Path

LIST = Path(__file__).with_name("sign-up.csv")
COLUMNS = {"name": "name", "club": "home_club", "born": "born", "email": "email"}


def signed_up() -> list[dict[str, str]]:
    """Who signed up, in the list's order, with those fields of `POST people` that are filled in; notes stay behind."""
    with LIST.open(encoding="utf-8", newline="") as lines:
        return [
            {field: row[column] for column, field in COLUMNS.items() if row[column]} for row in csv.DictReader(lines)
        ]
