"""Play by lot: everybody by their own view, the referee now and then."""

from __future__ import annotations

from random import Random

from games.four_monkeys.bots import at_random
from games.four_monkeys.checks import to_check
from games.four_monkeys.parts import COMBOS
from games.four_monkeys.rules import may
from games.four_monkeys.state import Area, State
from games.four_monkeys.view import view
from games.kernel import Json

ENDS = 0.02
"""The probability that the time ends, at each step while it runs."""

FALSE_STOPS = 0.004
FALSE_STOPS_REPORTED = 0.05


def robot(state: State, lot: Random) -> Json:
    """What is awaited: a start, an action, the end, a check, or the sheet of a round."""
    if state.phase == "ready":
        return {"type": "start_round"}
    if state.phase == "check":
        return _check(state, lot)
    return _sheet(state, lot) if state.options.play == "recorded" else _action(state, lot)


def _action(state: State, lot: Random) -> Json:
    what, player = lot.random(), lot.choice(state.players)
    if what < ENDS:
        return {"type": "time_up"}
    if what < ENDS + FALSE_STOPS:
        return {"type": "stop", "player": player}
    awaited = list(may(state, player))
    return at_random(view(state, player), player, lot, awaited=awaited, combos=state.catalogue) or {"type": "time_up"}


def _check(state: State, lot: Random) -> Json:
    if state.options.play == "dealt" and lot.random() < ENDS:
        return {"type": "check_all"}
    player, tile = lot.choice(to_check(state))
    asked = {"type": "check", "player": player, "tile": tile}
    return asked if state.options.play == "dealt" else {**asked, "correct": lot.choice([True, False])}


def _sheet(state: State, lot: Random) -> Json:
    """In each area tiles out of its sets. Who has all ten says stop; so does, now and then, somebody who has not."""
    sheet: Json = {}
    for area in state.areas:
        sheet |= _reports(state, area, lot)
    callers = [player for player in sheet if len({tile["combo"] for tile in sheet[player]["tiles"]}) == COMBOS]
    if not callers and lot.random() < FALSE_STOPS_REPORTED:
        callers = list(state.players)
    ended_by = {"reason": "stop", "player": lot.choice(callers)} if callers else {"reason": "time"}
    return {"type": "record_round", "sheet": sheet, "ended_by": ended_by}


def _reports(state: State, area: Area, lot: Random) -> Json:
    tiles = [*state.catalogue] * area.seats.sets
    lot.shuffle(tiles)
    skins = len(area.seats.players) if state.options.bananas else 0
    reports: Json = {}
    for player in area.seats.players:
        taken = [tiles.pop() for _ in range(lot.randint(0, min(COMBOS + 2, len(tiles))))]
        given = lot.randint(0, skins)
        skins -= given
        reports[player] = {
            "tiles": [{"combo": combo, "burned": lot.choice([True, False])} for combo in taken],
            "replenished": lot.choice([True, False]),
            "bananas": given,
        }
    return reports
