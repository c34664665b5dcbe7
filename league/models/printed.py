"""What was printed of a round, so that only what has changed is printed again."""

from django.db import models

from league.models.people import Club


class PrintedSlip(models.Model):
    """A table whose slips were printed.

    table: its id; no foreign key, since tables are derived. digest: of what its slips said when they were last printed.
    """

    table = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["table"]

    def __str__(self) -> str:
        return f"{self.table}: {self.digest}"
