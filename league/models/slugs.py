"""The slugs of clubs: the names in the addresses of their pages, `/c/<slug>`."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import models

from league.models.people import Club


class OldSlug(models.Model):
    """A slug that a club had before. It leads to the club for ever, so no other club may take it."""

    slug = models.CharField(max_length=50, primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="old_slugs")

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


def keep(club: Club, before: str) -> None:
    """Keeps the slug that a club had until now. One that the club has taken back is no longer an old one."""
    OldSlug.objects.filter(club=club, slug=club.slug).delete()
    OldSlug.objects.create(club=club, slug=before)


def if_free(club: Club, slug: str) -> str:
    """The slug where the club may have it; else "", so that it gets one made from its name."""
    try:
        return str(Club._meta.get_field("slug").clean(slug, club))
    except ValidationError:
        return ""


def take(club: Club, old: Iterable[str]) -> None:
    """Lets the slugs that a club had elsewhere lead to it, where no other club has them."""
    free = {if_free(club, slug) for slug in old} - {"", club.slug}
    OldSlug.objects.bulk_create(OldSlug(slug=slug, club=club) for slug in sorted(free))


def find(slug: str) -> Club | None:
    """The club that has or had this slug, written in any case; None if there is none."""
    slug = slug.lower()
    return Club.objects.filter(slug=slug).first() or Club.objects.filter(old_slugs__slug=slug).first()
