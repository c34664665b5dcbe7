"""Read and check the environment variables; a wrong value stops the start with a sentence."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any
from urllib.parse import urlsplit

from environs import Env, EnvError, EnvValidationError, validate

from deploy.data_folder import SECRET_KEY_LENGTH

PRODUCTION, CLUB = "production", "club"
NO_ORIGIN = "an address such as https://play.example.org is needed, with nothing after the host or the port."
ASCII = r"([!-~]([ -~]*[!-~])?)?\Z"
NO_ASCII = "letters, digits and signs of ASCII are needed, since a header has no others."
NO_ZONE = "a zone of the tz database is needed, such as Europe/Berlin."
HERE = ["localhost", "127.0.0.1", "[::1]"]
RATES = {"token": 1_200, "link": 600, "address": 12_000}
"""Requests in a minute; a whole hall may be behind one address. A club on its own network has no limits."""
Network = IPv4Network | IPv6Network
SQLITE = "django.db.backends.sqlite3"
MAIL_SECONDS = 20
"""So long a mail server may take to answer."""
POSTGRES = "django.db.backends.postgresql"
ENGINES = (POSTGRES, SQLITE)


@dataclass(frozen=True)
class Environment:
    """The values of the variables with the same names. is_club: whether TABLEKEEPER_MODE is club.

    api_rates: the variables RATE_TOKEN, RATE_LINK and RATE_ADDRESS, by the names in RATES; 0 for no limit.
    is_on_lan: whether TABLEKEEPER_LAN is set, as `club --lan` does (deploy/modes.py).

    forgotten_file: the list of people who were forgotten, which a restored backup does not know; "" for none.

    email_url: Django's settings for the mail server; none where the site sends no mail. email_reply_to: where answers
    to its mail go; "" for the sender.

    replica_url: the database setting of the replica; none without one.

    In club mode the server uses plain http and no Redis; everything else is as in production.
    """

    is_club: bool
    secret_key: str
    secret_key_fallbacks: list[str]
    database: dict[str, Any]
    replica_url: dict[str, Any]
    redis_url: str
    allowed_hosts: list[str]
    csrf_trusted_origins: list[str]
    public_origin: str
    is_on_lan: bool
    time_zone: str
    log_level: str
    database_pool_size: int
    hsts_seconds: int
    api_rates: dict[str, int]
    static_root: str
    forgotten_file: str
    metrics_dir: str
    metrics_token: str
    email_url: dict[str, Any]
    email_reply_to: str
    webhook_private_addresses: list[Network]
    webhook_plain_http: bool
    webhook_redirects: bool


def read() -> Environment:
    """Return the current environment. Raises SystemExit with a sentence for the first missing or wrong value."""
    try:
        return _read(Env())
    except EnvError as error:
        raise SystemExit(f"Tablekeeper can't start: {_sentence(error)}") from None


def _read(env: Env) -> Environment:
    mode = env.str("TABLEKEEPER_MODE", PRODUCTION, validate=validate.OneOf([PRODUCTION, CLUB]))
    is_club = mode == CLUB
    levels = validate.OneOf(["DEBUG", "INFO", "WARNING", "ERROR"])
    origin = _public_origin(env)
    hosts = env.list("ALLOWED_HOSTS", HERE) if is_club else env.list("ALLOWED_HOSTS")
    database = _database(env)
    return Environment(
        is_club=is_club,
        secret_key=env.str("SECRET_KEY", validate=validate.Length(min=SECRET_KEY_LENGTH)),
        secret_key_fallbacks=_fallbacks(env),
        database=database,
        replica_url=_replica(env, database),
        redis_url=_redis_url(env, is_club=is_club),
        allowed_hosts=[*hosts, host] if (host := urlsplit(origin).hostname) else hosts,
        csrf_trusted_origins=env.list("CSRF_TRUSTED_ORIGINS", []),
        public_origin=origin,
        is_on_lan=env.bool("TABLEKEEPER_LAN", default=False),
        time_zone=env.str("TIME_ZONE", "UTC", validate=validate.OneOf(zoneinfo.available_timezones(), error=NO_ZONE)),
        log_level=env.str("LOG_LEVEL", "WARNING" if is_club else "INFO", validate=levels),
        database_pool_size=env.int("DATABASE_POOL_SIZE", 16, validate=validate.Range(min=1)),
        api_rates={
            name: env.int(f"RATE_{name.upper()}", 0 if is_club else usual, validate=validate.Range(min=0))
            for name, usual in RATES.items()
        },
        hsts_seconds=env.int("HSTS_SECONDS", 31_536_000, validate=validate.Range(min=0)),
        static_root=env.str("STATIC_ROOT", ""),
        forgotten_file=env.str("FORGOTTEN_FILE", _beside(database)),
        metrics_dir=env.str("METRICS_DIR", ""),
        metrics_token=env.str("METRICS_TOKEN", "", validate=validate.Regexp(ASCII, error=NO_ASCII)),
        email_url=_email(env),
        email_reply_to=_reply_to(env),
        webhook_private_addresses=_networks(env),
        webhook_plain_http=env.bool("WEBHOOK_PLAIN_HTTP", default=False),
        webhook_redirects=env.bool("WEBHOOK_REDIRECTS", default=False),
    )


def _fallbacks(env: Env) -> list[str]:
    """Return the keys that the site had before, by which what they signed is still accepted."""
    found: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
    if any(len(key) < SECRET_KEY_LENGTH for key in found):
        raise EnvError(
            f'Environment variable "SECRET_KEY_FALLBACKS" is wrong: keys of at least {SECRET_KEY_LENGTH} characters are'
            " needed, with commas between."
        )
    return found


def _public_origin(env: Env) -> str:
    """Return where phones reach the site; "" where requests say it."""
    is_origin = validate.Regexp(r"^(https?://[^\s/?#@]+)?$", error=NO_ORIGIN)
    return env.str("PUBLIC_ORIGIN", "", validate=is_origin).lower()


def _database(env: Env) -> dict[str, Any]:
    database = dict(env.dj_db_url("DATABASE_URL"))
    if str(database.get("ENGINE")) not in ENGINES:
        raise EnvError('Environment variable "DATABASE_URL" is wrong: an address of PostgreSQL or SQLite is needed.')
    return database


def _replica(env: Env, database: Mapping[str, Any]) -> dict[str, Any]:
    """Return the setting of the primary's replica; none without one."""
    if not env.str("REPLICA_URL", ""):
        return {}
    replica = dict(env.dj_db_url("REPLICA_URL"))
    names_one = replica.get("NAME") or "service" in replica.get("OPTIONS", {})
    if {replica.get("ENGINE"), database["ENGINE"]} != {POSTGRES} or not names_one:
        raise EnvError(
            'Environment variable "REPLICA_URL" is wrong: the address of a replica of the PostgreSQL at DATABASE_URL is'
            " needed."
        )
    return replica


