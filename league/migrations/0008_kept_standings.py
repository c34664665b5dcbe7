import django.db.models.deletion
from django.db import migrations, models

CASCADE = django.db.models.deletion.CASCADE


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0007_ratings"),
    ]

    operations = [
        migrations.CreateModel(
            name="FinalEntries",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="league.tournament",
                    ),
                ),
                ("entries", models.TextField()),
                ("club", models.ForeignKey(on_delete=CASCADE, related_name="+", to="league.club")),
            ],
            options={"ordering": ["tournament"]},
        ),
        migrations.CreateModel(
            name="Standings",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="league.tournament",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("after_round", models.PositiveIntegerField()),
                ("revised", models.TextField()),
                ("rows", models.TextField()),
                ("club", models.ForeignKey(on_delete=CASCADE, related_name="+", to="league.club")),
            ],
            options={"ordering": ["tournament"]},
        ),
    ]
