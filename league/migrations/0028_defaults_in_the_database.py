"""Columns newer than 0.5.0 get defaults in the database, so that a process of 0.5.0 can still insert rows."""

from django.db import migrations, models

from league.models.people import check_printable
from league.models.slug_field import RandomSlug


class Migration(migrations.Migration):
    dependencies = [("league", "0027_sign_ups")]
    operations = [
        migrations.AlterField("club", "is_demo", models.BooleanField(db_default=False, default=False, editable=False)),
        migrations.AlterField(
            "club",
            "slug",
            models.CharField(
                blank=True, db_default=RandomSlug(), default="", max_length=50, unique=True, verbose_name="address"
            ),
        ),
        migrations.AlterField(
            "club",
            "wifi_name",
            models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=32,
                validators=[check_printable],
                verbose_name="name of the wifi",
            ),
        ),
        migrations.AlterField(
            "club",
            "wifi_password",
            models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=63,
                validators=[check_printable],
                verbose_name="password of the wifi",
            ),
        ),
        migrations.AlterField(
            "membership",
            "invited",
            models.CharField(blank=True, db_default="", default="", editable=False, max_length=150),
        ),
        migrations.AlterField(
            "membership", "version", models.PositiveIntegerField(db_default=1, default=1, editable=False)
        ),
        migrations.AlterField(
            "person", "is_forgotten", models.BooleanField(db_default=False, default=False, editable=False)
        ),
        migrations.AlterField("person", "public_key", models.TextField(db_default="", default="", editable=False)),
        migrations.AlterField("person", "search_key", models.TextField(db_default="", default="", editable=False)),
        migrations.AlterField(
            "tournament",
            "standings_shown",
            models.CharField(db_default="live", default="live", max_length=10, verbose_name="results are shown"),
        ),
        migrations.AlterField(
            "tournament",
            "visibility",
            models.CharField(db_default="public", default="public", max_length=10, verbose_name="who may open it"),
        ),
        migrations.AlterField("user", "version", models.PositiveIntegerField(db_default=1, default=1, editable=False)),
    ]
