import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0008_kept_standings"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="games",
            field=models.PositiveIntegerField(default=1, verbose_name="games at a table"),
        ),
        migrations.CreateModel(
            name="TableGame",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("version", models.PositiveIntegerField(default=0)),
                ("number", models.PositiveIntegerField(verbose_name="game")),
                ("game_version", models.PositiveIntegerField(default=0)),
                ("by_hand", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="more", to="league.table"
                    ),
                ),
            ],
            options={
                "verbose_name": "game at a table",
                "verbose_name_plural": "games at tables",
                "ordering": ["table", "number"],
            },
        ),
    ]