def _beside(database: Mapping[str, Any]) -> str:
    """Return the file next to that of SQLite; "" for another database, of which nobody knows where its backups are."""
    name = str(database["NAME"])
    is_file = database["ENGINE"] == SQLITE and ":memory:" not in name
    return f"{name}.forgotten" if is_file else ""


def _redis_url(env: Env, *, is_club: bool) -> str:
    """Return the address of Redis; "" where a club has none."""
    is_address = validate.Regexp(r"^(rediss?|unix)://.", error="an address such as redis://host:6379/0 is needed.")
    if is_club and not env.str("REDIS_URL", ""):
        return ""
    return env.str("REDIS_URL", validate=is_address)


def _email(env: Env) -> dict[str, Any]:
    """Return Django's settings for the mail server; none without one. The sender is the log-in unless one is named."""
    if not env.str("EMAIL_URL", ""):
        return {}
    found = dict(env.dj_email_url("EMAIL_URL"))
    found.setdefault("DEFAULT_FROM_EMAIL", found["EMAIL_HOST_USER"] or "")
    if "EMAIL_BACKEND" not in found:
        raise EnvError(
            'Environment variable "EMAIL_URL" is wrong: an address such as'
            " submission://name:password@mail.example.org is needed."
        )
    if "@" not in found["DEFAULT_FROM_EMAIL"]:
        raise EnvError(
            'Environment variable "EMAIL_URL" is wrong: it names no sender. Add'
            " ?_default_from_email=club@example.org to it."
        )
    return {**found, "EMAIL_TIMEOUT": found["EMAIL_TIMEOUT"] or MAIL_SECONDS}


def _reply_to(env: Env) -> str:
    """Return the address to which people answer; "" for the sender's."""
    if not env.str("EMAIL_REPLY_TO", ""):
        return ""
    return env.str("EMAIL_REPLY_TO", validate=validate.Email(error="an address such as desk@example.org is needed."))


def _networks(env: Env) -> list[Network]:
    """Return the private networks into which webhooks may lead."""
    try:
        return list(map(ip_network, env.list("WEBHOOK_PRIVATE_ADDRESSES", [])))
    except ValueError:
        raise EnvError(
            'Environment variable "WEBHOOK_PRIVATE_ADDRESSES" is wrong: networks such as 192.168.1.0/24,fd00::/8 or'
            " single addresses are needed."
        ) from None


def _sentence(error: EnvError) -> str:
    name, invalid, _ = str(error).partition(" invalid: ")
    if invalid and isinstance(error, EnvValidationError):
        return f"{name} is wrong: {' '.join(map(str, error.error_messages))}"
    return f"{name.rstrip('.')}."
