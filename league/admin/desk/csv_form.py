"""A form that reads a CSV file: what it says is shown first, and told by line and column where it can't be read."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.kernel import N_
from league.admin.desk.refusals import sentence
from league.domain.values.faults import BadFields
from league.files.csv_file import OLDER_ENCODING, Unreadable

MOST_BYTES = 900_000
OLDER = N_(
    "Line {line}, column {column}: the byte {byte} is not Unicode. If the file comes from an older program, choose so "
    "below, and send it again."
)


class CsvForm(forms.Form):
    """The file and what wrote it. too_long: said of what a hidden field can't carry to the next page."""

    too_long: Promise

    file = forms.FileField(label=_("File"), widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}))
    encoding = forms.ChoiceField(
        label=_("Written by"),
        required=False,
        choices=[("", _("any program of today")), (OLDER_ENCODING, _("an older program"))],
    )

    @property
    def club(self) -> UUID:
        """Whose people are meant."""
        raise NotImplementedError

    def read_file(self, raw: bytes, encoding: str | None) -> dict[str, Any]:
        """What it says; `text` is what the next page carries. Raises Unreadable and BadFields."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """With what the file says beside the fields."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "file" not in cleaned or self.errors:
            return cleaned
        try:
            cleaned |= self.read_file(cleaned["file"].read(), cleaned["encoding"] or None)
        except Unreadable as fault:
            template = OLDER if fault.code == "not_utf8" else fault.template
            self.add_error("file", sentence(self.club, template, fault.facts))
        except BadFields as refused:
            for found in refused.faults:
                self.add_error("file", sentence(self.club, found.template, found.facts))
        else:
            if len(cleaned["text"].encode()) > MOST_BYTES:
                self.add_error("file", str(self.too_long))
        return cleaned
