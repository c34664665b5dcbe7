"""Short links: what is in one, what a forged one opens, and those of 0.5.0, which stay valid."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings

from league.access import links
from league.access.links import BadLink
from league.models import GoneTable, LinkKind, LinkSerial
from league.projections.rebuild import rebuild
from tests.api.conftest import Site, link_holder
from tests.api.test_links import Hall, refused

LENGTH = 40
ALPHABET = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def made(site: Site, kind: LinkKind, id: str) -> str:
    return links.made(site.club.id, kind, [UUID(id)])[UUID(id)]


def long(kind: str, id: str, serial: int = 0) -> str:
    """A link as 0.5.0 made it."""
    return links.SIGNER.sign(f"{kind}.{UUID(id).hex}.{serial}")


def queries(call: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as found:
        call()
    return len(found)


def test_a_link_has_forty_characters_that_need_no_escape_in_an_address(site: Site) -> None:
    hall = Hall(site)
    for kind, id in ((LinkKind.TABLE, hall.tables[0]), (LinkKind.ENTRY, hall.entries[0])):
        link = made(site, kind, id)
        assert len(link) == LENGTH
        assert set(link) <= ALPHABET
        assert (links.holder(link).kind, links.holder(link).id) == (kind, UUID(id))
        assert links.holder(link).tournament == UUID(hall.tournament)


def test_links_of_0_5_0_open_what_they_opened(site: Site) -> None:
    hall = Hall(site)
    for kind, id in (("table", hall.tables[0]), ("entry", hall.entries[0])):
        assert links.holder(long(kind, id)) == links.holder(made(site, LinkKind(kind), id))
        assert link_holder(long(kind, id)).send("GET", f"tables/{hall.tables[0]}").status_code == 200
        links.revoke(site.club.id, LinkKind(kind), [UUID(id)])
        assert refused(link_holder(long(kind, id))) == "link_revoked"
        assert link_holder(long(kind, id, 1)).send("GET", "games").status_code == 200


def test_an_earlier_link_was_withdrawn_and_a_later_one_was_never_made(site: Site) -> None:
    table = Hall(site).tables[0]
    first = made(site, LinkKind.TABLE, table)
    links.revoke(site.club.id, LinkKind.TABLE, [UUID(table)])
    second = made(site, LinkKind.TABLE, table)
    links.revoke(site.club.id, LinkKind.TABLE, [UUID(table)])
    third = made(site, LinkKind.TABLE, table)
    assert len({first, second, third}) == 3
    assert [refused(link_holder(link)) for link in (first, second)] == ["link_revoked"] * 2
    assert links.holder(third).id == UUID(table)


def test_a_link_that_was_withdrawn_more_often_than_two_bytes_can_say(site: Site) -> None:
    table = UUID(Hall(site).tables[0])
    links.revoke(site.club.id, LinkKind.TABLE, [table])
    LinkSerial.objects.filter(target=table).update(serial=70_000)
    link = links.made(site.club.id, LinkKind.TABLE, [table])[table]
    assert (links.holder(link).id, len(link)) == (table, 42)


def test_no_changed_byte_opens_anything(site: Site) -> None:
    hall = Hall(site)
    link = made(site, LinkKind.TABLE, hall.tables[0])
    raw = urlsafe_b64decode(link)
    for at in range(len(raw)):
        forged = bytes([*raw[:at], raw[at] ^ 1, *raw[at + 1 :]])
        with pytest.raises(BadLink, match="bad_link"):
            links.found(urlsafe_b64encode(forged).decode())
    for value in (link[:-1], link + "A", link + "==", link[:-1] + "!", link.swapcase(), "A" * LENGTH, link + "\n"):
        with pytest.raises(BadLink, match="bad_link"):
            links.found(value)


def test_a_link_of_one_kind_or_of_another_site_is_none(site: Site) -> None:
    hall = Hall(site)
    raw = bytearray(urlsafe_b64decode(made(site, LinkKind.TABLE, hall.tables[0])))
    raw[17] ^= 1  # the kind's bit
    assert refused(link_holder(urlsafe_b64encode(raw).decode())) == "bad_link"
    with override_settings(SECRET_KEY="another site's key"):
        link = made(site, LinkKind.TABLE, hall.tables[0])
    assert refused(link_holder(link)) == "bad_link"


def test_a_link_made_here_for_what_is_not_there(site: Site) -> None:
    table, entry = (made(site, kind, str(uuid4())) for kind in (LinkKind.TABLE, LinkKind.ENTRY))
    assert (refused(link_holder(table)), refused(link_holder(entry))) == ("table_gone", "bad_link")


def test_reading_a_link_takes_one_query_and_a_guess_none(site: Site) -> None:
    hall = Hall(site)
    table, entry = made(site, LinkKind.TABLE, hall.tables[0]), made(site, LinkKind.ENTRY, hall.entries[0])
    for link in (table, entry, long("table", hall.tables[0])):
        assert queries(lambda link=link: links.holder(link)) == 1  # type: ignore[misc]
    assert queries(lambda: links.found_all(["A" * LENGTH, "table.1.0", "", "x" * 4000])) == 0
    many = [made(site, LinkKind.ENTRY, entry) for entry in hall.entries] + [table]
    assert queries(lambda: links.found_all(many)) == 2
    assert [str(found.holder.id) for found in links.found_all(many)] == [*hall.entries, hall.tables[0]]


def test_a_table_that_is_gone_is_still_known_with_its_tournament_and_a_rebuild_finds_it_again(site: Site) -> None:
    hall = Hall(site)
    one, other = hall.tables
    link = made(site, LinkKind.TABLE, one)
    swap = {"swap": [hall.seats[0][0], hall.seats[1][0]], "reason": "a mistake"}
    assert site.director.send("POST", f"rounds/{hall.round['id']}/repair", swap).status_code == 200
    found = links.found(link)
    assert (found.holder.tournament, found.over and found.over.code) == (UUID(hall.tournament), "table_gone")
    assert refused(link_holder(link)) == "table_gone"
    assert set(GoneTable.objects.values_list("pk", flat=True)) == {UUID(one), UUID(other)}
    GoneTable.objects.all().delete()
    assert len(rebuild()) == 2
    assert links.found(link).holder == found.holder
    assert rebuild() == []
