"""The what-if form of a season, filled with its own scheme."""

from __future__ import annotations

from typing import Any

from league.admin.season.scheme_form import SchemeForm
from league.admin.what_if.tournament_form import sent_field
from league.domain.season.table.scheme import Scheme
from league.domain.season.table.what_if import WhatIf
from league.domain.values.faults import read


class SeasonWhatIf(SchemeForm):
    """Another scheme. Splits and the weight of the final stay as they are unless the fields replace them."""

    asked = sent_field()

    def __init__(self, scheme: Scheme, data: Any = None) -> None:
        super().__init__(data)
        self.fill(scheme)

    def wanted(self) -> WhatIf:
        """Raises BadFields."""
        return read(WhatIf, {"scheme": self.chosen_scheme()})
