"""Who may open a tournament, and when readers see its results. Older tournaments are public and live."""

from django.db import migrations, models
from django.utils.translation import gettext_lazy as _


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0013_gone_tables"),
    ]

    operations = [
        migrations.AddField(
            "tournament", "visibility", models.CharField(_("who may open it"), default="public", max_length=10)
        ),
        migrations.AddField(
            "tournament", "standings_shown", models.CharField(_("results are shown"), default="live", max_length=10)
        ),
    ]
