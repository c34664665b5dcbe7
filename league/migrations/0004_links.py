import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0003_points_of_any_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="LinkSerial",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("table", "table"), ("entry", "entry")], max_length=5)),
                ("target", models.UUIDField()),
                ("serial", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.club"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "kind", "target"), name="one_serial_for_a_link")
                ],
            },
        ),
    ]
