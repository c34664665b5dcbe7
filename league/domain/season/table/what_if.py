"""What is asked of a league table as it would be."""

from __future__ import annotations

from league.domain.season.table.scheme import Scheme
from league.domain.values.fields import Part


class WhatIf(Part, frozen=True):
    """Another way to add up."""

    scheme: Scheme
