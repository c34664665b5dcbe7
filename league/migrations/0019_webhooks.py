"""Webhooks of clubs, and what is sent to them."""

import django.db.models.deletion
import uuid6
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0018_club_tokens"),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False)),
                ("version", models.PositiveIntegerField(default=1)),
                ("url", models.CharField(max_length=2000, verbose_name="address")),
                ("types", models.JSONField(verbose_name="types")),
                (
                    "state",
                    models.CharField(
                        choices=[("on", "on"), ("off", "off")], default="on", max_length=3, verbose_name="state"
                    ),
                ),
                (
                    "off_because",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("switched_off", "A director switched it off."),
                            ("failing", "Its receiver took nothing for three days."),
                            ("gone", "Its receiver answered that it is gone (410)."),
                            ("no_secret", "Its secret can’t be read on this site: set a new one."),
                        ],
                        max_length=12,
                        verbose_name="reason",
                    ),
                ),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("position", models.BigIntegerField(verbose_name="position")),
                ("secret", models.TextField()),
                ("old_secret", models.TextField(blank=True)),
                ("old_secret_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("failing_since", models.DateTimeField(null=True, verbose_name="failing since")),
                ("next_at", models.DateTimeField()),
                ("claim", models.UUIDField(null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="league.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ("id", models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("delivered", "delivered"), ("failed", "failed")],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("once", models.BooleanField(default=False)),
                ("events", models.PositiveIntegerField()),
                ("position", models.BigIntegerField()),
                ("body", models.TextField()),
                ("made_at", models.DateTimeField(db_index=True)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("tried_at", models.DateTimeField(null=True)),
                ("delivered_at", models.DateTimeField(null=True)),
                ("code", models.PositiveSmallIntegerField(null=True)),
                ("fault", models.CharField(blank=True, max_length=20)),
                ("answer", models.TextField(blank=True)),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.club"),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="league.webhook"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(fields=["state", "next_at"], name="webhooks_to_send"),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(fields=["webhook", "state"], name="deliveries_to_send"),
        ),
    ]
