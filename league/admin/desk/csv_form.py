"""A form that reads a CSV file: its contents are shown first, and each fault with its line and column."""

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
    "Line {line}, column {column}: the byte {byte} is not Unicode. If an older program wrote the file, choose this "
    "below and send it again."
)


class CsvForm(forms.Form):
    """A file and the kind of program that wrote it. too_long: message if its contents don't fit into a hidden field."""

    too_long: Promise

    file = forms.FileField(label=_("File"), widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}))
    encoding = forms.ChoiceField(
        label=_("Written by"),
        required=False,
        choices=[("", _("a current program")), (OLDER_ENCODING, _("an older program"))],
    )

    @property
    def club(self) -> UUID:
        """The club whose people the file names."""
        raise NotImplementedError

    def read_file(self, raw: bytes, encoding: str | None) -> dict[str, Any]:
        """The contents, added to `cleaned_data`; `text` is for the next page. Raises Unreadable and BadFields."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "file" not in cleaned or self.errors:
            return cleaned
        try:
            cleaned |= self.read_file(cleaned["file"].read(), cleaned["encoding"] or None)
        except Unreadable as unreadable:
            template = OLDER if unreadable.code == "not_utf8" else unreadable.template
            self.add_error("file", sentence(self.club, template, unreadable.facts))
        except BadFields as refused:
            for fault in refused.faults:
                self.add_error("file", sentence(self.club, fault.template, fault.facts))
        else:
            if len(cleaned["text"].encode()) > MOST_BYTES:
                self.add_error("file", str(self.too_long))
        return cleaned
