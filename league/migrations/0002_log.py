"""The log: events and heads, append-only by the database, and the append of PostgreSQL."""

from __future__ import annotations

import sqlite3
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import league.log.models

POSTGRES = """
CREATE TABLE league_event (
    club uuid NOT NULL,
    position bigint GENERATED ALWAYS AS IDENTITY (CACHE 1),
    stream uuid NOT NULL,
    kind text NOT NULL,
    version integer NOT NULL CHECK (version > 0),
    type text NOT NULL,
    schema smallint NOT NULL CHECK (schema > 0),
    data json NOT NULL,
    command json,
    actor text NOT NULL,
    correlation uuid NOT NULL,
    rules text NOT NULL,
    recorded_at timestamptz NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (club, position),
    UNIQUE (club, stream, version)
);

CREATE TABLE league_streamhead (
    club uuid NOT NULL,
    stream uuid NOT NULL,
    kind text NOT NULL,
    version integer NOT NULL CHECK (version > 0),
    hash text NOT NULL,
    PRIMARY KEY (club, stream)
) WITH (fillfactor = 80);

CREATE FUNCTION league_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only: % of % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER league_event_keep BEFORE UPDATE OR DELETE ON league_event
    FOR EACH ROW EXECUTE FUNCTION league_append_only();
CREATE TRIGGER league_event_keep_all BEFORE TRUNCATE ON league_event
    FOR EACH STATEMENT EXECUTE FUNCTION league_append_only();
CREATE TRIGGER league_streamhead_keep BEFORE DELETE ON league_streamhead
    FOR EACH ROW EXECUTE FUNCTION league_append_only();
CREATE TRIGGER league_streamhead_keep_all BEFORE TRUNCATE ON league_streamhead
    FOR EACH STATEMENT EXECUTE FUNCTION league_append_only();
CREATE TRIGGER league_streamhead_rises BEFORE UPDATE ON league_streamhead
    FOR EACH ROW WHEN (
        NEW.version <= OLD.version OR (NEW.club, NEW.stream, NEW.kind) IS DISTINCT FROM (OLD.club, OLD.stream, OLD.kind)
    ) EXECUTE FUNCTION league_append_only();

-- Appends the events of one stream and moves its head; answers their positions, in order.
-- lines_*: one line an event; an empty line of lines_command is no command.
-- The lock makes commit order position order within a club. It is held over the commit, so this comes last.
CREATE FUNCTION league_append(
    p_club uuid, p_actor text, p_correlation uuid, p_stream uuid, p_kind text, p_rules text, p_after integer,
    p_previous text, p_recorded_at timestamptz, lines_type text, lines_schema text, lines_data text,
    lines_command text, lines_hash text
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    hashes text[] := string_to_array(lines_hash, E'\\n');
    last integer := p_after + cardinality(hashes);
    positions bigint[];
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_club::text, 0));
    IF p_after = 0 THEN
        INSERT INTO league_streamhead (club, stream, kind, version, hash)
        VALUES (p_club, p_stream, p_kind, last, hashes[cardinality(hashes)]);
    ELSE
        UPDATE league_streamhead SET version = last, hash = hashes[cardinality(hashes)]
        WHERE club = p_club AND stream = p_stream AND version = p_after AND hash = p_previous;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'stream % does not end at version %', p_stream, p_after USING ERRCODE = 'unique_violation';
        END IF;
    END IF;
    WITH stored AS (
        INSERT INTO league_event (
            club, stream, kind, version, type, schema, data, command, actor, correlation, rules, recorded_at, hash
        )
        SELECT p_club, p_stream, p_kind, p_after + fact.n, fact.type, fact.schema, fact.data::json,
            fact.command::json, p_actor, p_correlation, p_rules, p_recorded_at, fact.hash
        FROM unnest(
            string_to_array(lines_type, E'\\n'), string_to_array(lines_schema, E'\\n')::smallint[],
            string_to_array(lines_data, E'\\n'), string_to_array(lines_command, E'\\n', ''), hashes
        ) WITH ORDINALITY AS fact(type, schema, data, command, hash, n)
        RETURNING position
    )
    SELECT array_agg(position ORDER BY position) INTO positions FROM stored;
    RETURN positions;
END $$;
"""

