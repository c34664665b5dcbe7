"""The options of every game as form fields, as far as a field can say them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from django import forms
from django.utils.translation import gettext as _

from games.game import Game
from games.registry import all_games
from league.admin.formatting.wording import humanised


def fields_of(game: Game[Any]) -> Iterator[tuple[str, forms.Field]]:
    """Fields by their names in the form, `<slug>__<option>`; one left empty takes the game's default."""
    hints = get_type_hints(game.options)
    for known in msgspec.structs.fields(game.options):
        field = _field(known.name, hints[known.name], known.default)
        if field is not None:
            yield f"{game.slug}__{known.name}", field


def all_fields() -> Iterator[tuple[str, forms.Field]]:
    """The fields of every game."""
    for game in all_games().values():
        yield from fields_of(game)


def chosen(game: Game[Any], cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The game's options that were chosen and are not its defaults anyway."""
    found = {}
    for known in msgspec.structs.fields(game.options):
        value = cleaned.get(f"{game.slug}__{known.name}")
        if value not in (None, "", known.default):
            found[known.name] = value
    return found


def _field(name: str, hint: Any, default: Any) -> forms.Field | None:
    label = humanised(name)
    kinds = set(get_args(hint)) or {hint}
    if get_origin(hint) is Literal:
        choices = [(value, humanised(str(value))) for value in get_args(hint)]
        return forms.ChoiceField(label=label, choices=choices, initial=default, required=False)
    if hint is bool:
        return forms.BooleanField(label=label, initial=default, required=False)
    if hint is int:
        return forms.IntegerField(label=label, initial=default, required=False)
    if {int, float} <= kinds:
        help_text = _("A number; empty for no bound.")
        return forms.CharField(label=label, required=False, max_length=60, help_text=help_text)
    return None
