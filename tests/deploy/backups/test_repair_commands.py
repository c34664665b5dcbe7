"""`repair` as an operator runs it: in no transaction but its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.deploy.backups.scene import findings
from tests.deploy.backups.test_repair import Scene, damaged, remove_an_event, run

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_damaged_stream_is_put_back(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "club.backup")
    events = scene.events()
    damaged(remove_an_event, events)
    assert run("repair", "--dry-run", str(scene.file)) == 1
    assert scene.events() != events
    assert run("repair", str(scene.file)) == 0
    assert scene.events() == events
    assert findings() == []
