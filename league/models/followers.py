"""The followers' rows: their positions in a club's log, league tables and ratings."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.inline import Season, Tournament
from league.models.people import Club, Person


class FollowerPosition(models.Model):
    """The position up to which a follower has read a club's log. Its name is permanent."""

    name = models.CharField(max_length=50)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    position = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_position_in_a_club")]

    def __str__(self) -> str:
        return f"{self.name} {self.position}"


class LeagueTableRow(models.Model):
    """A person's row in the league table of a season, as in the API. order: the row's number, from 1."""

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


class Rating(models.Model):
    """A person's rating in a game, or overall with `game` "". shown: mu - 3 sigma."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", verbose_name=_("club"))
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+", verbose_name=_("person"))
    game = models.CharField(_("game"), max_length=100, blank=True)
    mu = models.FloatField(_("mean"))
    sigma = models.FloatField(_("deviation"))
    shown = models.FloatField(_("rating"))
    games = models.PositiveIntegerField(_("games"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["club", "game", "-shown", "person"]
        constraints = [models.UniqueConstraint(fields=["club", "game", "person"], name="one_rating_in_a_game")]
        indexes = [models.Index(fields=["club", "game", "-shown", "person"], name="ratings_in_order")]

    def __str__(self) -> str:
        return f"{self.shown:.2f}"


class RatedRound(models.Model):
    """A rated round: its tables with the strengths after each, as JSON (see `projections.ratings`).

    These rows are the history of ratings and the source of the next ones. position, at: of the round's close.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    position = models.BigIntegerField()
    at = models.DateTimeField()
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    tables = models.TextField()

    class Meta:
        ordering = ["club", "position"]
        constraints = [models.UniqueConstraint(fields=["club", "position"], name="rated_once")]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"
