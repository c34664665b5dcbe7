"""Clubs that are a demo, and can be removed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0025_consent")]
    operations = [migrations.AddField("club", "is_demo", models.BooleanField(default=False, editable=False))]
