"""Rows written in a command's own transaction, to find things and to know what is due.

Everything else is read from the folded state of the stream. `version` is the version of the stream at the last event
about the row, so a rebuild gives the same numbers.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.people import Club, Person


class Derived(models.Model):
    """The fields of every row derived from a stream. The id comes from the command that first names it."""

    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", verbose_name=_("club"))
    version = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True


class Tournament(Derived):
    """A tournament and its state: open, running, closed or cancelled.

    visibility: who may open it. standings_shown: when readers see its results. Both as in its settings.
    """

    name = models.CharField(_("name"), max_length=120)
    state = models.CharField(_("state"), max_length=10)
    game = models.CharField(_("game"), max_length=50)
    starts_at = models.DateTimeField(_("starts at"), null=True)
    visibility = models.CharField(_("who may open it"), max_length=10, default="public", db_default="public")
    standings_shown = models.CharField(_("results are shown"), max_length=10, default="live", db_default="live")

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["id"]
        indexes = [models.Index(fields=["club", "id"], name="tournament_in_club")]

    def __str__(self) -> str:
        return self.name


class Season(Derived):
    """A season; its stream holds the organiser's decisions."""

    name = models.CharField(_("name"), max_length=120)
    tournaments = models.ManyToManyField(Tournament, related_name="seasons", verbose_name=_("tournaments"))

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["id"]
        indexes = [models.Index(fields=["club", "id"], name="season_in_club")]

    def __str__(self) -> str:
        return self.name


class Entry(Derived):
    """A person or a team in a tournament. A team's name is only here, not in the log."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="entries")
    team = models.CharField(_("team"), max_length=120, blank=True)
    state = models.CharField(_("state"), max_length=12)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.team or str(self.person)


class Standings(models.Model):
    """The standings of a tournament between its rounds, as its state says; there is none while a round is running.

    version: of the tournament at the last event that moved them. after_round: the last round that counts. revised: the
    edition of final standings that are not the first. rows: JSON as in the API, without names.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    after_round = models.PositiveIntegerField()
    revised = models.TextField()
    rows = models.TextField()

    class Meta:
        ordering = ["tournament"]

    def __str__(self) -> str:
        return f"{self.tournament} {self.after_round}"


class FinalEntries(models.Model):
    """The final entries of a closed tournament, with people and places, as JSON, for seasons.

    A tournament that is not closed has no row. A league table reads the rows of all its tournaments in one query.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    entries = models.TextField()

    class Meta:
        ordering = ["tournament"]

    def __str__(self) -> str:
        return f"{self.tournament}"


class Penalty(Derived):
    """The tournament of a penalty."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.id}"


class DirectorCall(Derived):
    """The tournament of a call for the director."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="calls")

    class Meta:
        verbose_name = _("call for the director")
        verbose_name_plural = _("calls for the director")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.id}"


class Announcement(Derived):
    """The tournament of an announcement."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="announcements")

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.id}"


class Round(Derived):
    """A round of a tournament; `due_at` is when the next clock of it or of its tables runs out.

    games: how many each table plays.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10)
    games = models.PositiveIntegerField(_("games at a table"), default=1)
    due_at = models.DateTimeField(_("due at"), null=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["tournament", "number"]
        indexes = [models.Index(fields=["due_at"], name="round_due", condition=models.Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return f"{self.number}"


class Table(Derived):
    """A table of a round, or of a friendly game where `round` is null. The stream of its first game has the table's id.

    by_hand: the table has reported its result itself, so its game waits until that is withdrawn.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, related_name="tables")
    number = models.PositiveIntegerField(_("number"))
    game = models.CharField(_("game"), max_length=50)
    game_version = models.PositiveIntegerField(default=0)
    by_hand = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["round", "number"]

    def __str__(self) -> str:
        return f"{self.number}"


class GoneTable(models.Model):
    """The tournament of a table that is not played at any more, so that its printed slip can say where to go."""

    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.id}"


class TableGame(Derived):
    """A further game at a table, in a round of several. Its id is that of its stream, its version the table's.

    by_hand: as for a table.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="more")
    number = models.PositiveIntegerField(_("game"))
    game_version = models.PositiveIntegerField(default=0)
    by_hand = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("game at a table")
        verbose_name_plural = _("games at tables")
        ordering = ["table", "number"]

    def __str__(self) -> str:
        return f"{self.number}"
