"""*What happened* says which setting was changed, from what to what."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from django.test import Client
from msgspec import UNSET

from league.admin.log.changes import settings_changes
from league.domain.season.commands import Change as ChangeSeason
from league.domain.season.table.scheme import Scheme
from league.domain.tournament.commands import Change
from league.domain.tournament.formats import Areas, Swiss
from league.domain.tournament.settings import (
    Best,
    Hall,
    Opponents,
    PointScheme,
    Separation,
    Settings,
    SignUpList,
    TableSize,
)
from league.repository.streams import SEASON
from league.services import execution
from tests.pages.night import FIRST_NIGHT, Night, Playing
from tests.pages.test_shown import text_of

BEFORE = Settings(name="Night", game="scoresheet")
AT = datetime(2026, 12, 1, 18, tzinfo=UTC)
CHANGED = {
    "name": ("Late night", "Name: Night → Late night"),
    "game": ("monster-trick", "Game: Score sheet → Monster Trick"),
    "game_options": ({"rounds": 4}, "Rounds of a game: 1 → 4"),
    "games_per_round": (2, "Games per round: 1 → 2"),
    "format": (Swiss(), "How rounds are seated: Club night: the best together → Swiss"),
    "rounds": (4, "Rounds: – → 4"),
    "table_size": (
        TableSize(3, 4, 4),
        "Tables: 2 to 12 people sit at a table, if possible 4. → 3 to 4 people sit at a table, if possible 4.",
    ),
    "points": (PointScheme(best=Best(3, "round"), missed=1), "Only the best 3 rounds count."),
    "tie_breaks": (("wins", Opponents(2)), "With equal points: – → Wins, Opponents’ points (Floor 2)"),
    "clock_seconds": (3000, "Minutes per round: – → 50 minutes"),
    "starts_at": (AT, "When: – → Tuesday 1 December"),
    "apart": (Separation("hard"), "People of one household: preferably apart → never at one table"),
    "hall": (Hall(("Bar", "Window")), "Labels of the tables, one on each line: – → Bar, Window"),
    "balance": ("season", "this tournament only → its whole season"),
    "fide_tie_breaks": ("2024", "those in force on the day → August 2024"),
    "personal_links": (True, "Results only by personal links: no → yes"),
    "visibility": ("link", "Who may open its page: everybody → people who have the link"),
    "standings_shown": ("rounds", "Results are shown: at once → after each round"),
    "sign_up": (SignUpList(limit=16), "People sign up on a page: no → yes"),
}


@pytest.mark.parametrize("name", [name for name in Settings.__struct_fields__ if name != "seasons"])
def test_each_setting_is_told(name: str) -> None:
    value, sentence = CHANGED[name]
    after = msgspec.structs.replace(BEFORE, **{name: value})
    told = list(settings_changes(BEFORE, after))
    assert any(sentence in one for one in told), told
    assert list(settings_changes(after, after)) == []
    assert len(told) == (2 if name == "sign_up" else 1)


@pytest.mark.parametrize(
    ("name", "usual"), [("apart", Separation()), ("hall", Hall()), ("visibility", "public"), ("personal_links", False)]
)
def test_what_is_as_usual_has_not_changed(name: str, usual: Any) -> None:
    after = msgspec.structs.replace(BEFORE, **{name: usual})
    assert getattr(BEFORE, name) is UNSET
    assert list(settings_changes(BEFORE, after)) == []


def test_the_page_says_what_was_changed(director: Client, night: Night) -> None:
    playing = Playing(night.club, night.director, night.season, "Short night", FIRST_NIGHT)
    playing.send(Change(rounds=5))
    playing.send(Change(rounds=6, format=Areas(k=8)))
    season = ChangeSeason(name="Autumn", scheme=Scheme(best=3))
    actor = f"user:{night.director.pk}"
    execution.execute(SEASON, night.season, season, club=night.club.pk, actor=actor, at=playing.at)
    text = text_of(director, f"/admin/log/?club={night.club.pk}&type=tournament.changed")
    assert "Rounds: 5 → 6" in text
    assert "→ Club night: the best together; People per area: 8" in text
    text = text_of(director, f"/admin/log/?club={night.club.pk}&type=season.changed")
    assert "→ Autumn" in text
    assert "The best 2 results count → " in text
