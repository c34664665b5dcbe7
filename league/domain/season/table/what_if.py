"""A what-if question about a league table."""

from __future__ import annotations

from league.domain.season.table.scheme import Scheme
from league.domain.values.fields import Part


class WhatIf(Part, frozen=True):
    """Another scheme."""

    scheme: Scheme
