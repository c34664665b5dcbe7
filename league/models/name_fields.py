"""Columns for names, and for the keys by which they are found."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext

from league.domain.values import names


class NameField(models.CharField[str, str]):
    """A name of at most 120 characters. Its validation brings it to the stored form.

    needs_letter: refuse a name without a letter or digit. A blank name is one that nobody gave.
    """

    def __init__(self, *args: Any, needs_letter: bool = True, **options: Any) -> None:
        self.needs_letter = needs_letter
        super().__init__(*args, **{"max_length": names.LONGEST, **options})

    def deconstruct(self) -> Any:
        """As a plain column of text, which it is to a migration."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        """The stored form. Raises ValidationError."""
        if not isinstance(value, str) or not value:
            return super().clean(value, model_instance)
        try:
            name = names.stored(value, most=None, needs_letter=self.needs_letter)
        except names.BadName as wrong:
            raise ValidationError(gettext(wrong.template).format(**wrong.facts), code=wrong.code) from None
        return super().clean(name, model_instance)


class SearchKeyField(models.TextField[str, str]):
    """The search key of other attributes of the row, written whenever the row is saved."""

    def __init__(self, *args: Any, of: tuple[str, ...] = (), **options: Any) -> None:
        self.of = of
        super().__init__(*args, **{"default": "", "db_default": "", "editable": False, **options})

    def deconstruct(self) -> Any:
        """As a plain column of text, which it is to a migration."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.TextField", args, options

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """The key of the row as it is now."""
        key = names.search_key(" ".join(getattr(model_instance, name) for name in self.of))
        setattr(model_instance, self.attname, key)
        return key
