"""The slugs of clubs: the names in the addresses of their pages, `/c/<slug>`."""

from __future__ import annotations

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


def find(slug: str) -> Club | None:
    """The club that has or had this slug, written in any case; None if there is none."""
    slug = slug.lower()
    return Club.objects.filter(slug=slug).first() or Club.objects.filter(old_slugs__slug=slug).first()
