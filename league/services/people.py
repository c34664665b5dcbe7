"""People who are the same are merged, and separated again; who wants to be forgotten is.

The log stays as it is: a merge says who is meant by an id (`repository.identities`), and forgetting deletes names,
which the log does not have. All rows follow in the same transaction, the followers' soon after.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.admin.models import LogEntry
from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils import translation
from django.utils.translation import gettext

from games.kernel import N_, Json, Rejected
from league.domain.club.events import PeopleMerged, PeopleSeparated, PersonForgotten
from league.domain.season.people import named_in
from league.domain.tournament.results.presence import everybody
from league.domain.values import names
from league.log import store
from league.log.store import writing
from league.models import Club, Entry, Event, KeptAnswer, Person, SignUp, Tournament
from league.projections.rebuild import write_again
from league.repository import identities, streams
from league.repository.streams import CLUB, SEASON, TOURNAMENT
from league.services import forgotten, webhooks
from league.services.club_log import note

NAMES = ("name", "family_name", "shown_as", "email")
"""What a person can be recognised by in other texts."""
DETAILS = (*NAMES, "household", "home_club", "born")
SHORTEST_WORD = 2
LOCK_ORDER = (TOURNAMENT, SEASON)


def merge(person: Person, into: UUID, *, actor: str, at: datetime) -> Person:
    """Lets `into` stand for the person, in all that was and will be.

    If one of them may not be named in public, nor may the other; this stays when they are separated again.
    Raises Rejected: `unknown_person`, `same_person`, `merged`, `forgotten`, and `same_event` where both were in one
    event.
    """
    with writing():
        rows = _locked_rows(person, into)
        one, other = rows[person.pk], _target(rows, person, into)
        affected = _affected(person.club_id, one.pk)
        if events := list(_shared_events(person.club_id, affected, {str(one.pk), str(other.pk)})):
            listed = ", ".join(event["name"] for event in events)
            template = N_("Both took part in the same events, so they are two people: {names}.")
            raise Rejected("same_event", template, {"events": events, "names": listed}, "into")
        identities.add(one.club_id, {one.pk: other.pk})
        one.merged_into = other
        SignUp.objects.filter(person=one).update(person=other)
        if other.may_be_named and not one.may_be_named:
            other.public = False
        _raise_versions(one, other)
        note(one.club_id, PeopleMerged(str(one.pk), str(other.pk)), actor=actor, at=at)
        _write_rows(one.club_id, affected)
    return other


def separate(person: Person, merged: UUID, *, actor: str, at: datetime) -> Person:
    """Takes out again who was merged into the person, with everything as it was. Raises Rejected `not_merged`."""
    with writing():
        rows = _locked_rows(person, merged)
        one = rows.get(merged)
        if one is None or one.merged_into_id != person.pk:
            template = N_("This person was not merged into {name}.")
            raise Rejected("not_merged", template, {"name": person.public_name}, "person")
        affected = _affected(person.club_id, one.pk)
        identities.add(one.club_id, {one.pk: None})
        one.merged_into = None
        _raise_versions(one, rows[person.pk])
        note(one.club_id, PeopleSeparated(str(one.pk), str(person.pk)), actor=actor, at=at)
        _write_rows(one.club_id, affected)
    return one


def forget(person: Person, *, actor: str, at: datetime) -> None:
    """Deletes the names and details of a person, and of those who were merged into them. Twice is as once."""
    with writing():
        store.lock(person.club_id)
        rows = [row for row in _with_merged(person) if not row.is_forgotten]
        if rows:
            note(person.club_id, *(PersonForgotten(str(row.pk)) for row in rows), actor=actor, at=at)
            _purge(rows)
            forgotten.note(person.club_id, [row.pk for row in rows], at)


def forget_again(*, at: datetime) -> int:
    """Forgets everybody whom the log or the list outside of the database names, after a restore; returns how many."""
    rows = Event.objects.filter(kind=CLUB, type=PersonForgotten.type).annotate(text=Cast("data", TextField()))
    in_log = {(club, UUID(msgspec.json.decode(text)["person"])) for club, text in rows.values_list("club", "text")}
    named = {person for _, person in in_log} | ids()
    wanted = Person.objects.filter(is_forgotten=False, pk__in=named).select_related("club").order_by("pk")
    people = list(wanted)
    for row in people:
        with writing():
            store.lock(row.club_id)
            if (row.club_id, row.pk) not in in_log:
                note(row.club_id, PersonForgotten(str(row.pk)), actor="restore", at=at)
            _purge([row])
    return len(people)


def ids() -> set[UUID]:
    """The people on the list outside of the database."""
    return {person for _, person in forgotten.listed()}


def final(person: Person) -> Person:
    """The person who stands for this one: itself, or who it was merged into."""
    while person.merged_into is not None:
        person = person.merged_into
    return person


def forgotten_name(club: Club) -> str:
    """What is shown in place of a name that was forgotten, in the club's language."""
    with translation.override(club.written_in):
        return gettext("Forgotten person")


