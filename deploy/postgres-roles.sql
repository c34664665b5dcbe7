-- Two roles for PostgreSQL, so that the product itself cannot change or remove an event of the log.
--
-- tablekeeper_owner owns the tables and runs `migrate`, `restore` and `repair`. tablekeeper_app is the role of all other
-- processes: it reads and appends events, and can neither change them nor drop or disable the triggers that guard them.
--
-- A superuser runs this in the product's database, before the first `migrate` and again after each one:
--     psql --dbname tablekeeper --file deploy/postgres-roles.sql
-- It may be run at any time and as often as needed. Passwords are set apart, of both roles: ALTER ROLE … PASSWORD '…'.

BEGIN;

DO $$
DECLARE
    role text;
    thing record;
BEGIN
    FOREACH role IN ARRAY ARRAY['tablekeeper_owner', 'tablekeeper_app'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
            EXECUTE format('CREATE ROLE %I LOGIN', role);
        END IF;
        EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I', current_database(), role);
    END LOOP;

    -- Everything that is no part of an extension belongs to the owner.
    FOR thing IN
        SELECT format('TABLE %s', oid::regclass) AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
        UNION ALL
        SELECT format('FUNCTION %s', oid::regprocedure) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    LOOP
        EXECUTE format('ALTER %s OWNER TO tablekeeper_owner', thing.name);
    END LOOP;
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO tablekeeper_owner;
GRANT USAGE ON SCHEMA public TO tablekeeper_app;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM tablekeeper_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO tablekeeper_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO tablekeeper_app;

DO $$
DECLARE
    part regclass;
    checks regprocedure;
BEGIN
    IF to_regclass('public.league_event') IS NULL THEN
        RETURN;
    END IF;
    -- Of the log, its partitions included: read and append. Of a head: let it rise.
    FOR part IN SELECT relid FROM pg_partition_tree('public.league_event') LOOP
        EXECUTE format('REVOKE ALL ON %s FROM tablekeeper_app', part);
    END LOOP;
    REVOKE ALL ON public.league_event, public.league_streamhead, public.django_migrations FROM tablekeeper_app;
    GRANT SELECT, INSERT ON public.league_event, public.league_streamhead TO tablekeeper_app;
    GRANT UPDATE (version, hash) ON public.league_streamhead TO tablekeeper_app;
    GRANT SELECT ON public.django_migrations TO tablekeeper_app;

    -- The database's own check, for `verify`.
    IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'amcheck') THEN
        CREATE EXTENSION IF NOT EXISTS amcheck;
        FOR checks IN SELECT objid::regprocedure FROM pg_depend
            WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'amcheck')
                AND classid = 'pg_proc'::regclass AND deptype = 'e'
        LOOP
            EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO tablekeeper_app', checks);
        END LOOP;
    END IF;
END $$;

COMMIT;
