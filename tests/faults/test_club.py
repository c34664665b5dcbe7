"""A short run of faults in a club's own server on SQLite. `manage.py faults --club` is the long one."""

from __future__ import annotations

import pytest

from tests.arrangement.club import club_site
from tests.faults import report
from tests.faults.kinds import CLUB
from tests.faults.run import run

SEED, FAULTS, SECONDS = 5, 6, 5.0


@pytest.mark.backend("sqlite")
def test_a_few_faults_lose_nothing_and_double_nothing() -> None:
    with club_site() as site:
        outcome = run(site, CLUB, seed=SEED, faults=FAULTS, seconds=SECONDS)
    assert outcome.complaints == [], "\n".join(report.lines(outcome))
    assert outcome.faults.total() == FAULTS
    assert sum(write.is_acknowledged for write in outcome.journal.writes) > FAULTS
