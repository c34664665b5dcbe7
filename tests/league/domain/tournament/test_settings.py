"""The fields of a tournament's settings, and of the command that changes them."""

from __future__ import annotations

from typing import Union, get_type_hints

from msgspec import UNSET, UnsetType
from msgspec.structs import fields

from league.domain.tournament.settings import Change, Settings

SET_ONCE = {"seasons"}
"""Said when a tournament is created; afterwards a season adds and removes its tournaments."""


def test_every_setting_but_the_seasons_can_be_changed():
    assert [name for name in Settings.__struct_fields__ if name not in SET_ONCE] == list(Change.__struct_fields__)


def test_a_change_has_the_types_of_the_settings_and_leaves_all_of_them_alone_unless_told():
    settings, change = (get_type_hints(struct, include_extras=True) for struct in (Settings, Change))
    for field in fields(Change):
        assert change[field.name] == Union[settings[field.name], UnsetType]  # noqa: UP007  # two kinds of unions
        assert field.default is UNSET