def _target(rows: dict[UUID, Person], person: Person, into: UUID) -> Person:
    other = rows.get(into)
    if other is None:
        raise Rejected("unknown_person", N_("The club has no person with this id."), field="into")
    if other.pk == person.pk:
        raise Rejected("same_person", N_("Somebody can't be merged into themselves."), field="into")
    for one, field in ((rows[person.pk], None), (other, "into")):
        if one.is_forgotten:
            raise Rejected("forgotten", N_("This person was forgotten: nobody may learn who it was."), field=field)
        if one.merged_into_id is not None:
            facts = {"into": str(one.merged_into_id)}
            raise Rejected("merged", N_("This person was merged into another one already."), facts, field)
    return other


def _locked_rows(person: Person, other: UUID) -> dict[UUID, Person]:
    """The two people, if the club has both, locked: nobody enters one of them until the commit."""
    rows = Person.objects.select_for_update().filter(club=person.club_id, pk__in=[person.pk, other])
    return {row.pk: row for row in rows.order_by("pk")}


def shared_events(person: Person, other: Person) -> list[Json]:
    """The events in which both took part: with one, they can't be merged. Nothing is locked."""
    named = _streams_with(person.club_id, person.pk)
    return list(_shared_events(person.club_id, named, {str(person.pk), str(other.pk)}))


def _affected(club: UUID, person: UUID) -> dict[str, list[UUID]]:
    """As `_streams_with`, locked."""
    found = _streams_with(club, person)
    for kind in LOCK_ORDER:
        for stream in found[kind]:
            store.lock(stream)
    store.lock(club)
    return found


def _streams_with(club: UUID, person: UUID) -> dict[str, list[UUID]]:
    """The streams by kind whose events name a person, or others who were merged into them."""
    known = identities.identities(club, identities.newest(club)).people
    wanted = {str(person), *(id for id, stands_for in known.items() if stands_for == str(person))}
    named = Q()
    for id in wanted:
        named |= Q(text__contains=id)
    rows = Event.objects.filter(club=club, kind__in=LOCK_ORDER).annotate(text=Cast("data", TextField())).filter(named)
    found: dict[str, list[UUID]] = {kind: [] for kind in LOCK_ORDER}
    for kind, stream in rows.order_by("stream").values_list("kind", "stream").distinct():
        found[kind].append(stream)
    return found


def _shared_events(club: UUID, affected: dict[str, list[UUID]], both: set[str]) -> Iterator[Json]:
    """The tournaments and the results from elsewhere that name both people, and seasons with them in two divisions."""
    titles = dict(Tournament.objects.filter(pk__in=affected[TOURNAMENT]).values_list("pk", "name"))
    for stream in streams.each(TOURNAMENT, [(club, id) for id in affected[TOURNAMENT]]):
        if both <= everybody(stream.aggregate.state):
            yield {"tournament": str(stream.id), "name": titles.get(stream.id, "")}
    for stream in streams.each(SEASON, [(club, id) for id in affected[SEASON]]):
        if sum(not both.isdisjoint(division.people) for division in stream.aggregate.state.divisions) > 1:
            yield {"season": str(stream.id), "name": stream.aggregate.state.name}
        for event in stream.aggregate.state.events.values():
            if event.result is not None and both <= named_in(event):
                name = event.result.name or stream.aggregate.state.name
                yield {"season": str(stream.id), "event": event.id, "name": name}


