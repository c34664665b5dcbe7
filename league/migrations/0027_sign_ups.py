"""Who has signed up for a tournament and is not yet entered, or may still withdraw."""

import django.db.models.deletion
import uuid6
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0026_demo_clubs"),
    ]

    operations = [
        migrations.CreateModel(
            name="SignUp",
            fields=[
                ("id", models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False)),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("unconfirmed", "not confirmed"),
                            ("waiting", "waiting"),
                            ("standby", "standby"),
                            ("accepted", "accepted"),
                        ],
                        max_length=11,
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="e-mail")),
                ("entry", models.UUIDField(null=True)),
                ("form", models.UUIDField(null=True, unique=True)),
                ("made_at", models.DateTimeField()),
                ("joined_at", models.DateTimeField(null=True)),
                ("consented_at", models.DateTimeField(null=True)),
                ("is_hidden", models.BooleanField(default=False)),
                ("is_here", models.BooleanField(default=False)),
                ("language", models.CharField(default="en", max_length=10)),
                (
                    "letter",
                    models.CharField(
                        blank=True,
                        choices=[("", "-"), ("confirm", "confirm"), ("state", "state"), ("let_in", "let in")],
                        default="",
                        max_length=7,
                    ),
                ),
                ("letter_at", models.DateTimeField(null=True)),
                ("letter_tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.club"),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="league.person"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sign_ups", to="league.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "sign-up",
                "verbose_name_plural": "sign-ups",
                "ordering": ["joined_at", "id"],
                "indexes": [
                    models.Index(fields=["tournament", "state"], name="sign_up_in_tournament"),
                    models.Index(
                        condition=models.Q(("letter", ""), _negated=True),
                        fields=["letter_at"],
                        name="sign_up_letter_due",
                    ),
                    models.Index(fields=["email"], name="sign_up_by_email"),
                ],
            },
        ),
    ]
