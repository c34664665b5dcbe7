"""Round sheets, alike in every game: the refusal, and that every player is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel import N_, Rejected


def bad_sheet(field: str, template: str, **facts: object) -> Rejected:
    """The refusal of a round sheet for one of its fields. template: the sentence; its English text is a fact too."""
    return Rejected("bad_sheet", template, {"field": field, "reason": template.format(**facts), **facts}, field=field)


STRANGER = N_("{player} doesn't play in this match.")
TWICE = N_("{player} is named twice.")
MISSING = N_("{player} is missing.")


def bad_sheet_of(player: str, field: str, template: str, **facts: object) -> Rejected:
    """The refusal of a round sheet for what it says of a player. template: the sentence, with `{player}`."""
    return Rejected("bad_sheet", template, {"field": field, "player": player, **facts}, field=field)


def require_exactly(players: Sequence[str], field: str, named: Mapping[str, object]) -> None:
    """`named`, the sheet's `field`, names all the players and nobody else."""
    for player in named:
        if player not in players:
            raise bad_sheet_of(player, f"{field}.{player}", STRANGER)
    for player in players:
        if player not in named:
            raise bad_sheet_of(player, f"{field}.{player}", MISSING)
