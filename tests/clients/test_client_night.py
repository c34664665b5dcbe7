"""The generated Python client plays a night against a running server."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from tests.clients import tools
from tests.clients.client_night import NAMES
from tests.deploy.served import PASSWORD, club
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")


def test_ten_people_play_three_rounds_and_a_follower_sees_everything(
    generated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (ROOT, generated))))
    with club(tmp_path, TABLEKEEPER_PASSWORD=PASSWORD) as running:
        address = running.address.rstrip("/")
        said = tools.run([tools.PYTHON, "-m", "tests.clients.client_night", address, PASSWORD], tmp_path)
    night = json.loads(said.splitlines()[-1])
    assert (night["after_round"], night["names"]) == (3, NAMES)
    assert night["corrected"]
    assert len(night["league"]) == 10
    points = [Fraction(points) for points in night["league"]]
    assert points == sorted(points, reverse=True)
    positions = [position for position, _ in night["seen"]]
    assert positions == night["all"] == sorted(set(positions))
    assert positions[-1] == night["head"]
    types = [type for _, type in night["seen"]]
    assert types.count("tournament.round_closed") == 3
    assert types[-1] == "tournament.closed"
