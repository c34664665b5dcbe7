"""What is hidden in a game stays hidden from a player who is staff too, and from all when the game is gone."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from api import validators
from games import registry
from games.registry import all_games
from league.admin.log import transcript
from league.repository import streams
from tests.api.conftest import Site, Visitor

Json = dict[str, Any]
PENDING = 4


def tiger_with_a_pending_choice(site: Site, *players: Visitor) -> tuple[str, list[str]]:
    """A friendly game of Fuzzy Tiger: one turn is over; of the second the last player's card lies face down."""
    ids = [str(player.user.pk) for player in players]
    body = {"game": "fuzzy-tiger", "players": ids, "options": {"play": "dealt"}}
    made = site.member.send("POST", f"clubs/{site.club.pk}/tables", body)
    assert made.status_code == 201, made.content
    table: str = made.json()["id"]
    for player, card in ((players[0], 3), (players[1], 2), (players[1], PENDING)):
        answer = player.send("POST", f"tables/{table}/commands", {"type": "choose", "card": card})
        assert answer.status_code == 200, answer.content
    return table, ids


def amended(site: Site, who: Visitor, table: str, player: str) -> Json:
    """The refusal of what would take the pending card from its owner's hand: it was played a turn before."""
    other = {"type": "choose", "player": player, "card": PENDING}
    body = {"type": "amend", "at": 3, "reason": "x", "command": other}
    answer = who.send("POST", f"tables/{table}/commands", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "would_break"), answer.content
    told: Json = answer.json()
    return told


def test_a_director_who_plays_is_not_told_what_an_amend_would_break(site: Site) -> None:
    table, (_, member) = tiger_with_a_pending_choice(site, site.director, site.member)
    told = amended(site, site.director, table, member)
    assert set(told["facts"]) == {"number"}
    assert str(PENDING) not in told["detail"]


def test_staff_who_do_not_play_are_told(site: Site) -> None:
    table, (_, member) = tiger_with_a_pending_choice(site, site.other, site.member)
    told = amended(site, site.referee, table, member)
    assert told["facts"]["command"] == {"type": "choose", "player": member, "card": PENDING}


@pytest.fixture
def without_tigers(monkeypatch: pytest.MonkeyPatch):
    """Takes Fuzzy Tiger off this installation, when called."""

    def uninstall() -> None:
        left = MappingProxyType({slug: game for slug, game in all_games().items() if slug != "fuzzy-tiger"})
        for module in (registry, streams, transcript):
            monkeypatch.setattr(module, "all_games", lambda: left)
        streams.codec.cache_clear()
        monkeypatch.setattr(validators, "answers", validators.Answers())

    yield uninstall
    streams.codec.cache_clear()


def test_a_feed_goes_on_where_a_game_is_not_installed_any_more(site: Site, without_tigers) -> None:
    table, _ = tiger_with_a_pending_choice(site, site.other, site.member)
    reading = Client()
    reading.force_login(site.superuser.user)
    page = reverse("admin:transcript", args=[table])
    assert reading.get(page).status_code == 200
    site.friendly(site.member, site.other)
    before = site.referee.send("GET", f"clubs/{site.club.pk}/events").json()
    without_tigers()
    after = site.referee.send("GET", f"clubs/{site.club.pk}/events").json()
    assert after["next_after"] == before["next_after"]
    kept = [event for event in before["results"] if not event["type"].startswith("fuzzy_tiger")]
    assert after["results"] == kept != before["results"]
    assert reading.get(page).status_code == 404
