"""A wrong value in the environment stops the start with a sentence."""

import subprocess
import sys

import pytest

from deploy import databases, environment
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")

PRODUCTION = {
    "SECRET_KEY": "all of seven words in a line, and then 1234567890abcdef",
    "DATABASE_URL": "postgresql://tablekeeper@db/tablekeeper",
    "REDIS_URL": "redis://redis:6379/0",
    "ALLOWED_HOSTS": "club.example",
}


def read(monkeypatch: pytest.MonkeyPatch, **variables: str) -> environment.Environment:
    """What these variables and no others say."""
    for name in (
        *PRODUCTION,
        "TABLEKEEPER_MODE",
        "LOG_LEVEL",
        "CSRF_TRUSTED_ORIGINS",
        "PUBLIC_ORIGIN",
        "TABLEKEEPER_LAN",
        "EMAIL_URL",
        "EMAIL_REPLY_TO",
        "REPLICA_URL",
    ):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return environment.read()


@pytest.mark.parametrize("missing", PRODUCTION)
def test_production_names_what_is_missing(monkeypatch, missing):
    variables = {name: value for name, value in PRODUCTION.items() if name != missing}
    with pytest.raises(SystemExit, match=f'^Tablekeeper can\'t start: Environment variable "{missing}" not set[.]$'):
        read(monkeypatch, **variables)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TABLEKEEPER_MODE", "demo"),
        ("SECRET_KEY", "short"),
        ("DATABASE_URL", "not an address"),
        ("DATABASE_URL", "mysql://db/tablekeeper"),
        ("DATABASE_URL", ""),
        ("REDIS_URL", "localhost:6379"),
        ("REPLICA_URL", "not an address"),
        ("REPLICA_URL", "sqlite:///copy.sqlite3"),
        ("REPLICA_URL", "postgresql://"),
        ("METRICS_TOKEN", "schlüssel"),
        ("METRICS_TOKEN", "ends in a space "),
        ("LOG_LEVEL", "LOUD"),
        ("DATABASE_POOL_SIZE", "many"),
        ("DATABASE_POOL_SIZE", "0"),
        ("HSTS_SECONDS", "-1"),
        ("TIME_ZONE", "Mars/Olympus"),
        ("PUBLIC_ORIGIN", "play.example.org"),
        ("PUBLIC_ORIGIN", "https://play.example.org/"),
        ("PUBLIC_ORIGIN", "https://play.example.org/club"),
        ("PUBLIC_ORIGIN", "https://me:secret@play.example.org"),
        ("EMAIL_URL", "mail.example.org"),
        ("EMAIL_URL", "imap://club%40example.org@mail.example.org"),
        ("EMAIL_URL", "smtp://localhost"),
        ("EMAIL_URL", "smtp://localhost:mail"),
        ("EMAIL_REPLY_TO", "the desk"),
    ],
)
def test_a_wrong_value_is_a_sentence_with_the_name(monkeypatch, name, value):
    with pytest.raises(SystemExit, match=rf'^Tablekeeper can\'t start: [^\n]*"{name}"[^\n]*\.$'):
        read(monkeypatch, **{**PRODUCTION, name: value})


def test_a_club_needs_no_redis_and_speaks_plain_http(monkeypatch):
    variables = {
        "TABLEKEEPER_MODE": "club",
        "SECRET_KEY": "all of seven words in a line, and then 1234567890abcdef",
        "DATABASE_URL": "sqlite:////tmp/club.sqlite3",
    }
    found = read(monkeypatch, **variables)
    assert found.is_club
    assert found.redis_url == ""
    assert found.allowed_hosts == ["localhost", "127.0.0.1", "[::1]"]


def test_one_variable_names_the_mail_server(monkeypatch):
    found = read(
        monkeypatch, **PRODUCTION, EMAIL_URL="submission://club%40example.org:p%2Fw@mail.example.org"
    ).email_url
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == ("mail.example.org", 587, True)
    assert (found["EMAIL_HOST_PASSWORD"], found["DEFAULT_FROM_EMAIL"]) == ("p/w", "club@example.org")
    local = read(monkeypatch, **PRODUCTION, EMAIL_URL="smtp://localhost?_default_from_email=desk@example.org").email_url
    assert (local["EMAIL_PORT"], local["DEFAULT_FROM_EMAIL"]) == (25, "desk@example.org")
    bare = read(monkeypatch, **PRODUCTION)
    assert (bare.email_url, bare.email_reply_to) == ({}, "")
    assert read(monkeypatch, **PRODUCTION, EMAIL_REPLY_TO="desk@example.org").email_reply_to == "desk@example.org"


def test_the_public_origin_is_answered_too(monkeypatch):
    found = read(monkeypatch, **PRODUCTION, PUBLIC_ORIGIN="https://Play.example.org:8443")
    assert found.public_origin == "https://play.example.org:8443"
    assert found.allowed_hosts == ["club.example", "play.example.org"]


def test_production_is_the_default(monkeypatch):
    assert not read(monkeypatch, **PRODUCTION).is_club


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Django's own command line with these variables only, as production starts it."""
    return subprocess.run(
        [sys.executable, "-m", "django", *arguments],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "deploy.settings", "PATH": "/usr/bin:/bin", **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_deployment_check_has_nothing_to_say(tmp_path):
    more = {"FORGOTTEN_FILE": str(tmp_path / "forgotten"), "PUBLIC_ORIGIN": "https://club.example"}
    done = run("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION, **more)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_a_wrong_value_stops_a_command_without_a_traceback():
    done = run("check", **{**PRODUCTION, "LOG_LEVEL": "LOUD"})
    assert done.returncode == 1
    assert done.stderr.startswith("Tablekeeper can't start: ")
    assert done.stderr.count("\n") == 1


def test_a_replica_is_read_by_its_own_name_and_waits_for_nothing(monkeypatch):
    found = read(monkeypatch, **PRODUCTION, REPLICA_URL="postgresql://reader:word@copy:5433/tablekeeper")
    made = databases.as_replica(found.replica_url, pool_size=7)
    assert (made["HOST"], made["PORT"], made["NAME"], made["USER"]) == ("copy", 5433, "tablekeeper", "reader")
    assert made["OPTIONS"]["pool"]["max_size"] == 7
    assert made["OPTIONS"]["pool"]["timeout"] < 1
    assert "default_transaction_read_only=on" in made["OPTIONS"]["options"]
    assert read(monkeypatch, **PRODUCTION).replica_url == {}


def test_a_replica_of_sqlite_there_is_none(monkeypatch):
    variables = {**PRODUCTION, "DATABASE_URL": "sqlite:///own.sqlite3", "REPLICA_URL": "postgresql://copy/tablekeeper"}
    with pytest.raises(SystemExit, match="REPLICA_URL"):
        read(monkeypatch, **variables)
