"""Who is meant by an id of the log, after people were merged or an id was taken here by somebody else."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0021_origins")]
    operations = [
        migrations.CreateModel(
            "Identity",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.club"),
                ),
                ("number", models.BigIntegerField()),
                ("known_as", models.UUIDField()),
                ("stands_for", models.UUIDField(null=True)),
                ("of_users", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["club", "number"],
                "constraints": [models.UniqueConstraint(fields=("club", "number"), name="identity_in_club")],
            },
        ),
        migrations.AddField(
            "person",
            "merged_into",
            models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="merged",
                to="league.person",
            ),
        ),
    ]
