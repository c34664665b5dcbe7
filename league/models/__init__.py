"""The tables: clubs and people, stored responses, and the rows derived from the log."""

from league.log.models import Event, StreamHead
from league.models.codes import TournamentCode
from league.models.followers import FollowerPosition, LeagueTableRow, RatedRound, Rating
from league.models.idempotency import KeptAnswer
from league.models.identities import Identity
from league.models.inline import (
    Announcement,
    DirectorCall,
    Entry,
    FinalEntries,
    GoneTable,
    Penalty,
    Round,
    Season,
    Standings,
    Table,
    TableGame,
    Tournament,
)
from league.models.last_runs import LastRun
from league.models.links import LinkKind, LinkSerial
from league.models.people import Club, Membership, Person, Role, User
from league.models.printed import PrintedSlip
from league.models.sign_ups import Letter, SignUp, SignUpState
from league.models.slugs import OldSlug
from league.models.tokens import ClubToken, PersonalToken, Scope, TokenDetails
from league.models.webhooks import DeliveryState, OffBecause, Webhook, WebhookDelivery, WebhookState

__all__ = [
    "Announcement",
    "Club",
    "ClubToken",
    "DeliveryState",
    "DirectorCall",
    "Entry",
    "Event",
    "FinalEntries",
    "FollowerPosition",
    "GoneTable",
    "Identity",
    "KeptAnswer",
    "LastRun",
    "LeagueTableRow",
    "Letter",
    "LinkKind",
    "LinkSerial",
    "Membership",
    "OffBecause",
    "OldSlug",
    "Penalty",
    "Person",
    "PersonalToken",
    "PrintedSlip",
    "RatedRound",
    "Rating",
    "Role",
    "Round",
    "Scope",
    "Season",
    "SignUp",
    "SignUpState",
    "Standings",
    "StreamHead",
    "Table",
    "TableGame",
    "TokenDetails",
    "Tournament",
    "TournamentCode",
    "User",
    "Webhook",
    "WebhookDelivery",
    "WebhookState",
]
