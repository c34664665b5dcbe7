"""What 0.5.0 printed for a play file is printed still, but for the files that README.md lists with the reason.

In a module of its own: in a database that has the fixtures' entries already, the ids of a file are others.
"""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

PLAY = Path(__file__).with_name("play")
CHANGED = PLAY / "changed"
"""What is printed now for the files whose outcome has changed since 0.5.0."""


@pytest.mark.parametrize("file", sorted(PLAY.glob("*.json")), ids=lambda file: file.stem)
@pytest.mark.django_db
def test_a_play_file_prints_the_same_to_the_byte(file: Path) -> None:
    out = StringIO()
    call_command("play", str(file), "--json", stdout=out)
    changed = CHANGED / file.name
    expected = changed if changed.exists() else PLAY / "printed" / file.name
    assert out.getvalue() == expected.read_text("utf-8")
