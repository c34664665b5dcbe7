"""What 0.5.0 printed for a play file is printed still.

In a module of its own: in a database that has the fixtures' entries already, the ids of a file are others.
"""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

PLAY = Path(__file__).with_name("play")


@pytest.mark.parametrize("file", sorted(PLAY.glob("*.json")), ids=lambda file: file.stem)
@pytest.mark.django_db
def test_a_play_file_prints_the_same_to_the_byte(file: Path) -> None:
    out = StringIO()
    call_command("play", str(file), "--json", stdout=out)
    assert out.getvalue() == (PLAY / "printed" / file.name).read_text("utf-8")
