"""The column for the slug of a club."""

from __future__ import annotations

import re
from itertools import count, islice
from typing import Any
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext

LONGEST = 50
FORM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TRIED = 100
"""How many numbers are tried behind a slug that is taken."""


def slug_of(name: str) -> str:
    """A slug made of a name; "club" where the name has no Latin letter and no digit."""
    return slugify(name.replace("ß", "ss")).replace("_", "-").strip("-")[: LONGEST - 4].strip("-") or "club"


def taken() -> ValidationError:
    """Another club has the slug, or had it."""
    return ValidationError(gettext("Another club has this address, or had it before."), code="slug_taken")


class RandomSlug(models.Func):
    """A slug that no other club has, for a club that an older release inserts: it knows nothing of slugs."""

    output_field = models.CharField()

    # Django adds the parameters of a column's changes up, as lists.
    def as_sqlite(self, *_: Any, **__: Any) -> Any:
        return "lower('club-' || hex(randomblob(16)))", []

    def as_postgresql(self, *_: Any, **__: Any) -> Any:
        return "'club-' || replace(gen_random_uuid()::text, '-', '')", []


class ClubSlugField(models.CharField[str, str]):
    """The slug of a club, unique among those that clubs have or had. One left empty is made from the club's name."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options = {"db_default": RandomSlug(), **options}
        super().__init__(*args, **{"max_length": LONGEST, "unique": True, "blank": True, "default": "", **options})

    def deconstruct(self) -> Any:
        """As a plain column of text, which it is to a migration."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        """The slug in small letters. Raises ValidationError for a bad one, and for that of another club."""
        slug = super().clean(value.lower() if isinstance(value, str) else value, model_instance)
        if slug and not FORM.fullmatch(slug):
            text = gettext("Use letters from a to z, digits, and single hyphens between them.")
            raise ValidationError(text, code="bad_slug")
        if slug and model_instance is not None and _is_taken(model_instance, slug):
            raise taken()
        return slug

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """The slug, made from the name where there is none."""
        slug: str = getattr(model_instance, self.attname) or _free(model_instance)
        setattr(model_instance, self.attname, slug)
        return slug


def _free(club: models.Model) -> str:
    """A slug that no other club has: of the name, with a number where that is taken."""
    plain = slug_of(vars(club)["name"])
    numbered = (f"{plain}-{number}" for number in islice(count(2), TRIED))
    found = (slug for slug in (plain, *numbered) if not _is_taken(club, slug))
    return next(found, f"club-{uuid4().hex}")


def _is_taken(club: models.Model, slug: str) -> bool:
    """Whether another club has or had the slug."""
    others = type(club)._default_manager.exclude(pk=club.pk)
    return others.filter(models.Q(slug=slug) | models.Q(old_slugs__slug=slug)).exists()
