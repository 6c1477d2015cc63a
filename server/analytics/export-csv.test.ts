import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { fixtureEmail } from '#tests/support/fixture-users.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'

const COUNT = 1_203

/** Inserts published posts of the first user. Four hundred posts each have the same time, down to microseconds. */
async function insertPosts(files: { databaseUrl: string | undefined; dataDir: string }): Promise<void> {
  await using database = await openDatabase({ ...files, onError: console.error })
  await database.query(sql`
    with published as (
      insert into posts (user_id, platform, content, content_language, status, published_at, created_at, updated_at)
      select u.id, 'linkedin', 'Post ' || n, 'en', 'published', at, at, at
      from users u, generate_series(1, ${COUNT}::integer) as n,
        lateral (select now() - interval '1 day' + (n / 400) * interval '300 microseconds' as at) as its
      where u.email = ${fixtureEmail(1)} returning id, user_id, platform, published_at)
    insert into post_metrics (post_id, user_id, platform, published_at)
    select id, user_id, platform, published_at from published`)
}

test('exports each post once, even if a page of the export ends between posts with the same time', async () => {
  await using frogy = await startFrogy({}, { fill: insertPosts })
  const layla = await frogy.person()
  const text = await (await layla.fetch('/api/analytics/export')).text()
  const [, ...lines] = text.split('\r\n')
  const names = lines.map((line) => line.split(',')[3])
  expect(names.length).toBe(COUNT)
  expect(new Set(names)).toEqual(new Set(Array.from({ length: COUNT }, (_, at) => `Post ${at + 1}`)))
})
