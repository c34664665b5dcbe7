"""The game of a round, and the table sizes that it allows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.game import Game
from games.kernel import N_, Json, Rejected
from games.registry import find_game
from league.domain.seating.plan import Plan
from league.domain.seating.sizes import seats_all
from league.domain.tournament.commands import Create
from league.domain.tournament.formats import Areas, Knockout, RoundRobin, Swiss
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament
from league.domain.values.faults import BadFields, Fault
from league.domain.values.fields import LARGEST_TABLE, SMALLEST_TABLE


def chosen(state: Tournament, game: str | None) -> Game[Any]:
    """The game of the next round: of that slug, or (None) the stage's or the tournament's. Raises BadFields."""
    try:
        return find_game(state.effective_settings.game if game is None else game)
    except Rejected as refusal:
        raise BadFields([Fault("game", refusal.code, refusal.template, refusal.facts)]) from refusal


def sizes(state: Tournament, game: Game[Any]) -> TableSize:
    """The table sizes that both tournament and game allow. Raises Rejected where there is none."""
    settings = state.effective_settings
    size = common(settings.table_size, game)
    if size is None:
        template = N_("{title} is played by {fewest} to {most} players; this tournament has no such tables.")
        raise Rejected("unfit_game", template, _facts(game), "game")
    format = settings.format
    if isinstance(format, Areas) and format.k and not seats_all(format.k, size.min, size.max):
        template = N_("{title} is played by {fewest} to {most} players, which areas of {k} can't be divided into.")
        raise Rejected("unfit_game", template, {**_facts(game), "k": format.k}, "game")
    return size


def common(size: TableSize, game: Game[Any]) -> TableSize | None:
    """The sizes that the game allows too; None where there is none."""
    least, most = max(size.min, game.min_players), min(size.max, game.max_players)
    return TableSize(least, most, min(max(size.prefer, least), most)) if least <= most else None


def played_with(game: Game[Any], state: Tournament, made: Plan) -> Plan:
    """The plan with its game. Raises Rejected where a table has a size that the game does not allow."""
    for table in made.tables:
        if not game.min_players <= len(table.seats) <= game.max_players:
            template = N_("Table {number} has {seats} seats; {title} is played by {fewest} to {most} players.")
            facts = {"number": table.number, "seats": len(table.seats), **_facts(game)}
            raise Rejected("bad_plan", template, facts, "plan")
    return replace(made, game=None if game.slug == state.effective_settings.game else game.slug)


def _facts(game: Game[Any]) -> Json:
    return {"title": game.title, "fewest": game.min_players, "most": game.max_players}


def pairs_of(game: Game[Any], settings: Create) -> TableSize | None:
    """Two at a table, where format or points are for pairs and the game allows two players; else None."""
    format, outcomes = settings.format, settings.points.outcomes
    of_two = isinstance(format, RoundRobin) or (isinstance(format, Swiss) and format.is_dutch)
    if of_two or (outcomes is not None and isinstance(format, Swiss | Knockout)):
        return TableSize(2, 2, 2) if game.min_players <= SMALLEST_TABLE <= game.max_players else None
    return None


def sizes_of(game: Game[Any]) -> TableSize:
    """The table sizes of a game where the settings give none."""
    least, most = max(game.min_players, SMALLEST_TABLE), min(game.max_players, LARGEST_TABLE)
    return TableSize(least, most, min(max(TableSize().prefer, least), most))


def one_larger(size: TableSize, entries: int, game: Game[Any]) -> TableSize | None:
    """The sizes with one seat more, where that seats at one table all of those of whom one would sit out; else None."""
    if size.max == SMALLEST_TABLE or entries != size.max + 1 or entries > game.max_players:
        return None
    if seats_all(entries, size.min, size.max):
        return None
    return TableSize(size.min, entries, size.prefer)
