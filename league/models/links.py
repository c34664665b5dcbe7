"""Serial numbers of links: the rest of a link is signed into it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.people import Club


class LinkKind(models.TextChoices):
    """What a link stands for."""

    TABLE = "table", _("table")
    ENTRY = "entry", _("entry")


class LinkSerial(models.Model):
    """How often the links of a table or an entry were revoked; without a row never.

    target: the id of the table or the entry, no foreign key: those rows are derived and may be written anew.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=5, choices=LinkKind.choices)
    target = models.UUIDField()
    serial = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "kind", "target"], name="one_serial_for_a_link")]

    def __str__(self) -> str:
        return f"{self.kind} {self.target}: {self.serial}"
