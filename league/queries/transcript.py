"""Sentences about games: translated, with names for ids, lists joined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.game import Game, Started
from games.kernel import N_, REFEREE, Json, Rejected, Viewer
from games.registry import find_game
from games.telling import Sentence, tell
from league.access.audience import Audience
from league.log import store
from league.models import Table
from league.queries import names as names_of
from league.repository.streams import FIRST, decode, stream_of

ISOLATE, POP = "\u2068", "\u2069"
"""Put around a name, so that one in a right-to-left script does not reorder the sentence."""


@dataclass(frozen=True)
class GameLine:
    """An event of a game in words. version: its number in the game's log."""

    version: int
    at: datetime
    text: str


def say(sentence: Sentence, names: Mapping[str, str]) -> str:
    """A sentence in the reader's language. names: of the players by id."""
    return _(sentence.template).format_map({key: _fact(value, names) for key, value in sentence.facts.items()})


def sentence_of(game: Game[Any], event_type: str, shown: Json, names: Mapping[str, str]) -> str:
    """The sentences of a game's event for its reader; "" for a type without sentences."""
    sentences = tell(event_type.partition(".")[2], shown, game.sentences)
    return " ".join(say(sentence, names) for sentence in sentences)


def transcript(table: Table, viewer: Viewer, audience: Audience, number: int = FIRST) -> Iterator[GameLine]:
    """The events of the game at a table in words, as `viewer` may know them; none before the game is opened.

    number: of the game, if its round has several. Raises Rejected `unknown_player` for a viewer who is no player.
    """
    rows = store.load(table.club_id, stream_of(table.pk, number))
    if not rows:
        return
    game, players = find_game(table.game), players_of(rows[0])
    if viewer is not None and viewer not in (REFEREE, *players):
        raise Rejected("unknown_player", N_("There is no such player in this match."))
    names = names_of.of_entries(table.round.tournament_id, audience) if table.round else names_of.of_users(players)
    for row in rows:
        shown = decode(row).show(viewer)
        if shown is not None and (text := sentence_of(game, row.type, shown, names)):
            yield GameLine(row.version, row.recorded_at, text)


def players_of(row: store.Stored) -> Sequence[str]:
    """The ids of the players in seating order. row: the game's first event."""
    started = decode(row)
    assert isinstance(started, Started), "a game's first event is its start"
    return started.players


def _fact(value: Any, names: Mapping[str, str]) -> str:
    match value:
        case str():
            return f"{ISOLATE}{names[value]}{POP}" if value in names else _(value) if value else ""
        case tuple():
            return " ".join(_fact(part, names) for part in value)
        case list():
            return _(", ").join(_fact(part, names) for part in value) or _("nothing")
        case dict():
            return _(", ").join(f"{_fact(key, names)} {_fact(part, names)}" for key, part in value.items())
        case _:
            return "–" if value is None else str(value).replace("-", "−")
