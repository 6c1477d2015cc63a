import type { Queryable } from '../../db/database.ts'
import { computed, raw, type Sql } from '../../db/sql.ts'
import sql from '../../db/sql.ts'

/** One JSON file of an archive, with a user's rows of one table. */
interface Part {
  file: string
  table: string
  /** The column with the user's id. */
  owner: string
  /** The unique column that orders the rows, to read them page by page. */
  key: string
  /** Columns that the archive omits: secrets, or values without meaning outside Frogy. */
  without: readonly string[]
  /** SQL condition that selects the rows; without it all rows. */
  only?: string
  /** Additional JSON members: an SQL expression for an object, computed from the row `t`. */
  more?: string
}

const SOURCE = `(select d.given::jsonb from draft_sources d where d.post_id = t.id)`
const ATTEMPTS = `(select coalesce(jsonb_agg(to_jsonb(a) - '{post_id,worker,prepared}'::text[] order by a.number), '[]')
  from publish_attempts a where a.post_id = t.id)`

const FOLLOW_UPS = `(select coalesce(jsonb_agg(to_jsonb(f) - '{id,post_id,prepared,next_step_at,ask_since,attempt,failures,failure_counts}'::text[] order by f.position), '[]')
  from follow_ups f where f.post_id = t.id)`

/** Requests for approval and decisions, without their authors, who are other people. */
const REVIEWS = `(select coalesce(jsonb_agg(to_jsonb(r) - '{id,post_id,actor_id,actor_name,seen}'::text[] order by r.id), '[]')
  from post_reviews r where r.post_id = t.id)`

const DRAFTED = `(select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'url', i.url, 'at', i.drafted_at)
  order by i.drafted_at), '[]') from feed_items i where i.feed_id = t.id and i.state = 'drafted')`
const TURNS = `(select coalesce(jsonb_agg(to_jsonb(c) - '{conversation_id,place}'::text[] order by c.place), '[]')
  from conversation_turns c where c.conversation_id = t.id)`
const SERIES = `(select coalesce(jsonb_agg(to_jsonb(r) - 'post_id' order by r.at), '[]')
  from post_results r where r.post_id = t.post_id)`
/** Metrics entered by hand, without their author, who may be another person. */
const ENTERED = `(select to_jsonb(e) - '{post_id,entered_by}'::text[] from entered_metrics e where e.post_id = t.post_id)`

/** All parts of a user's archive. */
export const PARTS: readonly Part[] = [
  { file: 'profile', table: 'users', owner: 'id', key: 'id', without: ['password_hash'] },
  {
    file: 'social-accounts',
    table: 'social_accounts',
    owner: 'user_id',
    key: 'id',
    without: ['sealed_tokens', 'renewal_tried_at', 'picture_id', 'picture'],
  },
  {
    file: 'posts',
    table: 'posts',
    owner: 'user_id',
    key: 'id',
    without: ['next_step_at', 'written_by', 'review_warn_at'],
    more: `jsonb_build_object('written_from', ${SOURCE}, 'attempts', ${ATTEMPTS}, 'follow_ups', ${FOLLOW_UPS}, 'reviews', ${REVIEWS})`,
  },
  {
    file: 'photos',
    table: 'images',
    owner: 'user_id',
    key: 'id',
    without: [
      'renditions',
      'platforms',
      'state',
      'deleted_at',
      'parts',
      'upload_key',
      'video',
      'document',
      'cover',
      'captions',
    ],
    only: `t.state = 'ready' and t.parts is null`,
    more: `jsonb_build_object('file', 'photos/' || t.id || '.' || split_part(jsonb_path_query_first(t.renditions, '$[*] ? (@.name == "master")') ->> 'type', '/', 2))`,
  },
  {
    file: 'videos',
    table: 'images',
    owner: 'user_id',
    key: 'id',
    without: ['renditions', 'platforms', 'state', 'deleted_at', 'parts', 'upload_key', 'document'],
    only: `t.state = 'ready' and t.video is not null`,
    more: `jsonb_build_object('file', 'videos/' || t.id || case t.type when 'video/mp4' then '.mp4' else '.mov' end)`,
  },
  {
    file: 'documents',
    table: 'images',
    owner: 'user_id',
    key: 'id',
    without: ['renditions', 'platforms', 'state', 'deleted_at', 'parts', 'upload_key', 'video', 'cover', 'captions'],
    only: `t.state = 'ready' and t.document is not null`,
    more: `jsonb_build_object('file', 'documents/' || t.id || '.pdf')`,
  },
  { file: 'publishing-times', table: 'publishing_slots', owner: 'user_id', key: 'user_id', without: ['revision'] },
  { file: 'voice', table: 'voices', owner: 'user_id', key: 'user_id', without: [] },
  { file: 'voice-answers', table: 'voice_answers', owner: 'user_id', key: 'id', without: [] },
  {
    file: 'written-drafts',
    table: 'written_drafts',
    owner: 'user_id',
    key: 'id',
    without: [],
    more: `jsonb_build_object('traits', t.traits::jsonb)`,
  },
  {
    file: 'followed-feeds',
    table: 'followed_feeds',
    owner: 'user_id',
    key: 'id',
    without: ['due_at', 'claimed_until', 'etag', 'last_modified', 'failures'],
    only: 't.removed_at is null',
    more: `jsonb_build_object('drafted', ${DRAFTED})`,
  },
  // Comments belong to their workspace, but the archive contains those that the user wrote.
  { file: 'comments', table: 'post_comments', owner: 'author_id', key: 'id', without: ['guest_hash'] },
  { file: 'evergreen-posts', table: 'evergreen_posts', owner: 'user_id', key: 'post_id', without: [] },
  { file: 'tags', table: 'tags', owner: 'user_id', key: 'id', without: [] },
  { file: 'phrases', table: 'phrases', owner: 'user_id', key: 'id', without: [] },
  {
    file: 'notifications',
    table: 'notifications',
    owner: 'user_id',
    key: 'id',
    without: ['mail_at', 'mail_tries', 'mail_claimed_until'],
  },
  { file: 'ai-usage', table: 'ai_usage', owner: 'user_id', key: 'id', without: [] },
  { file: 'sessions', table: 'sessions', owner: 'user_id', key: 'id', without: ['token_hash'] },
  {
    file: 'notified-browsers',
    table: 'push_subscriptions',
    owner: 'user_id',
    key: 'id',
    without: ['endpoint', 'p256dh', 'auth'],
  },
  {
    file: 'two-factor',
    table: 'two_factors',
    owner: 'user_id',
    key: 'user_id',
    without: ['sealed_secret', 'last_period'],
  },
  {
    file: 'passkeys',
    table: 'passkeys',
    owner: 'user_id',
    key: 'id',
    without: ['credential_id', 'public_key', 'counter', 'transports'],
  },
  { file: 'google', table: 'google_identities', owner: 'user_id', key: 'subject', without: [] },
  {
    file: 'conversations',
    table: 'conversations',
    owner: 'user_id',
    key: 'id',
    without: [],
    more: `jsonb_build_object('turns', ${TURNS})`,
  },
  {
    file: 'results',
    table: 'post_metrics',
    owner: 'user_id',
    key: 'post_id',
    without: ['due_at'],
    more: `jsonb_build_object('series', ${SERIES}, 'entered', ${ENTERED})`,
  },
  { file: 'connections', table: 'connection_log', owner: 'user_id', key: 'id', without: [] },
  { file: 'keys', table: 'api_keys', owner: 'user_id', key: 'id', without: ['token_hash', 'renewal_hash'] },
  { file: 'reports', table: 'shared_reports', owner: 'user_id', key: 'id', without: ['token_hash', 'set_by'] },
  {
    file: 'webhooks',
    table: 'webhooks',
    owner: 'user_id',
    key: 'id',
    without: ['sealed_secret', 'claimed_until', 'set_by'],
  },
]

