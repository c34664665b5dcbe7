"""Checks of the rows that an import would write, and those that are not in the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Model

from games.kernel import N_, Rejected
from league.domain.tournament.state import Tournament as State
from league.models import (
    Announcement,
    Club,
    DirectorCall,
    Entry,
    LinkSerial,
    Penalty,
    Round,
    Table,
    TableGame,
    TournamentCode,
)
from league.models.codes import ALPHABET
from league.repository.streams import Stream, stream_of
from league.services.exchange.format import Export


def refuse_unknown(named: set[str], known: set[str]) -> None:
    if unknown := sorted(named - known):
        template = N_("The log names people who are not in the list of people: {unknown}.")
        raise Rejected("broken_export", template, {"unknown": unknown}, "persons")


def refuse_taken(stream: Stream) -> None:
    """Refuses ids of entries, rounds and tables that something else on this site has."""
    state: State = stream.aggregate.state
    rounds = [*state.rounds, *state.cancelled]
    tables = [table for found in rounds for table in found.tables]
    further = [stream_of(table.id, game.game) for table in tables for game in table.more]
    here = {"tournament": stream.id}
    of: list[tuple[type[Model], Iterable[Any], Mapping[str, UUID]]] = [
        (Entry, state.entries, here),
        (Penalty, state.penalties, here),
        (DirectorCall, state.calls, here),
        (Announcement, state.announcements, here),
        (Round, [found.id for found in rounds], here),
        (Table, [table.id for table in tables], {"round__tournament": stream.id}),
        (TableGame, further, {"table__round__tournament": stream.id}),
    ]
    for model, ids, owner in of:
        others = model._default_manager.filter(pk__in=list(ids)).exclude(**owner).order_by()
        if (id := others.values_list("pk", flat=True).first()) is not None:
            raise taken(str(id))


def taken(id: str) -> Rejected:
    return Rejected("id_taken", N_("The id {id} belongs to something else on this site."), {"id": id})


def put_codes(club: Club, given: Mapping[UUID, str]) -> None:
    """The codes under which tournaments have their pages, where they are free here."""
    rows = [
        TournamentCode(tournament_id=id, club=club, code=code)
        for id, code in given.items()
        if code and not set(code) - set(ALPHABET)
    ]
    TournamentCode.objects.bulk_create(rows, ignore_conflicts=True)


def put_serials(club: Club, export: Export, streams: set[str]) -> None:
    """How often links were revoked, so that on a site with the same key they stay revoked."""
    entries = set(Entry.objects.filter(club=club, tournament__in=map(UUID, streams)).values_list("pk", flat=True))
    rows = [
        LinkSerial(club=club, kind=one.kind, target=one.target, serial=one.serial)
        for one in export.link_serials
        if one.target in entries or str(one.target) in streams
    ]
    LinkSerial.objects.bulk_create(rows, ignore_conflicts=True)
