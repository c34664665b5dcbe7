"""The last run of each command that keeps the data sound, for the page of what runs and for `manage.py doctor`."""

from django.db import models


class LastRun(models.Model):
    """The newest run of a command, named by its kind: `backup`, `verify` or `rebuild`.

    summary: its result in a sentence. succeeded_at: when a run last ended well; null if none has.
    """

    kind = models.CharField(max_length=40, primary_key=True)
    began_at = models.DateTimeField()
    seconds = models.FloatField()
    is_ok = models.BooleanField()
    summary = models.TextField(blank=True, default="", db_default="")
    succeeded_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["kind"]

    def __str__(self) -> str:
        return f"{self.kind} {self.began_at:%Y-%m-%d %H:%M}"
