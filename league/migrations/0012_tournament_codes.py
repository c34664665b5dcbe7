"""Codes for the pages of tournaments; those that exist get one, drawn as `league.models.codes` does."""

import secrets

import django.db.models.deletion
from django.db import migrations, models

ALPHABET = "CDFGHJKLMNPQRTVWXY34679"
BATCH = 500


def new_code(taken):
    for length in (4, 4, 4, 5, 5, 5, 6, 6, 6, 10):
        code = "".join(secrets.choice(ALPHABET) for _ in range(length))
        if code not in taken:
            taken.add(code)
            return code
    raise RuntimeError("no free code")


def give(apps, schema_editor):
    alias = schema_editor.connection.alias
    tournaments, codes = apps.get_model("league", "Tournament"), apps.get_model("league", "TournamentCode")
    taken = set()
    rows = (
        codes(tournament_id=id, club_id=club, code=new_code(taken))
        for id, club in tournaments.objects.using(alias).order_by("id").values_list("id", "club_id")
    )
    codes.objects.using(alias).bulk_create(rows, batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0011_search_keys"),
    ]

    operations = [
        migrations.CreateModel(
            name="TournamentCode",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="public_code",
                        serialize=False,
                        to="league.tournament",
                        verbose_name="tournament",
                    ),
                ),
                ("code", models.CharField(max_length=10, unique=True, verbose_name="code")),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.club"),
                ),
            ],
            options={"ordering": ["tournament"]},
        ),
        migrations.RunPython(give, migrations.RunPython.noop),
    ]
