"""Calls for the director and announcements by their ids; the wifi of a club's hall."""

import django.db.models.deletion
from django.db import migrations, models
from django.utils.translation import gettext_lazy as _

import league.models.people


def of_tournament(name, label, labels, related_name):
    """A table of things of a tournament that are found by their ids."""
    cascade = {"on_delete": django.db.models.deletion.CASCADE}
    club = models.ForeignKey(**cascade, related_name="+", to="league.club", verbose_name=_("club"))
    return migrations.CreateModel(
        name,
        fields=[
            ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
            ("version", models.PositiveIntegerField(default=0)),
            ("club", club),
            ("tournament", models.ForeignKey(**cascade, related_name=related_name, to="league.tournament")),
        ],
        options={"verbose_name": label, "verbose_name_plural": labels, "ordering": ["id"]},
    )


def text(label, length):
    check = league.models.people.check_printable
    return models.CharField(label, blank=True, default="", max_length=length, validators=[check])


class Migration(migrations.Migration):
    dependencies = [("league", "0015_printed_slips")]

    operations = [
        of_tournament("DirectorCall", _("call for the director"), _("calls for the director"), "calls"),
        of_tournament("Announcement", _("announcement"), _("announcements"), "announcements"),
        migrations.AddField("club", "wifi_name", text(_("name of the wifi"), 32), preserve_default=False),
        migrations.AddField("club", "wifi_password", text(_("password of the wifi"), 63), preserve_default=False),
    ]
