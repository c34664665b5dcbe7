"""Users and members have a version, as every other thing that a write may change."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0019_webhooks")]

    operations = [
        migrations.AddField("user", "version", models.PositiveIntegerField(default=1, editable=False)),
        migrations.AddField("membership", "version", models.PositiveIntegerField(default=1, editable=False)),
    ]
