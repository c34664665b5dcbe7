"""The options of every game as form fields, for the types that a field can express."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

import msgspec
from django import forms
from django.utils.translation import gettext as _

from games.game import Game
from games.registry import all_games
from league.admin.desk.number_fields import ScoreField
from league.admin.desk.struct_fields import form_field
from league.queries.wording import humanised

NONE: Mapping[str, Any] = MappingProxyType({})


def all_fields() -> Iterator[tuple[str, forms.Field]]:
    """The fields of every game, by name: `<slug>__<option>`. An empty field stands for the game's default."""
    for game in all_games().values():
        hints = get_type_hints(game.options)
        for option in msgspec.structs.fields(game.options):
            if (field := _field(option.name, hints[option.name], option.default)) is not None:
                yield f"{game.slug}__{option.name}", field


def chosen(game: Game[Any], cleaned: Mapping[str, Any], kept: Mapping[str, Any] = NONE) -> dict[str, Any]:
    """The options of a game that differ from its defaults. kept: those in force, which stay if no field sets them."""
    defaults = {known.name: known.default for known in msgspec.structs.fields(game.options)}
    sent = {name: cleaned[field] for name in defaults if (field := f"{game.slug}__{name}") in cleaned}
    values = {**kept, **{name: defaults[name] if value in (None, "") else value for name, value in sent.items()}}
    return {name: value for name, value in values.items() if name in kept or value != defaults[name]}


def _field(name: str, hint: Any, default: Any) -> forms.Field | None:
    label = humanised(name)
    if {int, float} <= set(get_args(hint)):
        return ScoreField(label=label, required=False, max_length=60, help_text=_("A number. Empty: no limit."))
    is_text = str in (hint, *get_args(hint))
    return None if is_text else form_field(hint, label=label, initial=default, required=False)
