"""A night of several games a round, with what follows the log: ratings, kept standings, redraws, what is rebuilt."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command

from league.domain.season.history.ledger import ledger
from league.domain.standings.standings import standings
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import Round
from league.log.verify import Tally, verify
from league.models import Rating, Tournament
from league.projections import followers
from league.projections import standings as kept
from league.projections.rebuild import rebuild
from league.repository import streams
from tests.league.nights import ACTOR, Night, new_club, new_people

pytestmark = pytest.mark.django_db


def report(night: Night, found: Round, random: Random) -> None:
    """Every game of every table, the later games first."""
    for table in found.tables:
        for game in reversed(table.games):
            scores = {entry: random.randrange(5) for entry in table.seats}
            night.play(str(streams.stream_of(table.id, game.game)), {"type": "record_round", "scores": scores})


@pytest.mark.parametrize("format", ["areas", "swiss", "rotation"])
def test_what_follows_the_log_follows_every_game(format: str) -> None:
    random = Random(format)
    best = {"raw": {}, "best": {"n": 5, "of": "game"}}
    night = Night.open(
        new_club(), games_per_round=2, format={"type": format}, rounds=3, points=best, tie_breaks=["wins", "lot"]
    )
    night.enter(new_people(night.club, 9))
    for number in range(3):
        found = night.start_round()
        report(night, found, random)
        night.send(CloseRound(found.id))
        if number == 1:
            followers.follow()
    second = night.state().rounds[0].tables[0].games[1]
    turned = {entry: place for place, entry in enumerate(reversed(second.seats), 1)}
    scores: dict[str, int | str] = {entry: 10 - place for entry, place in turned.items()}
    night.send(
        CorrectResult(second.id, Report(places=turned, scores=scores), night.at, ACTOR, "the other game", game=2)
    )
    followers.follow()

    state = night.state()
    assert kept.current(Tournament.objects.get(pk=night.id)).rows == standings(state)
    seated = Counter(entry for found in state.rounds for table in found.tables for entry in table.seats)
    rated = {str(person): games for person, games in Rating.objects.filter(game="").values_list("person_id", "games")}
    assert rated == {state.entries[entry].person: 2 * rounds for entry, rounds in seated.items()}
    assert {person: had.played for person, had in ledger(state).items()} == {
        str(state.entries[entry].person): rounds for entry, rounds in seated.items()
    }
    assert rebuild() == []
    assert list(verify(streams.codec().decode, Tally(), night.club.pk)) == []
    for found in state.rounds:
        call_command("redraw", found.id, stdout=StringIO())
