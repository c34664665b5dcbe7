"""Partitions the log's events by hash of the club, on PostgreSQL.

The table is made again, in one transaction: its columns, checks, keys, positions, identity, guards, owner and grants stay
as they were, and the migration fails where one event differs from what it was. It needs room for a second log meanwhile,
and nobody reads or writes the log until it is done. SQLite has one table.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PARTITIONS = 16
"""Permanent: another number would need the whole log to be written again."""
PARTITION = """
CREATE TABLE league_event_{number} PARTITION OF league_event FOR VALUES WITH (MODULUS {modulus}, REMAINDER {number})
"""
GUARD = """
CREATE TRIGGER league_event_keep BEFORE UPDATE OR DELETE ON league_event
    FOR EACH ROW EXECUTE FUNCTION league_append_only()
"""
GUARD_WHOLE = """
CREATE TRIGGER league_event_keep_all BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION league_append_only()
"""
SET_ASIDE = """
LOCK TABLE league_event, league_streamhead IN ACCESS EXCLUSIVE MODE;
ALTER TABLE league_event RENAME TO league_event_before;
ALTER TABLE league_event_before RENAME CONSTRAINT league_event_pkey TO league_event_before_pkey;
ALTER TABLE league_event_before
    RENAME CONSTRAINT league_event_club_stream_version_key TO league_event_before_club_stream_version_key;
ALTER SEQUENCE league_event_position_seq RENAME TO league_event_before_position_seq;
"""
FILL = """
INSERT INTO league_event OVERRIDING SYSTEM VALUE SELECT * FROM league_event_before;
ALTER TABLE league_event ADD PRIMARY KEY (club, position), ADD UNIQUE (club, stream, version);
SELECT setval('league_event_position_seq', last_value, is_called) FROM league_event_before_position_seq;
"""
COMPARE = """
DO $$
DECLARE
    was text; is_now text;
BEGIN
    SELECT (count(*), sum(hashtextextended(event::text, 0)::numeric))::text INTO was FROM league_event_before AS event;
    SELECT (count(*), sum(hashtextextended(event::text, 0)::numeric))::text INTO is_now FROM league_event AS event;
    IF was <> is_now THEN
        RAISE EXCEPTION 'the events differ from what they were: % and %', was, is_now;
    END IF;
END $$
"""
HAND_OVER = """
DO $$
DECLARE
    owner text := (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'league_event_before'::regclass);
    part regclass;
    given record;
BEGIN
    FOR part IN SELECT 'league_event'::regclass UNION SELECT relid FROM pg_partition_tree('league_event') LOOP
        EXECUTE format('ALTER TABLE %s OWNER TO %I', part, owner);
    END LOOP;
    FOR given IN
        SELECT 'TABLE league_event' AS what, '' AS columns, acl.* FROM pg_class, aclexplode(relacl) AS acl
        WHERE oid = 'league_event_before'::regclass
        UNION ALL
        SELECT 'SEQUENCE league_event_position_seq', '', acl.* FROM pg_class, aclexplode(relacl) AS acl
        WHERE oid = 'league_event_before_position_seq'::regclass
        UNION ALL
        SELECT 'TABLE league_event', format('(%I)', attname), acl.* FROM pg_attribute, aclexplode(attacl) AS acl
        WHERE attrelid = 'league_event_before'::regclass
    LOOP
        EXECUTE format(
            'GRANT %s %s ON %s TO %s %s', given.privilege_type, given.columns, given.what,
            CASE WHEN given.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(given.grantee)) END,
            CASE WHEN given.is_grantable THEN 'WITH GRANT OPTION' ELSE '' END
        );
    END LOOP;
END $$
"""


def partition(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Makes the table of events a partitioned one."""
    make_again(editor, PARTITIONS)


def join(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Makes the partitions one plain table again."""
    make_again(editor, 0)


def make_again(editor: BaseDatabaseSchemaEditor, partitions: int) -> None:
    """Writes all events to a new table of the same name. partitions: into how many parts; 0 for a plain table."""
    if editor.connection.vendor != "postgresql":
        return
    by = " PARTITION BY HASH (club)" if partitions else ""
    parts = [f"league_event_{number}" for number in range(partitions)]
    for statement in (
        SET_ASIDE,
        f"CREATE TABLE league_event (LIKE league_event_before INCLUDING ALL EXCLUDING INDEXES){by}",
        *(PARTITION.format(number=number, modulus=partitions) for number in range(partitions)),
        FILL,
        COMPARE,
        GUARD,
        *(GUARD_WHOLE.format(table=table) for table in ("league_event", *parts)),
        HAND_OVER,
        "DROP TABLE league_event_before",
        "ANALYZE league_event",
    ):
        editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0029_last_runs")]
    operations = [migrations.RunPython(partition, join, elidable=False)]
