"""The last runs of backup, verify and rebuild."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0028_defaults_in_the_database"),
    ]

    operations = [
        migrations.CreateModel(
            name="LastRun",
            fields=[
                ("kind", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("began_at", models.DateTimeField()),
                ("seconds", models.FloatField()),
                ("is_ok", models.BooleanField()),
                ("summary", models.TextField(blank=True, db_default="", default="")),
                ("succeeded_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["kind"],
            },
        ),
    ]
