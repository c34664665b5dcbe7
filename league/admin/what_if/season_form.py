"""What is asked of a season: filled with how it adds up, and changed to how it would."""

from __future__ import annotations

from typing import Any

from league.admin.season.scheme_form import SchemeForm
from league.admin.what_if.chain import asked_field
from league.domain.season.table.scheme import Scheme
from league.domain.season.table.what_if import WhatIf
from league.domain.values.faults import read


class SeasonWhatIf(SchemeForm):
    """Another way to add up. Parts of a season, shared seats and finals stay as the season has them."""

    asked = asked_field()

    def __init__(self, scheme: Scheme, data: Any = None) -> None:
        super().__init__(data)
        self.fill(scheme)

    def wanted(self) -> WhatIf:
        """What is asked for. Raises BadFields."""
        return read(WhatIf, {"scheme": self.scheme_asked()})
