"""The sheet of a table's result beside its game: scores or places, who was away, and who played in another's seat.

A score sheet of one round is reported by it, and so is every other game that somebody left or did not come to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.kernel import N_, Json, Rejected
from games.round_sheet import RESULT_SHEET, Answers, Field, Option, RoundSheet
from league.domain.tournament.results.reports import Claim, Report
from league.domain.values.fields import LARGEST_TABLE

SCORES, PLACES, AWAY, STAND_IN = "scores", "places", "away", "stand_in"
ABSENT, LEFT = "absent", "left"
MISSING = N_("{entry} is missing.")
SCORE = Field(SCORES, N_("Score"), whole=False)
PLACE = Field(PLACES, N_("Place"), least=1, most=LARGEST_TABLE)
WAS_AWAY = Field(
    AWAY,
    N_("Was there?"),
    "choice",
    path=ABSENT,
    options=(Option(LEFT, N_("left early")), Option(ABSENT, N_("never came"))),
    required=False,
    blank=N_("played"),
    is_rare=True,
)


def plain_sheet(
    seats: Sequence[str], game_sheet: RoundSheet | None = None, stand_ins: Sequence[str] = (), *, hint: str = ""
) -> RoundSheet:
    """The sheet of the result of a table with these seats.

    game_sheet: the game's own, where it asks for scores or places only; its fields are then these. stand_ins: ids of
    people who may have played in another's seat.
    """
    own = game_sheet.of_player if game_sheet else (replace(SCORE, required=False), replace(PLACE, required=False))
    numbers = tuple(replace(asked, unless=AWAY) for asked in own)
    more = (stand_in_field(stand_ins),) if stand_ins else ()
    return RoundSheet(
        title=game_sheet.title if game_sheet else RESULT_SHEET,
        players=tuple(seats),
        of_player=(*numbers, WAS_AWAY, *more),
        commands=lambda answers: [],
        filled=lambda command: None,
        rules=game_sheet.rules if game_sheet else (),
        hint=game_sheet.hint if game_sheet else hint or N_("enter the scores, or the places"),
    )


def stand_in_field(people: Sequence[str]) -> Field:
    """Who played in a seat. people: ids."""
    options = tuple(Option(person, "", person) for person in people)
    return Field(
        STAND_IN,
        N_("Who played instead"),
        "choice",
        options=options,
        required=False,
        blank=N_("nobody"),
        is_rare=True,
    )


def report_of(answers: Answers) -> Report:
    """The report that a filled plain sheet is. Raises Rejected where it has both scores and places, or neither."""
    scores, places, away = answers.each(SCORES), answers.each(PLACES), answers.each(AWAY)
    if scores and places:
        raise Rejected("bad_result", N_("Write either scores or places, not both."))
    field, given = (PLACES, places) if places else (SCORES, scores)
    for entry in answers.players:
        if given and entry not in given and entry not in away:
            raise Rejected("wrong_players", MISSING, {"entry": entry}, f"{field}.{entry}")
    return Report(
        scores=scores or None,
        places=places or None,
        absent=tuple(entry for entry, how in away.items() if how == ABSENT),
        left=tuple(entry for entry, how in away.items() if how == LEFT),
        stand_in=answers.each(STAND_IN),
    )


def filled_by(claim: Claim) -> Answers:
    """The answers that lead to a claim: by scores if it has any."""
    return Answers({}, {entry: _filled(claim, entry) for entry in claim.places})


def _filled(claim: Claim, entry: str) -> Json:
    away = ABSENT if entry in claim.absent else LEFT if entry in claim.left else None
    scores: Mapping[str, Any] = claim.scores or {}
    given = {
        SCORES: scores.get(entry),
        PLACES: None if claim.scores or away else claim.places[entry],
        AWAY: away,
        STAND_IN: claim.stand_in.get(entry),
    }
    return {name: value for name, value in given.items() if value is not None}
