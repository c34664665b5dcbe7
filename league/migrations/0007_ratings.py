import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0006_penalties"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatedRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                ("number", models.PositiveIntegerField()),
                ("tables", models.TextField()),
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
            options={
                "ordering": ["club", "position"],
                "constraints": [models.UniqueConstraint(fields=("club", "position"), name="rated_once")],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(blank=True, max_length=100, verbose_name="game")),
                ("mu", models.FloatField(verbose_name="mean")),
                ("sigma", models.FloatField(verbose_name="deviation")),
                ("shown", models.FloatField(verbose_name="rating")),
                ("games", models.PositiveIntegerField(verbose_name="games")),
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
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.person",
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
                "ordering": ["club", "game", "-shown", "person"],
                "indexes": [models.Index(fields=["club", "game", "-shown", "person"], name="ratings_in_order")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "game", "person"), name="one_rating_in_a_game")
                ],
            },
        ),
    ]
