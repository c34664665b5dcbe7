"""The rules: what a sheet may say, when it ends, who wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import ceil

import msgspec

from games import scores
from games.codec import decode_command
from games.exact import LIMIT, Exact, Number, read, write
from games.game import bad_option
from games.kernel import N_, REFEREE, Json, Rejected, Rules, Viewer
from games.scores import Points, Ranking, rank
from games.scoresheet.commands import RecordRound, SheetOptions
from games.scoresheet.events import RoundRecorded, SheetFinished, SheetStarted
from games.scoresheet.state import EVOLVE, State
from games.sheets import bad_sheet, bad_sheet_of, require_exactly


def start(players: tuple[str, ...], options: SheetOptions, seed: str) -> Iterable[SheetStarted]:
    """The start. Raises Rejected `bad_options` for bounds that are no exact numbers or leave nothing between them."""
    low, high = _bound("min_score", options.min_score), _bound("max_score", options.max_score)
    if low is not None and high is not None:
        _require_room(options, low, high)
    exact = msgspec.structs.replace(
        options,
        min_score=None if low is None else write(low),
        max_score=None if high is None else write(high),
    )
    return [SheetStarted(players, seed, exact)]


def _require_room(options: SheetOptions, low: Exact, high: Exact) -> None:
    if low > high:
        raise bad_option("max_score", N_("The highest score is below the lowest."))
    if options.whole_numbers and ceil(low) > high:
        raise bad_option("max_score", N_("There is no whole number between the lowest and the highest score."))


def _bound(option: str, number: Number | None) -> Exact | None:
    try:
        return None if number is None else read(number)
    except ValueError as fault:
        raise bad_option(option, UNREAD_BOUND[str(fault)], number=number) from fault


def decide(state: State, command: RecordRound) -> Iterator[RoundRecorded | SheetFinished]:
    """The round as reported; with the last one the end."""
    sheet = _sheet(state.options, command)
    if state.is_over:
        raise Rejected("wrong_phase", N_("All rounds are reported."))
    require_exactly(state.players, "places" if state.options.places_only else "scores", sheet)
    points = _places(sheet) if state.options.places_only else _scores(state.options, sheet)
    written = {player: write(points[player]) for player in state.players}
    breakdown = {player: {"score": number} for player, number in written.items()}
    yield RoundRecorded(state.round, written, breakdown)
    if len(state.scores.rounds) == state.options.rounds:
        yield SheetFinished(*_ranking(state))


UNREAD = {
    "no decimal number": N_("{player}: {number} is not a decimal number."),
    "too large": N_("{player}: {number} is too large."),
    "too many digits": N_("{player}: {number} has too many digits."),
}
"""Sentences for what `read` finds wrong with a number."""
UNREAD_BOUND = {
    "no decimal number": N_("{number} is not a decimal number."),
    "too large": N_("{number} is too large."),
    "too many digits": N_("{number} has too many digits."),
}
"""The same for a bound of all scores."""


def _sheet(options: SheetOptions, command: RecordRound) -> Mapping[str, Number]:
    """The one field that the options ask for."""
    by_name = {"scores": command.scores, "places": command.places}
    asked, other = ("places", "scores") if options.places_only else ("scores", "places")
    if by_name[other] is not msgspec.UNSET:
        by_scores = N_("This game is reported by scores."), N_("This game is reported by places.")
        raise bad_sheet(other, by_scores[options.places_only])
    sheet: Mapping[str, Number] | msgspec.UnsetType = by_name[asked]
    if isinstance(sheet, msgspec.UnsetType):
        missing = N_("The scores are missing."), N_("The places are missing.")
        raise bad_sheet(asked, missing[options.places_only])
    return sheet


def _scores(options: SheetOptions, sheet: Mapping[str, Number]) -> dict[str, Exact]:
    return {player: _score(options, player, number) for player, number in sheet.items()}


def _score(options: SheetOptions, player: str, number: Number) -> Exact:
    field, facts = f"scores.{player}", {"number": number}
    try:
        score = read(number)
    except ValueError as fault:
        raise bad_sheet_of(player, field, UNREAD[str(fault)], **facts) from fault
    if not -LIMIT <= score * options.rounds <= LIMIT:
        raise bad_sheet_of(player, field, N_("{player}: {number} is too large for a sum of all rounds."), **facts)
    if options.whole_numbers and score.denominator != 1:
        raise bad_sheet_of(player, field, N_("{player}: {number} is not a whole number."), **facts)
    if options.min_score is not None and score < read(options.min_score):
        template = N_("{player}: {number} is below the least score, {least}.")
        raise bad_sheet_of(player, field, template, **facts, least=options.min_score)
    if options.max_score is not None and score > read(options.max_score):
        template = N_("{player}: {number} is above the highest score, {most}.")
        raise bad_sheet_of(player, field, template, **facts, most=options.max_score)
    return score


def _places(sheet: Mapping[str, Number]) -> dict[str, Exact]:
    """Places as written: 1 + the number of players who stand before."""
    places = {player: read(place) for player, place in sheet.items()}
    for player, place in places.items():
        if place != 1 + sum(other < place for other in places.values()):
            template = N_("{player}: {number} can't be the place here; shared places are written 1, 1, 3.")
            raise bad_sheet_of(player, f"places.{player}", template, number=sheet[player])
    return places


def _ranking(state: State) -> Ranking:
    """The end: totals, then the tie-break that was agreed; a lower number is better where the lowest wins."""
    sign = -1 if state.lowest_wins else 1
    tie_breaks: dict[str, list[tuple[str, Points]]] = {
        "shared": [],
        "last_round": [("last_round", _times(sign, state.scores.of_round(state.options.rounds)))],
        "first_named": [("first_named", {player: -seat for seat, player in enumerate(state.players)})],
    }
    totals = _times(sign, state.scores.totals(state.players))
    return rank(state.players, totals, tie_breaks[state.options.tie_break])


def _times(sign: int, points: Points) -> Points:
    return {player: sign * number for player, number in points.items()}


def pending(state: State) -> list[Json]:
    """The next round's sheet, until the last one is in."""
    return [] if state.is_over else [{"player": REFEREE, "type": "record_round"}]


def view(state: State, viewer: Viewer) -> Json:
    """The whole sheet, for everybody."""
    return {
        "round": state.round,
        "scores": [dict(scored.points) for scored in state.scores.rounds],
        "phase": "over" if state.is_over else "play",
    }


def outcome(state: State) -> Json:
    """Totals and places so far; at the end, who has won."""
    return scores.outcome(state.players, state.scores, lowest_wins=state.lowest_wins)


RULES = Rules(
    name="scoresheet",
    events=(SheetStarted, RoundRecorded, SheetFinished),
    commands=(RecordRound,),
    initial=State,
    evolve=EVOLVE,
    decide=decide,
    view=view,
)


def outcome_of_round(players: tuple[str, ...], options: SheetOptions, sheet: Json) -> Json:
    """The outcome of a match of one round. sheet: its `record_round`. Raises Rejected as the match does."""
    state, command = State(players, options), decode_command(RULES, sheet)
    assert isinstance(command, RecordRound), "the rules have no other"
    for event in decide(state, command):
        EVOLVE[type(event)](state, event)
    return outcome(state)
