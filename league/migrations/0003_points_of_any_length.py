from django.db import migrations, models


class Migration(migrations.Migration):
    """Exact points are as long as they are: a fraction's digits grow with what is added up."""

    dependencies = [("league", "0002_log")]

    operations = [
        migrations.AlterField(
            model_name="leaguetablerow",
            name="points",
            field=models.TextField(verbose_name="points"),
        ),
    ]
