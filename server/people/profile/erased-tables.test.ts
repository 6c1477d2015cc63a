import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import sql, { computed } from '#server/db/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/databases.ts'

// A migration that adds a table or a text column must state here what the deletion of a user does to it.

/** Text columns of tables without a user, and their content. `eraseOtherRows` handles those marked "erased". */
const TEXTS_WITHOUT_USER: Record<string, string> = {
  'account_leases.leased_by': 'a process',
  'audit_log.act': 'a word of a list',
  'audit_log.actor_email': 'erased',
  'audit_log.after': 'roles and settings',
  'audit_log.before': 'roles and settings',
  'audit_log.subject': 'erased',
  'audit_log.subject_id': 'erased',
  'backups.name': 'a file',
  'backups.problem': 'a word of a list',
  'backups.state': 'a word of a list',
  'data_deletions.code': 'random',
  'data_deletions.platform': 'a word of a list',
  'data_deletions.request_hash': 'a hash',
  'faq.answer_ar': 'public',
  'faq.answer_en': 'public',
  'faq.question_ar': 'public',
  'faq.question_en': 'public',
  'faq.slug': 'public',
  'google_attempts.browser_hash': 'a hash; deleted after minutes',
  'google_attempts.invitation_hash': 'a hash; deleted after minutes',
  'google_attempts.language': 'a word of a list',
  'google_attempts.next': 'a path; deleted after minutes',
  'google_attempts.redirect_uri': 'an address of this installation',
  'google_attempts.sealed': 'sealed; deleted after minutes',
  'google_attempts.state_hash': 'a hash',
  'google_attempts.time_zone': 'deleted after minutes',
  'held_jobs.data': 'erased if it is a mail; otherwise ids',
  'held_jobs.kind': 'a word of a list',
  'installation.held_because': 'a word of a list',
  'installation.place': 'of the installation',
  'invitations.email': 'erased',
  'invitations.token_hash': 'a hash',
  'job_schedules.kind': 'a word of a list',
  'local_model.base_url': 'of the installation',
  'local_model.model': 'of the installation',
  'metrics_pauses.detail': 'erased',
  'metrics_pauses.platform': 'a word of a list',
  'metrics_pauses.reason': 'a word of a list',
  'metrics_pauses.remote_id': 'erased',
  'metrics_spent.platform': 'a word of a list',
  'metrics_spent.remote_id': 'erased',
  'migrations.name': 'a file',
  'oauth_clients.id': 'random',
  'oauth_clients.info': 'a program; deleted a day after its last permission',
  'official_social_accounts.display_name': 'public',
  'official_social_accounts.platform': 'public',
  'official_social_accounts.profile_url': 'public',
  'pauses.detail': 'erased',
  'pauses.kind': 'a word of a list',
  'pauses.platform': 'a word of a list',
  'pauses.reason': 'a word of a list',
  'pauses.remote_id': 'erased',
  'provider_keys.last_four': 'of the installation',
  'provider_keys.model': 'of the installation',
  'provider_keys.provider': 'a word of a list',
  'provider_keys.sealed_key': 'of the installation',
  'push_keys.public_key': 'of the installation',
  'push_keys.sealed_private_key': 'of the installation',
  'registered_apps.platform': 'a word of a list',
  'registered_apps.redirect_uri': 'an address of this installation',
  'registered_apps.sealed_app': 'erased, with its server',
  'registered_apps.server': 'erased, unless another user has an account there',
  'throttles.key': 'erased',
  'told_job_failures.key': 'a word of a list',
  'video_extras.captions': 'swept with its video',
  'video_extras.cover': 'swept with its video',
  'workers.name': 'a process',
}

/** References that become null when the user is deleted, and why their rows stay. */
const SET_NULL: Record<string, string> = {
  'entered_metrics.entered_by': 'the metrics of a post of the other members',
  'exports.user_id': 'swept with its file',
  'feeds.set_by': 'the workspace keeps its feed, whose address ends',
  'images.user_id': 'swept with its files',
  'invitations.invited_by': 'the invited person may still use it',
  'invitations.used_by': 'deleted by eraseOtherRows before',
  'local_model.chosen_by': 'the choice of the installation',
  'post_comments.author_id': 'the comments of the workspace, then without a name',
  'profile_pictures.user_id': 'swept with its file',
  'post_reviews.actor_id': 'the history of a post of the other members',
  'review_links.created_by': 'the link belongs to the workspace',
  'shared_reports.set_by': 'the workspace keeps its report, whose link ends',
  'webhooks.set_by': 'the workspace keeps its webhook, which pauses',
  'workspace_invitations.invited_by': 'the invited person may still use it',
  'workspace_log.actor_id': 'the log of the other members',
}

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  database = await openDatabase({ ...place, onError: console.error })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** All foreign keys: the column, the table that it references, and what a deletion does. */
const keys = () =>
  database.query(sql`
    select ${computed('from', 'text', sql`c.conrelid::regclass::text`, '')}, ${computed('to', 'text', sql`c.confrelid::regclass::text`, '')},
      ${computed('column', 'text', sql`a.attname`, '')}, ${computed('on', 'text', sql`c.confdeltype::text`, '')}
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`)

const texts = async () =>
  await database.query(sql`
    select ${computed('table', 'text', sql`table_name`, '')}, ${computed('column', 'text', sql`column_name`, '')}
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'USER-DEFINED') or data_type = 'ARRAY')`)

/** Tables whose rows the database deletes together with the user's row. */
async function cascading(): Promise<Set<string>> {
  const all = await keys()
  const reached = new Set(['users'])
  for (let before = 0; before !== reached.size;) {
    before = reached.size
    for (const { from, to, on } of all) if (on === 'c' && reached.has(to)) reached.add(from)
  }
  return reached
}

test('has an explanation for every text column that is not deleted together with its user', async () => {
  const reached = await cascading()
  const owned = new Set((await texts()).filter(({ column }) => column === 'user_id').map(({ table }) => table))
  const withUserId = await database.query(sql`
    select ${computed('table', 'text', sql`table_name`, '')} from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id'`)
  for (const { table } of withUserId) owned.add(table)
  const others = (await texts()).filter(({ table }) => !reached.has(table) && !owned.has(table))
  expect(others.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    Object.keys(TEXTS_WITHOUT_USER).toSorted(),
  )
})

test('has an explanation for every foreign key that becomes null when its user is deleted', async () => {
  const cleared = (await keys()).filter(({ to, on }) => to === 'users' && on !== 'c')
  expect(cleared.map(({ from, column }) => `${from}.${column}`).toSorted()).toEqual(Object.keys(SET_NULL).toSorted())
})
