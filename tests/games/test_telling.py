"""Every game tells what happened, and says to nobody more than they may know."""

from __future__ import annotations

from random import Random
from string import Formatter

import pytest

from games.registry import all_games
from games.telling import SENTENCES, Sentence, tell
from tests.games.test_golden_rows import rows
from tests.games.variants import VARIANTS, Variant

every_game = pytest.mark.parametrize("slug", list(all_games()))


def is_filled(sentence: Sentence) -> bool:
    """Whether the sentence has all the facts that its places ask for."""
    places = {name for _, name, _, _ in Formatter().parse(sentence.template) if name is not None}
    return places <= set(sentence.facts)


@every_game
def test_every_event_has_words(slug):
    game = all_games()[slug]
    names = {event.type.partition(".")[2] for event in game.rules.events}
    assert names <= set(game.sentences) | set(SENTENCES)
    assert set(game.sentences) <= names


@every_game
def test_every_stored_event_is_told_with_all_its_facts(slug):
    game = all_games()[slug]
    for row in rows(slug):
        event = game.codec.from_plain(row["type"], row["schema"], row["data"])
        for viewer in ("referee", None, *getattr(event, "players", ())):
            if (shown := event.show(viewer)) is not None:
                sentences = tell(event.type.partition(".")[2], shown, game.sentences)
                assert sentences, event.type
                assert all(is_filled(sentence) for sentence in sentences), event.type


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_whole_games_are_told_to_everybody(variant: Variant):
    match = variant.played(60, Random(4))
    sentences = match.game.sentences
    for viewer in (*variant.players, "referee", None):
        for event in match.events:
            shown = event.show(viewer)
            told = tell(event.type.partition(".")[2], shown, sentences) if shown is not None else []
            assert all(is_filled(sentence) for sentence in told), event


def test_an_event_that_nobody_has_words_for_is_told_by_none():
    assert tell("moon_eaten", {}, {}) == []
