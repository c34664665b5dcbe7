"""The options of every game as form fields, for the types that a field can express."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from games.game import Game
from games.registry import all_games
from league.admin.desk.number_fields import ScoreField
from league.admin.desk.struct_fields import form_field
from league.domain.tournament.state import SCORE_SHEET as SHEET
from league.queries.wording import humanised

NONE: Mapping[str, Any] = MappingProxyType({})
SCORE_SHEET: Mapping[str, Mapping[str, Any]] = {
    "rounds": {"label": _("Rounds of a game"), "help_text": _("The scores of these rounds are added up.")},
    "win": {"label": _("Who wins"), "choices": [("high", _("the highest score")), ("low", _("the lowest score"))]},
    "tie_break": {
        "label": _("With equal scores"),
        "choices": [
            ("shared", _("the place is shared")),
            ("last_round", _("the last round decides")),
            ("first_named", _("the one named first is ahead")),
        ],
    },
    "min_score": {"label": _("Lowest score of a round")},
    "max_score": {"label": _("Highest score of a round")},
    "places_only": {"label": _("Only places are written, no scores")},
}
"""How the fields of the game that is chosen for any other are called."""


def all_fields() -> Iterator[tuple[str, forms.Field]]:
    """The fields of every game, by name: `<slug>__<option>`. An empty field stands for the game's default."""
    for game in all_games().values():
        hints = get_type_hints(game.options)
        for option in msgspec.structs.fields(game.options):
            words = SCORE_SHEET.get(option.name, NONE) if game.slug == SHEET else NONE
            if (field := _field(option.name, hints[option.name], option.default, words)) is not None:
                yield f"{game.slug}__{option.name}", field


def chosen(game: Game[Any], cleaned: Mapping[str, Any], kept: Mapping[str, Any] = NONE) -> dict[str, Any]:
    """The options of a game that differ from its defaults. kept: those in force, which stay if no field sets them."""
    defaults = {known.name: known.default for known in msgspec.structs.fields(game.options)}
    sent = {name: cleaned[field] for name in defaults if (field := f"{game.slug}__{name}") in cleaned}
    values = {**kept, **{name: defaults[name] if value in (None, "") else value for name, value in sent.items()}}
    return {name: value for name, value in values.items() if name in kept or value != defaults[name]}


def _field(name: str, hint: Any, default: Any, words: Mapping[str, Any]) -> forms.Field | None:
    words = {"label": humanised(name), **words}
    if {int, float} <= set(get_args(hint)):
        return ScoreField(required=False, max_length=60, help_text=_("A number. Empty: no limit."), **words)
    is_text = str in (hint, *get_args(hint))
    return None if is_text else form_field(hint, initial=default, required=False, **words)
