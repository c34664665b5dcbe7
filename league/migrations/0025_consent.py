"""Whether pages that everybody may read name a person."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0024_slugs_of_clubs")]
    operations = [
        migrations.AddField(
            "person", "public", models.BooleanField(blank=True, null=True, verbose_name="named in public")
        )
    ]
