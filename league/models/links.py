"""Serial numbers of links. Everything else about a link is signed into it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.people import Club


class LinkKind(models.TextChoices):
    """The kind of thing that a link is for."""

    TABLE = "table", _("table")
    ENTRY = "entry", _("entry")


class LinkSerial(models.Model):
    """The number of times that the links of a table or an entry were revoked; 0 without a row.

    target: the id of the table or the entry; no foreign key, since these rows are derived.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=5, choices=LinkKind.choices)
    target = models.UUIDField()
    serial = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "kind", "target"], name="one_serial_for_a_link")]

    def __str__(self) -> str:
        return f"{self.kind} {self.target}: {self.serial}"
