"""The events of a club itself: who joined it in what role, and what changed. Only its staff see them.

They trace what was done with plain rows: they hold ids and names of fields, never a name, a value or a password.
`member`: the id with which the list of members shows somebody.
"""

from __future__ import annotations

from games.kernel import Event


class ClubChanged(Event, frozen=True):
    """The club's settings were changed. fields: their names."""

    type = "club.changed"
    fields: tuple[str, ...]


class MemberAdded(Event, frozen=True):
    """Somebody was given a role, or invited to it. role: `director`, `referee` or `member`."""

    type = "club.member_added"
    member: str
    role: str


class InvitationAccepted(Event, frozen=True):
    """Somebody who was invited has joined. user: the id that the list of members shows from now on."""

    type = "club.invitation_accepted"
    member: str
    user: str


class InvitationDeclined(Event, frozen=True):
    """Somebody who was invited does not join."""

    type = "club.invitation_declined"
    member: str


class MemberRoleChanged(Event, frozen=True):
    """A member has another role."""

    type = "club.member_role_changed"
    member: str
    role: str


class MemberRemoved(Event, frozen=True):
    """Somebody is no member any more."""

    type = "club.member_removed"
    member: str


class PeopleAdded(Event, frozen=True):
    """People were added to the club's list. people: their ids."""

    type = "club.people_added"
    people: tuple[str, ...]


class PersonChanged(Event, frozen=True):
    """A person's details were changed. fields: their names."""

    type = "club.person_changed"
    person: str
    fields: tuple[str, ...]


class PeopleMerged(Event, frozen=True):
    """A person is the same as another, who stands for both from now on. person: the one that was merged."""

    type = "club.people_merged"
    person: str
    into: str


class PeopleSeparated(Event, frozen=True):
    """A person who was merged into another is one of their own again. was: the other."""

    type = "club.people_separated"
    person: str
    was: str


class PersonForgotten(Event, frozen=True):
    """A person's names and details were deleted at their wish."""

    type = "club.person_forgotten"
    person: str


class Imported(Event, frozen=True):
    """A tournament, a season or a whole club came in from a file.

    what: which of them; id: its own. origin: the club that exported it. new_streams, new_events, new_people: how many
    there are that were not here.
    """

    type = "club.imported"
    what: str
    id: str
    origin: str
    new_streams: int
    new_events: int
    new_people: int


class WebhookAdded(Event, frozen=True):
    """A webhook was added: events are sent to it from now on."""

    type = "club.webhook_added"
    webhook: str


class WebhookChanged(Event, frozen=True):
    """A webhook was changed, or switched on or off. fields: their names."""

    type = "club.webhook_changed"
    webhook: str
    fields: tuple[str, ...]


class WebhookRemoved(Event, frozen=True):
    """A webhook was removed."""

    type = "club.webhook_removed"
    webhook: str


class TokenCreated(Event, frozen=True):
    """A program of the club was given a token. token: its id. scope: `read`, `report`, `run` or `direct`."""

    type = "club.token_created"
    token: str
    scope: str


class TokenRevoked(Event, frozen=True):
    """A program's token was revoked. token: its id."""

    type = "club.token_revoked"
    token: str


EVENTS: tuple[type[Event], ...] = (
    ClubChanged,
    MemberAdded,
    InvitationAccepted,
    InvitationDeclined,
    MemberRoleChanged,
    MemberRemoved,
    PeopleAdded,
    PersonChanged,
    PeopleMerged,
    PeopleSeparated,
    PersonForgotten,
    Imported,
    WebhookAdded,
    WebhookChanged,
    WebhookRemoved,
    TokenCreated,
    TokenRevoked,
)
RULES = "club/1"
"""The label with which they are stored."""
