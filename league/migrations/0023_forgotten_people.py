"""People whose names were deleted at their wish."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0022_identities")]
    operations = [migrations.AddField("person", "is_forgotten", models.BooleanField(default=False, editable=False))]
