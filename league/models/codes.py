"""The short codes under which tournaments have their pages, `/t/<code>`."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from uuid import UUID

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.inline import Tournament
from league.models.people import Club

ALPHABET = "CDFGHJKLMNPQRTVWXY34679"
"""Letters and digits that nobody takes for another one, and that form no words."""
LENGTHS = (4, 4, 4, 5, 5, 5, *[6] * 20)
"""The lengths of the codes that are tried, one after the other."""
LONG = 10
"""The length of a code that nobody can guess: of a tournament that is shown with the link only."""
LONG_LENGTHS = (LONG,) * 3


class TournamentCode(models.Model):
    """The code of a tournament, unique on the site. It is in no event, and stays when the rows are rebuilt."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="public_code", verbose_name=_("tournament")
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    code = models.CharField(_("code"), max_length=10, unique=True)

    class Meta:
        ordering = ["tournament"]

    def __str__(self) -> str:
        return self.code


class NoFreeCode(RuntimeError):
    """Every code that was tried belongs to a tournament."""


def drawn(length: int) -> str:
    """A random code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def give(club: UUID, tournament: UUID, lengths: Collection[int] = LENGTHS) -> None:
    """Gives a tournament a code, unless it has one. Raises NoFreeCode."""
    of_tournament = TournamentCode.objects.filter(pk=tournament)
    for length in lengths:
        if of_tournament.exists():
            return
        row = TournamentCode(tournament_id=tournament, club_id=club, code=drawn(length))
        TournamentCode.objects.bulk_create([row], ignore_conflicts=True)
    if not of_tournament.exists():
        raise NoFreeCode


def fit(club: UUID, tournament: UUID, *, is_link: bool) -> None:
    """Gives a tournament a code as long as its visibility asks for; one of another length stops working.

    is_link: whether only those with the link are to open it. Raises NoFreeCode.
    """
    code = TournamentCode.objects.filter(pk=tournament).values_list("code", flat=True).first()
    if code is not None and (len(code) == LONG) != is_link:
        TournamentCode.objects.filter(pk=tournament).delete()
    give(club, tournament, LONG_LENGTHS if is_link else LENGTHS)
