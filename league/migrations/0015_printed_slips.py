"""What was printed of the slips of tables."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0014_visibility"),
    ]

    operations = [
        migrations.CreateModel(
            name="PrintedSlip",
            fields=[
                ("table", models.UUIDField(primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=64)),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.club"),
                ),
            ],
            options={"ordering": ["table"]},
        ),
    ]
