"""`If-Match` on every write: of the thing in the path, of a list's parent, of the club that a body names."""

from __future__ import annotations

import pytest

from league.models import KeptAnswer
from tests.api.test_doors import WHO_MAY, WRITING, Venue, what_stands
from tests.api.test_links import KEY

CONDITIONAL = [door for door in WRITING if door not in ("tokens post", "current-token delete")]
"""A log-in is about no thing, and a token that ends is compared with nothing."""
SEE_THE_TABLE = [("table-commands post", name) for name in ("stranger", "other_entry_link")]
"""Whether somebody sits there is asked after the version, which everybody reads who may open the table."""


@pytest.mark.parametrize("door", CONDITIONAL)
def test_every_write_compares_the_version(venue: Venue, door: str) -> None:
    method, path = door.split()[1].upper(), venue.path(door)
    who, stands = venue.knocks("director" if "director" in WHO_MAY[door] else "superuser"), what_stands()
    stale = who.send(method, path, venue.body(door), **KEY, **{"If-Match": '"99999"'})
    assert (stale.status_code, stale.json()["code"], set(stale.json()["facts"])) == (412, "stale", {"version"})
    assert (what_stands(), KeptAnswer.objects.count()) == (stands, 0)
    newest = f'"0", W/"{stale.json()["facts"]["version"]}.5f3a"'
    done = who.send(method, path, venue.body(door), **KEY, **{"If-Match": newest})
    assert done.status_code in (200, 201, 204, 422), done.content
    again = who.send(method, path, venue.body(door), **{"If-Match": "*"})
    assert again.status_code not in (400, 412, 500), again.content


@pytest.mark.parametrize("door", CONDITIONAL)
def test_who_may_not_write_learns_no_version(venue: Venue, door: str) -> None:
    method, path = door.split()[1].upper(), venue.path(door)
    for name in ("anonymous", "stranger", "other_entry_link"):
        if name not in WHO_MAY[door] and (door, name) not in SEE_THE_TABLE:
            refused = venue.knocks(name).send(method, path, venue.body(door), **{"If-Match": '"99999"'})
            assert refused.status_code in (401, 403, 404), (name, refused.content)
            assert "version" not in refused.json()["facts"], name
