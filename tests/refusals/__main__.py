"""`python -m tests.refusals` writes `api/problem_pages/operations.py`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.without_data import set_up

WRITTEN = Path(__file__).parents[2] / "api" / "problem_pages" / "operations.py"
HEAD = """\"\"\"The codes that operations answer, beside those of any request. By `python -m tests.refusals`.\"\"\"

from __future__ import annotations

from collections.abc import Mapping, Sequence

CODES_OF: Mapping[str, Sequence[str]] = {
"""


def text() -> str:
    """The module."""
    from tests.refusals.finding import codes_by_operation  # after the set-up

    rows = [f'    "{operation}": {_written(codes)},\n' for operation, codes in codes_by_operation().items()]
    return f"{HEAD}{''.join(rows)}}}\n"


def _written(codes: Sequence[str]) -> str:
    return "(" + ", ".join(f'"{code}"' for code in codes) + ",)"


if __name__ == "__main__":
    set_up()
    WRITTEN.write_text(text(), "utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "-q", str(WRITTEN)], check=True)
