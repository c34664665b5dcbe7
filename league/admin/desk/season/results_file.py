"""Results from elsewhere, in a file: read and shown with the league table that they lead to, then imported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Rejected
from league.admin.desk.csv_form import CsvForm
from league.admin.desk.season.desk import SeasonDesk, SeasonStep
from league.admin.desk.season.preview import TablePreview, preview
from league.admin.desk.season.typed_result import TakesResults
from league.domain.season.commands import AddResult
from league.domain.season.rules import SAME_RESULT
from league.files import result_import
from league.files.csv_file import Unreadable, decode
from league.files.result_import import ResultsRead
from league.queries import names
from league.queries.dates import listed
from league.queries.wording import points
from league.services.execution import Done, moved_on


@dataclass(frozen=True)
class PersonResult:
    """A person's result in an event. parts: place, status, points and extra points, in words."""

    name: str
    parts: Sequence[str]


@dataclass(frozen=True)
class EventResult:
    """An event that was read from the file."""

    name: str
    date: str
    people: Sequence[PersonResult]


@dataclass(frozen=True)
class FileContents:
    """The contents of a file, and the league table that they lead to.

    is_same: whether the season has one of the results already.
    """

    read: ResultsRead
    results: Sequence[EventResult]
    table: TablePreview
    is_same: bool


class ImportResults(TakesResults):
    """Adds the results of a file that was shown. Its text comes back from the browser, so it is read again."""

    name, title, button = "take-results", _("Results in the file"), _("Import these results")
    intro = _("Nothing has changed yet.")
    done = _("The results are imported.")
    template = "league/admin/season_desk/results.html"
    has_page = False
    sends_multipart = True

    text = forms.CharField(widget=forms.HiddenInput, strip=False)

    def __init__(
        self, desk: SeasonDesk, about: str = "", data: Any = None, *, contents: FileContents | None = None, **more: Any
    ) -> None:
        super().__init__(desk, about, data, **more)
        self.contents = contents
        if contents is not None and contents.is_same:
            self.ask_again()

    @property
    def is_shown_again(self) -> bool:
        return True

    def take(self) -> None:
        try:
            results, _read = _read_file(self.desk, self.cleaned_data["text"].encode())
        except (Unreadable, UnicodeEncodeError):
            raise moved_on() from None
        self.take_results(results)


class ReadResults(CsvForm, SeasonStep):
    name, title, button = "results-file", _("Results from a file"), _("Read the file")
    intro = _(
        "A CSV file, which every spreadsheet can save. Its first line: event, date, name, place, status, points. Each "
        "row is one person in one event; leave event and date empty to repeat those of the row before. More columns: "
        "multiplier, extra and for (extra points and their reason), shared (the same word for people who shared a "
        "seat). Add people to the club before you import their results, or leave them out."
    )
    sends_multipart = True

    too_long = _("The file is too long for the browser; the API takes it.")

    @property
    def club(self) -> UUID:
        return self.desk.row.club_id

    def read_file(self, raw: bytes, encoding: str | None) -> dict[str, Any]:
        results, read = _read_file(self.desk, raw, encoding)
        return {"results": results, "read": read, "text": decode(raw, encoding)}

    def confirmation(self) -> SeasonStep:
        """The results with the league table that they lead to."""
        cleaned = self.cleaned_data
        contents = _contents(self.desk, cleaned["results"], cleaned["read"])
        return ImportResults(self.desk, initial={"text": cleaned["text"]}, contents=contents)


def _read_file(desk: SeasonDesk, raw: bytes, encoding: str | None = None) -> tuple[list[AddResult], ResultsRead]:
    return result_import.from_file(desk.row.club_id, raw, encoding, desk.state.scheme.moving_up)


def _import(desk: SeasonDesk, results: Sequence[AddResult], *, again: bool = False) -> Done:
    return result_import.take(desk.row, results, actor=desk.who.actor, at=timezone.now(), again=again)


def _contents(desk: SeasonDesk, results: Sequence[AddResult], read: ResultsRead) -> FileContents:
    known = names.called_people(desk.row.club_id).shown
    is_same = False
    try:
        table = preview(lambda: _import(desk, results))
    except Rejected as refusal:
        if refusal.code != SAME_RESULT:
            raise
        is_same, table = True, preview(lambda: _import(desk, results, again=True))
    return FileContents(read, [_event(result, known) for result in results], table, is_same)


def _event(result: AddResult, known: Mapping[str, str]) -> EventResult:
    people = dict.fromkeys([*result.places, *result.status, *result.awards])
    day = listed(result.date) if result.date else ""
    lines = [PersonResult(known.get(person, person), list(_parts(person, result))) for person in people]
    return EventResult(result.name or gettext("Result from elsewhere"), day, lines)


def _parts(person: str, result: AddResult) -> Iterator[str]:
    if person in result.places:
        yield gettext("place {place}").format(place=result.places[person])
    if person in result.status:
        yield result.status[person]
    if person in result.awards:
        yield gettext("{points} points").format(points=points(result.awards[person]).text)
    for extra in result.extra:
        if extra.person == person:
            text = gettext("{points} extra").format(points=points(extra.points).text)
            yield f"{text}: {extra.for_}" if extra.for_ else text
