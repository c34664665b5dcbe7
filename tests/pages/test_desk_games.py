"""The desk with several games a table: each is reported, corrected and closed with by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from league.admin.desk.tournament.desk import game_stream
from league.domain.tournament.commands import Change
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.settings import Best, PointScheme
from league.models import TableGame
from tests.league.nights import Night, new_people
from tests.pages.night import make_club
from tests.pages.test_desk_steps import asked, step


@pytest.fixture
def games(db: None, client: Client) -> Night:
    """A night of two games a round at one table, set so at the desk; its director is logged in."""
    club, director = make_club("Game Club")
    client.force_login(director)
    night = Night.open(club, points={"by_place": [4, 2, 1, 0]})
    night.enter(new_people(club, 3))
    sent = asked(client, step(night.id, "settings")) | {"games_per_round": "2"}
    assert client.post(step(night.id, "settings"), sent).status_code == 302
    assert night.state().settings.games_per_round == 2
    night.start_round()
    return night


def played(night: Night) -> Table:
    return night.state().rounds[-1].tables[0]


def form_of(client: Client, night: Night, game: int) -> tuple[str, dict[str, Any]]:
    """Where a game's result is told, and what its form would send by itself."""
    card = client.get(step(night.id, "")).context["current"].tables[game - 1]
    report = card.report
    return report.address, {field.html_name: field.value() for field in report.hidden_fields()}


def tell(client: Client, night: Night, game: int, *scores: int) -> None:
    at, hidden = form_of(client, night, game)
    typed = {f"score_{seat}": str(score) for seat, score in enumerate(scores, 1)}
    assert client.post(at, hidden | typed).status_code == 302


def test_each_game_is_told_shown_and_corrected(client: Client, games: Night):
    page = client.get(step(games.id, "")).text
    assert "Table 1, game 1" in page
    assert "Table 1, game 2" in page
    assert "<b>2</b> to report" in page
    assert 'aria-label="Table 1.1"' in page
    assert 'aria-label="Table 1.2"' in page
    tell(client, games, 2, 9, 5, 1)
    assert [game.result is not None for game in played(games).games] == [False, True]
    tell(client, games, 1, 1, 5, 9)
    table = played(games)
    second = game_stream(table.games[1])
    assert second == str(TableGame.objects.get().pk)
    typed = {"score_1": "2", "score_2": "5", "score_3": "1", "reason": "typed wrongly"}
    sent = asked(client, step(games.id, "correct", second)) | typed
    corrected = client.post(step(games.id, "correct", second), sent)
    assert corrected.status_code == 302, corrected.text
    results = [game.result.scores for game in played(games).games if game.result is not None]
    seats = table.seats
    assert results == [dict(zip(seats, (1, 5, 9), strict=True)), dict(zip(seats, (2, 5, 1), strict=True))]
    shown = client.get(f"/admin/league/tournament/{games.id}/change/").context["page"].rounds[0].tables[0]
    told = [(seat.score.text, seat.place) for seat in shown.seats]
    assert told == [("3", 3), ("10", 1), ("10", 2)]


def test_closing_asks_for_the_games_that_have_no_result(client: Client, games: Night):
    tell(client, games, 1, 3, 2, 1)
    id = games.state().rounds[-1].id
    form = client.get(step(games.id, "close-round", id)).context["form"]
    assert [result.table_name for result in form.missing] == ["1, game 2"]
    typed = {f"table-1-game-2-score_{seat}": str(seat) for seat in (1, 2, 3)}
    closed = client.post(step(games.id, "close-round", id), asked(client, step(games.id, "close-round", id)) | typed)
    assert closed.status_code == 302, closed.text
    assert games.state().rounds[-1].state == "closed"


def test_the_log_names_the_game(client: Client, games: Night):
    tell(client, games, 2, 3, 2, 1)
    told = client.get(f"/admin/log/?club={games.club.pk}&table={played(games).id}").text
    assert "table 1, round 1, game 2" in told
    assert str(TableGame.objects.get().pk) in told
    read = client.get(f"/admin/tables/{TableGame.objects.get().pk}/")
    assert "table 1, round 1, game 2" in read.text


def test_a_game_that_is_not_there_is_gone(client: Client, games: Night):
    strange = "0135b706-c98e-5ad5-acb0-ec888bf628db"
    gone = client.post(step(games.id, "result", strange), {"score_1": "1"}, follow=True)
    assert "This no longer exists" in gone.text


def test_a_game_that_does_not_count_is_struck_through_in_the_standings(client: Client, games: Night):
    games.send(Change(points=PointScheme(by_place=(4, 2, 1), best=Best(n=1, of="game"))))
    tell(client, games, 1, 9, 5, 1)
    tell(client, games, 2, 5, 9, 1)
    shown = client.get(f"/admin/league/tournament/{games.id}/change/").text
    out = [re.sub(r"<[^>]*>", "", one).split() for one in re.findall(r"<s>.*?</s>", shown, flags=re.DOTALL)]
    assert out == [["2", "dropped"], ["2", "dropped"], ["1", "dropped"]]
