"""Who is meant by an id of the log."""

from django.db import models

from league.models.people import Club


class Identity(models.Model):
    """From this row on, `known_as` in a club's events means `stands_for`; itself again where that is null.

    Rows are added and never changed, so that the newest number of a club says which of them hold: it rises, and is
    never given twice. of_users: known_as is a user of the site from which events were imported, and holds in those
    alone.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    number = models.BigIntegerField()
    known_as = models.UUIDField()
    stands_for = models.UUIDField(null=True)
    of_users = models.BooleanField(default=False)

    class Meta:
        ordering = ["club", "number"]
        constraints = [models.UniqueConstraint(fields=["club", "number"], name="identity_in_club")]

    def __str__(self) -> str:
        return f"{self.known_as}: {self.stands_for}"
