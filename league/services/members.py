"""The members of a club, and those who are invited. Each function is one change and leaves a trace in the club's log.

Whoever adds a member does not learn which user names exist: a name with a password makes an account if it is free;
otherwise the name is invited, whether or not somebody has it, and the answer and the list of members are the same.
Only the holder of an account with that name can accept.
"""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.kernel import N_, Rejected
from league.domain.club.events import (
    InvitationAccepted,
    InvitationDeclined,
    MemberAdded,
    MemberRemoved,
    MemberRoleChanged,
)
from league.log.store import writing
from league.models import Club, Membership, Role, User
from league.services import accounts
from league.services.club_log import note
from league.services.preconditions import raise_version


def add(
    club: Club, username: str, role: Role, password: str | None, *, actor: str, at: datetime, sees_accounts: bool
) -> Membership:
    """Gives a role to a new account with this password, or invites the name.

    sees_accounts: adds an existing account at once, as superusers do, who see them all. Raises ValidationError for a
    name or a password that no account could have, and Rejected `duplicate` for a member of the club.
    """
    account = _account(username, password)
    with writing():
        Club.objects.select_for_update().get(pk=club.pk)
        if _named(club, username).exists():
            raise _is_member(username)
        member = Membership(club=club, role=role)
        known = User.objects.filter(username=username).first()
        if known is None and password is not None:
            member.user = _saved(account)
        elif known is not None and password is None and sees_accounts:
            member.user = known
        else:
            member.invited, member.invitation = username, account.pk  # made when an account's would be
        member.save()
        _raise_versions(member)
        note(club.pk, MemberAdded(str(member.shown_id), role), actor=actor, at=at)
    return member


def change_role(club: Club, username: str, role: Role, *, actor: str, at: datetime) -> Membership:
    """Changes a member's role. Raises Rejected `last_director` if the club would have no director."""
    with writing():
        Club.objects.select_for_update().get(pk=club.pk)
        member = named(club, username)
        if member is None:
            raise ValidationError({"username": ValidationError(_("There is no member of that name."), "unknown_user")})
        if role != Role.DIRECTOR:
            _require_director_besides(member, "role")
        if member.role != role:
            member.role = role
            member.version += 1
            member.save()
            _raise_versions(member)
            note(club.pk, MemberRoleChanged(str(member.shown_id), role), actor=actor, at=at)
    return member


def named(club: Club, username: str) -> Membership | None:
    """The member or the invited person of that name."""
    return _named(club, username).select_related("user").first()


def remove(member: Membership, *, actor: str, at: datetime) -> None:
    """Ends a membership, or an invitation; one that has ended already is no error. Raises Rejected `last_director`."""
    with writing():
        Club.objects.select_for_update().get(pk=member.club_id)
        newest = Membership.objects.filter(pk=member.pk).first()
        if newest is None:
            return
        _require_director_besides(newest)
        event = MemberRemoved(str(member.shown_id))
        _raise_versions(member)
        member.delete()
        note(member.club_id, event, actor=actor, at=at)


def invitations(user: User) -> QuerySet[Membership]:
    """The invitations that wait for the user's answer."""
    waiting = Membership.objects.filter(user=None, invited=user.username).exclude(club__memberships__user=user)
    return waiting.select_related("club").order_by("id")


def answer(invitation: Membership, user: User, *, accept: bool, at: datetime) -> None:
    """Accepts or declines an invitation. Raises Rejected `no_invitation` where it is gone meanwhile."""
    with writing():
        Club.objects.select_for_update().get(pk=invitation.club_id)
        waiting = invitations(user).filter(pk=invitation.pk).first()
        if waiting is None:
            raise no_invitation()
        event: InvitationAccepted | InvitationDeclined
        if accept:
            event = InvitationAccepted(str(waiting.invitation), str(user.pk))
            waiting.user, waiting.invited = user, ""
            waiting.version += 1
            waiting.save()
        else:
            event = InvitationDeclined(str(waiting.invitation))
            waiting.delete()
        raise_version(Club, waiting.club_id)
        raise_version(User, user.pk)
        note(waiting.club_id, event, actor=f"user:{user.pk}", at=at)


def _raise_versions(member: Membership) -> None:
    """Raises the versions of what lists a membership: the club, and the account of the member."""
    raise_version(Club, member.club_id)
    if member.user_id is not None:
        raise_version(User, member.user_id)


def no_invitation() -> Rejected:
    return Rejected("no_invitation", N_("There is no invitation to this club."), field="club")


def _account(username: str, password: str | None) -> User:
    """An account that is not saved, with its password hashed. Raises ValidationError."""
    account = User(username=username)
    account.clean_fields(exclude=["password"])
    if password is not None:
        accounts.set_password(account, password)
    return account


def _saved(account: User) -> User:
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError as error:  # somebody has just made one of this name
        raise _is_member(account.username) from error
    return account


def _named(club: Club, username: str) -> QuerySet[Membership]:
    return Membership.objects.filter(Q(user__username=username) | Q(invited=username), club=club)


def _is_member(username: str) -> Rejected:
    return Rejected("duplicate", N_("{username} is a member already."), {"username": username}, "username")


def _require_director_besides(member: Membership, field: str | None = None) -> None:
    """field: of the body. Raises Rejected."""
    others = Membership.objects.filter(club=member.club_id, role=Role.DIRECTOR, user__isnull=False)
    if member.role == Role.DIRECTOR and not others.exclude(pk=member.pk).exists():
        raise Rejected("last_director", N_("A club needs a director."), field=field)
