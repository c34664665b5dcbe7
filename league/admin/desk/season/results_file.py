"""Results from elsewhere from a spreadsheet: read and shown first, with the league table they make; taken then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin.desk.csv_form import CsvForm
from league.admin.desk.season.preview import Table, foreseen
from league.admin.desk.season.step import Desk, SeasonStep
from league.admin.formatting.wording import points
from league.domain.season.commands import AddResult
from league.files import result_import
from league.files.csv_file import Unreadable, text_of
from league.files.result_import import ResultsRead
from league.queries import names
from league.services.execution import Done, moved_on


@dataclass(frozen=True)
class Line:
    """Somebody in an event as it was read. told: a place, a status or points, and what comes on top."""

    name: str
    told: Sequence[str]


@dataclass(frozen=True)
class ShownResult:
    """An event as it was read."""

    name: str
    date: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Preview:
    """What a file says, and what would come of it."""

    read: ResultsRead
    results: Sequence[ShownResult]
    foreseen: Table


class TakeResults(SeasonStep):
    """Takes in the results of a file that was shown. The file is read again: what is sent is not trusted more."""

    name, title, button = "take-results", _("The results as they were read"), _("Take these results")
    intro = _("Nothing is changed yet.")
    done = _("The results count.")
    template = "league/admin/season_desk/results.html"
    is_in_parts = True

    text = forms.CharField(widget=forms.HiddenInput, strip=False)

    def __init__(self, desk: Desk, data: Any = None, *, preview: Preview | None = None, **more: Any) -> None:
        super().__init__(desk, data, **more)
        self.preview = preview

    def take(self) -> None:
        try:
            results, _read = result_import.from_file(self.desk.row.club_id, self.cleaned_data["text"].encode())
        except (Unreadable, UnicodeEncodeError):
            raise moved_on() from None
        _take(self.desk, results)


class ReadResults(CsvForm, SeasonStep):
    """Reads a file; what it says is shown, and taken only then."""

    name, title, button = "results-file", _("Results from a file"), _("Read the file")
    intro = _(
        "A CSV file, as every spreadsheet saves it. Its first line: event, date, name, place, status, points. A row is "
        "somebody in an event; event and date may be left out where they are as in the row before. Also: multiplier, "
        "extra and for (points on top, and what for), shared (the same word for those who had one seat). "
        "Whoever is not among the club’s people is left out, or added there before."
    )
    is_in_parts = True

    too_long = _("The file is too long for the browser; the API takes it.")

    @property
    def club(self) -> UUID:
        return self.desk.row.club_id

    def read_file(self, raw: bytes, encoding: str | None) -> dict[str, Any]:
        results, read = result_import.from_file(self.club, raw, encoding)
        return {"results": results, "read": read, "text": text_of(raw, encoding)}

    def shown_first(self) -> SeasonStep:
        """The results with the league table that would come of them. Raises one of `wording.REFUSALS`."""
        told = self.cleaned_data
        return TakeResults(
            self.desk, initial={"text": told["text"]}, preview=_preview(self.desk, told["results"], told["read"])
        )


def _take(desk: Desk, results: Sequence[AddResult]) -> Done:
    return result_import.take(desk.row.pk, results, club=desk.row.club_id, actor=desk.who.actor, at=timezone.now())


def _preview(desk: Desk, results: Sequence[AddResult], read: ResultsRead) -> Preview:
    called = names.called_people(desk.row.club_id).shown
    return Preview(read, [_shown(result, called) for result in results], foreseen(lambda: _take(desk, results)))


def _shown(result: AddResult, called: dict[str, str] | Any) -> ShownResult:
    people = dict.fromkeys([*result.places, *result.status, *result.awards])
    extra = {more.person: more for more in result.extra}
    lines = []
    for person in people:
        told = []
        if person in result.places:
            told.append(gettext("place {place}").format(place=result.places[person]))
        if person in result.status:
            told.append(result.status[person])
        if person in result.awards:
            told.append(gettext("{points} points").format(points=points(result.awards[person]).text))
        if person in extra:
            text = gettext("{points} extra").format(points=points(extra[person].points).text)
            told.append(f"{text}: {extra[person].for_}" if extra[person].for_ else text)
        lines.append(Line(called.get(person, person), told))
    day = result.date.isoformat() if result.date else ""
    return ShownResult(result.name or gettext("Result from elsewhere"), day, lines)
