import { setImmediate } from 'node:timers/promises'
import { comparable, isComparable, isRepeat } from '#core/writing/repeats.ts'
import type { Repeat } from '#core/writing/repeats-contract.ts'
import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import type { Handle } from '../../http/router.ts'

const DAY_MS = 86_400_000
const LATEST = 300
/** The number of posts per batch. After each batch, other requests run. */
const BATCH = 25

export function repeatRoutes(handle: Handle, { database, clock }: { database: Database; clock: Clock }): void {
  handle('POST /api/content/repeats', async ({ signedIn, body }) => ({
    repeat: await findRepeat(database, signedIn.user.id, body, clock.now()),
  }))
}

/**
 * Finds the newest published post that the draft repeats. Ignores other networks for a day, because authors often post
 * one text on several.
 */
async function findRepeat(
  on: Queryable,
  userId: string,
  { content, language, platform }: { content: string; language: Language; platform: Platform },
  now: Date,
): Promise<Repeat | null> {
  const read = comparable(content)
  if (!isComparable(read)) return null
  const posts = await on.query(sql`
    select ${columns('posts', 'id', 'platform', 'content', 'published_at', 'permalink')} from posts
    where user_id = ${userId} and status = 'published' and content_language = ${language}
      and (platform = ${platform} or published_at < ${new Date(now.getTime() - DAY_MS)})
    order by published_at desc, id desc limit ${LATEST}`)
  for (const [at, post] of posts.entries()) {
    if (at % BATCH === BATCH - 1) await setImmediate()
    const { published_at: publishedAt } = post
    if (publishedAt === null || !isRepeat(read, comparable(post.content))) continue
    return {
      postId: post.id,
      platform: post.platform,
      publishedAt: publishedAt.toISOString(),
      permalink: post.permalink,
    }
  }
  return null
}