def _write_rows(club: UUID, affected: dict[str, list[UUID]]) -> None:
    """Writes the rows of these streams again, with the people whom they mean now."""
    for kind in LOCK_ORDER:
        for id in affected[kind]:
            write_again(streams.rebuilt(club, kind, id))


def _raise_versions(*rows: Person) -> None:
    for row in rows:
        row.version += 1
        row.save()


def _with_merged(person: Person) -> list[Person]:
    """The person, and everybody who was merged into them, on several ways too."""
    found, todo = [], [Person.objects.select_for_update().get(pk=person.pk)]
    while todo:
        found.append(row := todo.pop())
        todo += Person.objects.select_for_update().filter(merged_into=row).order_by("pk")
    return found


def _purge(rows: Sequence[Person]) -> None:
    """Deletes what these people can be recognised by: in their rows, teams, the admin's log and stored responses.

    Their sign-ups are deleted, and what receivers of webhooks have answered: they may have written anything.
    """
    texts = sorted({text for row in rows for name in NAMES if (text := getattr(row, name))}, key=len, reverse=True)
    shown = forgotten_name(rows[0].club)
    SignUp.objects.about(rows).delete()
    _rename_teams(rows, texts, shown)
    for row in rows:
        for name in DETAILS:
            setattr(row, name, "")
        row.name, row.public, row.is_forgotten = shown, None, True
        row.version += 1
        row.save()
    in_admin = Q(content_type__app_label="league", content_type__model="person")
    ids_of = [str(row.pk) for row in rows]
    LogEntry.objects.filter(in_admin & Q(object_id__in=ids_of) | Q(object_repr__in=texts)).delete()
    _purge_responses(texts, shown)
    webhooks.forget_answers(rows[0].club_id)


def _rename_teams(rows: Sequence[Person], texts: Iterable[str], shown: str) -> None:
    """Takes the words of the names out of the names of their teams."""
    words = {word for text in texts for word in re.findall(r"\w+", text) if len(word) >= SHORTEST_WORD}
    if not words:
        return
    club = rows[0].club_id
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})\b", re.IGNORECASE)
    runs = re.compile(rf"{re.escape(shown)}(?:\W+{re.escape(shown)})+")
    people = {str(row.pk) for row in rows} | {str(final(row).pk) for row in rows}
    for entry in Entry.objects.filter(club=club).exclude(team="").select_related("tournament"):
        if pattern.search(entry.team) and people & _members(entry):
            team = runs.sub(shown, pattern.sub(shown, entry.team))
            Entry.objects.filter(pk=entry.pk).update(team=team[: names.LONGEST])


def _members(entry: Entry) -> set[str]:
    with streams.reading(entry.club_id, TOURNAMENT, entry.tournament_id) as stream:
        return set(stream.aggregate.state.entries[str(entry.pk)].people)


def _purge_responses(texts: Sequence[str], shown: str) -> None:
    """Takes the names out of the responses that are stored for repeated requests."""
    if not texts:
        return
    named = Q()
    for text in texts:
        named |= Q(body__contains=msgspec.json.encode(text).decode()[1:-1]) | Q(body__contains=text)
    for answer in KeptAnswer.objects.select_for_update().filter(named):
        KeptAnswer.objects.filter(pk=answer.pk).update(body=_unnamed(answer.body, texts, shown))


def _unnamed(body: str, texts: Sequence[str], shown: str) -> str:
    """A stored response without names: JSON, or a sentence that the desk has said."""
    try:
        value = msgspec.json.decode(body)
    except msgspec.DecodeError:
        for text in texts:
            body = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", lambda _found: shown, body)
        return body
    return msgspec.json.encode(_without(value, texts, shown)).decode()


def _without(value: Any, texts: Sequence[str], shown: str) -> Any:
    """JSON values without names. One word is taken out only where a text is that name, also with “(2)” after it."""
    match value:
        case str():
            for text in texts:
                if value == text or value.startswith(f"{text} ("):
                    value = shown + value[len(text) :]
                elif not text.isalnum():
                    value = value.replace(text, shown)
            return value
        case dict():
            return {key: _without(part, texts, shown) for key, part in value.items()}
        case list():
            return [_without(part, texts, shown) for part in value]
    return value
