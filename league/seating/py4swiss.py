"""The FIDE (Dutch) System by the optional package py4swiss, which is not endorsed by FIDE (`pip install .[dutch]`)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from league.domain.seating.pairs.dutch import Card, Game, Pair, Request, Result

TOKENS: dict[Result, str] = {
    "win": "1",
    "draw": "=",
    "loss": "0",
    "forfeit_win": "+",
    "forfeit_loss": "-",
    "bye": "U",
    "absent": "Z",
}


def dutch_pair() -> Pair | None:
    """The function that pairs a round, or None where the package is not installed."""
    return pair if find_spec("py4swiss") else None


def pair(request: Request) -> Sequence[tuple[int, int]] | None:
    """The pairs of the round as numbers of white and black (0 for the bye); None where the rules allow no pairing."""
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import ParsedTrf

    sections = [_section(number, card, request) for number, card in enumerate(request.cards, 1)]
    try:
        made = DutchEngine.generate_pairings(ParsedTrf(player_sections=sections, x_section=_settings(request)))
    except PairingError:
        return None
    return [(found.white, found.black) for found in made]


def _section(number: int, card: Card, request: Request) -> Any:
    """An entry in the form of the package."""
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.sections import PlayerSection

    results = [_result(game) for game in card.games]
    return PlayerSection(
        code=PlayerCode.PLAYER, starting_number=number, points_times_ten=card.score, rank=number, results=results
    )


def _result(game: Game) -> Any:
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult

    colour = ("w" if game.white else "b") if game.opponent else "-"
    return RoundResult(id=game.opponent, color=ColorToken(colour), result=ResultToken(TOKENS[game.result]))


def _settings(request: Request) -> Any:
    """The settings of the whole round. Where the number of rounds is unknown, no round is the last.

    A current score is given as its difference to the points of the results, which the package calls an acceleration.
    """
    from py4swiss.trf.results import ColorToken, ResultToken, ScoringPointSystem
    from py4swiss.trf.sections import XSection
    from py4swiss.trf.sections.x_section import XSectionConfiguration

    pays = {
        (ResultToken(TOKENS[result]), colour): points
        for result, points in request.pays.items()
        for colour in ColorToken
    }
    missing = {
        number: [0] * len(card.games) + [card.score - sum(request.pays[game.result] for game in card.games)]
        for number, card in enumerate(request.cards, 1)
    }
    return XSection(
        number_of_rounds=request.rounds or request.number + 1,
        zeroed_ids={number for number, card in enumerate(request.cards, 1) if not card.there},
        scoring_point_system=ScoringPointSystem(score_dict=pays),
        configuration=XSectionConfiguration(first_round_color=request.white_first),
        accelerations=missing,
        forbidden_pairs=set(request.barred),
    )
