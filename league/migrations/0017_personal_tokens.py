"""Tokens of users with a name, a scope and their last use; those that exist keep every right of their user."""

import django.db.models.deletion
import uuid6
from django.db import migrations, models


def describe_known(apps, schema_editor):
    """Gives each token its details."""
    alias, details = schema_editor.connection.alias, apps.get_model("league", "PersonalToken")
    known = apps.get_model("knox", "AuthToken").objects.using(alias).order_by("created").values_list("pk", flat=True)
    details.objects.using(alias).bulk_create([details(auth_id=pk) for pk in known], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("knox", "0009_extend_authtoken_field"),
        ("league", "0016_desk"),
    ]

    operations = [
        migrations.CreateModel(
            name="PersonalToken",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(blank=True, max_length=100, verbose_name="name")),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("read", "read"),
                            ("report", "report results"),
                            ("run", "run rounds"),
                            ("direct", "everything"),
                        ],
                        default="direct",
                        max_length=6,
                        verbose_name="scope",
                    ),
                ),
                ("last_used_at", models.DateTimeField(editable=False, null=True, verbose_name="last used")),
                (
                    "auth",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="details",
                        to="knox.authtoken",
                    ),
                ),
            ],
            options={
                "verbose_name": "token",
                "verbose_name_plural": "tokens",
                "ordering": ["id"],
            },
        ),
        migrations.RunPython(describe_known, migrations.RunPython.noop, elidable=True),
    ]
