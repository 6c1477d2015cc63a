import { PLATFORMS } from '#core/platforms/platform.ts'
import type { Database } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { cheapPasswordHash } from '#tests/support/fixture-users.ts'

/** The email address of the `n`th inserted user. Numbers start at 1. */
export const filledEmail = (n: number): string => `reader-${n}@example.com`

/** The number of users whose rows one statement inserts. */
const AT_ONCE = 400

export interface Fill {
  people: number
  accountsOfEach: number
  postsOfEach: number
  /** Encrypted tokens, in the format that `sealTokens` returns. */
  sealedTokens: string
}

/**
 * Inserts users with equal numbers of accounts and posts, as after a year of use. Nine of ten posts are published, and
 * the others are scheduled for the next month. All users have the password of test users.
 */
export async function fill(database: Database, { people, ...each }: Fill): Promise<void> {
  for (let first = 1; first <= people; first += AT_ONCE)
    await fillSome(database, first, Math.min(first + AT_ONCE - 1, people), each)
  await database.query(sql`analyze`)
}

async function fillSome(
  database: Database,
  first: number,
  last: number,
  { accountsOfEach, postsOfEach, sealedTokens }: Omit<Fill, 'people'>,
): Promise<void> {
  const postsOfAccount = postsOfEach / accountsOfEach
  await database.query(sql`
    with people as (
      insert into users (email, password_hash, first_name, last_name, role, email_confirmed_at, created_at)
      select 'reader-' || n || '@example.com', ${cheapPasswordHash()}, 'Layla', 'Haddad', 'user', now(), now() - interval '1 year'
      from generate_series(${first}::integer, ${last}::integer) n returning id),
    accounts as (
      insert into social_accounts (user_id, platform, remote_id, display_name, simulated, sealed_tokens, connected_at)
      select id, (${[...PLATFORMS]}::text[])[n], 'filled-' || id, '', true, ${sealedTokens}, now()
      from people, generate_series(1, ${accountsOfEach}::integer) n returning id, user_id, platform),
    written as (
      insert into posts (user_id, account_id, platform, content, content_language, content_type, tone, hashtags, status, scheduled_at, published_at, next_step_at, created_at, updated_at)
      select user_id, id, platform, repeat('For two years we bought faster software. Approvals still took nine days. ', 6) || n, 'en', 'educational', 'professional',
        array['#Operations', '#Leadership'], case when is_out then 'published' else 'scheduled' end, at, case when is_out then at end, case when not is_out then at end,
        at - interval '40 days', at - interval '40 days'
      from accounts, generate_series(1, ${postsOfAccount}::integer) n,
        lateral (select n % 10 > 0 as is_out, (hashtext(id::text || n) % 7200) * interval '1 second' as shift) as kinds,
        lateral (select now() + shift
          + case when is_out then -n * interval '360 days' / ${postsOfAccount}::integer - interval '3 hours'
            else n * interval '28 days' / ${postsOfAccount}::integer + interval '1 day' end as at) as times
      returning user_id, platform, status, coalesce(published_at, scheduled_at) as at)
    insert into post_counts (user_id, platform, status, quarter, posts, engagement, version)
    select user_id, platform, status, quarter, count(*), 0, (quarter = '-infinity')::integer
    from written, lateral (values (timestamptz '-infinity'), (date_bin(interval '15 minutes', at, timestamptz '2000-01-01 00:00Z'))) as one (quarter)
    group by user_id, platform, status, quarter order by user_id, quarter`)
}
