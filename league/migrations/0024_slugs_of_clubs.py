"""Slugs for the addresses of clubs' pages; clubs that exist get theirs from their names."""

from itertools import chain, count

import django.db.models.deletion
from django.db import migrations, models
from django.utils.text import slugify

LONGEST = 46


def new_slug(name, taken):
    plain = slugify(name.replace("ß", "ss")).replace("_", "-").strip("-")[:LONGEST].strip("-") or "club"
    slug = next(slug for slug in chain([plain], (f"{plain}-{n}" for n in count(2))) if slug not in taken)
    taken.add(slug)
    return slug


def give(apps, schema_editor):
    clubs = apps.get_model("league", "Club").objects.using(schema_editor.connection.alias)
    taken = set()
    for club in clubs.order_by("id"):
        club.slug = new_slug(club.name, taken)
        club.save(update_fields=["slug"])


class Migration(migrations.Migration):
    dependencies = [("league", "0023_forgotten_people")]
    operations = [
        migrations.AddField("club", "slug", models.CharField(max_length=50, null=True, verbose_name="address")),
        migrations.RunPython(give, migrations.RunPython.noop),
        migrations.AlterField(
            "club", "slug", models.CharField(blank=True, max_length=50, unique=True, verbose_name="address")
        ),
        migrations.CreateModel(
            name="OldSlug",
            fields=[
                ("slug", models.CharField(max_length=50, primary_key=True, serialize=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="old_slugs", to="league.club"
                    ),
                ),
            ],
            options={"ordering": ["slug"]},
        ),
    ]