/** Tables with user data that no archive contains, and the reason. */
export const LEFT_OUT: Record<string, string> = {
  ai_reservations: 'for minutes, while a model writes',
  email_changes: 'proofs, for a day',
  feeds: 'secrets: an address that is given away shows it to others',
  mailed_posts: 'on their way, told by posts',
  members: 'the workspace belongs to all its members',
  invitations: 'for a week, until the invited person has an account',
  oauth_requests: 'for minutes, while a user permits a program',
  profile_pictures: 'where the picture is kept, which is in the archive',
  report_logos: 'the picture, which is in the archive',
  video_copies: 'requests for videos, which are in the archive',
  video_extras: 'covers and captions, which are in the archive beside their videos',
  webhook_messages: 'sent requests, included in posts',
  connect_attempts: 'for minutes, while a user is on a network’s consent page',
  events: 'for minutes, until processes have heard of them',
  exports: 'the archives themselves',
  idempotency_keys: 'answers that are in other tables, for a day',
  passkey_challenges: 'proofs, for minutes',
  password_resets: 'proofs, for an hour',
  pending_sign_ins: 'proofs, for minutes',
  post_counts: 'counted from posts',
  pushes: 'on their way, told by notifications',
  recovery_codes: 'hashes of proofs',
  review_links: 'secrets: a link that is given away shows posts to others',
  source_texts: 'texts of files and pages of others, for a day; a draft has its own copy',
  trusted_browsers: 'proofs',
}

const ROWS_AT_ONCE = 200

/** Streams a part as one JSON array, so that memory use does not grow with the number of rows. */
export async function* jsonOf(on: Queryable, part: Part, userId: string): AsyncGenerator<string> {
  const [owner, key] = [raw(`t.${part.owner}`), raw(`t.${part.key}::text`)]
  const row = raw(`(to_jsonb(t) - '{${part.without.join(',')}}'::text[]${part.more ? ` || ${part.more}` : ''})`)
  const isAsked: Sql = part.only ? sql`and ${raw(part.only)}` : sql``
  let after = ''
  let separator = '[\n'
  for (;;) {
    const rows = await on.query(sql`
      select ${computed('key', 'text', sql`${key}`, '')}, ${computed('row', 'text', sql`${row}`, '')} from ${raw(part.table)} t
      where ${owner} = ${userId} and ${key} > ${after} ${isAsked} order by ${key} limit ${ROWS_AT_ONCE}`)
    for (const { row: json } of rows) {
      yield separator + json
      separator = ',\n'
    }
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) break
    after = last.key
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
