"""Read models that followers keep: how far each has read a club's log, and the league tables."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.now import Season
from league.models.people import Club, Person


class FollowerPosition(models.Model):
    """How far a follower has read the log of a club. Its name is permanent."""

    name = models.CharField(max_length=50)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    position = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_position_in_a_club")]

    def __str__(self) -> str:
        return f"{self.name} {self.position}"


class LeagueTableRow(models.Model):
    """A person's row in the league table of a season, as API.md's row; `order` is the row's number from 1."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rows", verbose_name=_("season"))
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+", verbose_name=_("person"))
    order = models.PositiveIntegerField()
    place = models.PositiveIntegerField(_("place"), null=True)
    points = models.TextField(_("points"))
    data = models.JSONField()

    class Meta:
        verbose_name = _("row of a league table")
        verbose_name_plural = _("league tables")
        ordering = ["season", "order"]
        constraints = [models.UniqueConstraint(fields=["season", "person"], name="one_row_in_a_season")]

    def __str__(self) -> str:
        return f"{self.place} {self.person}"