SQLITE = """
CREATE TABLE league_event (
    position INTEGER PRIMARY KEY AUTOINCREMENT CHECK (position > 0),
    club TEXT NOT NULL,
    stream TEXT NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    type TEXT NOT NULL,
    schema INTEGER NOT NULL CHECK (schema > 0),
    data TEXT NOT NULL CHECK (json_valid(data)),
    command TEXT CHECK (command IS NULL OR json_valid(command)),
    actor TEXT NOT NULL,
    correlation TEXT NOT NULL,
    rules TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX league_event_version ON league_event (club, stream, version);
CREATE INDEX league_event_position ON league_event (club, position);

CREATE TABLE league_streamhead (
    club TEXT NOT NULL,
    stream TEXT NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    hash TEXT NOT NULL,
    PRIMARY KEY (club, stream)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER league_event_keep_update BEFORE UPDATE ON league_event
BEGIN SELECT RAISE(ABORT, 'the log is append-only: UPDATE refused'); END;
CREATE TRIGGER league_event_keep_delete BEFORE DELETE ON league_event
BEGIN SELECT RAISE(ABORT, 'the log is append-only: DELETE refused'); END;
-- REPLACE deletes the row in its way without a DELETE trigger. A position not given reads as -1 here.
CREATE TRIGGER league_event_keep_insert BEFORE INSERT ON league_event
WHEN EXISTS (SELECT 1 FROM league_event WHERE club = NEW.club AND stream = NEW.stream AND version = NEW.version)
    OR NEW.position BETWEEN 1 AND (SELECT max(position) FROM league_event)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: version or position is taken'); END;
CREATE TRIGGER league_streamhead_keep_delete BEFORE DELETE ON league_streamhead
BEGIN SELECT RAISE(ABORT, 'the log is append-only: DELETE refused'); END;
CREATE TRIGGER league_streamhead_keep_insert BEFORE INSERT ON league_streamhead
WHEN EXISTS (SELECT 1 FROM league_streamhead WHERE club = NEW.club AND stream = NEW.stream)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: the stream has a head'); END;
CREATE TRIGGER league_streamhead_rises BEFORE UPDATE ON league_streamhead
WHEN NEW.version <= OLD.version OR NEW.club <> OLD.club OR NEW.stream <> OLD.stream OR NEW.kind <> OLD.kind
BEGIN SELECT RAISE(ABORT, 'the log is append-only: a head only rises'); END;
"""


def create(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Runs the SQL of this database."""
    if editor.connection.vendor == "postgresql":
        editor.execute(POSTGRES, params=None)
        return
    statement = ""
    for line in SQLITE.splitlines(keepends=True):
        statement += line
        if sqlite_complete(statement):
            editor.execute(statement, params=None)
            statement = ""


def sqlite_complete(statement: str) -> bool:
    """Whether the text is one whole statement, a trigger with its body included."""
    return bool(statement.strip()) and sqlite3.complete_statement(statement)


EVENT = [
    ("position", models.BigIntegerField(primary_key=True, serialize=False)),
    ("club", models.UUIDField()),
    ("stream", models.UUIDField()),
    ("kind", models.TextField()),
    ("version", models.IntegerField()),
    ("type", models.TextField()),
    ("schema", models.SmallIntegerField()),
    ("data", league.log.models.JsonText()),
    ("command", league.log.models.JsonText(null=True)),
    ("actor", models.TextField()),
    ("correlation", models.UUIDField()),
    ("rules", models.TextField()),
    ("recorded_at", models.DateTimeField()),
    ("hash", models.TextField()),
]
HEAD = [
    ("stream", models.UUIDField(primary_key=True, serialize=False)),
    ("club", models.UUIDField()),
    ("kind", models.TextField()),
    ("version", models.IntegerField()),
    ("hash", models.TextField()),
]


class Migration(migrations.Migration):
    """There is no way back: the log is not dropped."""

    dependencies = [("league", "0001_clubs_and_read_models")]
    operations = [
        migrations.RunPython(create, elidable=False),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    "Event",
                    EVENT,
                    options={"db_table": "league_event", "managed": False, "ordering": ("position",)},
                ),
                migrations.CreateModel("StreamHead", HEAD, options={"db_table": "league_streamhead", "managed": False}),
            ]
        ),
    ]
