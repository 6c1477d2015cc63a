CREATE SCHEMA frogy_jobs;
CREATE TYPE frogy_jobs.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);
CREATE FUNCTION frogy_jobs.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN
      WITH q as (
        INSERT INTO frogy_jobs.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          frogy_jobs.job_now(),
          frogy_jobs.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;
      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;
      EXECUTE format('CREATE TABLE frogy_jobs.%I (LIKE frogy_jobs.job INCLUDING DEFAULTS)', tablename);
      EXECUTE frogy_jobs.job_table_format($cmd$ALTER TABLE frogy_jobs.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE frogy_jobs.job_table_format($cmd$ALTER TABLE frogy_jobs.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES frogy_jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE frogy_jobs.job_table_format($cmd$ALTER TABLE frogy_jobs.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES frogy_jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE frogy_jobs.job_table_format($cmd$CREATE INDEX job_i11 ON frogy_jobs.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE frogy_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON frogy_jobs.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE frogy_jobs.job_table_format($cmd$CREATE INDEX job_i7 ON frogy_jobs.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE frogy_jobs.job_table_format($cmd$CREATE INDEX job_i9 ON frogy_jobs.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE frogy_jobs.job_table_format($cmd$CREATE INDEX job_i12 ON frogy_jobs.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);
      IF options->>'policy' = 'short' THEN
        EXECUTE frogy_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON frogy_jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE frogy_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON frogy_jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE frogy_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON frogy_jobs.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE frogy_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON frogy_jobs.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE frogy_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON frogy_jobs.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE frogy_jobs.job_table_format($cmd$CREATE INDEX job_i10 ON frogy_jobs.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE frogy_jobs.job_table_format($cmd$ALTER TABLE frogy_jobs.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;
      EXECUTE format('ALTER TABLE frogy_jobs.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE frogy_jobs.job ATTACH PARTITION frogy_jobs.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;
CREATE FUNCTION frogy_jobs.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      
      SELECT table_name, partition
      FROM frogy_jobs.queue
      WHERE name = queue_name
      INTO v_table, v_partition;
      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS frogy_jobs.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM frogy_jobs.%I WHERE name = %L', v_table, queue_name);
      END IF;
    
      DELETE FROM frogy_jobs.queue WHERE name = queue_name;
    END;
    $$;
CREATE FUNCTION frogy_jobs.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;
CREATE FUNCTION frogy_jobs.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;
CREATE FUNCTION frogy_jobs.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM frogy_jobs.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        EXECUTE frogy_jobs.job_table_format(command, tbl_name);
        RETURN;
      END IF;
      EXECUTE frogy_jobs.job_table_format(command, 'job_common');
      FOR tbl IN SELECT table_name FROM frogy_jobs.queue WHERE partition = true
      LOOP
        EXECUTE frogy_jobs.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;
CREATE FUNCTION frogy_jobs.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM frogy_jobs.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        INSERT INTO frogy_jobs.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          frogy_jobs.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;
      INSERT INTO frogy_jobs.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        frogy_jobs.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        frogy_jobs.job_table_format(command, queue.table_name)
      FROM frogy_jobs.queue
      WHERE partition = true;
    END;
    $$;
CREATE TABLE frogy_jobs.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);
CREATE TABLE frogy_jobs.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state frogy_jobs.job_state DEFAULT 'created'::frogy_jobs.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);
CREATE TABLE frogy_jobs.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state frogy_jobs.job_state DEFAULT 'created'::frogy_jobs.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);
CREATE TABLE frogy_jobs.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);
CREATE TABLE frogy_jobs.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);
CREATE TABLE frogy_jobs.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);
CREATE TABLE frogy_jobs.queue_stats_20261128 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE frogy_jobs.queue_stats_20261129 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE frogy_jobs.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);
CREATE TABLE frogy_jobs.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE frogy_jobs.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);
CREATE TABLE frogy_jobs.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY frogy_jobs.job ATTACH PARTITION frogy_jobs.job_common DEFAULT;
ALTER TABLE ONLY frogy_jobs.queue_stats ATTACH PARTITION frogy_jobs.queue_stats_20261128 FOR VALUES FROM ('2026-11-28 00:00:00+00') TO ('2026-11-29 00:00:00+00');
ALTER TABLE ONLY frogy_jobs.queue_stats ATTACH PARTITION frogy_jobs.queue_stats_20261129 FOR VALUES FROM ('2026-11-29 00:00:00+00') TO ('2026-11-30 00:00:00+00');
INSERT INTO frogy_jobs.job_common (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, singleton_key, singleton_on, group_id, group_tier, start_after, created_on, started_on, completed_on, keep_until, output, dead_letter, policy, heartbeat_on, heartbeat_seconds, blocked, blocking, pending_dependencies, source_name, source_id, source_created_on, source_retry_count, source_output, source_root_id) VALUES
	('df54dcab-e405-49e7-9b8b-dff4c872cc2d', 'tell-of-endings', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:52:42.799697+00', '2026-11-28 19:52:42.799697+00', '2026-11-28 19:52:42.816273+00', '2026-11-28 19:52:42.896204+00', '2026-12-12 19:52:42.799697+00', NULL, 'failed-jobs', 'exclusive', '2026-11-28 19:52:42.816273+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('d1ed9575-23e3-4da4-9cdd-3c3121828db1', 'renew-permissions', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:52:42.820047+00', '2026-11-28 19:52:42.820047+00', '2026-11-28 19:52:42.941239+00', '2026-11-28 19:52:43.058458+00', '2026-12-12 19:52:42.820047+00', NULL, 'failed-jobs', 'exclusive', '2026-11-28 19:52:42.941239+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('c9448e84-fcae-437b-97b3-a51ec480d9ed', 'sweep-pictures', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:52:43.021323+00', '2026-11-28 19:52:43.021323+00', '2026-11-28 19:52:43.034558+00', '2026-11-28 19:52:43.111404+00', '2026-12-12 19:52:43.021323+00', NULL, 'failed-jobs', 'exclusive', '2026-11-28 19:52:43.034558+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('170b9a9f-a568-4dc1-b6a8-63cdbcf6d585', 'delete-old-rows', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:52:43.038453+00', '2026-11-28 19:52:43.038453+00', '2026-11-28 19:52:43.047811+00', '2026-11-28 19:52:43.523256+00', '2026-12-12 19:52:43.038453+00', NULL, 'failed-jobs', 'exclusive', '2026-11-28 19:52:43.047811+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('c1a17bf5-28f9-4a61-a6e9-8409017fe53d', 'send-mail', 0, '{"sealed": "v1.AuniuEoa.cM72zZLwZkUcpL8N.CtWa8n635HEVFEwjiH-iGplZtTN5pUyNBZZ5uAZyLgDxZilydb5msoa2gFm9B6jV8wauaq2vGAXhVfaMqJ3CVkdxjG-YuGxoRE5wV-uw03vztYk6NJf4xojYzLL9koNeatlDFLcBFI_KXgxu_yRN0qa2qp2NnO7aIwyoNjNyLnMeTp5dtgNS7hLK3YQYKDvEMFEetsjP7A4VNeq420031sQBnOCfe7QKOvPl05XA2OqbNFRW4nvnxr19OMA195FfPY6v_RBWF2hX9K2NTqMW2UNNywzc5Ibwf-0CA2CBzxZFPcgVXEL9Cb-M3wX0OhM4-KIS4voH6UJLZy1nrnFqHuhmZJwurlI4aJrn19AxadCOpmI0P0sYeW92tAlkBqT6m9QUUlJAm_Sq46JasF6H0Hu4WJzWeZx8UgNekv9u1aCD_igq7axVR0FVfA2mrPmVGi8XTvV1Cm5uCwUIF9bjkgyFrh-v5u5U0O9gNbZP-Cjv6M7eJwNkbtu4h5I2RFO40vCd9l_1nxTrPpij06pBtojM4MY_pOpl3XUD14vlR9d_Qo3tsVLT3OdNWIq1olUCFCsNwK5nZ3wR2Tl1dhunaNOAtf8DThnbSKhhy1YeLj_xeAbYtYaeoYIlLd3lxSS2eNMtxKrUCkRPGalJ3qBc85VNqTtMK72HWPfb2MT2HDYTK5Obgk0LxNAbDHROZ1ZDoeZApHFSbhj5Ws3aXPpYsGfJEgEhCgvxZtORdVLYPjXAySgtC_br7sReosyALELGPcziFBkYCHjMxrKcGfLMKXCnS1naFusfQYt1tWJw2JJlTQzFZVARJZC5MunEWAugROf-5ilGecFN6OYF3nuKa6qRElp4qdhlm-jPrgjfxq_wMI2EmIOhW24VPOrm9f9-r2ZfspgvVbbA7BiMtObqtL5tTkPUCbs3ALXCyLI27ljM4PdmK90JZ9wflb3Em09GkYXh4Emr4iRHe2kS54aj4Y4tjyJRU5WGdanQjitZbQD3bN8udxZopY49pAAUAj1tXA2LtOdJOy95rH3mhfQE4VTP3fkIOuAyhv_TpV3iTYnhHhy58dfedWExD65oaQfq2QajGCLzgoGPlJIbAIMz9VAQ"}', 'completed', 15, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:52:44.533674+00', '2026-11-28 19:52:44.533674+00', '2026-11-28 19:52:44.566201+00', '2026-11-28 19:52:44.585616+00', '2026-12-12 19:52:44.533674+00', NULL, 'failed-jobs', 'standard', '2026-11-28 19:52:44.566201+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('74dce36d-576f-4a91-adbb-851b46c4afe0', 'send-mail', 0, '{"sealed": "v1.AuniuEoa.F0HEucmqPURFjIKA.gvWPqNNTYMRGGngPTGdyYhv9AkpO85IKFFRl1OchK73Mu3m2RoZMosQelHLS7TU3PATVXy2UBkFWNcLNwhtei2Po45UfqsJYYjSBBogKAy0RztzZhvYqhHP5k9Noi-mVSLRZId_pMRI8zS2AyRSNTj3vybZbCWE5ZwkOcoRgT7PiLScn-VO-BYJB3EC8h9Y88oUz-YGPURHRvJLE3mHBek7F0Rs8I5WJGcW-CaCRD8zqCWPu5UBdc9hyabVDThmEABalr64wvSlTtWyO1dk6EmUtfiyXIZkTuUD5eyasKDNWPSxeTWF8AOEwqu77TmdUcOEf6yHwJ9bvpMx3RlJmRbmrCKl2o5bsTVcpCl4u-xKwd3seoW9wHvT11Tm6DY4L3rK2GiREkTyTVlwI79HYIDSiGHZYOKNnnTEJYwAcgaevej1DC-ArQIZkQybxxMDZdf-2SCCHcH1Q5DzqxBAnS1tPx1yyiu_iggOdEo8ABGijyaAYGAAlw9dPFhpQNWvdKvz6vefM7RbFjoiiQ6-urTtmwQV_4VcZq7c-zQXWgj2wBOAvbu6LW1cudO4p82Lgt34CO0kVfJL83NN1-9Ikt-XoElKxVRJfGulezUsE4tadW6zLngktT5aVfGWdUt5XlvFEei59_Tl8LZhZoM7gaV6Qy9vB_NTRQOxF9xN9I2crTEO8tpEULhwkk_JCXfLL7nzAFlGCOJx9Bg6lOEn43hn6weRUkBBF9rf_ivkNNNn-eUPoI5CZnaCMyugimIIBHENSXr3IHOo6GgQd1hj7p4BaWlzIY5RRytTCKgAl75xmP988gNfd5J0Wl2RsvAmzqP5tRnZOSGWG4PIjgkCP9LQ7cmS3poQKT-ZplG3HYOoOdItu6C2Cd8LUAwWFoQ0Ja3RZ8oWqA4ZCe2FKht8105PznHeDbj9XasamB34FVPRYVPhuggMZEMrUS8M_DLMVw_on3ryAdEArLew7ffmYKWrZMJXZnAoV3BXgm5oFOpjVg6uOhD-AVqZ0WF6ZfhGSl6Oe3z1hi2FZYK1CMv0yGXL47Xonf9DQqxmizWVfoWf6zAS2Z7901LMlDk91XLzYeMIrliDrI1fmvcynBl6FPGXg"}', 'completed', 15, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:52:45.655015+00', '2026-11-28 19:52:45.655015+00', '2026-11-28 19:52:45.675724+00', '2026-11-28 19:52:45.682596+00', '2026-12-12 19:52:45.655015+00', NULL, 'failed-jobs', 'standard', '2026-11-28 19:52:45.675724+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('a86d6ec6-736b-4738-bed6-460c87bd998d', 'mail-reset-link', 0, '{"sealed": "v1.AuniuEoa.FURcIaC0bnfk06hC.mOYOXDuhOAJkMWIa0Xq_Ws8pspiP4izj3SAF0OAfNCmf7OwRcxMCdq_PBMuiJbHHi0xVejld6Jl6UsvR4IcYvigmeV4"}', 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:52:47.273822+00', '2026-11-28 19:52:47.273822+00', '2026-11-28 19:52:47.312283+00', '2026-11-28 19:52:47.366631+00', '2026-12-12 19:52:47.273822+00', NULL, 'failed-jobs', 'standard', '2026-11-28 19:52:47.312283+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('b38d92e6-f0cc-43ad-863d-917c852d746d', 'send-mail', 0, '{"sealed": "v1.AuniuEoa.U7bAcSQIUcE2U9Gb.1zR5DJLFDB-LMN7cqGplMcBzfy6WVqNq-70F48mYIgVRRQ3ViRAnv0K3qXWQA0g1E7uF9g6q65yDyk-fL4tweuh3IRSeJIH1--43eD4wwymUOP6NzdscOwZl_IBIuYX6aUYA54USXngwwWYDViU2X-ZHkph0w56bhg59FgO8lILBlII9I73wkkO_fdM2eZm4pIICZZfVPzMTdCmQJIqKXDSLIs-ktz2VyXu7WhMjsrlwPpexyTXPmwXZTDuOF8bIxS7R-Na9Zn97KsxBpNR3gMj9bahBpb82VbG8Pv3a1j0iGSxiAHcI3skAmpjzomGMZhMomJ0UVmfg71fJOz5LmujCtO6gkNgc1U85uIdJ0xDNW69FZiz8ExJBbIJktFig_CSzxJsxQc7zSfMApxvwiu4PstrgZlxhLAuHEkpNZqZtKGiNe1O9tS-CF2zUt-fz5IsROGd0EUm1KoTsTIuvm_YVbj1emYR_dwqjuu4mGuxX5o_HdBeO3MFdaJ-76Z1DPHdhnx2DOwjgb7iLpTBozgdPwj_-bx0CBn7xEnMexA7Xaqc8lVcH74AJCACtA5WQPRMBxJ9yzgcf9Lq3gCNv8Nxw_YZtrHO_38F5abCbcPV9Exr2pFFpa8z13yUtjEWSP4RX5Rd2Ff193rwsHyr1v32hZhLXz9D5Pyd0A8PfvBbymswynUTXQpuXUweyBDmis_QrgAurhdfCf9j0G2vTUWIZodgnreO0NkedOc-jJMYGLQw_3UOITPAsOsbbF3n72ZdqzeKv7_MXKVDz8-5yNBXQT5y02axDu1T3l4fqR-WuyBRMLcrQb2U5"}', 'completed', 15, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:52:47.329148+00', '2026-11-28 19:52:47.329148+00', '2026-11-28 19:52:47.363732+00', '2026-11-28 19:52:47.384832+00', '2026-12-12 19:52:47.329148+00', NULL, 'failed-jobs', 'standard', '2026-11-28 19:52:47.363732+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('83d51ac8-8b2f-475e-a1c1-5d85ab3af4bb', 'send-mails', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:52:55.35321+00', '2026-11-28 19:52:55.35321+00', '2026-11-28 19:52:55.385257+00', '2026-11-28 19:52:55.507064+00', '2026-12-12 19:52:55.35321+00', NULL, 'failed-jobs', 'short', '2026-11-28 19:52:55.385257+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('60088994-317c-4479-815e-07487138e6c1', 'send-mails', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:53:06.013188+00', '2026-11-28 19:53:06.013188+00', '2026-11-28 19:53:06.049957+00', '2026-11-28 19:53:06.23579+00', '2026-12-12 19:53:06.013188+00', NULL, 'failed-jobs', 'short', '2026-11-28 19:53:06.049957+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('c86932e5-d97b-4d7e-9e97-4e3654d5e24f', 'send-mails', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 19:53:08.856277+00', '2026-11-28 19:53:08.856277+00', '2026-11-28 19:53:08.864173+00', '2026-11-28 19:53:09.095597+00', '2026-12-12 19:53:08.856277+00', NULL, 'failed-jobs', 'short', '2026-11-28 19:53:08.864173+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO frogy_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds, deletion_seconds, dead_letter, partition, table_name, deferred_count, queued_count, ready_count, warning_queued, active_count, failed_count, total_count, created_delta, completed_delta, failed_delta, delta_on, delta_seconds, ready_history, heartbeat_seconds, notify, singletons_active, monitor_claim_on, monitor_on, maintain_on, created_on, updated_on) VALUES
	('failed-jobs', 'standard', 2, 0, false, NULL, 900, 2592000, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', NULL, false, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.020885+00', '2026-11-28 19:52:42.020885+00'),
	('send-mail', 'standard', 15, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.051733+00', '2026-11-28 19:52:42.051733+00'),
	('mail-reset-link', 'standard', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.058879+00', '2026-11-28 19:52:42.058879+00'),
	('tell-of-delays', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.066363+00', '2026-11-28 19:52:42.066363+00'),
	('send-mails', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.073562+00', '2026-11-28 19:52:42.073562+00'),
	('send-given-up-mail', 'standard', 0, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.07679+00', '2026-11-28 19:52:42.07679+00'),
	('send-published-mails', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.0912+00', '2026-11-28 19:52:42.0912+00'),
	('send-pushes', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.102894+00', '2026-11-28 19:52:42.102894+00'),
	('send-webhooks', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.128393+00', '2026-11-28 19:52:42.128393+00'),
	('tell-of-endings', 'exclusive', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.132719+00', '2026-11-28 19:52:42.132719+00'),
	('renew-permissions', 'exclusive', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.135364+00', '2026-11-28 19:52:42.135364+00'),
	('keep-wall-times', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.137024+00', '2026-11-28 19:52:42.137024+00'),
	('read-metrics', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.138761+00', '2026-11-28 19:52:42.138761+00'),
	('discard-prepared', 'standard', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.144093+00', '2026-11-28 19:52:42.144093+00'),
	('end-deletions', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.146236+00', '2026-11-28 19:52:42.146236+00'),
	('make-export', 'standard', 2, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.147146+00', '2026-11-28 19:52:42.147146+00'),
	('mail-export', 'standard', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.148211+00', '2026-11-28 19:52:42.148211+00'),
	('sweep-exports', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.149132+00', '2026-11-28 19:52:42.149132+00'),
	('sweep-pictures', 'exclusive', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.150976+00', '2026-11-28 19:52:42.150976+00'),
	('delete-accounts', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.153074+00', '2026-11-28 19:52:42.153074+00'),
	('make-backup', 'short', 9, 2, true, 600, 43500, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.155047+00', '2026-11-28 19:52:42.155047+00'),
	('delete-old-rows', 'exclusive', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 19:52:57.032719+00', '2026-11-28 19:52:57.043517+00', '2026-11-28 19:52:57.054992+00', '2026-11-28 19:52:42.160565+00', '2026-11-28 19:52:42.160565+00');
INSERT INTO frogy_jobs.version (version, cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on) VALUES
	(43, NULL, NULL, '2026-11-28 19:52:42.068711+00', '2026-11-28 19:52:57.073828+00', NULL);
ALTER TABLE ONLY frogy_jobs.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);
ALTER TABLE ONLY frogy_jobs.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY frogy_jobs.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY frogy_jobs.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);
ALTER TABLE ONLY frogy_jobs.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);
ALTER TABLE ONLY frogy_jobs.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY frogy_jobs.queue_stats_20261128
    ADD CONSTRAINT queue_stats_20261128_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY frogy_jobs.queue_stats_20261129
    ADD CONSTRAINT queue_stats_20261129_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY frogy_jobs.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);
ALTER TABLE ONLY frogy_jobs.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);
ALTER TABLE ONLY frogy_jobs.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY frogy_jobs.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX job_common_i1 ON frogy_jobs.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::frogy_jobs.job_state) AND (policy = 'short'::text));
CREATE INDEX job_common_i10 ON frogy_jobs.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::frogy_jobs.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i11 ON frogy_jobs.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::frogy_jobs.job_state) AND (NOT blocked));
CREATE INDEX job_common_i12 ON frogy_jobs.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);
CREATE UNIQUE INDEX job_common_i2 ON frogy_jobs.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::frogy_jobs.job_state) AND (policy = 'singleton'::text));
CREATE UNIQUE INDEX job_common_i3 ON frogy_jobs.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::frogy_jobs.job_state) AND (policy = 'stately'::text));
CREATE UNIQUE INDEX job_common_i4 ON frogy_jobs.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::frogy_jobs.job_state) AND (singleton_on IS NOT NULL));
CREATE UNIQUE INDEX job_common_i6 ON frogy_jobs.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::frogy_jobs.job_state) AND (policy = 'exclusive'::text));
CREATE INDEX job_common_i7 ON frogy_jobs.job_common USING btree (name, group_id) WHERE ((state = 'active'::frogy_jobs.job_state) AND (group_id IS NOT NULL));
CREATE UNIQUE INDEX job_common_i8 ON frogy_jobs.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::frogy_jobs.job_state, 'retry'::frogy_jobs.job_state, 'failed'::frogy_jobs.job_state])) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i9 ON frogy_jobs.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::frogy_jobs.job_state));
CREATE INDEX job_dep_parent_idx ON frogy_jobs.job_dependency USING btree (parent_name, parent_id);
CREATE INDEX queue_stats_i1 ON ONLY frogy_jobs.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261128_name_captured_on_deferred_count_queued_idx ON frogy_jobs.queue_stats_20261128 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261129_name_captured_on_deferred_count_queued_idx ON frogy_jobs.queue_stats_20261129 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX warning_i1 ON frogy_jobs.warning USING btree (created_on DESC);
ALTER INDEX frogy_jobs.job_pkey ATTACH PARTITION frogy_jobs.job_common_pkey;
ALTER INDEX frogy_jobs.queue_stats_i1 ATTACH PARTITION frogy_jobs.queue_stats_20261128_name_captured_on_deferred_count_queued_idx;
ALTER INDEX frogy_jobs.queue_stats_pkey ATTACH PARTITION frogy_jobs.queue_stats_20261128_pkey;
ALTER INDEX frogy_jobs.queue_stats_i1 ATTACH PARTITION frogy_jobs.queue_stats_20261129_name_captured_on_deferred_count_queued_idx;
ALTER INDEX frogy_jobs.queue_stats_pkey ATTACH PARTITION frogy_jobs.queue_stats_20261129_pkey;
ALTER TABLE ONLY frogy_jobs.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES frogy_jobs.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY frogy_jobs.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES frogy_jobs.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY frogy_jobs.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES frogy_jobs.queue(name);
ALTER TABLE ONLY frogy_jobs.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES frogy_jobs.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY frogy_jobs.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES frogy_jobs.queue(name) ON DELETE CASCADE;
INSERT INTO public.account_leases (account_id, leased_by, lease_until) VALUES
	('f4ca8908-2529-4da0-be85-6ff086c8df6d', 'worker:a543d6bb-5ca5-4df9-bc54-7022459ddad7', '2026-11-28 19:53:39.980484+00');
INSERT INTO public.users (id, email, password_hash, first_name, last_name, profile_image_url, role, preferred_language, time_zone, late_after_minutes, created_at, email_confirmed_at, week_starts_on, password_changed_at, deletion_due_at, theme, numerals, hijri_dates, default_platforms, mailed, suspended_at, suspension_reason, last_seen_at) VALUES
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'layla@example.com', 'scrypt$32768$8$3$la3aR6Kg6ebh_DA1CKV1wQ$_RtO3yPS6l-5ltIfPmlNgbgSzWoT8p0aY25pNVZo4TM', 'Layla', 'Haddad', NULL, 'admin', 'en', 'Asia/Dubai', 120, '2026-11-28 19:52:43.246+00', '2026-11-28 19:52:43.246+00', NULL, NULL, NULL, NULL, NULL, false, '{linkedin}', '{trouble,account}', NULL, NULL, '2026-11-28 19:52:43.302+00'),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'omar@example.com', 'scrypt$32768$8$3$wsbhuF6jcysIAigpKnKp1g$Qb53zUj-oCJkAqm65xlG0jiFa3JVQtGyH6xnjaM8BJM', 'Omar', 'Haddad', NULL, 'user', 'ar', 'Asia/Dubai', 120, '2026-11-28 19:52:44.532+00', NULL, NULL, NULL, NULL, NULL, NULL, false, '{linkedin}', '{trouble,account}', NULL, NULL, '2026-11-28 19:52:44.564+00'),
	('5e92672f-6616-4032-b4d3-70fedf26da55', 'sara@example.com', 'scrypt$32768$8$3$kLe-F-zAgprqu3FkSym4LQ$LWq1jDWF4Jn8h3E3_qpicPeRRnxiZDFNi6iEclReUUU', 'Sara', 'Haddad', NULL, 'user', 'en', 'Asia/Dubai', 120, '2026-11-28 19:52:45.653+00', NULL, NULL, NULL, NULL, NULL, NULL, false, '{linkedin}', '{trouble,account}', NULL, NULL, '2026-11-28 19:52:45.674+00');
INSERT INTO public.api_keys (id, user_id, name, scopes, token_hash, created_at, expires_at, last_used_at, client_id, renewal_hash, renewable_until, renewed_at) VALUES
	('7e2b8bd1-829c-4a41-b396-b5905fa64779', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'Reports', '{posts:read}', '3HaJp-M6U94AYPM4gghe_xeI_Bpv4dFSH91jerxzUmw', '2026-11-28 19:53:06.816+00', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sessions (id, user_id, token_hash, user_agent, created_at, last_seen_at, expires_at, authenticated_at) VALUES
	('e21027b6-7516-468b-babc-68af73237419', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'cRN-8flyjibgn1OziZyLsWwP9ixI3vO7A4Qt-F3M2tk', 'node', '2026-11-28 19:52:43.302+00', '2026-11-28 19:52:43.302+00', '2026-12-28 19:52:43.302+00', '2026-11-28 19:52:43.302+00'),
	('3b9b4dff-5e04-458d-87b7-7aff28a41f3d', 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'fbhm9FlcexYuBD2iws-01ZQNVLwNdehx9hgbwTr_crM', 'node', '2026-11-28 19:52:44.564+00', '2026-11-28 19:52:44.564+00', '2026-12-28 19:52:44.564+00', '2026-11-28 19:52:44.564+00'),
	('b7eed725-0d37-4334-894f-e2d45ccf0b8e', '5e92672f-6616-4032-b4d3-70fedf26da55', 'w1BUJLMGq_LLrqc9LRG8IOZDnSVzv-K6MSkdDahG5F8', 'node', '2026-11-28 19:52:45.674+00', '2026-11-28 19:52:45.674+00', '2026-12-28 19:52:45.674+00', '2026-11-28 19:52:45.674+00');
INSERT INTO public.connection_log (id, at, user_id, platform, what, account, trouble, granted_by) OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-28 19:52:45.878+00', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'connected', 'Layla Haddad', NULL, 'fR7layla2H'),
	(2, '2026-11-28 19:52:46.17+00', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'connected', 'Layla Haddad', NULL, '1584203955861331969'),
	(3, '2026-11-28 19:52:46.446+00', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'connected', 'Najd Logistics', NULL, '122101874560318724'),
	(4, '2026-11-28 19:52:46.446+00', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'connected', 'مقهى البركة', NULL, '122101874560318724'),
	(5, '2026-11-28 19:52:46.754+00', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', 'connected', 'Layla Haddad', NULL, '6584140530921184'),
	(6, '2026-11-28 19:52:47.025+00', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'connected', 'Layla Haddad', NULL, '17841405793187219'),
	(7, '2026-11-28 19:52:47.176+00', 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'linkedin', 'connected', 'عمر القحطاني', NULL, 'fR8omar5Qt'),
	(8, '2026-11-28 19:52:47.258+00', 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'twitter', 'connected', 'نورة العتيبي', NULL, '1590117264083714049'),
	(9, '2026-11-28 19:53:06.764+00', 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'linkedin', 'removed', 'عمر القحطاني', NULL, 'fR8omar5Qt');
INSERT INTO public.social_accounts (id, user_id, platform, remote_id, display_name, username, profile_url, is_active, is_default, simulated, scopes, sealed_tokens, token_expires_at, renews_itself, needs_reconnect, connected_at, renewal_tried_at, granted_by) VALUES
	('3a5bca4b-b69b-47ac-a2fa-1e8b390e4881', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'fR7layla2H', 'Layla Haddad', NULL, NULL, true, true, true, '{openid,profile,w_member_social}', 'v1.AuniuEoa.2EFb4qbfS5t11wNq.2RhIgLmcBSeRTigHkpVAzU0JPSiQDhBSnHVpXTtHZkB5SEsbPFtnqp_-8AXqSt4bgbr54q9zCzoZDUUierplMqNUfPXcDnDbnx2z3cbpwkMNMO7ui-QG1a1qoakLaoQ-L0mn4idx2X93fDk_V7hplTA6ZtDELUOP7Q', '2027-01-27 19:51:45.869+00', false, false, '2026-11-28 19:52:45.878+00', NULL, NULL),
	('48d1e9cb-4e82-454c-bf4c-acdbbd5e3711', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', '1584203955861331969', 'Layla Haddad', 'laylahaddad', 'https://x.com/laylahaddad', true, true, true, '{tweet.read,users.read,tweet.write,media.write,offline.access}', 'v1.AuniuEoa.HsrryiIS4pmfKa0Z.R7IXf-3XvxeJIjss6sbbGxnfze42fTnhfrtJTK7xqAc5evL4yBtFHGY6amDu98trwI9WmUBlhIZBZznPe_3XoMwCGxro6IT5b99yczsKG0JTU25oIwWLKUp1szjhA5BVXuTEYxlTdw6JJoGvL15hYDstbw5AM6Yz7hLwrgAU3g7wXiSPLSshRCLhmdxKk4uo2CO9kcWebIJNFRkkbpyrC6WZiGpGcEcIWUb1VQ1MrXrtDUcM', '2026-11-28 21:51:46.07+00', true, false, '2026-11-28 19:52:46.17+00', NULL, NULL),
	('8a248667-dfea-41ec-a69d-0545f6f8ddd6', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', '104857639217745', 'Najd Logistics', 'najdlogistics', 'https://www.facebook.com/najdlogistics', true, true, true, '{pages_show_list,pages_manage_posts,pages_read_engagement}', 'v1.AuniuEoa.Bz_p_7jaWOTSUPO8.vCbLzNObP0mr6nCGsKLlzB14bCHb9E52d2Psa7yseONb9NVqjlPEyVARC6sisydvbITlQLKArryhnE-qeusMTV_PErRlrwHiF-hZGNggCFDAtapMsd96-JpPUgC9b8HGg1eSfbi3X3rt7weGubZpf44lJvghjHRDjog', NULL, true, false, '2026-11-28 19:52:46.446+00', NULL, '122101874560318724'),
	('566d1dcc-a6fb-4bd4-9957-7db508ef74e6', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', '108230947561182', 'مقهى البركة', 'albirka.cafe', 'https://www.facebook.com/albirka.cafe', true, false, true, '{pages_show_list,pages_manage_posts,pages_read_engagement}', 'v1.AuniuEoa.7MPDHdgVJvpATird.7_iJHyTJhRzwxtH8tQgrv-W-_WuA-V56dNqY4F_xzF4rYKr-rLxbByb4bZRBJ3FN8XUtbKA9jk24QFEUCTSKYXhDP165GoRDLHrULVuZr4hNI8yqinxGidT_LkYM6xtWPEF0H4LTKSUHnxYTf7zTBQh9QXxQU89I62k', NULL, true, false, '2026-11-28 19:52:46.446+00', NULL, '122101874560318724'),
	('bf5f7c5d-369d-4792-88a7-1bd4b00d72ff', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', '17841405309211847', 'Layla Haddad', 'layla.haddad', 'https://www.instagram.com/layla.haddad/', true, true, true, '{instagram_business_basic,instagram_business_content_publish}', 'v1.AuniuEoa.TLLR6et5eh9s1kV9.gWH5oWnWqT1ccoNCHK60agtRl3TW-6hhVSPL2Uk9IPrdJMn6knyx4CoEg2QiTC-1z3PwPkd8tFABEUrDRjYD6ml1-L1wa3AnM7GBLhk4nOBByZaZJY9UH0BjSctny9rPvrSBT7lvPJ68pAPNRU95RInfCLO9RxClE6k', '2027-01-27 19:50:50.747+00', true, false, '2026-11-28 19:52:46.754+00', NULL, '6584140530921184'),
	('400c443c-97c2-4c1f-9387-ce4cdb257478', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', '17841405793187219', 'Layla Haddad', 'laylahaddad', 'https://www.threads.com/@laylahaddad', true, true, true, '{threads_basic,threads_content_publish}', 'v1.AuniuEoa.vAKzQQGarawoVHTw.7wXNSr5deOCSCxhtgUJeeHV5_ap6CE1bZCLuwCG2CjsKxgVHAgr0bEwmXVpaJlVDXymj_70SpQf0KlbFYC0cR6ac3lXQxkrcTIj22LbXXW1cjt2Rr_mLo2IMSTq4wyJhKAIjnv0-V8LeJN2kZK_8eTm0CKPllDNPZR0', '2027-01-27 19:51:47.014+00', true, false, '2026-11-28 19:52:47.025+00', NULL, '17841405793187219'),
	('f4ca8908-2529-4da0-be85-6ff086c8df6d', 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'twitter', '1590117264083714049', 'نورة العتيبي', 'noura_writes', 'https://x.com/noura_writes', true, true, true, '{tweet.read,users.read,tweet.write,media.write,offline.access}', 'v1.AuniuEoa.GxPxCtA4dsOdmAd4.FG6YJWsjt9uawLaNqWWF5KP7_HwidZIYF3N9k0SoWV3bZzA894sjnM_c2DY56w90Pnj3r2fSj7wld3Ojg5EffOuNpzkufkerFKXZDeSWl_hjvF6rubQ0CnpBxfkziaftlt__-DKbJ41lwUAw3uYH2ydS8NIljWaP3Z3aqFmc69vuEUxaggCSZAsltlgxOmYN3sJsMHFJPnUYkOaBWo2PK-jQSjzOa2Vro6Xrkpuka4E0g-TX', '2026-11-28 21:51:47.256+00', true, false, '2026-11-28 19:52:47.258+00', NULL, NULL);
INSERT INTO public.posts (id, user_id, account_id, platform, content, content_language, content_type, tone, hashtags, images, videos, status, scheduled_at, published_at, created_at, updated_at, revision, next_step_at, remote_id, permalink, engagement, failure, former_remote_id, former_account, wish, time_zone, wall_time, zone_rules, moved_from, idea_id, former_granted_by, ask_since) VALUES
	('a98ff0fc-a61a-4bb7-a60e-ba345b84659e', 'e42a1205-7507-458a-a487-d3fb519e59eb', '400c443c-97c2-4c1f-9387-ce4cdb257478', 'threads', 'A draft', 'en', NULL, NULL, '{}', '{}', '[]', 'draft', NULL, NULL, '2026-11-28 19:53:06.642+00', '2026-11-28 19:53:06.683+00', 2, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('6a2e3e04-4465-4c21-b157-b4acb83e0972', 'e42a1205-7507-458a-a487-d3fb519e59eb', '3a5bca4b-b69b-47ac-a2fa-1e8b390e4881', 'linkedin', 'Published on linkedin', 'en', NULL, NULL, '{}', '{}', '[]', 'published', '2026-11-28 19:52:51.476+00', '2026-11-28 19:52:51.695+00', '2026-11-28 19:52:51.476+00', '2026-11-28 19:52:51.695+00', 1, NULL, 'urn:li:share:7532531979942625281', 'http://127.0.0.1:20574/linkedin/feed/update/urn:li:share:7532531979942625281/', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('a33df9f3-3a23-4176-a40b-6fc721b33a12', 'e42a1205-7507-458a-a487-d3fb519e59eb', '48d1e9cb-4e82-454c-bf4c-acdbbd5e3711', 'twitter', 'Published on twitter', 'en', NULL, NULL, '{}', '{}', '[]', 'published', '2026-11-28 19:52:51.891+00', '2026-11-28 19:52:52.083+00', '2026-11-28 19:52:51.891+00', '2026-11-28 19:52:52.083+00', 1, NULL, '2126766292026261506', 'http://127.0.0.1:20574/twitter/i/status/2126766292026261506', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('3407388a-a826-4c9e-ae5c-f922374eeea3', 'e42a1205-7507-458a-a487-d3fb519e59eb', '8a248667-dfea-41ec-a69d-0545f6f8ddd6', 'facebook', 'Published on facebook', 'en', NULL, NULL, '{}', '{}', '[]', 'published', '2026-11-28 19:52:52.164+00', '2026-11-28 19:52:52.326+00', '2026-11-28 19:52:52.164+00', '2026-11-28 19:52:52.327+00', 1, NULL, '104857639217745_122000000000000003', 'http://127.0.0.1:20574/facebook/104857639217745_122000000000000003', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('bdb08c0f-f11f-4c6d-942f-c0dccd9f9dba', 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', NULL, 'linkedin', 'Waits for its account', 'en', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-28 21:53:06.722+00', NULL, '2026-11-28 19:53:06.726+00', '2026-11-28 19:53:06.726+00', 1, '2026-11-28 21:53:06.722+00', NULL, NULL, 0, NULL, 'fR8omar5Qt', 'عمر القحطاني', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('5d15531a-5f65-4d15-92a0-49b87e0759aa', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'bf5f7c5d-369d-4792-88a7-1bd4b00d72ff', 'instagram', 'Published on instagram', 'en', NULL, NULL, '{}', '{6c1918c9-f35e-46f5-b3ec-3cec0acfd523}', '[]', 'published', '2026-11-28 19:52:52.372+00', '2026-11-28 19:52:54.387+00', '2026-11-28 19:52:52.372+00', '2026-11-28 19:52:54.387+00', 1, NULL, '17900000000039596', 'http://127.0.0.1:20574/instagram/p/C2c50C8a0eI/', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('5ddb9134-46e1-4875-ab42-b61a2f803a62', 'e42a1205-7507-458a-a487-d3fb519e59eb', '400c443c-97c2-4c1f-9387-ce4cdb257478', 'threads', 'Published on threads', 'en', NULL, NULL, '{}', '{}', '[]', 'published', '2026-11-28 19:52:54.412+00', '2026-11-28 19:52:54.697+00', '2026-11-28 19:52:54.412+00', '2026-11-28 19:52:54.698+00', 1, NULL, '17900000000055434', 'http://127.0.0.1:20574/threads/@laylahaddad/post/DutiqM4DEYQ', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('28e7f933-329a-452d-bed3-c4e30768dff8', 'e42a1205-7507-458a-a487-d3fb519e59eb', '48d1e9cb-4e82-454c-bf4c-acdbbd5e3711', 'twitter', 'Missed: nothing ran', 'en', NULL, NULL, '{}', '{}', '[]', 'missed', '2026-11-27 21:53:06.702+00', NULL, '2026-11-27 19:53:06.709+00', '2026-11-28 19:53:08.724+00', 1, NULL, NULL, NULL, 0, '{"at": "2026-11-28T19:53:08.724Z", "code": "missed", "detail": null}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('116a8883-8488-425a-8502-29066e43b84b', 'e42a1205-7507-458a-a487-d3fb519e59eb', '8a248667-dfea-41ec-a69d-0545f6f8ddd6', 'facebook', 'Failed: the network refused', 'en', NULL, NULL, '{}', '{}', '[]', 'failed', '2026-11-28 19:52:55.023+00', NULL, '2026-11-28 19:52:55.023+00', '2026-11-28 19:52:55.197+00', 1, NULL, NULL, NULL, 0, '{"at": "2026-11-28T19:52:55.197Z", "code": "text", "detail": "(#100) Invalid parameter"}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('b48c921d-f9e2-4a17-861c-b49f9a9de578', 'e42a1205-7507-458a-a487-d3fb519e59eb', '3a5bca4b-b69b-47ac-a2fa-1e8b390e4881', 'linkedin', 'Unconfirmed: the response was lost', 'en', NULL, NULL, '{}', '{}', '[]', 'unconfirmed', '2026-11-28 19:52:55.361+00', NULL, '2026-11-28 19:52:55.361+00', '2026-11-28 19:53:05.677+00', 1, NULL, NULL, NULL, 0, '{"at": "2026-11-28T19:53:05.677Z", "code": "unconfirmed", "detail": null}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('312facfa-fef2-4a15-9464-fbf76b0c9534', 'e42a1205-7507-458a-a487-d3fb519e59eb', '3a5bca4b-b69b-47ac-a2fa-1e8b390e4881', 'linkedin', 'Due in an hour on linkedin', 'en', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-28 20:53:05.957+00', NULL, '2026-11-28 19:53:06.051+00', '2026-11-28 19:53:06.051+00', 1, '2026-11-28 20:53:05.957+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('398e359e-368e-4d68-bb1f-8e46893fde13', 'e42a1205-7507-458a-a487-d3fb519e59eb', '48d1e9cb-4e82-454c-bf4c-acdbbd5e3711', 'twitter', 'Due in an hour on twitter', 'en', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-28 20:53:06.079+00', NULL, '2026-11-28 19:53:06.115+00', '2026-11-28 19:53:06.115+00', 1, '2026-11-28 20:53:06.079+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('af4f6006-c67e-460b-8d12-0af013b6e3b6', 'e42a1205-7507-458a-a487-d3fb519e59eb', '8a248667-dfea-41ec-a69d-0545f6f8ddd6', 'facebook', 'Due in an hour on facebook', 'en', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-28 20:53:06.24+00', NULL, '2026-11-28 19:53:06.372+00', '2026-11-28 19:53:06.372+00', 1, '2026-11-28 20:53:06.24+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('1fe43a1a-6864-4e9b-9a8a-d3087e19a312', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'bf5f7c5d-369d-4792-88a7-1bd4b00d72ff', 'instagram', 'Due in an hour on instagram', 'en', NULL, NULL, '{}', '{6c1918c9-f35e-46f5-b3ec-3cec0acfd523}', '[]', 'scheduled', '2026-11-28 20:53:06.446+00', NULL, '2026-11-28 19:53:06.467+00', '2026-11-28 19:53:06.467+00', 1, '2026-11-28 20:53:06.446+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('55fb40ee-4984-4e2a-92e5-704a9c59ade4', 'e42a1205-7507-458a-a487-d3fb519e59eb', '400c443c-97c2-4c1f-9387-ce4cdb257478', 'threads', 'Due in an hour on threads', 'en', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-28 20:53:06.488+00', NULL, '2026-11-28 19:53:06.502+00', '2026-11-28 19:53:06.502+00', 1, '2026-11-28 20:53:06.488+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('03225acf-b69b-411b-9e8a-2cef47c8b787', 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'f4ca8908-2529-4da0-be85-6ff086c8df6d', 'twitter', 'بعد يومين: الرصيف الثالث', 'ar', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-30 19:53:06.515+00', NULL, '2026-11-28 19:53:06.524+00', '2026-11-28 19:53:06.524+00', 1, '2026-11-30 19:53:06.515+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('6e9c59db-1a17-4b00-8488-80914835ae73', 'e42a1205-7507-458a-a487-d3fb519e59eb', '3a5bca4b-b69b-47ac-a2fa-1e8b390e4881', 'linkedin', 'In a month, with #hashtags', 'en', NULL, NULL, '{#harbour,#quay}', '{}', '[]', 'scheduled', '2026-12-28 19:53:06.61+00', NULL, '2026-11-28 19:53:06.619+00', '2026-11-28 19:53:06.619+00', 1, '2026-12-28 19:53:06.61+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('d205598c-c945-46e5-a9e0-a97f90d0eb99', 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'f4ca8908-2529-4da0-be85-6ff086c8df6d', 'twitter', 'Being sent', 'en', NULL, NULL, '{}', '{}', '[]', 'publishing', '2026-11-28 19:53:09.959+00', NULL, '2026-11-28 19:53:09.004+00', '2026-11-28 19:53:09.963+00', 1, '2026-11-28 19:53:09.959+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events (id, user_id, kind, subject_id, at) OVERRIDING SYSTEM VALUE VALUES
	(1, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'user.changed', 'e42a1205-7507-458a-a487-d3fb519e59eb', '2026-11-28 19:52:43.512+00'),
	(2, 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'user.changed', 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', '2026-11-28 19:52:44.593+00'),
	(3, '5e92672f-6616-4032-b4d3-70fedf26da55', 'user.changed', '5e92672f-6616-4032-b4d3-70fedf26da55', '2026-11-28 19:52:45.714+00'),
	(4, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'account.connected', '3a5bca4b-b69b-47ac-a2fa-1e8b390e4881', '2026-11-28 19:52:45.878+00'),
	(5, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'account.connected', '48d1e9cb-4e82-454c-bf4c-acdbbd5e3711', '2026-11-28 19:52:46.17+00'),
	(6, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'account.connected', '8a248667-dfea-41ec-a69d-0545f6f8ddd6', '2026-11-28 19:52:46.446+00'),
	(7, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'account.connected', '566d1dcc-a6fb-4bd4-9957-7db508ef74e6', '2026-11-28 19:52:46.446+00'),
	(8, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'account.connected', 'bf5f7c5d-369d-4792-88a7-1bd4b00d72ff', '2026-11-28 19:52:46.754+00'),
	(9, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'account.connected', '400c443c-97c2-4c1f-9387-ce4cdb257478', '2026-11-28 19:52:47.025+00'),
	(10, 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'account.connected', 'cb6124fd-70f4-4e77-b9cc-bf6157b04fb6', '2026-11-28 19:52:47.176+00'),
	(11, 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'account.connected', 'f4ca8908-2529-4da0-be85-6ff086c8df6d', '2026-11-28 19:52:47.258+00'),
	(12, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '6a2e3e04-4465-4c21-b157-b4acb83e0972', '2026-11-28 19:52:51.476+00'),
	(13, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.begun', '6a2e3e04-4465-4c21-b157-b4acb83e0972', '2026-11-28 19:52:51.671+00'),
	(14, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.published', '6a2e3e04-4465-4c21-b157-b4acb83e0972', '2026-11-28 19:52:51.695+00'),
	(15, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', 'a33df9f3-3a23-4176-a40b-6fc721b33a12', '2026-11-28 19:52:51.891+00'),
	(16, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.begun', 'a33df9f3-3a23-4176-a40b-6fc721b33a12', '2026-11-28 19:52:52.023+00'),
	(17, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.published', 'a33df9f3-3a23-4176-a40b-6fc721b33a12', '2026-11-28 19:52:52.083+00'),
	(18, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '3407388a-a826-4c9e-ae5c-f922374eeea3', '2026-11-28 19:52:52.164+00'),
	(19, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.begun', '3407388a-a826-4c9e-ae5c-f922374eeea3', '2026-11-28 19:52:52.299+00'),
	(20, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.published', '3407388a-a826-4c9e-ae5c-f922374eeea3', '2026-11-28 19:52:52.327+00'),
	(21, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '5d15531a-5f65-4d15-92a0-49b87e0759aa', '2026-11-28 19:52:52.372+00'),
	(22, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.begun', '5d15531a-5f65-4d15-92a0-49b87e0759aa', '2026-11-28 19:52:54.353+00'),
	(23, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.published', '5d15531a-5f65-4d15-92a0-49b87e0759aa', '2026-11-28 19:52:54.387+00'),
	(24, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '5ddb9134-46e1-4875-ab42-b61a2f803a62', '2026-11-28 19:52:54.412+00'),
	(25, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.begun', '5ddb9134-46e1-4875-ab42-b61a2f803a62', '2026-11-28 19:52:54.656+00'),
	(26, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.published', '5ddb9134-46e1-4875-ab42-b61a2f803a62', '2026-11-28 19:52:54.698+00'),
	(27, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '116a8883-8488-425a-8502-29066e43b84b', '2026-11-28 19:52:55.023+00'),
	(28, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.begun', '116a8883-8488-425a-8502-29066e43b84b', '2026-11-28 19:52:55.144+00'),
	(29, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.failed', '116a8883-8488-425a-8502-29066e43b84b', '2026-11-28 19:52:55.197+00'),
	(30, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'notification.changed', 'f331c5e2-8f82-4776-a1d5-03b6255160db', '2026-11-28 19:52:55.197+00'),
	(31, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', 'b48c921d-f9e2-4a17-861c-b49f9a9de578', '2026-11-28 19:52:55.361+00'),
	(32, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.begun', 'b48c921d-f9e2-4a17-861c-b49f9a9de578', '2026-11-28 19:52:55.518+00'),
	(33, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.changed', 'b48c921d-f9e2-4a17-861c-b49f9a9de578', '2026-11-28 19:52:55.559+00'),
	(34, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.changed', 'b48c921d-f9e2-4a17-861c-b49f9a9de578', '2026-11-28 19:52:55.648+00'),
	(35, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.unconfirmed', 'b48c921d-f9e2-4a17-861c-b49f9a9de578', '2026-11-28 19:53:05.677+00'),
	(36, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'notification.changed', 'a40b5776-945b-4d5a-9691-ca6b464b59d8', '2026-11-28 19:53:05.677+00'),
	(37, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '312facfa-fef2-4a15-9464-fbf76b0c9534', '2026-11-28 19:53:06.051+00'),
	(38, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '398e359e-368e-4d68-bb1f-8e46893fde13', '2026-11-28 19:53:06.115+00'),
	(39, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', 'af4f6006-c67e-460b-8d12-0af013b6e3b6', '2026-11-28 19:53:06.372+00'),
	(40, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '1fe43a1a-6864-4e9b-9a8a-d3087e19a312', '2026-11-28 19:53:06.467+00'),
	(41, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '55fb40ee-4984-4e2a-92e5-704a9c59ade4', '2026-11-28 19:53:06.502+00'),
	(42, 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'post.created', '03225acf-b69b-411b-9e8a-2cef47c8b787', '2026-11-28 19:53:06.524+00'),
	(43, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '6e9c59db-1a17-4b00-8488-80914835ae73', '2026-11-28 19:53:06.619+00'),
	(44, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', 'a98ff0fc-a61a-4bb7-a60e-ba345b84659e', '2026-11-28 19:53:06.642+00'),
	(45, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.changed', 'a98ff0fc-a61a-4bb7-a60e-ba345b84659e', '2026-11-28 19:53:06.683+00'),
	(46, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.created', '28e7f933-329a-452d-bed3-c4e30768dff8', '2026-11-28 19:53:06.709+00'),
	(47, 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'post.created', 'bdb08c0f-f11f-4c6d-942f-c0dccd9f9dba', '2026-11-28 19:53:06.726+00'),
	(48, 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'post.changed', 'bdb08c0f-f11f-4c6d-942f-c0dccd9f9dba', '2026-11-28 19:53:06.764+00'),
	(49, 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'account.removed', 'cb6124fd-70f4-4e77-b9cc-bf6157b04fb6', '2026-11-28 19:53:06.764+00'),
	(50, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'user.changed', 'e42a1205-7507-458a-a487-d3fb519e59eb', '2026-11-28 19:53:06.784+00'),
	(51, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'post.missed', '28e7f933-329a-452d-bed3-c4e30768dff8', '2026-11-28 19:53:08.724+00'),
	(52, 'e42a1205-7507-458a-a487-d3fb519e59eb', 'notification.changed', '644b7924-9ac9-438c-a4d5-7b712fd84b32', '2026-11-28 19:53:08.724+00'),
	(53, 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'post.created', 'd205598c-c945-46e5-a9e0-a97f90d0eb99', '2026-11-28 19:53:09.004+00'),
	(54, 'bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'post.begun', 'd205598c-c945-46e5-a9e0-a97f90d0eb99', '2026-11-28 19:53:09.963+00');
INSERT INTO public.faq (id, slug, question_en, answer_en, question_ar, answer_ar, is_active, sort_order) VALUES
	('5598a65b-8965-4629-8e6b-181d0912ea3a', 'can-a-post-go-out-twice', 'Can a post go out twice?', 'No. Before a post is sent, Frogy writes down that it will be. When a network’s answer is lost, Frogy looks there first and sends nothing again until it knows that the post is not there. Where it may not look, it asks you and waits for your answer.', 'هل يمكن أن يُنشر المنشور مرتين؟', 'لا. يسجّل Frogy نيّة الإرسال قبل أن يرسل أي منشور. وإذا ضاعت إجابة الشبكة بحث عن المنشور هناك أولًا، ولا يعيد إرساله حتى يتأكد أنه لم يُنشر. وحيث لا تسمح له الشبكة بالبحث يسأل صاحب المنشور وينتظر إجابته.', true, 1),
	('6d717a21-7ad5-41ae-a93c-390b4daa333c', 'when-does-a-scheduled-post-go-out', 'How exactly does Frogy keep to the time?', 'A post is prepared in the minute before its time, so that at its time one short request is left: it usually goes out within a second. You do not need to have Frogy open.', 'ما مدى دقة موعد النشر؟', 'يُجهَّز المنشور في الدقيقة التي تسبق موعده، فلا يبقى عند حلول الموعد إلا طلب قصير، ويُنشر عادةً خلال ثانية. ولا يلزم أن يكون Frogy مفتوحًا.', true, 2),
	('63cabcc8-ace3-471a-9a28-89f24891c092', 'what-if-frogy-was-not-running', 'What happens if Frogy was not running at a post’s time?', 'If it is back soon enough, the post still goes out late: within an hour, unless you have set another limit. After that it counts as missed, you are told, and you decide whether to post it now or at another time.', 'ماذا لو لم يكن Frogy يعمل في موعد المنشور؟', 'إذا عاد قريبًا نُشر المنشور متأخرًا: خلال ساعة ما لم يُحدَّد غير ذلك. وبعدها يُعد المنشور فائتًا ويصل إشعار بذلك، ويبقى القرار لصاحبه: النشر الآن أو في وقت آخر.', true, 3),
	('78bb4e6c-8fa8-4e35-b4a6-7ce0c96e6831', 'why-not-confirmed', 'Why is a post “not confirmed”?', 'It was sent, but the network’s answer never arrived, and the network does not let Frogy look for it. Open the network, see whether the post is there, and answer Frogy’s question. Until then nothing is sent again.', 'لماذا يظهر منشور على أنه «غير مؤكد»؟', 'لأنه أُرسل ولم تصل إجابة الشبكة، ولا تسمح الشبكة لـ Frogy بالبحث عنه. يكفي فتح الشبكة والتحقق من وجود المنشور ثم الإجابة عن سؤال Frogy. ولا يُعاد إرسال شيء قبل ذلك.', true, 4),
	('5cb83cd6-cdb2-4aca-8f50-c8c6f789a17c', 'what-is-marked-yellow', 'What is marked yellow in a draft?', 'A figure, name, date or quotation that stands neither in your source nor in the facts that you gave. It may be right; check it before your name is under it. What was found in the source is underlined instead, and shows the sentence it comes from.', 'ما الذي يُميَّز بالأصفر في المسودة؟', 'رقم أو اسم أو تاريخ أو اقتباس لا يوجد في المصدر ولا في الحقائق المضافة. قد يكون صحيحًا، لكن يحسن التحقق منه قبل نشره. أما ما وُجد في المصدر فيظهر تحته خط، ومعه الجملة التي أُخذ منها.', true, 5),
	('5032d8ea-7f8b-45a0-a1b3-388831a30dde', 'without-an-ai-key', 'Does Frogy work without an AI provider?', 'Yes. With a source, Frogy arranges sentences of that source into a draft; of a bare topic it makes an outline for you to fill. Planning, publishing and everything else work the same. Whoever runs this Frogy can connect a provider or a model on the same machine.', 'هل يعمل Frogy دون مزوّد للذكاء الاصطناعي؟', 'نعم. إذا توفر مصدر رتّب Frogy جملًا منه في مسودة، وإذا لم يُدخل إلا موضوع أعدّ مخططًا لملئه. أما التخطيط والنشر وسائر المزايا فتعمل كما هي. ويمكن لمدير النظام ربط مزوّد أو نموذج على الجهاز نفسه.', true, 6),
	('51da3e84-df64-430e-93d9-4332b13dbd3c', 'both-languages', 'How do English and Arabic belong together?', 'A draft can have both languages as siblings. Each is written for its readers rather than translated word by word, and when you change one, Frogy shows that the other is behind and offers to bring it along. You publish each by itself.', 'ما العلاقة بين النسختين العربية والإنجليزية؟', 'يمكن أن تكون للمسودة نسختان متلازمتان، تُكتب كل منهما لقرّائها ولا تُترجم حرفيًا. وإذا تغيّرت إحداهما أشار Frogy إلى أن الأخرى لم تواكبها وعرض تحديثها. وتُنشر كل نسخة وحدها.', true, 7),
	('0a3d379c-fa7e-4653-9bf6-506550e057be', 'which-networks', 'Which networks does Frogy publish to?', 'LinkedIn, X, Facebook, Instagram and Threads. To WhatsApp and Telegram you share by hand with one press, since they have no way for an app to post in your name.', 'على أي شبكات ينشر Frogy؟', 'على LinkedIn وX وFacebook وInstagram وThreads. أما WhatsApp وTelegram فتكون المشاركة عليهما يدويًا بضغطة واحدة، لأنهما لا يتيحان لأي تطبيق النشر نيابة عن أحد.', true, 8),
	('e3ff7eeb-babc-4c90-8e7b-973082998285', 'how-is-x-counted', 'How is the length of a post counted on X?', 'As X counts it: letters of English and Arabic are one each, an emoji is two, and every link is 23 however long it is. Up to 280 fit.', 'كيف يُحسب طول المنشور على X؟', 'كما تحسبه X: الحرف العربي أو الإنجليزي واحد، والرمز التعبيري اثنان، وكل رابط ٢٣ مهما كان طوله. ويتسع المنشور لـ ٢٨٠.', true, 9),
	('7f7e1618-3745-4157-b590-240c7dbe9925', 'what-may-frogy-do', 'What may Frogy do with a connected account?', 'Post what you approved, and read the results of your posts. It does not read your messages, follow anybody or like anything, and it never sees your password: you sign in at the network itself. Disconnecting ends it at once.', 'ماذا يفعل Frogy بالحساب المرتبط؟', 'ينشر ما اعتُمد نشره ويقرأ نتائج المنشورات. ولا يقرأ الرسائل ولا يتابع أحدًا ولا يسجّل إعجابًا، ولا يرى كلمة المرور أبدًا، فتسجيل الدخول يجري لدى الشبكة نفسها. وينتهي ذلك كله فور فصل الحساب.', true, 10),
	('bf6699f5-da50-404b-833b-6b5097c6017a', 'why-reconnect', 'Why does an account need reconnecting?', 'Networks let permissions run out, or end them after a change of password. Frogy renews what it can by itself and tells you in time when it cannot. Posts of that account wait for it; nothing is lost.', 'لماذا يلزم أحيانًا ربط الحساب من جديد؟', 'لأن أذونات الشبكات تنتهي مع الوقت أو بعد تغيير كلمة المرور. يجدد Frogy ما يمكنه تجديده وينبّه إلى ما عداه قبل انتهائه. وتبقى منشورات ذلك الحساب في انتظاره ولا يضيع منها شيء.', true, 11),
	('13295f6b-4ca2-4654-867d-1fe55caaa4ae', 'while-i-travel', 'What happens to my planned posts when I travel?', 'A post keeps to the clock on which you chose its time. Nine in the morning in Riyadh stays nine in the morning in Riyadh, wherever you are, also when a country changes its clocks.', 'ماذا يحدث للمنشورات المجدولة عند السفر؟', 'يلتزم كل منشور بالساعة التي اختير موعده عليها. فالتاسعة صباحًا في الرياض تبقى التاسعة صباحًا في الرياض أينما كان صاحبه، حتى إذا غيّر بلدٌ توقيته.', true, 12),
	('01d266c6-5fec-4edb-8fbc-adad89c75186', 'who-can-read-my-drafts', 'Who can read my drafts?', 'You. Administrators see who has an account and how many posts there are, and no text of any. What you give to an AI provider goes to that provider. Whoever runs the server could read its database, as with any software that somebody else runs for you.', 'من يستطيع قراءة المسودات؟', 'صاحبها وحده. يرى المديرون أصحاب الحسابات وعدد منشوراتهم ولا يرون نصوصها. وما يُرسل إلى مزوّد للذكاء الاصطناعي يصل إلى ذلك المزوّد. ويبقى بوسع من يدير الخادم الوصول إلى قاعدة بياناته، كما في أي برنامج تديره جهة أخرى.', true, 13),
	('5c20b777-9afd-4743-a717-b1d0068e3c75', 'what-happens-to-a-document', 'What happens to a document that I upload?', 'It is read in memory and dropped. Only its text goes back to your browser and stays with the draft that was written from it. Photos are written anew, without the place and device that cameras put into them.', 'ماذا يحدث للمستند بعد رفعه؟', 'يُقرأ في الذاكرة ولا يُحفظ. ويعود نصه وحده إلى المتصفح ويبقى مع المسودة التي كُتبت منه. أما الصور فتُعاد كتابتها دون بيانات المكان والجهاز التي تضيفها الكاميرات.', true, 14),
	('87ccfdcf-5a81-406e-8b6a-7ca178861548', 'take-a-post-back', 'Can I take a post back?', 'Until the moment it is sent, you can change, move or delete it. Once it is out, deleting asks whether it is to go from the network as well; where a network does not let apps delete, Frogy leads you to the post.', 'هل يمكن التراجع عن منشور؟', 'يمكن تعديله أو نقله أو حذفه حتى لحظة إرساله. وبعد نشره يسأل Frogy عند الحذف هل يُحذف من الشبكة أيضًا، وحيث لا تسمح الشبكة للتطبيقات بالحذف يفتح المنشور لحذفه يدويًا.', true, 15),
	('b692e551-451a-450f-a924-0784c0995c59', 'without-a-connection', 'What works without an internet connection?', 'Frogy can be installed like an app. Without a connection it shows what you read last, and keeps what you write in this browser until it can be saved. What is scheduled goes out all the same, since that is done by the server.', 'ما الذي يعمل دون اتصال بالإنترنت؟', 'يمكن تثبيت Frogy كتطبيق. وعند انقطاع الاتصال يعرض آخر ما قُرئ، ويحفظ ما يُكتب في المتصفح إلى أن يمكن حفظه على الخادم. أما المجدول فيُنشر في موعده، لأن الخادم هو من ينشره.', true, 16);
INSERT INTO public.feeds (user_id, kind, token_hash, sealed_token, created_at) VALUES
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'calendar', 'RMQvRPAKGXQt4YdEVdWAa2RVeKDkJeKmTgnyknUHgcU', 'v1.AuniuEoa.Zb614PiibcGmha1r.u_PzOQxvX6XYPxvQFOHNcvkepxn8j9chTP-Nw5fwrOxrreA1N7Qf22S1fwhO3ARjYwyfmmfekh4iGYs', '2026-11-28 19:53:06.808+00');
INSERT INTO public.images (id, user_id, original_name, type, size_bytes, width, height, renditions, platforms, alt_text, state, created_at, deleted_at) VALUES
	('6c1918c9-f35e-46f5-b3ec-3cec0acfd523', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'quay.jpg', 'image/jpeg', 869, 320, 320, '[{"name": "master", "type": "image/jpeg", "width": 320, "height": 320, "sizeBytes": 870}, {"name": "preview", "type": "image/webp", "width": 320, "height": 320, "sizeBytes": 270}]', '{"threads": "master", "twitter": "master", "facebook": "master", "linkedin": "master", "instagram": "master"}', '', 'ready', '2026-11-28 19:52:51.414+00', NULL);
INSERT INTO public.installation (id, place, alive_at, beats, ended_cleanly, held_since, held_because) VALUES
	(true, '{"posts": "16478", "system": "7713312668215399436", "database": "5", "timeline": "00000001"}', '2026-11-28 19:53:08.716+00', 8, false, NULL, NULL);
INSERT INTO public.job_schedules (kind, asked_at) VALUES
	('tell-of-endings', '2026-11-28 19:52:42.773+00'),
	('renew-permissions', '2026-11-28 19:52:42.773+00'),
	('sweep-pictures', '2026-11-28 19:52:42.773+00'),
	('delete-old-rows', '2026-11-28 19:52:42.773+00');
INSERT INTO public.migrations (name, applied_at, keeps_older) VALUES
	('0001_users.sql', '2026-11-28 19:52:38.297738+00', false),
	('0002_social_accounts.sql', '2026-11-28 19:52:38.328657+00', false),
	('0003_posts.sql', '2026-11-28 19:52:38.336539+00', false),
	('0004_session_ended.sql', '2026-11-28 19:52:38.373353+00', false),
	('0005_images.sql', '2026-11-28 19:52:38.3762+00', false),
	('0006_notifications.sql', '2026-11-28 19:52:38.409632+00', false),
	('0007_account_leases.sql', '2026-11-28 19:52:38.446798+00', false),
	('0008_renewals.sql', '2026-11-28 19:52:38.486715+00', false),
	('0009_former_accounts.sql', '2026-11-28 19:52:38.495424+00', false),
	('0010_gathered_mails.sql', '2026-11-28 19:52:38.498589+00', false),
	('0011_confirmed_emails.sql', '2026-11-28 19:52:38.53207+00', false),
	('0012_connections_of_a_browser.sql', '2026-11-28 19:52:38.53798+00', false),
	('0013_posts_by_publication.sql', '2026-11-28 19:52:38.641293+00', false),
	('0014_delays.sql', '2026-11-28 19:52:38.653985+00', false),
	('0015_events.sql', '2026-11-28 19:52:38.660895+00', false),
	('0016_idempotency_keys.sql', '2026-11-28 19:52:38.697191+00', false),
	('0017_prepared_ahead.sql', '2026-11-28 19:52:38.727011+00', false),
	('0018_jobs.sql', '2026-11-28 19:52:38.730916+00', false),
	('0019_workers.sql', '2026-11-28 19:52:38.743909+00', false),
	('0020_pauses.sql', '2026-11-28 19:52:38.756428+00', false),
	('0021_wishes.sql', '2026-11-28 19:52:38.770845+00', false),
	('0022_events_are_told.sql', '2026-11-28 19:52:38.774912+00', false),
	('0023_accounts_of_attempts.sql', '2026-11-28 19:52:38.803938+00', false),
	('0024_wall_times.sql', '2026-11-28 19:52:38.826462+00', false),
	('0025_posts_that_went_out_after_all.sql', '2026-11-28 19:52:38.834308+00', false),
	('0026_ideas.sql', '2026-11-28 19:52:38.840935+00', false),
	('0027_post_counts.sql', '2026-11-28 19:52:38.84802+00', false),
	('0028_official_accounts.sql', '2026-11-28 19:52:38.861582+00', false),
	('0029_publishing_slots.sql', '2026-11-28 19:52:38.870881+00', false),
	('0030_posts_that_wait.sql', '2026-11-28 19:52:38.887729+00', false),
	('0031_pushes.sql', '2026-11-28 19:52:38.893582+00', false),
	('0032_week_start.sql', '2026-11-28 19:52:38.933649+00', false),
	('0033_pushes_of_accounts.sql', '2026-11-28 19:52:38.935226+00', false),
	('0034_draft_sources.sql', '2026-11-28 19:52:38.936801+00', false),
	('0035_voices.sql', '2026-11-28 19:52:38.96199+00', false),
	('0036_ai_usage.sql', '2026-11-28 19:52:38.979024+00', false),
	('0037_local_model.sql', '2026-11-28 19:52:38.993315+00', false),
	('0038_conversations.sql', '2026-11-28 19:52:39.008262+00', false),
	('0039_password_given.sql', '2026-11-28 19:52:39.042949+00', false),
	('0040_email_changes.sql', '2026-11-28 19:52:39.047535+00', false),
	('0041_profile_pictures.sql', '2026-11-28 19:52:39.06721+00', false),
	('0042_deletion.sql', '2026-11-28 19:52:39.083047+00', false),
	('0043_two_factors.sql', '2026-11-28 19:52:39.086913+00', false),
	('0044_exports.sql', '2026-11-28 19:52:39.122878+00', false),
	('0045_passkeys.sql', '2026-11-28 19:52:39.13421+00', false),
	('0046_settings.sql', '2026-11-28 19:52:39.159295+00', false),
	('0047_pushed_topics.sql', '2026-11-28 19:52:39.161004+00', false),
	('0048_mailed_posts.sql', '2026-11-28 19:52:39.162734+00', false),
	('0049_data_deletions.sql', '2026-11-28 19:52:39.174913+00', false),
	('0050_google_sign_in.sql', '2026-11-28 19:52:39.207942+00', false),
	('0051_suspensions.sql', '2026-11-28 19:52:39.249387+00', false),
	('0052_faq.sql', '2026-11-28 19:52:39.280102+00', false),
	('0053_provider_keys.sql', '2026-11-28 19:52:39.293504+00', false),
	('0054_connection_log.sql', '2026-11-28 19:52:39.301186+00', false),
	('0055_post_results.sql', '2026-11-28 19:52:39.31087+00', false),
	('0056_api_keys.sql', '2026-11-28 19:52:39.338991+00', false),
	('0057_webhooks.sql', '2026-11-28 19:52:39.383987+00', false),
	('0058_feeds.sql', '2026-11-28 19:52:39.450164+00', false),
	('0059_oauth.sql', '2026-11-28 19:52:39.462229+00', false),
	('0060_events_tell_their_number.sql', '2026-11-28 19:52:39.511724+00', false),
	('0061_whose_connections.sql', '2026-11-28 19:52:39.514755+00', false),
	('0062_reported_engagement.sql', '2026-11-28 19:52:39.543532+00', false),
	('0063_told_as_it_was.sql', '2026-11-28 19:52:39.572702+00', false),
	('0064_keys_outlive_posts.sql', '2026-11-28 19:52:39.580832+00', false),
	('0065_value_lists.sql', '2026-11-28 19:52:39.582162+00', false),
	('0066_installation.sql', '2026-11-28 19:52:39.588727+00', false),
	('0067_invitations.sql', '2026-11-28 19:52:39.599954+00', false),
	('0068_oauth_reuse.sql', '2026-11-28 19:52:39.608728+00', false),
	('0069_held_jobs.sql', '2026-11-28 19:52:39.617077+00', false),
	('0070_source_texts.sql', '2026-11-28 19:52:39.672829+00', false),
	('0071_backups.sql', '2026-11-28 19:52:39.731024+00', false),
	('0072_profile_picture_sizes.sql', '2026-11-28 19:52:39.761807+00', false),
	('0073_ai_budgets.sql', '2026-11-28 19:52:39.767821+00', false);
INSERT INTO public.notifications (id, user_id, kind, platform, account_id, reason, subject, created_at, updated_at, read_at, mail_at, mailed_at, mail_tries, mail_claimed_until, details) VALUES
	('f331c5e2-8f82-4776-a1d5-03b6255160db', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'failed', 'facebook', '8a248667-dfea-41ec-a69d-0545f6f8ddd6', 'text', 'failed:text:8a248667-dfea-41ec-a69d-0545f6f8ddd6', '2026-11-28 19:52:55.197+00', '2026-11-28 19:52:55.197+00', NULL, NULL, '2026-11-28 19:52:55.494+00', 0, NULL, NULL),
	('a40b5776-945b-4d5a-9691-ca6b464b59d8', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'unconfirmed', 'linkedin', '3a5bca4b-b69b-47ac-a2fa-1e8b390e4881', 'unconfirmed', 'unconfirmed:unconfirmed:3a5bca4b-b69b-47ac-a2fa-1e8b390e4881', '2026-11-28 19:53:05.677+00', '2026-11-28 19:53:05.677+00', NULL, NULL, '2026-11-28 19:53:06.101+00', 0, NULL, NULL),
	('644b7924-9ac9-438c-a4d5-7b712fd84b32', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'missed', 'twitter', '48d1e9cb-4e82-454c-bf4c-acdbbd5e3711', 'missed', 'missed:missed:48d1e9cb-4e82-454c-bf4c-acdbbd5e3711', '2026-11-28 19:53:08.724+00', '2026-11-28 19:53:08.724+00', NULL, NULL, '2026-11-28 19:53:08.964+00', 0, NULL, NULL);
INSERT INTO public.notification_posts (notification_id, post_id, at, mailed_at) VALUES
	('f331c5e2-8f82-4776-a1d5-03b6255160db', '116a8883-8488-425a-8502-29066e43b84b', '2026-11-28 19:52:55.197+00', '2026-11-28 19:52:55.494+00'),
	('a40b5776-945b-4d5a-9691-ca6b464b59d8', 'b48c921d-f9e2-4a17-861c-b49f9a9de578', '2026-11-28 19:53:05.677+00', '2026-11-28 19:53:06.101+00'),
	('644b7924-9ac9-438c-a4d5-7b712fd84b32', '28e7f933-329a-452d-bed3-c4e30768dff8', '2026-11-28 19:53:08.724+00', '2026-11-28 19:53:08.964+00');
INSERT INTO public.password_resets (token_hash, user_id, expires_at) VALUES
	('D114q_3aUbBm8JkicdOMF9uJc2Dvlq_6c22rFl0EfPU', '5e92672f-6616-4032-b4d3-70fedf26da55', '2026-11-28 20:52:47.328+00');
INSERT INTO public.pauses (platform, remote_id, kind, reason, detail, since, until, failures, is_alone, trial) VALUES
	('linkedin', 'fR7layla2H', 'outage', 'not_reached', 'ECONNRESET', '2026-11-28 19:52:55.568+00', NULL, 1, false, NULL);
INSERT INTO public.post_counts (user_id, platform, status, quarter, posts, engagement, version) VALUES
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'publishing', '-infinity', 1, 0, 943975885),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'publishing', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'publishing', '-infinity', 0, 0, 747385887),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'published', '-infinity', 1, 0, 174488403),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'publishing', '-infinity', -1, 0, 307493721),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'publishing', '2026-11-28 19:45:00+00', -1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'published', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'publishing', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'publishing', '-infinity', 1, 0, 409728933),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'publishing', '-infinity', 0, 0, 189201266),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'publishing', '-infinity', -1, 0, 336261943),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'publishing', '2026-11-28 19:45:00+00', -1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'published', '-infinity', 1, 0, 569409485),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'published', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'publishing', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'publishing', '-infinity', 1, 0, 317357519),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'publishing', '-infinity', 0, 0, 242753543),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'published', '-infinity', 1, 0, 73279151),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'publishing', '-infinity', -1, 0, 468917103),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'published', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'publishing', '2026-11-28 19:45:00+00', -1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', 'publishing', '-infinity', 1, 0, 880839511),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', 'publishing', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', 'publishing', '-infinity', 0, 0, 33137489),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', 'published', '-infinity', 1, 0, 238366253),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', 'published', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', 'publishing', '-infinity', -1, 0, 207767622),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', 'publishing', '2026-11-28 19:45:00+00', -1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'publishing', '-infinity', 1, 0, 155624253),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'publishing', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'publishing', '-infinity', 0, 0, 918668380),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'published', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'publishing', '-infinity', -1, 0, 165941891),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'published', '-infinity', 1, 0, 777795273),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'publishing', '2026-11-28 19:45:00+00', -1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'publishing', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'publishing', '-infinity', 1, 0, 44795893),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'publishing', '-infinity', 0, 0, 863872048),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'publishing', '2026-11-28 19:45:00+00', -1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'failed', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'publishing', '-infinity', -1, 0, 164606871),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'failed', '-infinity', 1, 0, 878682108),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'publishing', '-infinity', 1, 0, 58552064),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'publishing', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'publishing', '-infinity', 0, 0, 489906309),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'unconfirmed', '2026-11-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'publishing', '-infinity', -1, 0, 108063068),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'unconfirmed', '-infinity', 1, 0, 148243347),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'publishing', '2026-11-28 19:45:00+00', -1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'scheduled', '2026-11-28 20:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'scheduled', '-infinity', 1, 0, 530516837),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'scheduled', '-infinity', 1, 0, 808256402),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'scheduled', '2026-11-28 20:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'scheduled', '-infinity', 1, 0, 328940526),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', 'scheduled', '2026-11-28 20:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', 'scheduled', '-infinity', 1, 0, 228269921),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', 'scheduled', '2026-11-28 20:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'scheduled', '-infinity', 1, 0, 3379271),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'scheduled', '2026-11-28 20:45:00+00', 1, 0, 0),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'twitter', 'scheduled', '2026-11-30 19:45:00+00', 1, 0, 0),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'twitter', 'scheduled', '-infinity', 1, 0, 673512466),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'scheduled', '-infinity', 1, 0, 373230240),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', 'scheduled', '2026-12-28 19:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'scheduled', '-infinity', 1, 0, 695677629),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'scheduled', '2026-11-28 20:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'scheduled', '-infinity', -1, 0, 276779851),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'scheduled', '2026-11-28 20:45:00+00', -1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', 'draft', '-infinity', 1, 0, 364467159),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'scheduled', '-infinity', 1, 0, 97980426),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'scheduled', '2026-11-28 21:45:00+00', 1, 0, 0),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'linkedin', 'scheduled', '2026-11-28 21:45:00+00', 1, 0, 0),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'linkedin', 'scheduled', '-infinity', 1, 0, 152938968),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', NULL, NULL, '-infinity', 0, 0, 354255506),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'missed', '2026-11-27 21:45:00+00', 1, 0, 0),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'scheduled', '-infinity', -1, 0, 771548432),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'missed', '-infinity', 1, 0, 624664992),
	('e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', 'scheduled', '2026-11-27 21:45:00+00', -1, 0, 0),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'twitter', 'scheduled', '2026-11-28 19:45:00+00', 1, 0, 0),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'twitter', 'scheduled', '-infinity', 1, 0, 745310207),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'twitter', 'scheduled', '-infinity', -1, 0, 367092784),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'twitter', 'publishing', '2026-11-28 19:45:00+00', 1, 0, 0),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'twitter', 'publishing', '-infinity', 1, 0, 511405805),
	('bfaf6ae1-c783-45c4-9cb4-a9694258e228', 'twitter', 'scheduled', '2026-11-28 19:45:00+00', -1, 0, 0);
INSERT INTO public.post_metrics (post_id, user_id, platform, published_at, due_at, impressions, likes, comments, shares, refused) VALUES
	('6a2e3e04-4465-4c21-b157-b4acb83e0972', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'linkedin', '2026-11-28 19:52:51.695+00', '2026-11-28 20:22:51.695+00', NULL, NULL, NULL, NULL, '{}'),
	('a33df9f3-3a23-4176-a40b-6fc721b33a12', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'twitter', '2026-11-28 19:52:52.083+00', '2026-11-28 20:52:52.083+00', NULL, NULL, NULL, NULL, '{}'),
	('3407388a-a826-4c9e-ae5c-f922374eeea3', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'facebook', '2026-11-28 19:52:52.326+00', '2026-11-28 20:07:52.326+00', NULL, NULL, NULL, NULL, '{}'),
	('5d15531a-5f65-4d15-92a0-49b87e0759aa', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'instagram', '2026-11-28 19:52:54.387+00', '2026-11-28 20:07:54.387+00', NULL, NULL, NULL, NULL, '{}'),
	('5ddb9134-46e1-4875-ab42-b61a2f803a62', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'threads', '2026-11-28 19:52:54.697+00', '2026-11-28 20:07:54.697+00', NULL, NULL, NULL, NULL, '{}');
INSERT INTO public.publish_attempts (id, post_id, number, revision, account_id, state, text, prepared, worker, started_at, sent_at, finished_at, failure, steps, ready_at, platform, remote_id) VALUES
	('cc255504-fb0c-4ee7-ace9-b5b0cf58959a', '6a2e3e04-4465-4c21-b157-b4acb83e0972', 1, 1, '3a5bca4b-b69b-47ac-a2fa-1e8b390e4881', 'accepted', 'Published on linkedin', '{"madeAt": "2026-11-28T19:52:51.664Z", "madeFor": "xoko_Sjp2G_1GwPpTOqzqWM0PRZHFM6sWhUTfhsCylQ", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}', 'worker:9264aa4c-3c35-4ca0-bc64-5446f13b842d', '2026-11-28 19:52:51.539+00', '2026-11-28 19:52:51.671+00', '2026-11-28 19:52:51.695+00', NULL, '[]', NULL, 'linkedin', 'fR7layla2H'),
	('8aa2c338-b5c1-4f1f-ad4d-f015cfc0eac1', 'a33df9f3-3a23-4176-a40b-6fc721b33a12', 1, 1, '48d1e9cb-4e82-454c-bf4c-acdbbd5e3711', 'accepted', 'Published on twitter', '{"madeAt": "2026-11-28T19:52:52.016Z", "madeFor": "DMvPltLlF8bTqEQ3qkAeIFP1iV2Hvj-7d-K8fwL8Ym8", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}', 'worker:9264aa4c-3c35-4ca0-bc64-5446f13b842d', '2026-11-28 19:52:52.003+00', '2026-11-28 19:52:52.023+00', '2026-11-28 19:52:52.083+00', NULL, '[]', NULL, 'twitter', '1584203955861331969'),
	('b0b5e6da-8ceb-441c-88b9-b5c739fe498d', '116a8883-8488-425a-8502-29066e43b84b', 1, 1, '8a248667-dfea-41ec-a69d-0545f6f8ddd6', 'rejected', 'Failed: the network refused', '{"madeAt": "2026-11-28T19:52:55.130Z", "madeFor": "vxQyWlyEiw-nSpxFM73kDjSd7IySmW7gClocts1Fkg0", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU", "hiddenPostId": "104857639217745_122000000000000009"}', 'worker:9264aa4c-3c35-4ca0-bc64-5446f13b842d', '2026-11-28 19:52:55.078+00', '2026-11-28 19:52:55.144+00', '2026-11-28 19:52:55.216+00', '{"at": "2026-11-28T19:52:55.197Z", "code": "text", "detail": "(#100) Invalid parameter"}', '[]', NULL, 'facebook', '104857639217745'),
	('e5e77fd0-2cda-4f96-bda2-f76ab6cb0f69', '3407388a-a826-4c9e-ae5c-f922374eeea3', 1, 1, '8a248667-dfea-41ec-a69d-0545f6f8ddd6', 'accepted', 'Published on facebook', '{"madeAt": "2026-11-28T19:52:52.218Z", "madeFor": "wqPIX1V85vBohz5nINUu6JgmVCShK6hboHIsXMO_8z8", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU", "hiddenPostId": "104857639217745_122000000000000003"}', 'worker:9264aa4c-3c35-4ca0-bc64-5446f13b842d', '2026-11-28 19:52:52.215+00', '2026-11-28 19:52:52.299+00', '2026-11-28 19:52:52.327+00', NULL, '[]', NULL, 'facebook', '104857639217745'),
	('f4c6a701-0504-42c3-8caa-6038cfcaa0c4', '5d15531a-5f65-4d15-92a0-49b87e0759aa', 1, 1, 'bf5f7c5d-369d-4792-88a7-1bd4b00d72ff', 'accepted', 'Published on instagram', '{"madeAt": "2026-11-28T19:52:52.534Z", "madeFor": "aEb0EA0Y7GiaWYudA54O7Fqa0rg7GdZ4rHjvj-VkaoM", "described": "BVU530oLgExYyvRsDNKUGvENZME5Xd2OULX1XZRYQeY", "containerId": "17900000000031677"}', 'worker:9264aa4c-3c35-4ca0-bc64-5446f13b842d', '2026-11-28 19:52:52.505+00', '2026-11-28 19:52:54.353+00', '2026-11-28 19:52:54.387+00', NULL, '[]', NULL, 'instagram', '17841405309211847'),
	('e6eaadd7-1935-4326-861f-dd7f3b9a736e', '5ddb9134-46e1-4875-ab42-b61a2f803a62', 1, 1, '400c443c-97c2-4c1f-9387-ce4cdb257478', 'accepted', 'Published on threads', '{"madeAt": "2026-11-28T19:52:54.630Z", "madeFor": "shFoXmOIG1e9YEoEw-pOu6C5ptDNLlMNM2pNXl6kQJs", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU", "containerId": "17900000000047515"}', 'worker:9264aa4c-3c35-4ca0-bc64-5446f13b842d', '2026-11-28 19:52:54.508+00', '2026-11-28 19:52:54.656+00', '2026-11-28 19:52:54.698+00', NULL, '[]', NULL, 'threads', '17841405793187219'),
	('506c60a1-f767-494f-9092-a72702a2042b', 'b48c921d-f9e2-4a17-861c-b49f9a9de578', 1, 1, '3a5bca4b-b69b-47ac-a2fa-1e8b390e4881', 'unknown', 'Unconfirmed: the response was lost', '{"madeAt": "2026-11-28T19:52:55.518Z", "madeFor": "hEDdeTJMbLOCBKiPa4ku-823IJlT1uRk-UgqfU_1bfA", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}', 'worker:9264aa4c-3c35-4ca0-bc64-5446f13b842d', '2026-11-28 19:52:55.49+00', '2026-11-28 19:52:55.518+00', '2026-11-28 19:53:05.689+00', '{"at": "2026-11-28T19:53:05.677Z", "code": "unconfirmed", "detail": null}', '[{"at": "2026-11-28T19:52:55.559Z", "what": "answer_lost", "detail": "ECONNRESET"}, {"at": "2026-11-28T19:53:05.656Z", "what": "looked_up", "found": "cannot-ask"}, {"at": "2026-11-28T19:53:05.689Z", "what": "asked_owner"}]', NULL, 'linkedin', 'fR7layla2H'),
	('750d2bcd-48f6-40b6-9200-a71225a62aa1', 'd205598c-c945-46e5-a9e0-a97f90d0eb99', 1, 1, 'f4ca8908-2529-4da0-be85-6ff086c8df6d', 'sending', 'Being sent', '{"madeAt": "2026-11-28T19:53:09.251Z", "madeFor": "S_J0GR9g3qDmFN5s8DZdfnf9CaxLFSJvotN41Uuk40Q", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}', 'worker:a543d6bb-5ca5-4df9-bc54-7022459ddad7', '2026-11-28 19:53:09.145+00', '2026-11-28 19:53:09.963+00', NULL, NULL, '[]', '2026-11-28 19:53:09.251+00', 'twitter', '1590117264083714049');
INSERT INTO public.voices (user_id, samples, dos, donts, uses_published) VALUES
	('e42a1205-7507-458a-a487-d3fb519e59eb', '{"The harbour opens at dawn."}', '{Short}', '{}', false);
INSERT INTO public.webhooks (id, user_id, url, events, sealed_secret, created_at, retry_at, tries, failing_since, rests_since, claimed_until) VALUES
	('18ec7d49-6012-412c-a6df-71d57ca819c5', 'e42a1205-7507-458a-a487-d3fb519e59eb', 'https://example.com/hook', '{post.published}', 'v1.AuniuEoa.QqNkUnBnnILkmtpy.9PJgZ_hxRXZv3WcVx3tGg_jKHg8Ph6eW55A-K8ScDwAPw1RFXAIn6w-5cec74JaTKmvKLLo5U2ZcWzidz-dJGeEQ', '2026-11-28 19:53:06.799+00', NULL, 0, NULL, NULL, NULL);
INSERT INTO public.workers (name, worked_at) VALUES
	('worker:9264aa4c-3c35-4ca0-bc64-5446f13b842d', '2026-11-28 19:53:06.022267+00'),
	('worker:a543d6bb-5ca5-4df9-bc54-7022459ddad7', '2026-11-28 19:53:08.715766+00');
SELECT pg_catalog.setval('public.ai_usage_id_seq', 1, false);
SELECT pg_catalog.setval('public.audit_log_id_seq', 1, false);
SELECT pg_catalog.setval('public.connection_log_id_seq', 9, true);
SELECT pg_catalog.setval('public.conversation_turns_place_seq', 1, false);
SELECT pg_catalog.setval('public.events_id_seq', 54, true);
SELECT pg_catalog.setval('public.held_jobs_id_seq', 1, false);
SELECT pg_catalog.setval('public.webhook_messages_position_seq', 1, false);
