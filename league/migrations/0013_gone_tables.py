"""The tournaments of tables that are gone, for their printed slips. `rebuild` finds those of before."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0012_tournament_codes")]

    operations = [
        migrations.CreateModel(
            name="GoneTable",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.club"),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.tournament"
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
    ]
