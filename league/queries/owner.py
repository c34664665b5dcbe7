"""The club that a request is about, by its path: for what is shared out between clubs before a request is answered."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Literal
from uuid import UUID

from django.apps import apps
from django.db import Error
from django.db.models import Model, QuerySet, UUIDField

from league.models import Club, OldSlug, TournamentCode

MOST_KNOWN = 20_000
ID = re.compile(r"/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[/.]|$)", re.IGNORECASE)
PAGE = re.compile(r"^/([tc])/([A-Za-z0-9][A-Za-z0-9_-]*)")
Named = tuple[Literal["code", "slug", "id"], str]
known: dict[Named, UUID] = {}
"""The clubs that this process has looked up. None of them ever changes, but for a slug that another club takes over."""


def named_in(path: str) -> Named | None:
    """Return the first thing that a path names."""
    if page := PAGE.match(path):
        return ("code", page[2].upper()) if page[1] == "t" else ("slug", page[2].lower())
    found = ID.search(path)
    return ("id", found[1].lower()) if found else None


def club_of(named: Named) -> UUID | None:
    """Look up the club of a thing; None if there is no such thing, or the database can't be used."""
    try:
        found = next(iter(_clubs(*named)), None)
    except Error:
        return None
    if found is None:
        return None
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[named] = UUID(str(found))
    return known[named]


def _clubs(kind: str, value: str) -> QuerySet[Any, Any]:
    if kind == "code":
        return TournamentCode.objects.filter(code=value).values_list("club_id", flat=True)
    if kind == "slug":
        own = Club.objects.filter(slug=value).order_by().values_list("pk", flat=True)
        return own.union(OldSlug.objects.filter(slug=value).order_by().values_list("club_id", flat=True))
    clubs = Club.objects.filter(pk=value).order_by().values_list("pk", flat=True)
    return clubs.union(*(_of(model, value) for model in _things()), all=True)


def _of(model: type[Model], id: str) -> QuerySet[Any, Any]:
    return model._default_manager.filter(pk=id).order_by().values_list("club_id", flat=True)


@lru_cache
def _things() -> list[type[Model]]:
    """The models whose rows belong to a club and have an id that is unique everywhere."""
    models = apps.get_app_config("league").get_models()
    return [
        model
        for model in models
        if isinstance(model._meta.pk, UUIDField) and any(field.attname == "club_id" for field in model._meta.fields)
    ]
