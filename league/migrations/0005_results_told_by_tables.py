"""Whether a table's result was told by the table itself."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0004_links")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="by_hand",
            field=models.BooleanField(default=False),
        ),
    ]
