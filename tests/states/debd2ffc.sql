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
	('17b4743f-8cf9-45fd-ba6c-3b4d4235e3dd', 'tell-of-endings', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:55:47.929133+00', '2026-11-28 15:55:47.929133+00', '2026-11-28 15:55:48.154665+00', '2026-11-28 15:55:48.410537+00', '2026-12-12 15:55:47.929133+00', NULL, 'failed-jobs', 'exclusive', '2026-11-28 15:55:48.154665+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('9f9052ec-8d57-48b9-a560-400e3955d9ff', 'renew-permissions', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:55:48.068563+00', '2026-11-28 15:55:48.068563+00', '2026-11-28 15:55:48.242156+00', '2026-11-28 15:55:48.627805+00', '2026-12-12 15:55:48.068563+00', NULL, 'failed-jobs', 'exclusive', '2026-11-28 15:55:48.242156+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('67a9b303-f2a7-48ca-b5b3-58dd8bbcddfc', 'sweep-pictures', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:55:48.347205+00', '2026-11-28 15:55:48.347205+00', '2026-11-28 15:55:48.434532+00', '2026-11-28 15:55:48.667502+00', '2026-12-12 15:55:48.347205+00', NULL, 'failed-jobs', 'exclusive', '2026-11-28 15:55:48.434532+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('8dd59f62-619c-4046-8d74-4d7c39df4edb', 'delete-old-rows', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:55:48.453566+00', '2026-11-28 15:55:48.453566+00', '2026-11-28 15:55:48.652766+00', '2026-11-28 15:55:49.006443+00', '2026-12-12 15:55:48.453566+00', NULL, 'failed-jobs', 'exclusive', '2026-11-28 15:55:48.652766+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('1a98fe64-3c1c-4455-aff5-dec6ae0ef077', 'send-mail', 0, '{"sealed": "v1.AuniuEoa.ueiz-qYhMA3j2mqW.8jzNqZGGRXFzllyczvPQoFkxjT3dIT4QTBQnum_oEqla6TxRrRtayaoYd1l55lPrrPFU5RVLyOLlZxqOeFKsC1UY9zdaT3GWfL3Xr_ZzCL2uL4-NQQfwbOxleMF3Tye1QikQJyvS933ZfkEJokMhzxT8Ok28vCnHgFYL8mg_GNV8iqvPqg489qeL8Q0FcKYCGAoye2b_NDGxJSchmLeUAEeGZDz1SjPLUDjIw-V5BSrjUwnPFrAsXJkbSwRio5IG3RaNAu0mYHho3y8KtMklXILa6X8BjcUpGdIR7M7mkiG0MG9eGw0wKE_Agef-wzob2OdeExBi9RJfl2iADAIJE-8bvkWgPd4Fw05Z21o2Uj_T68-bFP6_DRjph7LeBILbFKS4EYZEpDalmJspGzGAiYMITTEsCqJxYsFEU3UPRCWtbJJVSNoU1DllbgdzGz8vb3w_dp8KoHcq7LAw0ZbK7xc-fgBhNXiKpg_cRgNk-FhwFjngbzKv8Rc4U2fQrv8sT_CTXIGXiUS1-sd9EORvbcEcMg1Iwl3yfWmW07OYVrXTCCocvNlvqljg9dQoHPsowshE5vgicWAPYghSAlYL7Y5d9nxlP_bppdPHBWaixAIZ4z822pfCrvu4px1_j50qCRyauksPJHJlalKQJOvqS2i8Co0qkWA5fxnpl5jBWxnzlVv9Jc4oV3Hf6DpqTqO_CjGhh_BPz6LcmjDKRI-aJjuZ6UwTGRYOqhpBGFnwI1xE-ofQItv7kVyxll2QjgMST98Ex7EVpqUaIhuJu3_BXh466OYzx8UFfVJ9XY9A6qnR5ANSajnBFP8VtIOaRhv5_hw4uTv6k4QI1W-D7raS6dPBin8gicwNr5V5OJUd4_8xqOdsOW0KEKf-0hWQvYBtSgKIE7_NDDlcLysdK46AGqXZJ5DwZhvbDa0W6OrtpTBUNpjKs-u1WODFYgnMvr_AJzGHRcy9ajDh3VL4ySXoLEQ0t7VWsMz5dZLEi_qSQCYA7fKDl5lrWIcI-MrUSRwgZqaaf8EPcErQYUCanBhkcQfQEuFXrQS0gmpbcNmI9Pqlq2l8F1rjbXW5fVoIuoCdlMEyOD2g_CmPgB2OKZzbTeqP"}', 'completed', 15, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:55:50.170438+00', '2026-11-28 15:55:50.170438+00', '2026-11-28 15:55:50.213168+00', '2026-11-28 15:55:50.25021+00', '2026-12-12 15:55:50.170438+00', NULL, 'failed-jobs', 'standard', '2026-11-28 15:55:50.213168+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('0c01b51f-f3a2-4971-9de8-476cfc5842e2', 'send-mail', 0, '{"sealed": "v1.AuniuEoa.xpBC89lw6LKe_6Sh.rxY9CoNqwCI94uk5Qm2TLPlZjy5IItbHKmRAF5ohwkxGJkT0gRB6rrmC8pkromx6SvWCmhFRjL-tCHyS4iJz2KPZpKpLUp1MotLjnj6dIPakBJ3rkvMV1-VQ11Z3UYzH4DQpdVC59i7_h6VRcewnAaOFBpeAOgjYBiKt3csya2st-w6mx1Mgne3its2rvt4sELRSx6v5QvxRCLLH70yRtf3wVBlufbz199-I_AoRBsU3eHa8yPJKdPFEGBGXP-RryJyKomIw9seOV3Ts8QMtvYGXKrLDPJxKTY2Ohujx3xyjcBoo68G7D3eJmmKQ5yeHn13vLYdHFFuMhK4F1QsNgm1W0b6eYVvDuUHPScSjILSoJuO58wsytDrReIu2pHIjCMTWeRiQJxjexkCkY3Y6P_Ds_tPH7i3lsOzbRX8QNEEiafsofF4KjxheAkrZ7sMgGkcQ83xpVqV4uCkBiGtp7kx6wmpeT4gcL30FWwOhLxpKwsG7TDs4Buc77DLLR3mLXNGZBYPwj58oZg9KsBTabl3fDn-7V3HpBJ7z8eDZuQ3id_VIQuVynh_BK1aetC1eIprhN0jgcRStJVXu-VJIQUPwnL5P-NeZSYo94vOGmV3mXDumV3tv6UzSSGf9oKint9WQXuxFeYq9eQt8KSRkeejTOsIHoUTZfqyHOS4XpwgFoNwlpyWjEvPD662A1MNgGkbVMHPvp0Kv27-fTdTLVHc4R2I284yfSy0mb37dTWUianCO4yH-YrXe8F1YJC-93FgI8DeJn8u34cHI-uYpnKV3cvfPPqzpZcJThXDBsTkE5qs79rZrdkVa_ilDI09w66a560EBUp2GAMp3fikgErCHp8beVIU4n1sbGLjrBGc-19NrJFH6osyG0zXbukdRgJ7ke1V4gaENhLhbsWVpXiYgeWqtU8WXTMJ6W-lWnCQdn2Xih5lLE6MTSjaREEtnMaXtjhn1EQrL2DI-1kXauARHrIYo74_jyH4BFYtCuSo_i_HKIEIyXcjH5GkpGGRV_7TTEVHBIhOmHi75qLo6qsTpPm2LG0IRrBxqsuuPIFAkO_1aAZRTL1JjXGxw4-OgTSKNMdhwyiU66MpPzDQNEKTP"}', 'completed', 15, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:55:50.929522+00', '2026-11-28 15:55:50.929522+00', '2026-11-28 15:55:50.94774+00', '2026-11-28 15:55:50.957318+00', '2026-12-12 15:55:50.929522+00', NULL, 'failed-jobs', 'standard', '2026-11-28 15:55:50.94774+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('9f991423-4308-494c-a0ae-fed02bcbdfe1', 'mail-reset-link', 0, '{"sealed": "v1.AuniuEoa.yIp0T2OLApDctW7t.hpcDkDWaE6DEiHQ2KkNnpm77wDktGBZ660lIzDw_svNh0VlVmJRSDisViaWGItYmmnUN3ZEF6Hr9PA519jGc0JLnRpA"}', 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:55:51.360105+00', '2026-11-28 15:55:51.360105+00', '2026-11-28 15:55:51.373055+00', '2026-11-28 15:55:51.403581+00', '2026-12-12 15:55:51.360105+00', NULL, 'failed-jobs', 'standard', '2026-11-28 15:55:51.373055+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('9e4c3ffc-ba28-4909-82fe-83789d6a2997', 'send-mail', 0, '{"sealed": "v1.AuniuEoa.C6Tshru2-H6XY7ay.L8WjLbBl6BeRH07m5cZBCReY6yGXBCCATTqAlDnBOjDukdPGYCYpkEUlCJAS_AiHbRkyjCcxxTtZD8w1Ms65_L07tbvS18O0Aab_1hZsLXJI3JOS6f8kXI4vclI7msx2y4W-bDEYKJFytMxD2cvGyBSdI9yfiTgQ2BW3HQcb-oHsKmZhjWjcuGr9EWl6jQ7KLcvOALK3s7xpALsTJrE7uNf9BN20mTRTgk4stPTOAqvyy8xeM_WvDi2k-_Ieu0RbmzGjy1nF1P4cUZ0fX21qs3919HsurFveBx2tl5C0eMsVIE2cAkThadKvzCfydDPceFVR9VajhZ77x86h6J4xPDKfxkZvpZZYCEL4KRNu5UHgOEG1534_-E4d7Iyjzc91sIlLdQESDjV4xGMhqEhpLYezJplKCF6pwTYBTaKSU7F_h873E85YGxuX5PXH0q1OsIqepcPlZaKV4nsWCiKVT7MjCPPNaRXTaTWrrE7cIoMzw_z2PY6kvil1JNvMjRYBiGmg8ugsvvJzqrL6SBV8LpZrNmBP3coyGdLX2ALDr_2bahodgAQL_xV2zwfHDBCSVNorypnBxDeIn6ppzhkx8-QNxJHsR8p4W1CKu-ne_hfK-V_rHWDVO_KaBMINxpoU8CUJAtFpu8MFgKkVWQCBNuUmNUT9qgtzShBbDUgoB4a-X9wG81s_LqYue1RMgx3VM6e1z89DS9mBwceInRKz6PeplNNHhRv2GHm8E9qBYFbkSCNWRApsTF5h_HIabnlgkkC8aqsdERM3lzzrXGrgfaB5jU5yckycHAwUa2B8TD4dIhsWyzoK35j9"}', 'completed', 15, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:55:51.380488+00', '2026-11-28 15:55:51.380488+00', '2026-11-28 15:55:51.459289+00', '2026-11-28 15:55:51.593231+00', '2026-12-12 15:55:51.380488+00', NULL, 'failed-jobs', 'standard', '2026-11-28 15:55:51.459289+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('3c46ee87-a9ca-455f-a76b-0422b0dd8077', 'send-mails', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:55:53.264866+00', '2026-11-28 15:55:53.264866+00', '2026-11-28 15:55:53.26971+00', '2026-11-28 15:55:53.305691+00', '2026-12-12 15:55:53.264866+00', NULL, 'failed-jobs', 'short', '2026-11-28 15:55:53.26971+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('97c7dd51-493b-4fef-80b7-d45f811e7ef0', 'send-mails', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:56:03.36099+00', '2026-11-28 15:56:03.36099+00', '2026-11-28 15:56:03.36766+00', '2026-11-28 15:56:03.397892+00', '2026-12-12 15:56:03.36099+00', NULL, 'failed-jobs', 'short', '2026-11-28 15:56:03.36766+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('6a1d98cb-00a7-46c8-85af-278316dd32e3', 'send-mails', 0, NULL, 'completed', 9, 0, 2, true, 600, 900, 3600, NULL, NULL, NULL, NULL, '2026-11-28 15:56:04.544238+00', '2026-11-28 15:56:04.544238+00', '2026-11-28 15:56:04.548782+00', '2026-11-28 15:56:04.583022+00', '2026-12-12 15:56:04.544238+00', NULL, 'failed-jobs', 'short', '2026-11-28 15:56:04.548782+00', 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO frogy_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds, deletion_seconds, dead_letter, partition, table_name, deferred_count, queued_count, ready_count, warning_queued, active_count, failed_count, total_count, created_delta, completed_delta, failed_delta, delta_on, delta_seconds, ready_history, heartbeat_seconds, notify, singletons_active, monitor_claim_on, monitor_on, maintain_on, created_on, updated_on) VALUES
	('failed-jobs', 'standard', 2, 0, false, NULL, 900, 2592000, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', NULL, false, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.291738+00', '2026-11-28 15:55:47.291738+00'),
	('send-mail', 'standard', 15, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.321548+00', '2026-11-28 15:55:47.321548+00'),
	('mail-reset-link', 'standard', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.338858+00', '2026-11-28 15:55:47.338858+00'),
	('tell-of-delays', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.342848+00', '2026-11-28 15:55:47.342848+00'),
	('send-mails', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.347862+00', '2026-11-28 15:55:47.347862+00'),
	('send-given-up-mail', 'standard', 0, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.350747+00', '2026-11-28 15:55:47.350747+00'),
	('send-published-mails', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.355019+00', '2026-11-28 15:55:47.355019+00'),
	('send-pushes', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.358822+00', '2026-11-28 15:55:47.358822+00'),
	('send-webhooks', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.362935+00', '2026-11-28 15:55:47.362935+00'),
	('tell-of-endings', 'exclusive', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.36556+00', '2026-11-28 15:55:47.36556+00'),
	('renew-permissions', 'exclusive', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.374812+00', '2026-11-28 15:55:47.374812+00'),
	('keep-wall-times', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.37769+00', '2026-11-28 15:55:47.37769+00'),
	('read-metrics', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.381857+00', '2026-11-28 15:55:47.381857+00'),
	('discard-prepared', 'standard', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.383259+00', '2026-11-28 15:55:47.383259+00'),
	('end-deletions', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.384074+00', '2026-11-28 15:55:47.384074+00'),
	('make-export', 'standard', 2, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.38498+00', '2026-11-28 15:55:47.38498+00'),
	('mail-export', 'standard', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.391611+00', '2026-11-28 15:55:47.391611+00'),
	('sweep-exports', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.40061+00', '2026-11-28 15:55:47.40061+00'),
	('sweep-pictures', 'exclusive', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.411217+00', '2026-11-28 15:55:47.411217+00'),
	('delete-accounts', 'short', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.418466+00', '2026-11-28 15:55:47.418466+00'),
	('delete-old-rows', 'exclusive', 9, 2, true, 600, 900, 1209600, 3600, 'failed-jobs', false, 'job_common', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NULL, NULL, '{0}', 15, true, NULL, '2026-11-28 15:56:02.287873+00', '2026-11-28 15:56:02.31047+00', '2026-11-28 15:56:02.351653+00', '2026-11-28 15:55:47.427184+00', '2026-11-28 15:55:47.427184+00');
INSERT INTO frogy_jobs.version (version, cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on) VALUES
	(43, NULL, NULL, '2026-11-28 15:55:47.309611+00', '2026-11-28 15:56:02.361425+00', NULL);
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
	('86794545-b388-4904-a931-118d911a073b', 'worker:0db38ab7-baa9-4ee0-8291-926d9e5207ee', '2026-11-28 15:56:35.645969+00');
INSERT INTO public.users (id, email, password_hash, first_name, last_name, profile_image_url, role, preferred_language, time_zone, late_after_minutes, created_at, email_confirmed_at, week_starts_on, password_changed_at, deletion_due_at, theme, numerals, hijri_dates, default_platforms, mailed, suspended_at, suspension_reason, last_seen_at) VALUES
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'layla@example.com', 'scrypt$32768$8$3$mfhUcM5XHytEOrIo9pt4BQ$LwYnpg7ITPG-2MPEsRthGipEIqbjrs5vFmbCzDumAP4', 'Layla', 'Haddad', NULL, 'admin', 'en', 'Asia/Dubai', 120, '2026-11-28 15:55:48.826+00', '2026-11-28 15:55:48.826+00', NULL, NULL, NULL, NULL, NULL, false, '{linkedin}', '{trouble,account}', NULL, NULL, '2026-11-28 15:55:48.852+00'),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'omar@example.com', 'scrypt$32768$8$3$appXHEGjux-pUAaB3vkNNg$0AHM4UNdx3RvP1dMvPO7qaN8iiCseC0CATUPhPN76kg', 'Omar', 'Haddad', NULL, 'user', 'ar', 'Asia/Dubai', 120, '2026-11-28 15:55:50.162+00', NULL, NULL, NULL, NULL, NULL, NULL, false, '{linkedin}', '{trouble,account}', NULL, NULL, '2026-11-28 15:55:50.212+00'),
	('6d350f0f-504e-4187-afda-f3e3006daeda', 'sara@example.com', 'scrypt$32768$8$3$7yfHlS-Zjg9wwRPi9XzkeA$Gl3KT7hDEdlDtDg-gOGTxkRMERhy3obMGKKkfCeeZF4', 'Sara', 'Haddad', NULL, 'user', 'en', 'Asia/Dubai', 120, '2026-11-28 15:55:50.928+00', NULL, NULL, NULL, NULL, NULL, NULL, false, '{linkedin}', '{trouble,account}', NULL, NULL, '2026-11-28 15:55:50.946+00');
INSERT INTO public.api_keys (id, user_id, name, scopes, token_hash, created_at, expires_at, last_used_at, client_id, renewal_hash, renewable_until) VALUES
	('bdb475b5-622c-49ea-bef8-4187766b0dad', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'Reports', '{posts:read}', 'jDClRwgfywol6ZJqry5r5AioRMM27F_CmGAXtN301uE', '2026-11-28 15:56:03.576+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sessions (id, user_id, token_hash, user_agent, created_at, last_seen_at, expires_at, authenticated_at) VALUES
	('fccb557f-e01d-4898-a461-b6437bd8d0f1', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'b9Sq5m1tkPWtIQ62ufXupC2Q1ftLHsI8NCkLz5g6wds', 'node', '2026-11-28 15:55:48.852+00', '2026-11-28 15:55:48.852+00', '2026-12-28 15:55:48.852+00', '2026-11-28 15:55:48.852+00'),
	('c9089173-0717-4977-bc9c-5f78a094a2b2', '007bbc95-2690-4f9d-ba49-30d86b3279bc', '7EBlTRjsMzlunqAL9jTgb3TT81GBKV_NzqPlyNc2MyE', 'node', '2026-11-28 15:55:50.212+00', '2026-11-28 15:55:50.212+00', '2026-12-28 15:55:50.212+00', '2026-11-28 15:55:50.212+00'),
	('bad6f298-50ce-42b9-9e12-8885290f92e8', '6d350f0f-504e-4187-afda-f3e3006daeda', '6QcOb20HZTg-ZPeJDHV1FkR96qdt5Ru3q6TFYlS3XWY', 'node', '2026-11-28 15:55:50.946+00', '2026-11-28 15:55:50.946+00', '2026-12-28 15:55:50.946+00', '2026-11-28 15:55:50.946+00');
INSERT INTO public.connection_log (id, at, user_id, platform, what, account, trouble, granted_by) OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-28 15:55:51.036+00', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'connected', 'Layla Haddad', NULL, 'fR7layla2H'),
	(2, '2026-11-28 15:55:51.122+00', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'connected', 'Layla Haddad', NULL, '1584203955861331969'),
	(3, '2026-11-28 15:55:51.193+00', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'connected', 'Najd Logistics', NULL, '122101874560318724'),
	(4, '2026-11-28 15:55:51.193+00', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'connected', 'مقهى البركة', NULL, '122101874560318724'),
	(5, '2026-11-28 15:55:51.26+00', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', 'connected', 'Layla Haddad', NULL, '6584140530921184'),
	(6, '2026-11-28 15:55:51.297+00', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'connected', 'Layla Haddad', NULL, '17841405793187219'),
	(7, '2026-11-28 15:55:51.32+00', '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'linkedin', 'connected', 'عمر القحطاني', NULL, 'fR8omar5Qt'),
	(8, '2026-11-28 15:55:51.349+00', '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'twitter', 'connected', 'نورة العتيبي', NULL, '1590117264083714049'),
	(9, '2026-11-28 15:56:03.536+00', '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'linkedin', 'removed', 'عمر القحطاني', NULL, 'fR8omar5Qt');
INSERT INTO public.social_accounts (id, user_id, platform, remote_id, display_name, username, profile_url, is_active, is_default, simulated, scopes, sealed_tokens, token_expires_at, renews_itself, needs_reconnect, connected_at, renewal_tried_at, granted_by) VALUES
	('ff25b7a5-92f5-4c2d-9f4b-622417b94966', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'fR7layla2H', 'Layla Haddad', NULL, NULL, true, true, true, '{openid,profile,w_member_social}', 'v1.AuniuEoa.1KNkFD2oMQ12qBbu.KrmbN5Eq1k7GRwNqle5kgDwyBA8-xnUACzmNyFbY9_EQg27BFzQ8-dpOSELyz-y49WArSUjUiSDHfKi6UHUWjegrTfK0wQuxyJNzEutwShIxCwbg6Ha7WalGrQVVF9rYJAxWzQ07tSR2KgLbMNE8nIpXiz3sY2MYhg', '2027-01-27 15:54:51.012+00', false, false, '2026-11-28 15:55:51.036+00', NULL, NULL),
	('aa4719d6-a0a6-465c-802d-a0a2579f2881', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', '1584203955861331969', 'Layla Haddad', 'laylahaddad', 'https://x.com/laylahaddad', true, true, true, '{tweet.read,users.read,tweet.write,media.write,offline.access}', 'v1.AuniuEoa.r8vnM7Un621ZiRBu.zxWnlXayDY2ti9e00cpx60XQGIRErossefZMG2GnhqrjGs8IWBsXk7zxaaeX8UW2jaoIr_lzVOMHGkL7rDCvuzWD3L9tebVTPoetOLBlHtmYCFnylhRjZ-uKmVeuaq8-YPt9TfQD7682OH5WKEKZjKYA_HZM2Y_ulKUHoP1zPOauDe_q2DxS1RuCrzyLLZdviTG-L7T1QU0Krx6ZmdMRNx98vJGApE4-afJ1ZnkUn3by6uWJ', '2026-11-28 17:54:51.119+00', true, false, '2026-11-28 15:55:51.122+00', NULL, NULL),
	('b77056c1-e112-4318-95cc-b3d88e401618', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', '104857639217745', 'Najd Logistics', 'najdlogistics', 'https://www.facebook.com/najdlogistics', true, true, true, '{pages_show_list,pages_manage_posts,pages_read_engagement}', 'v1.AuniuEoa.uKq6zC3B4LgpPPgp.7vd6-jznnMjxeC-vKpYFL5FkUPefnR8XEbXidkqwYTFqmgwj5pT0_lPtTbG-SP7f5z26wxGFsyJOd9DTn179wNVCpvrIw-IyFVvzmF7-G5nRi2X3_9_dEkFaoYrQ--0djlqUKTay650B9mIJbQkA8u41Ct7a9DZ8-fc', NULL, true, false, '2026-11-28 15:55:51.193+00', NULL, '122101874560318724'),
	('a5aa2c99-65c1-4df5-8dc0-64d4330fcdeb', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', '108230947561182', 'مقهى البركة', 'albirka.cafe', 'https://www.facebook.com/albirka.cafe', true, false, true, '{pages_show_list,pages_manage_posts,pages_read_engagement}', 'v1.AuniuEoa.KAbpZUxA85nVejBK.Vz9AfQ4WWCl9Tax_hJFhj7Elp6m0NxuLyqneOujl_8NLy0HE7qYDqcqvOXaJXWnwDaO1g8IqPfA-3hqbIzG0K4wkUuagVkclLPdVpt7-h9pcDPdfF1PiF0DcrvMK-8pgFEcfxNul1zhEs9ckOlkAWwN0Y7keuJsHGzI', NULL, true, false, '2026-11-28 15:55:51.193+00', NULL, '122101874560318724'),
	('d8afa39e-52eb-4ac1-863e-ec86730e7b6e', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', '17841405309211847', 'Layla Haddad', 'layla.haddad', 'https://www.instagram.com/layla.haddad/', true, true, true, '{instagram_business_basic,instagram_business_content_publish}', 'v1.AuniuEoa.IoUGhDZbXsRSfDei.9JqFHQbLE2qFL2JOnyG8YJowZGtYU4eb5xK19E3ay2IiTLacDBMXPQ2KURD6oUIHPmynOFt6he7SqS8GGDPKJA3HhggJnzh4eFVDVK1JZ_UoVmyxx7FBbu3v7g6UjHrPRjyuc5FG93rVg4DEw4AbXKfnqt73kSSTaUk', '2027-01-27 15:53:55.258+00', true, false, '2026-11-28 15:55:51.26+00', NULL, '6584140530921184'),
	('e2a79d3a-c486-44b1-a710-f346c1038d60', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', '17841405793187219', 'Layla Haddad', 'laylahaddad', 'https://www.threads.com/@laylahaddad', true, true, true, '{threads_basic,threads_content_publish}', 'v1.AuniuEoa.MiEsUwZHPFfULgP6.mtPtzGytxl1h6YQ4slP6KY26om_kdMeh9PDuilEClR4eNhD7NC0irtWQm1AF5khCY7b-vh_BbX5JGRQFm0EVO9UK0MholduIXQYzsmVPJbkx5YdxHyF_fEXW-lwrBAfU0dC9JyDzotn5OxucpWsOyESCmJRmkBP0f-A', '2027-01-27 15:54:51.294+00', true, false, '2026-11-28 15:55:51.297+00', NULL, '17841405793187219'),
	('86794545-b388-4904-a931-118d911a073b', '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'twitter', '1590117264083714049', 'نورة العتيبي', 'noura_writes', 'https://x.com/noura_writes', true, true, true, '{tweet.read,users.read,tweet.write,media.write,offline.access}', 'v1.AuniuEoa.b9xeFVnpkRqVvEKk.YEhjVLv-Ah7MiPDe9CCe6RwwpdD2enirHUcDqDVtf5PCYgF1U_ZuFQ0VJ2nWbtXTSTYmiX_pSYcLMGqtnl9VqFA-RVuAIqOfziU916XrZzCD8DDlKveE6NBc1MnzDbI_CluF27R-pF44QRBrb07jn0LhLB8kK521okmJ75sX0tE0686xODuzSNrzoUXO7eV3FHZkDZ1ARe4NM_m8tSATMJfZEHJ9D0iwSRQeofivpRUgCXkz', '2026-11-28 17:54:51.348+00', true, false, '2026-11-28 15:55:51.349+00', NULL, NULL);
INSERT INTO public.posts (id, user_id, account_id, platform, content, content_language, content_type, tone, hashtags, images, videos, status, scheduled_at, published_at, created_at, updated_at, revision, next_step_at, remote_id, permalink, engagement, failure, former_remote_id, former_account, wish, time_zone, wall_time, zone_rules, moved_from, idea_id, former_granted_by) VALUES
	('645767f6-bb05-4b38-a3a9-b217779eef10', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'e2a79d3a-c486-44b1-a710-f346c1038d60', 'threads', 'A draft', 'en', NULL, NULL, '{}', '{}', '[]', 'draft', NULL, NULL, '2026-11-28 15:56:03.496+00', '2026-11-28 15:56:03.504+00', 2, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('28a65d76-b908-4e45-8012-33a1831d4c1e', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'ff25b7a5-92f5-4c2d-9f4b-622417b94966', 'linkedin', 'Published on linkedin', 'en', NULL, NULL, '{}', '{}', '[]', 'published', '2026-11-28 15:55:52.309+00', '2026-11-28 15:55:52.359+00', '2026-11-28 15:55:52.309+00', '2026-11-28 15:55:52.359+00', 1, NULL, 'urn:li:share:7532472339707985921', 'http://127.0.0.1:28786/linkedin/feed/update/urn:li:share:7532472339707985921/', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('0c29d23c-7063-43ad-878b-e11e3a80ecf3', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'aa4719d6-a0a6-465c-802d-a0a2579f2881', 'twitter', 'Published on twitter', 'en', NULL, NULL, '{}', '{}', '[]', 'published', '2026-11-28 15:55:52.39+00', '2026-11-28 15:55:52.482+00', '2026-11-28 15:55:52.39+00', '2026-11-28 15:55:52.482+00', 1, NULL, '2126706650692714498', 'http://127.0.0.1:28786/twitter/i/status/2126706650692714498', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('63d94709-a451-46f2-813c-3a7a63ae03b5', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'b77056c1-e112-4318-95cc-b3d88e401618', 'facebook', 'Published on facebook', 'en', NULL, NULL, '{}', '{}', '[]', 'published', '2026-11-28 15:55:52.531+00', '2026-11-28 15:55:52.583+00', '2026-11-28 15:55:52.531+00', '2026-11-28 15:55:52.583+00', 1, NULL, '104857639217745_122000000000000003', 'http://127.0.0.1:28786/facebook/104857639217745_122000000000000003', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('891246e3-7546-481a-907f-41f43a77511a', '007bbc95-2690-4f9d-ba49-30d86b3279bc', NULL, 'linkedin', 'Waits for its account', 'en', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-28 17:56:03.52+00', NULL, '2026-11-28 15:56:03.522+00', '2026-11-28 15:56:03.522+00', 1, '2026-11-28 17:56:03.52+00', NULL, NULL, 0, NULL, 'fR8omar5Qt', 'عمر القحطاني', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('2f1c3380-5231-48a0-ac4b-df7d82f6af56', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'd8afa39e-52eb-4ac1-863e-ec86730e7b6e', 'instagram', 'Published on instagram', 'en', NULL, NULL, '{}', '{0930dc0c-b579-4f20-8f56-db1bbbb192ef}', '[]', 'published', '2026-11-28 15:55:52.606+00', '2026-11-28 15:55:53.099+00', '2026-11-28 15:55:52.606+00', '2026-11-28 15:55:53.099+00', 1, NULL, '17900000000039596', 'http://127.0.0.1:28786/instagram/p/C2c50C8a0eI/', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('3a8444bb-9b9d-4003-b140-a35a9392c83c', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'e2a79d3a-c486-44b1-a710-f346c1038d60', 'threads', 'Published on threads', 'en', NULL, NULL, '{}', '{}', '[]', 'published', '2026-11-28 15:55:53.113+00', '2026-11-28 15:55:53.167+00', '2026-11-28 15:55:53.113+00', '2026-11-28 15:55:53.167+00', 1, NULL, '17900000000055434', 'http://127.0.0.1:28786/threads/@laylahaddad/post/DutiqM4DEYQ', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('ea69396e-fa27-4af2-8187-ae1705525f6c', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'aa4719d6-a0a6-465c-802d-a0a2579f2881', 'twitter', 'Missed: nothing ran', 'en', NULL, NULL, '{}', '{}', '[]', 'missed', '2026-11-27 17:56:03.514+00', NULL, '2026-11-27 15:56:03.516+00', '2026-11-28 15:56:04.468+00', 1, NULL, NULL, NULL, 0, '{"at": "2026-11-28T15:56:04.468Z", "code": "missed", "detail": null}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('17dab972-2d6c-42cf-9a86-937ec3aab76d', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'b77056c1-e112-4318-95cc-b3d88e401618', 'facebook', 'Failed: the network refused', 'en', NULL, NULL, '{}', '{}', '[]', 'failed', '2026-11-28 15:55:53.184+00', NULL, '2026-11-28 15:55:53.184+00', '2026-11-28 15:55:53.24+00', 1, NULL, NULL, NULL, 0, '{"at": "2026-11-28T15:55:53.240Z", "code": "text", "detail": "(#100) Invalid parameter"}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('772480c4-5790-47c9-9912-da70c6ed2af0', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'ff25b7a5-92f5-4c2d-9f4b-622417b94966', 'linkedin', 'Unconfirmed: the response was lost', 'en', NULL, NULL, '{}', '{}', '[]', 'unconfirmed', '2026-11-28 15:55:53.275+00', NULL, '2026-11-28 15:55:53.275+00', '2026-11-28 15:56:03.342+00', 1, NULL, NULL, NULL, 0, '{"at": "2026-11-28T15:56:03.342Z", "code": "unconfirmed", "detail": null}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('de23da87-e3b0-49aa-95ee-dfb1d5952ce1', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'ff25b7a5-92f5-4c2d-9f4b-622417b94966', 'linkedin', 'Due in an hour on linkedin', 'en', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-28 16:56:03.369+00', NULL, '2026-11-28 15:56:03.387+00', '2026-11-28 15:56:03.387+00', 1, '2026-11-28 16:56:03.369+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('e79ce9bb-8d2b-4a1c-81d5-2fc3fc59e39b', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'aa4719d6-a0a6-465c-802d-a0a2579f2881', 'twitter', 'Due in an hour on twitter', 'en', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-28 16:56:03.4+00', NULL, '2026-11-28 15:56:03.403+00', '2026-11-28 15:56:03.403+00', 1, '2026-11-28 16:56:03.4+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('9bf299d0-3222-40ff-b35e-5c6e6145d320', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'b77056c1-e112-4318-95cc-b3d88e401618', 'facebook', 'Due in an hour on facebook', 'en', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-28 16:56:03.411+00', NULL, '2026-11-28 15:56:03.414+00', '2026-11-28 15:56:03.414+00', 1, '2026-11-28 16:56:03.411+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('78e5a586-ebaa-42a2-a669-adc101e1f494', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'd8afa39e-52eb-4ac1-863e-ec86730e7b6e', 'instagram', 'Due in an hour on instagram', 'en', NULL, NULL, '{}', '{0930dc0c-b579-4f20-8f56-db1bbbb192ef}', '[]', 'scheduled', '2026-11-28 16:56:03.421+00', NULL, '2026-11-28 15:56:03.424+00', '2026-11-28 15:56:03.424+00', 1, '2026-11-28 16:56:03.421+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('2e01d892-d430-43dc-8a4f-329521f844a5', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'e2a79d3a-c486-44b1-a710-f346c1038d60', 'threads', 'Due in an hour on threads', 'en', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-28 16:56:03.433+00', NULL, '2026-11-28 15:56:03.435+00', '2026-11-28 15:56:03.435+00', 1, '2026-11-28 16:56:03.433+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('f68edaf0-f606-4249-8fde-cc29155b0cf2', '007bbc95-2690-4f9d-ba49-30d86b3279bc', '86794545-b388-4904-a931-118d911a073b', 'twitter', 'بعد يومين: الرصيف الثالث', 'ar', NULL, NULL, '{}', '{}', '[]', 'scheduled', '2026-11-30 15:56:03.439+00', NULL, '2026-11-28 15:56:03.442+00', '2026-11-28 15:56:03.442+00', 1, '2026-11-30 15:56:03.439+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('2b9dc066-7562-4f36-b433-14213a6d9cee', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'ff25b7a5-92f5-4c2d-9f4b-622417b94966', 'linkedin', 'In a month, with #hashtags', 'en', NULL, NULL, '{#harbour,#quay}', '{}', '[]', 'scheduled', '2026-12-28 15:56:03.478+00', NULL, '2026-11-28 15:56:03.481+00', '2026-11-28 15:56:03.481+00', 1, '2026-12-28 15:56:03.478+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('1f48c213-4a64-4544-adbd-7c0059b491e7', '007bbc95-2690-4f9d-ba49-30d86b3279bc', '86794545-b388-4904-a931-118d911a073b', 'twitter', 'Being sent', 'en', NULL, NULL, '{}', '{}', '[]', 'publishing', '2026-11-28 15:56:05.634+00', NULL, '2026-11-28 15:56:04.642+00', '2026-11-28 15:56:05.64+00', 1, '2026-11-28 15:56:05.634+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events (id, user_id, kind, subject_id, at) OVERRIDING SYSTEM VALUE VALUES
	(1, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'user.changed', '3d7fbd92-44a6-44c0-a90d-14a721da2813', '2026-11-28 15:55:48.967+00'),
	(2, '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'user.changed', '007bbc95-2690-4f9d-ba49-30d86b3279bc', '2026-11-28 15:55:50.246+00'),
	(3, '6d350f0f-504e-4187-afda-f3e3006daeda', 'user.changed', '6d350f0f-504e-4187-afda-f3e3006daeda', '2026-11-28 15:55:50.963+00'),
	(4, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'account.connected', 'ff25b7a5-92f5-4c2d-9f4b-622417b94966', '2026-11-28 15:55:51.036+00'),
	(5, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'account.connected', 'aa4719d6-a0a6-465c-802d-a0a2579f2881', '2026-11-28 15:55:51.122+00'),
	(6, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'account.connected', 'b77056c1-e112-4318-95cc-b3d88e401618', '2026-11-28 15:55:51.193+00'),
	(7, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'account.connected', 'a5aa2c99-65c1-4df5-8dc0-64d4330fcdeb', '2026-11-28 15:55:51.193+00'),
	(8, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'account.connected', 'd8afa39e-52eb-4ac1-863e-ec86730e7b6e', '2026-11-28 15:55:51.26+00'),
	(9, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'account.connected', 'e2a79d3a-c486-44b1-a710-f346c1038d60', '2026-11-28 15:55:51.297+00'),
	(10, '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'account.connected', 'da1e5f82-5dfb-474a-b5f8-4569dd8aed63', '2026-11-28 15:55:51.32+00'),
	(11, '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'account.connected', '86794545-b388-4904-a931-118d911a073b', '2026-11-28 15:55:51.349+00'),
	(12, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '28a65d76-b908-4e45-8012-33a1831d4c1e', '2026-11-28 15:55:52.309+00'),
	(13, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.begun', '28a65d76-b908-4e45-8012-33a1831d4c1e', '2026-11-28 15:55:52.337+00'),
	(14, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.published', '28a65d76-b908-4e45-8012-33a1831d4c1e', '2026-11-28 15:55:52.359+00'),
	(15, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '0c29d23c-7063-43ad-878b-e11e3a80ecf3', '2026-11-28 15:55:52.39+00'),
	(16, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.begun', '0c29d23c-7063-43ad-878b-e11e3a80ecf3', '2026-11-28 15:55:52.468+00'),
	(17, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.published', '0c29d23c-7063-43ad-878b-e11e3a80ecf3', '2026-11-28 15:55:52.482+00'),
	(18, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '63d94709-a451-46f2-813c-3a7a63ae03b5', '2026-11-28 15:55:52.531+00'),
	(19, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.begun', '63d94709-a451-46f2-813c-3a7a63ae03b5', '2026-11-28 15:55:52.569+00'),
	(20, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.published', '63d94709-a451-46f2-813c-3a7a63ae03b5', '2026-11-28 15:55:52.583+00'),
	(21, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '2f1c3380-5231-48a0-ac4b-df7d82f6af56', '2026-11-28 15:55:52.606+00'),
	(22, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.begun', '2f1c3380-5231-48a0-ac4b-df7d82f6af56', '2026-11-28 15:55:53.087+00'),
	(23, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.published', '2f1c3380-5231-48a0-ac4b-df7d82f6af56', '2026-11-28 15:55:53.099+00'),
	(24, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '3a8444bb-9b9d-4003-b140-a35a9392c83c', '2026-11-28 15:55:53.113+00'),
	(25, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.begun', '3a8444bb-9b9d-4003-b140-a35a9392c83c', '2026-11-28 15:55:53.156+00'),
	(26, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.published', '3a8444bb-9b9d-4003-b140-a35a9392c83c', '2026-11-28 15:55:53.167+00'),
	(27, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '17dab972-2d6c-42cf-9a86-937ec3aab76d', '2026-11-28 15:55:53.184+00'),
	(28, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.begun', '17dab972-2d6c-42cf-9a86-937ec3aab76d', '2026-11-28 15:55:53.229+00'),
	(29, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.failed', '17dab972-2d6c-42cf-9a86-937ec3aab76d', '2026-11-28 15:55:53.24+00'),
	(30, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'notification.changed', '2669bc7d-93c2-442d-ba31-4b00305f6e19', '2026-11-28 15:55:53.24+00'),
	(31, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '772480c4-5790-47c9-9912-da70c6ed2af0', '2026-11-28 15:55:53.275+00'),
	(32, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.begun', '772480c4-5790-47c9-9912-da70c6ed2af0', '2026-11-28 15:55:53.322+00'),
	(33, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.changed', '772480c4-5790-47c9-9912-da70c6ed2af0', '2026-11-28 15:55:53.331+00'),
	(34, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.changed', '772480c4-5790-47c9-9912-da70c6ed2af0', '2026-11-28 15:55:53.35+00'),
	(35, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.unconfirmed', '772480c4-5790-47c9-9912-da70c6ed2af0', '2026-11-28 15:56:03.342+00'),
	(36, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'notification.changed', '3c5051a3-406b-4619-877b-452237032f58', '2026-11-28 15:56:03.342+00'),
	(37, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', 'de23da87-e3b0-49aa-95ee-dfb1d5952ce1', '2026-11-28 15:56:03.387+00'),
	(38, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', 'e79ce9bb-8d2b-4a1c-81d5-2fc3fc59e39b', '2026-11-28 15:56:03.403+00'),
	(39, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '9bf299d0-3222-40ff-b35e-5c6e6145d320', '2026-11-28 15:56:03.414+00'),
	(40, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '78e5a586-ebaa-42a2-a669-adc101e1f494', '2026-11-28 15:56:03.424+00'),
	(41, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '2e01d892-d430-43dc-8a4f-329521f844a5', '2026-11-28 15:56:03.435+00'),
	(42, '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'post.created', 'f68edaf0-f606-4249-8fde-cc29155b0cf2', '2026-11-28 15:56:03.442+00'),
	(43, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '2b9dc066-7562-4f36-b433-14213a6d9cee', '2026-11-28 15:56:03.481+00'),
	(44, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', '645767f6-bb05-4b38-a3a9-b217779eef10', '2026-11-28 15:56:03.496+00'),
	(45, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.changed', '645767f6-bb05-4b38-a3a9-b217779eef10', '2026-11-28 15:56:03.504+00'),
	(46, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.created', 'ea69396e-fa27-4af2-8187-ae1705525f6c', '2026-11-28 15:56:03.516+00'),
	(47, '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'post.created', '891246e3-7546-481a-907f-41f43a77511a', '2026-11-28 15:56:03.522+00'),
	(48, '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'post.changed', '891246e3-7546-481a-907f-41f43a77511a', '2026-11-28 15:56:03.536+00'),
	(49, '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'account.removed', 'da1e5f82-5dfb-474a-b5f8-4569dd8aed63', '2026-11-28 15:56:03.536+00'),
	(50, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'user.changed', '3d7fbd92-44a6-44c0-a90d-14a721da2813', '2026-11-28 15:56:03.552+00'),
	(51, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'post.missed', 'ea69396e-fa27-4af2-8187-ae1705525f6c', '2026-11-28 15:56:04.468+00'),
	(52, '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'notification.changed', 'f5952bb9-1b90-49e6-ad84-4cbdc961f7f4', '2026-11-28 15:56:04.468+00'),
	(53, '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'post.created', '1f48c213-4a64-4544-adbd-7c0059b491e7', '2026-11-28 15:56:04.642+00'),
	(54, '007bbc95-2690-4f9d-ba49-30d86b3279bc', 'post.begun', '1f48c213-4a64-4544-adbd-7c0059b491e7', '2026-11-28 15:56:05.64+00');
INSERT INTO public.faq (id, slug, question_en, answer_en, question_ar, answer_ar, is_active, sort_order) VALUES
	('93691c79-40f1-47ea-94ab-06179f3c63c4', 'can-a-post-go-out-twice', 'Can a post go out twice?', 'No. Before a post is sent, Frogy writes down that it will be. When a network’s answer is lost, Frogy looks there first and sends nothing again until it knows that the post is not there. Where it may not look, it asks you and waits for your answer.', 'هل يمكن أن يُنشر المنشور مرتين؟', 'لا. يسجّل Frogy نيّة الإرسال قبل أن يرسل أي منشور. وإذا ضاعت إجابة الشبكة بحث عن المنشور هناك أولًا، ولا يعيد إرساله حتى يتأكد أنه لم يُنشر. وحيث لا تسمح له الشبكة بالبحث يسأل صاحب المنشور وينتظر إجابته.', true, 1),
	('2b3f0d30-1a5f-41b9-b03c-8bae21e20ab6', 'when-does-a-scheduled-post-go-out', 'How exactly does Frogy keep to the time?', 'A post is prepared in the minute before its time, so that at its time one short request is left: it usually goes out within a second. You do not need to have Frogy open.', 'ما مدى دقة موعد النشر؟', 'يُجهَّز المنشور في الدقيقة التي تسبق موعده، فلا يبقى عند حلول الموعد إلا طلب قصير، ويُنشر عادةً خلال ثانية. ولا يلزم أن يكون Frogy مفتوحًا.', true, 2),
	('34a24075-93fe-4897-986d-0066df562423', 'what-if-frogy-was-not-running', 'What happens if Frogy was not running at a post’s time?', 'If it is back soon enough, the post still goes out late: within an hour, unless you have set another limit. After that it counts as missed, you are told, and you decide whether to post it now or at another time.', 'ماذا لو لم يكن Frogy يعمل في موعد المنشور؟', 'إذا عاد قريبًا نُشر المنشور متأخرًا: خلال ساعة ما لم يُحدَّد غير ذلك. وبعدها يُعد المنشور فائتًا ويصل إشعار بذلك، ويبقى القرار لصاحبه: النشر الآن أو في وقت آخر.', true, 3),
	('e46c052c-a379-4648-89d0-edfdef881a67', 'why-not-confirmed', 'Why is a post “not confirmed”?', 'It was sent, but the network’s answer never arrived, and the network does not let Frogy look for it. Open the network, see whether the post is there, and answer Frogy’s question. Until then nothing is sent again.', 'لماذا يظهر منشور على أنه «غير مؤكد»؟', 'لأنه أُرسل ولم تصل إجابة الشبكة، ولا تسمح الشبكة لـ Frogy بالبحث عنه. يكفي فتح الشبكة والتحقق من وجود المنشور ثم الإجابة عن سؤال Frogy. ولا يُعاد إرسال شيء قبل ذلك.', true, 4),
	('da35f56b-8d4d-4509-82aa-7b28ec464a34', 'what-is-marked-yellow', 'What is marked yellow in a draft?', 'A figure, name, date or quotation that stands neither in your source nor in the facts that you gave. It may be right; check it before your name is under it. What was found in the source is underlined instead, and shows the sentence it comes from.', 'ما الذي يُميَّز بالأصفر في المسودة؟', 'رقم أو اسم أو تاريخ أو اقتباس لا يوجد في المصدر ولا في الحقائق المضافة. قد يكون صحيحًا، لكن يحسن التحقق منه قبل نشره. أما ما وُجد في المصدر فيظهر تحته خط، ومعه الجملة التي أُخذ منها.', true, 5),
	('ea52e174-70c8-497a-8f63-304ef0c0e8f9', 'without-an-ai-key', 'Does Frogy work without an AI provider?', 'Yes. With a source, Frogy arranges sentences of that source into a draft; of a bare topic it makes an outline for you to fill. Planning, publishing and everything else work the same. Whoever runs this Frogy can connect a provider or a model on the same machine.', 'هل يعمل Frogy دون مزوّد للذكاء الاصطناعي؟', 'نعم. إذا توفر مصدر رتّب Frogy جملًا منه في مسودة، وإذا لم يُدخل إلا موضوع أعدّ مخططًا لملئه. أما التخطيط والنشر وسائر المزايا فتعمل كما هي. ويمكن لمدير النظام ربط مزوّد أو نموذج على الجهاز نفسه.', true, 6),
	('68565bb2-9155-4437-8787-29300d9c67ca', 'both-languages', 'How do English and Arabic belong together?', 'A draft can have both languages as siblings. Each is written for its readers rather than translated word by word, and when you change one, Frogy shows that the other is behind and offers to bring it along. You publish each by itself.', 'ما العلاقة بين النسختين العربية والإنجليزية؟', 'يمكن أن تكون للمسودة نسختان متلازمتان، تُكتب كل منهما لقرّائها ولا تُترجم حرفيًا. وإذا تغيّرت إحداهما أشار Frogy إلى أن الأخرى لم تواكبها وعرض تحديثها. وتُنشر كل نسخة وحدها.', true, 7),
	('5bc00044-b0d0-4da5-9749-eab709c7e784', 'which-networks', 'Which networks does Frogy publish to?', 'LinkedIn, X, Facebook, Instagram and Threads. To WhatsApp and Telegram you share by hand with one press, since they have no way for an app to post in your name.', 'على أي شبكات ينشر Frogy؟', 'على LinkedIn وX وFacebook وInstagram وThreads. أما WhatsApp وTelegram فتكون المشاركة عليهما يدويًا بضغطة واحدة، لأنهما لا يتيحان لأي تطبيق النشر نيابة عن أحد.', true, 8),
	('b923b00c-9341-47c3-ad29-7841e6b7d0e2', 'how-is-x-counted', 'How is the length of a post counted on X?', 'As X counts it: letters of English and Arabic are one each, an emoji is two, and every link is 23 however long it is. Up to 280 fit.', 'كيف يُحسب طول المنشور على X؟', 'كما تحسبه X: الحرف العربي أو الإنجليزي واحد، والرمز التعبيري اثنان، وكل رابط ٢٣ مهما كان طوله. ويتسع المنشور لـ ٢٨٠.', true, 9),
	('4c631698-1603-4080-adca-dc5c09a753ba', 'what-may-frogy-do', 'What may Frogy do with a connected account?', 'Post what you approved, and read the results of your posts. It does not read your messages, follow anybody or like anything, and it never sees your password: you sign in at the network itself. Disconnecting ends it at once.', 'ماذا يفعل Frogy بالحساب المرتبط؟', 'ينشر ما اعتُمد نشره ويقرأ نتائج المنشورات. ولا يقرأ الرسائل ولا يتابع أحدًا ولا يسجّل إعجابًا، ولا يرى كلمة المرور أبدًا، فتسجيل الدخول يجري لدى الشبكة نفسها. وينتهي ذلك كله فور فصل الحساب.', true, 10),
	('b9b24b8d-40f9-447a-964f-880e6b0edc14', 'why-reconnect', 'Why does an account need reconnecting?', 'Networks let permissions run out, or end them after a change of password. Frogy renews what it can by itself and tells you in time when it cannot. Posts of that account wait for it; nothing is lost.', 'لماذا يلزم أحيانًا ربط الحساب من جديد؟', 'لأن أذونات الشبكات تنتهي مع الوقت أو بعد تغيير كلمة المرور. يجدد Frogy ما يمكنه تجديده وينبّه إلى ما عداه قبل انتهائه. وتبقى منشورات ذلك الحساب في انتظاره ولا يضيع منها شيء.', true, 11),
	('19d3ffa6-b39c-4796-92db-48154e7bb412', 'while-i-travel', 'What happens to my planned posts when I travel?', 'A post keeps to the clock on which you chose its time. Nine in the morning in Riyadh stays nine in the morning in Riyadh, wherever you are, also when a country changes its clocks.', 'ماذا يحدث للمنشورات المجدولة عند السفر؟', 'يلتزم كل منشور بالساعة التي اختير موعده عليها. فالتاسعة صباحًا في الرياض تبقى التاسعة صباحًا في الرياض أينما كان صاحبه، حتى إذا غيّر بلدٌ توقيته.', true, 12),
	('3212bfc0-60a7-4b20-bbb1-cb1fdce80049', 'who-can-read-my-drafts', 'Who can read my drafts?', 'You. Administrators see who has an account and how many posts there are, and no text of any. What you give to an AI provider goes to that provider. Whoever runs the server could read its database, as with any software that somebody else runs for you.', 'من يستطيع قراءة المسودات؟', 'صاحبها وحده. يرى المديرون أصحاب الحسابات وعدد منشوراتهم ولا يرون نصوصها. وما يُرسل إلى مزوّد للذكاء الاصطناعي يصل إلى ذلك المزوّد. ويبقى بوسع من يدير الخادم الوصول إلى قاعدة بياناته، كما في أي برنامج تديره جهة أخرى.', true, 13),
	('2a722e1d-4a0b-4da1-922c-f638407804bb', 'what-happens-to-a-document', 'What happens to a document that I upload?', 'It is read in memory and dropped. Only its text goes back to your browser and stays with the draft that was written from it. Photos are written anew, without the place and device that cameras put into them.', 'ماذا يحدث للمستند بعد رفعه؟', 'يُقرأ في الذاكرة ولا يُحفظ. ويعود نصه وحده إلى المتصفح ويبقى مع المسودة التي كُتبت منه. أما الصور فتُعاد كتابتها دون بيانات المكان والجهاز التي تضيفها الكاميرات.', true, 14),
	('a76ba610-814f-4462-a459-60d093a36ea1', 'take-a-post-back', 'Can I take a post back?', 'Until the moment it is sent, you can change, move or delete it. Once it is out, deleting asks whether it is to go from the network as well; where a network does not let apps delete, Frogy leads you to the post.', 'هل يمكن التراجع عن منشور؟', 'يمكن تعديله أو نقله أو حذفه حتى لحظة إرساله. وبعد نشره يسأل Frogy عند الحذف هل يُحذف من الشبكة أيضًا، وحيث لا تسمح الشبكة للتطبيقات بالحذف يفتح المنشور لحذفه يدويًا.', true, 15),
	('384b8518-efe1-4058-be36-0b399a365668', 'without-a-connection', 'What works without an internet connection?', 'Frogy can be installed like an app. Without a connection it shows what you read last, and keeps what you write in this browser until it can be saved. What is scheduled goes out all the same, since that is done by the server.', 'ما الذي يعمل دون اتصال بالإنترنت؟', 'يمكن تثبيت Frogy كتطبيق. وعند انقطاع الاتصال يعرض آخر ما قُرئ، ويحفظ ما يُكتب في المتصفح إلى أن يمكن حفظه على الخادم. أما المجدول فيُنشر في موعده، لأن الخادم هو من ينشره.', true, 16);
INSERT INTO public.feeds (user_id, kind, token_hash, sealed_token, created_at) VALUES
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'calendar', 'RSDBekz4uzoRliMIY9DaeY9dA3EF0gadLoZ16zTAaZg', 'v1.AuniuEoa.9Slm2e-5ao3pDt1E.8aJtysEtKYjcJgdKcLnoHMgezWEgKbE4uM7cEapc82WMp16uWSzRH_cuQnvobcY8wN5CKgAvZZueCxY', '2026-11-28 15:56:03.57+00');
INSERT INTO public.images (id, user_id, original_name, type, size_bytes, width, height, renditions, platforms, alt_text, state, created_at, deleted_at) VALUES
	('0930dc0c-b579-4f20-8f56-db1bbbb192ef', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'quay.jpg', 'image/jpeg', 869, 320, 320, '[{"name": "master", "type": "image/jpeg", "width": 320, "height": 320, "sizeBytes": 870}, {"name": "preview", "type": "image/webp", "width": 320, "height": 320, "sizeBytes": 270}]', '{"threads": "master", "twitter": "master", "facebook": "master", "linkedin": "master", "instagram": "master"}', '', 'ready', '2026-11-28 15:55:52.278+00', NULL);
INSERT INTO public.job_schedules (kind, asked_at) VALUES
	('tell-of-endings', '2026-11-28 15:55:47.872+00'),
	('renew-permissions', '2026-11-28 15:55:47.872+00'),
	('sweep-pictures', '2026-11-28 15:55:47.872+00'),
	('delete-old-rows', '2026-11-28 15:55:47.872+00');
INSERT INTO public.migrations (name, applied_at) VALUES
	('0001_users.sql', '2026-11-28 15:55:42.699806+00'),
	('0002_social_accounts.sql', '2026-11-28 15:55:42.829126+00'),
	('0003_posts.sql', '2026-11-28 15:55:42.857702+00'),
	('0004_session_ended.sql', '2026-11-28 15:55:42.895799+00'),
	('0005_images.sql', '2026-11-28 15:55:42.905526+00'),
	('0006_notifications.sql', '2026-11-28 15:55:43.019093+00'),
	('0007_account_leases.sql', '2026-11-28 15:55:43.173828+00'),
	('0008_renewals.sql', '2026-11-28 15:55:43.188881+00'),
	('0009_former_accounts.sql', '2026-11-28 15:55:43.196433+00'),
	('0010_gathered_mails.sql', '2026-11-28 15:55:43.199445+00'),
	('0011_confirmed_emails.sql', '2026-11-28 15:55:43.203854+00'),
	('0012_connections_of_a_browser.sql', '2026-11-28 15:55:43.20664+00'),
	('0013_posts_by_publication.sql', '2026-11-28 15:55:43.215036+00'),
	('0014_delays.sql', '2026-11-28 15:55:43.22644+00'),
	('0015_events.sql', '2026-11-28 15:55:43.231135+00'),
	('0016_idempotency_keys.sql', '2026-11-28 15:55:43.239592+00'),
	('0017_prepared_ahead.sql', '2026-11-28 15:55:43.248728+00'),
	('0018_jobs.sql', '2026-11-28 15:55:43.251429+00'),
	('0019_workers.sql', '2026-11-28 15:55:43.261697+00'),
	('0020_pauses.sql', '2026-11-28 15:55:43.267325+00'),
	('0021_wishes.sql', '2026-11-28 15:55:43.280269+00'),
	('0022_events_are_told.sql', '2026-11-28 15:55:43.302435+00'),
	('0023_accounts_of_attempts.sql', '2026-11-28 15:55:43.306012+00'),
	('0024_wall_times.sql', '2026-11-28 15:55:43.312448+00'),
	('0025_posts_that_went_out_after_all.sql', '2026-11-28 15:55:43.316887+00'),
	('0026_ideas.sql', '2026-11-28 15:55:43.318572+00'),
	('0027_post_counts.sql', '2026-11-28 15:55:43.324476+00'),
	('0028_official_accounts.sql', '2026-11-28 15:55:43.339377+00'),
	('0029_publishing_slots.sql', '2026-11-28 15:55:43.348249+00'),
	('0030_posts_that_wait.sql', '2026-11-28 15:55:43.445215+00'),
	('0031_pushes.sql', '2026-11-28 15:55:43.462939+00'),
	('0032_week_start.sql', '2026-11-28 15:55:43.535862+00'),
	('0033_pushes_of_accounts.sql', '2026-11-28 15:55:43.543038+00'),
	('0034_draft_sources.sql', '2026-11-28 15:55:43.552593+00'),
	('0035_voices.sql', '2026-11-28 15:55:43.581905+00'),
	('0036_ai_usage.sql', '2026-11-28 15:55:43.602545+00'),
	('0037_local_model.sql', '2026-11-28 15:55:43.699185+00'),
	('0038_conversations.sql', '2026-11-28 15:55:43.718601+00'),
	('0039_password_given.sql', '2026-11-28 15:55:43.747058+00'),
	('0040_email_changes.sql', '2026-11-28 15:55:43.750919+00'),
	('0041_profile_pictures.sql', '2026-11-28 15:55:43.758233+00'),
	('0042_deletion.sql', '2026-11-28 15:55:43.854733+00'),
	('0043_two_factors.sql', '2026-11-28 15:55:43.871482+00'),
	('0044_exports.sql', '2026-11-28 15:55:44.13957+00'),
	('0045_passkeys.sql', '2026-11-28 15:55:44.207501+00'),
	('0046_settings.sql', '2026-11-28 15:55:44.271189+00'),
	('0047_pushed_topics.sql', '2026-11-28 15:55:44.27318+00'),
	('0048_mailed_posts.sql', '2026-11-28 15:55:44.278618+00'),
	('0049_data_deletions.sql', '2026-11-28 15:55:44.316464+00'),
	('0050_google_sign_in.sql', '2026-11-28 15:55:44.36325+00'),
	('0051_suspensions.sql', '2026-11-28 15:55:44.395406+00'),
	('0052_faq.sql', '2026-11-28 15:55:44.410185+00'),
	('0053_provider_keys.sql', '2026-11-28 15:55:44.435241+00'),
	('0054_connection_log.sql', '2026-11-28 15:55:44.44243+00'),
	('0055_post_results.sql', '2026-11-28 15:55:44.455525+00'),
	('0056_api_keys.sql', '2026-11-28 15:55:44.520026+00'),
	('0057_webhooks.sql', '2026-11-28 15:55:44.54342+00'),
	('0058_feeds.sql', '2026-11-28 15:55:44.665088+00'),
	('0059_oauth.sql', '2026-11-28 15:55:44.695416+00'),
	('0060_events_tell_their_number.sql', '2026-11-28 15:55:44.731503+00'),
	('0061_whose_connections.sql', '2026-11-28 15:55:44.737605+00'),
	('0062_reported_engagement.sql', '2026-11-28 15:55:44.75856+00'),
	('0063_told_as_it_was.sql', '2026-11-28 15:55:44.863468+00'),
	('0064_keys_outlive_posts.sql', '2026-11-28 15:55:44.931064+00');
INSERT INTO public.notifications (id, user_id, kind, platform, account_id, reason, subject, created_at, updated_at, read_at, mail_at, mailed_at, mail_tries, mail_claimed_until) VALUES
	('2669bc7d-93c2-442d-ba31-4b00305f6e19', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'failed', 'facebook', 'b77056c1-e112-4318-95cc-b3d88e401618', 'text', 'failed:text:b77056c1-e112-4318-95cc-b3d88e401618', '2026-11-28 15:55:53.24+00', '2026-11-28 15:55:53.24+00', NULL, NULL, '2026-11-28 15:55:53.298+00', 0, NULL),
	('3c5051a3-406b-4619-877b-452237032f58', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'unconfirmed', 'linkedin', 'ff25b7a5-92f5-4c2d-9f4b-622417b94966', 'unconfirmed', 'unconfirmed:unconfirmed:ff25b7a5-92f5-4c2d-9f4b-622417b94966', '2026-11-28 15:56:03.342+00', '2026-11-28 15:56:03.342+00', NULL, NULL, '2026-11-28 15:56:03.391+00', 0, NULL),
	('f5952bb9-1b90-49e6-ad84-4cbdc961f7f4', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'missed', 'twitter', 'aa4719d6-a0a6-465c-802d-a0a2579f2881', 'missed', 'missed:missed:aa4719d6-a0a6-465c-802d-a0a2579f2881', '2026-11-28 15:56:04.468+00', '2026-11-28 15:56:04.468+00', NULL, NULL, '2026-11-28 15:56:04.575+00', 0, NULL);
INSERT INTO public.notification_posts (notification_id, post_id, at, mailed_at) VALUES
	('2669bc7d-93c2-442d-ba31-4b00305f6e19', '17dab972-2d6c-42cf-9a86-937ec3aab76d', '2026-11-28 15:55:53.24+00', '2026-11-28 15:55:53.298+00'),
	('3c5051a3-406b-4619-877b-452237032f58', '772480c4-5790-47c9-9912-da70c6ed2af0', '2026-11-28 15:56:03.342+00', '2026-11-28 15:56:03.391+00'),
	('f5952bb9-1b90-49e6-ad84-4cbdc961f7f4', 'ea69396e-fa27-4af2-8187-ae1705525f6c', '2026-11-28 15:56:04.468+00', '2026-11-28 15:56:04.575+00');
INSERT INTO public.password_resets (token_hash, user_id, expires_at) VALUES
	('1YIhTn8gFpvWE4UYyKHgfAL4JCu0EuIl_NNPvhV9ELw', '6d350f0f-504e-4187-afda-f3e3006daeda', '2026-11-28 16:55:51.376+00');
INSERT INTO public.pauses (platform, remote_id, kind, reason, detail, since, until, failures, is_alone, trial) VALUES
	('linkedin', 'fR7layla2H', 'outage', 'not_reached', 'ECONNRESET', '2026-11-28 15:55:53.337+00', NULL, 1, false, NULL);
INSERT INTO public.post_counts (user_id, platform, status, quarter, posts, engagement, version) VALUES
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'publishing', '-infinity', 1, 0, 453029564),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'publishing', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'publishing', '-infinity', 0, 0, 309213886),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'published', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'published', '-infinity', 1, 0, 735177463),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'publishing', '-infinity', -1, 0, 884804402),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'publishing', '2026-11-28 15:45:00+00', -1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'publishing', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'publishing', '-infinity', 1, 0, 334449080),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'publishing', '-infinity', 0, 0, 922238039),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'publishing', '-infinity', -1, 0, 816564395),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'published', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'published', '-infinity', 1, 0, 689143232),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'publishing', '2026-11-28 15:45:00+00', -1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'publishing', '-infinity', 1, 0, 520545556),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'publishing', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'publishing', '-infinity', 0, 0, 320999049),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'published', '-infinity', 1, 0, 831377572),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'publishing', '-infinity', -1, 0, 61335030),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'published', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'publishing', '2026-11-28 15:45:00+00', -1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', 'publishing', '-infinity', 1, 0, 787740794),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', 'publishing', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', 'publishing', '-infinity', 0, 0, 841658445),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', 'published', '-infinity', 1, 0, 444990955),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', 'publishing', '2026-11-28 15:45:00+00', -1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', 'published', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', 'publishing', '-infinity', -1, 0, 400230680),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'publishing', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'publishing', '-infinity', 1, 0, 302563106),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'publishing', '-infinity', 0, 0, 55343283),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'published', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'published', '-infinity', 1, 0, 890751741),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'publishing', '-infinity', -1, 0, 146280366),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'publishing', '2026-11-28 15:45:00+00', -1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'publishing', '-infinity', 1, 0, 470388954),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'publishing', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'publishing', '-infinity', 0, 0, 479617882),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'publishing', '2026-11-28 15:45:00+00', -1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'failed', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'failed', '-infinity', 1, 0, 552211618),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'publishing', '-infinity', -1, 0, 213233718),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'publishing', '-infinity', 1, 0, 554782800),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'publishing', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'publishing', '-infinity', 0, 0, 119177733),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'unconfirmed', '2026-11-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'unconfirmed', '-infinity', 1, 0, 170726614),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'publishing', '2026-11-28 15:45:00+00', -1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'publishing', '-infinity', -1, 0, 229477068),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'scheduled', '-infinity', 1, 0, 755871372),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'scheduled', '2026-11-28 16:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'scheduled', '-infinity', 1, 0, 874774706),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'scheduled', '2026-11-28 16:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'scheduled', '2026-11-28 16:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', 'scheduled', '-infinity', 1, 0, 397365829),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', 'scheduled', '2026-11-28 16:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', 'scheduled', '-infinity', 1, 0, 572534576),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'scheduled', '2026-11-28 16:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'scheduled', '-infinity', 1, 0, 664871983),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'twitter', 'scheduled', '-infinity', 1, 0, 471375271),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'twitter', 'scheduled', '2026-11-30 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'scheduled', '-infinity', 1, 0, 71339335),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', 'scheduled', '2026-12-28 15:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'scheduled', '2026-11-28 16:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'scheduled', '-infinity', 1, 0, 295668963),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'scheduled', '2026-11-28 16:45:00+00', -1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'draft', '-infinity', 1, 0, 7403236),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', 'scheduled', '-infinity', -1, 0, 313358625),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'scheduled', '2026-11-28 17:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'scheduled', '-infinity', 1, 0, 291109536),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'linkedin', 'scheduled', '-infinity', 1, 0, 956158379),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'linkedin', 'scheduled', '2026-11-28 17:45:00+00', 1, 0, 0),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', NULL, NULL, '-infinity', 0, 0, 344872228),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'missed', '2026-11-27 17:45:00+00', 1, 0, 0),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'missed', '-infinity', 1, 0, 894469152),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'scheduled', '-infinity', -1, 0, 549526157),
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', 'scheduled', '2026-11-27 17:45:00+00', -1, 0, 0),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'twitter', 'scheduled', '2026-11-28 15:45:00+00', 1, 0, 0),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'twitter', 'scheduled', '-infinity', 1, 0, 255200214),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'twitter', 'scheduled', '2026-11-28 15:45:00+00', -1, 0, 0),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'twitter', 'publishing', '2026-11-28 15:45:00+00', 1, 0, 0),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'twitter', 'scheduled', '-infinity', -1, 0, 943826125),
	('007bbc95-2690-4f9d-ba49-30d86b3279bc', 'twitter', 'publishing', '-infinity', 1, 0, 525646172);
INSERT INTO public.post_metrics (post_id, user_id, platform, published_at, due_at, impressions, likes, comments, shares, refused) VALUES
	('28a65d76-b908-4e45-8012-33a1831d4c1e', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'linkedin', '2026-11-28 15:55:52.359+00', '2026-11-28 16:25:52.359+00', NULL, NULL, NULL, NULL, '{}'),
	('0c29d23c-7063-43ad-878b-e11e3a80ecf3', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'twitter', '2026-11-28 15:55:52.482+00', '2026-11-28 16:55:52.482+00', NULL, NULL, NULL, NULL, '{}'),
	('63d94709-a451-46f2-813c-3a7a63ae03b5', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'facebook', '2026-11-28 15:55:52.583+00', '2026-11-28 16:10:52.583+00', NULL, NULL, NULL, NULL, '{}'),
	('2f1c3380-5231-48a0-ac4b-df7d82f6af56', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'instagram', '2026-11-28 15:55:53.099+00', '2026-11-28 16:10:53.099+00', NULL, NULL, NULL, NULL, '{}'),
	('3a8444bb-9b9d-4003-b140-a35a9392c83c', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'threads', '2026-11-28 15:55:53.167+00', '2026-11-28 16:10:53.167+00', NULL, NULL, NULL, NULL, '{}');
INSERT INTO public.publish_attempts (id, post_id, number, revision, account_id, state, text, prepared, worker, started_at, sent_at, finished_at, failure, steps, ready_at, platform, remote_id) VALUES
	('5359ebe5-a0c6-4fe7-a614-9747915aeb62', '28a65d76-b908-4e45-8012-33a1831d4c1e', 1, 1, 'ff25b7a5-92f5-4c2d-9f4b-622417b94966', 'accepted', 'Published on linkedin', '{"madeAt": "2026-11-28T15:55:52.336Z", "madeFor": "xoko_Sjp2G_1GwPpTOqzqWM0PRZHFM6sWhUTfhsCylQ", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}', 'worker:d0226060-b88d-47f9-9a4a-ba1aee914e91', '2026-11-28 15:55:52.328+00', '2026-11-28 15:55:52.337+00', '2026-11-28 15:55:52.359+00', NULL, '[]', NULL, 'linkedin', 'fR7layla2H'),
	('85490279-492a-49a5-93ca-3870ff51c35c', '0c29d23c-7063-43ad-878b-e11e3a80ecf3', 1, 1, 'aa4719d6-a0a6-465c-802d-a0a2579f2881', 'accepted', 'Published on twitter', '{"madeAt": "2026-11-28T15:55:52.468Z", "madeFor": "DMvPltLlF8bTqEQ3qkAeIFP1iV2Hvj-7d-K8fwL8Ym8", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}', 'worker:d0226060-b88d-47f9-9a4a-ba1aee914e91', '2026-11-28 15:55:52.46+00', '2026-11-28 15:55:52.468+00', '2026-11-28 15:55:52.482+00', NULL, '[]', NULL, 'twitter', '1584203955861331969'),
	('85b9ffb1-1a37-4a1a-9290-87a131b4131d', '17dab972-2d6c-42cf-9a86-937ec3aab76d', 1, 1, 'b77056c1-e112-4318-95cc-b3d88e401618', 'rejected', 'Failed: the network refused', '{"madeAt": "2026-11-28T15:55:53.222Z", "madeFor": "vxQyWlyEiw-nSpxFM73kDjSd7IySmW7gClocts1Fkg0", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU", "hiddenPostId": "104857639217745_122000000000000009"}', 'worker:d0226060-b88d-47f9-9a4a-ba1aee914e91', '2026-11-28 15:55:53.208+00', '2026-11-28 15:55:53.229+00', '2026-11-28 15:55:53.242+00', '{"at": "2026-11-28T15:55:53.240Z", "code": "text", "detail": "(#100) Invalid parameter"}', '[]', NULL, 'facebook', '104857639217745'),
	('fc9c0537-dcf9-4873-ab9e-a64d055a2605', '63d94709-a451-46f2-813c-3a7a63ae03b5', 1, 1, 'b77056c1-e112-4318-95cc-b3d88e401618', 'accepted', 'Published on facebook', '{"madeAt": "2026-11-28T15:55:52.561Z", "madeFor": "wqPIX1V85vBohz5nINUu6JgmVCShK6hboHIsXMO_8z8", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU", "hiddenPostId": "104857639217745_122000000000000003"}', 'worker:d0226060-b88d-47f9-9a4a-ba1aee914e91', '2026-11-28 15:55:52.552+00', '2026-11-28 15:55:52.569+00', '2026-11-28 15:55:52.583+00', NULL, '[]', NULL, 'facebook', '104857639217745'),
	('45e3d8f6-b508-4779-ae5b-f9b2c84f006a', '2f1c3380-5231-48a0-ac4b-df7d82f6af56', 1, 1, 'd8afa39e-52eb-4ac1-863e-ec86730e7b6e', 'accepted', 'Published on instagram', '{"madeAt": "2026-11-28T15:55:52.639Z", "madeFor": "Fz2rR4E6V4fzJsvPKAvrKjdCjKVzN_hkI0YVXpLdrVg", "described": "BVU530oLgExYyvRsDNKUGvENZME5Xd2OULX1XZRYQeY", "containerId": "17900000000031677"}', 'worker:d0226060-b88d-47f9-9a4a-ba1aee914e91', '2026-11-28 15:55:52.628+00', '2026-11-28 15:55:53.087+00', '2026-11-28 15:55:53.099+00', NULL, '[]', NULL, 'instagram', '17841405309211847'),
	('e01925b0-fb89-47a0-afed-cbc7efce587b', '3a8444bb-9b9d-4003-b140-a35a9392c83c', 1, 1, 'e2a79d3a-c486-44b1-a710-f346c1038d60', 'accepted', 'Published on threads', '{"madeAt": "2026-11-28T15:55:53.149Z", "madeFor": "shFoXmOIG1e9YEoEw-pOu6C5ptDNLlMNM2pNXl6kQJs", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU", "containerId": "17900000000047515"}', 'worker:d0226060-b88d-47f9-9a4a-ba1aee914e91', '2026-11-28 15:55:53.143+00', '2026-11-28 15:55:53.156+00', '2026-11-28 15:55:53.167+00', NULL, '[]', NULL, 'threads', '17841405793187219'),
	('e8785fac-382c-4156-86be-584dffb57105', '772480c4-5790-47c9-9912-da70c6ed2af0', 1, 1, 'ff25b7a5-92f5-4c2d-9f4b-622417b94966', 'unknown', 'Unconfirmed: the response was lost', '{"madeAt": "2026-11-28T15:55:53.322Z", "madeFor": "hEDdeTJMbLOCBKiPa4ku-823IJlT1uRk-UgqfU_1bfA", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}', 'worker:d0226060-b88d-47f9-9a4a-ba1aee914e91', '2026-11-28 15:55:53.31+00', '2026-11-28 15:55:53.322+00', '2026-11-28 15:56:03.343+00', '{"at": "2026-11-28T15:56:03.342Z", "code": "unconfirmed", "detail": null}', '[{"at": "2026-11-28T15:55:53.331Z", "what": "answer_lost", "detail": "ECONNRESET"}, {"at": "2026-11-28T15:56:03.336Z", "what": "looked_up", "found": "cannot-ask"}, {"at": "2026-11-28T15:56:03.343Z", "what": "asked_owner"}]', NULL, 'linkedin', 'fR7layla2H'),
	('d2d79bf4-4b94-4255-b2d4-7b83bd2919d1', '1f48c213-4a64-4544-adbd-7c0059b491e7', 1, 1, '86794545-b388-4904-a931-118d911a073b', 'sending', 'Being sent', '{"madeAt": "2026-11-28T15:56:04.714Z", "madeFor": "S_J0GR9g3qDmFN5s8DZdfnf9CaxLFSJvotN41Uuk40Q", "described": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}', 'worker:0db38ab7-baa9-4ee0-8291-926d9e5207ee', '2026-11-28 15:56:04.706+00', '2026-11-28 15:56:05.64+00', NULL, NULL, '[]', '2026-11-28 15:56:04.714+00', 'twitter', '1590117264083714049');
INSERT INTO public.voices (user_id, samples, dos, donts, uses_published) VALUES
	('3d7fbd92-44a6-44c0-a90d-14a721da2813', '{"The harbour opens at dawn."}', '{Short}', '{}', false);
INSERT INTO public.webhooks (id, user_id, url, events, sealed_secret, created_at, retry_at, tries, failing_since, rests_since, claimed_until) VALUES
	('fb020287-c4ea-401e-a084-99bca68e34c5', '3d7fbd92-44a6-44c0-a90d-14a721da2813', 'https://example.com/hook', '{post.published}', 'v1.AuniuEoa.ctZHsshXm4LtO6J9.zzwcrCcBeB_4AGP5Z8HrQmRewybkok9ghgK4S0tvmVNuKLVUKrFMZlYbxyYpGhrJuulzro-OVn60vVcEuXac7vJh', '2026-11-28 15:56:03.564+00', NULL, 0, NULL, NULL, NULL);
INSERT INTO public.workers (name, worked_at) VALUES
	('worker:d0226060-b88d-47f9-9a4a-ba1aee914e91', '2026-11-28 15:56:03.38125+00'),
	('worker:0db38ab7-baa9-4ee0-8291-926d9e5207ee', '2026-11-28 15:56:04.460584+00');
SELECT pg_catalog.setval('public.ai_usage_id_seq', 1, false);
SELECT pg_catalog.setval('public.audit_log_id_seq', 1, false);
SELECT pg_catalog.setval('public.connection_log_id_seq', 9, true);
SELECT pg_catalog.setval('public.conversation_turns_place_seq', 1, false);
SELECT pg_catalog.setval('public.events_id_seq', 54, true);
SELECT pg_catalog.setval('public.webhook_messages_position_seq', 1, false);
