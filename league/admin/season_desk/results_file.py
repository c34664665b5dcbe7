"""Results from elsewhere from a spreadsheet: read and shown first, with the league table they make; taken then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Json
from league import names, result_import, trial
from league.admin.desk.planning import MOST_BYTES, OLDER
from league.admin.desk.wording import moved_on, sentence
from league.admin.season_desk.step import Desk, SeasonStep
from league.admin.wording import Moved, Points, moved, points
from league.csv_file import OFFERED, Unreadable, text_of
from league.domain import movement
from league.domain.fields import BadFields
from league.domain.season.commands import AddResult
from league.result_import import ResultsRead
from league.services import Done

MOST_ROWS_SHOWN = 50


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
class Foreseen:
    """A row of the league table as it would be."""

    place: int | None
    is_shared: bool
    name: str
    points: Points
    moved: Moved


@dataclass
class Preview:
    """What a file says, and what would come of it. more: how many rows of the league table are not shown."""

    read: ResultsRead
    results: Sequence[ShownResult]
    table: Sequence[Foreseen] = field(default_factory=list)
    more: int = 0


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


class ReadResults(SeasonStep):
    """Reads a file; what it says is shown, and taken only then."""

    name, title, button = "results-file", _("Results from a file"), _("Read the file")
    intro = _(
        "A CSV file, as every spreadsheet saves it. Its first line: event, date, name, place, status, points. A row is "
        "somebody in an event; event and date may be left out where they are as in the row before. Also: multiplier, "
        "extra and for (points on top, and what for), shared (the same word for those who had one seat). "
        "Whoever is not among the club’s people is left out, or added there before."
    )
    is_in_parts = True

    file = forms.FileField(label=_("File"), widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}))
    encoding = forms.ChoiceField(
        label=_("Written by"),
        required=False,
        choices=[("", _("any program of today")), (OFFERED, _("an older program"))],
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "file" not in cleaned or self.errors:
            return cleaned
        club, encoding = self.desk.row.club_id, cleaned["encoding"] or None
        try:
            raw = cleaned["file"].read()
            cleaned["results"], cleaned["read"] = result_import.from_file(club, raw, encoding)
            cleaned["text"] = text_of(raw, encoding)
        except Unreadable as fault:
            template = OLDER if fault.code == "not_utf8" else fault.template
            self.add_error("file", sentence(club, template, fault.facts))
        except BadFields as refused:
            for found in refused.faults:
                self.add_error("file", sentence(club, found.template, found.facts))
        else:
            if len(cleaned["text"].encode()) > MOST_BYTES:
                self.add_error("file", gettext("The file is too long for the browser; the API takes it."))
        return cleaned

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
    shown = Preview(read, [_shown(result, called) for result in results])
    try:
        with trial.trying():
            _take(desk, results)
    except trial.Tried as tried:
        before: dict[str, int | None] = {row["person"]: row["place"] for row in tried.before}
        rows = movement.moved(before, tried.after, "person")
        shown.table = list(_foreseen(rows[:MOST_ROWS_SHOWN]))
        shown.more = max(len(rows) - MOST_ROWS_SHOWN, 0)
    return shown


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


def _foreseen(rows: Sequence[Json]) -> Iterator[Foreseen]:
    called = names.of_people([UUID(row["person"]) for row in rows])
    often = [row["place"] for row in rows]
    for row in rows:
        is_shared = row["place"] is not None and often.count(row["place"]) > 1
        yield Foreseen(row["place"], is_shared, called.get(row["person"], ""), points(row["points"]), moved(row))
