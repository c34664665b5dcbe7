"""Keys to find people by, folded as `league.domain.values.names.search_key` does."""

from django.db import migrations, models

from league.domain.values.names import search_key

BATCH = 500
PARTS = ("name", "family_name", "shown_as", "household", "home_club", "email")


def fill(apps, schema_editor):
    person_model = apps.get_model("league", "Person")
    batch = []
    for person in person_model.objects.iterator(BATCH):
        person.public_key = search_key(person.shown_as or person.name)
        person.search_key = search_key(" ".join(getattr(person, part) for part in PARTS))
        batch.append(person)
        if len(batch) == BATCH:
            person_model.objects.bulk_update(batch, ["public_key", "search_key"])
            batch = []
    person_model.objects.bulk_update(batch, ["public_key", "search_key"])


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0010_invitations"),
    ]

    operations = [
        migrations.AddField("person", "public_key", models.TextField(default="", editable=False)),
        migrations.AddField("person", "search_key", models.TextField(default="", editable=False)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
