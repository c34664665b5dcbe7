"""Which slips were printed, and what they said: so that only what has changed is printed again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db import transaction

from league.models import PrintedSlip


def remember(club: UUID, digests: Mapping[UUID, str]) -> None:
    """Note that the slips of these tables were printed as they are now. Noting it again changes nothing."""
    rows = [PrintedSlip(table=table, club_id=club, digest=digest) for table, digest in sorted(digests.items())]
    with transaction.atomic():
        PrintedSlip.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["table"], update_fields=["digest", "club"]
        )


def printed(tables: Collection[UUID]) -> dict[UUID, str]:
    """The digests of those of the tables whose slips were printed."""
    return dict(PrintedSlip.objects.filter(table__in=tables).values_list("table", "digest"))
