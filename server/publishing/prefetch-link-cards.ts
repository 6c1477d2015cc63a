import { PLATFORMS, rulesOf } from '#core/platforms/platform.ts'
import { postLink } from '#core/posts/post-link.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { Clock } from '../clock.ts'
import type { Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'
import { POST_COLUMNS } from '../posts/store.ts'
import type { LinkCards } from '../sources/link-cards.ts'

const GIVEN_CARDS = PLATFORMS.filter((platform) => rulesOf(platform).isGivenCards)
/** How long before a post is due the page behind its link is read. What it gave holds for longer. */
const AHEAD_MS = 60_000
/** More at once would push the first out of what is remembered. */
const MOST = 50

/**
 * Reads the pages whose cards posts will soon need, so that those go out at their time however long a page takes.
 * What has been tried already has its card.
 */
export async function prefetchLinkCards({
  database,
  clock,
  cards,
}: {
  database: Queryable
  clock: Clock
  cards: Pick<LinkCards, 'cardOf'>
}): Promise<void> {
  const now = clock.now()
  const posts = await database.query(sql`
    select ${POST_COLUMNS} from posts where platform = any(${GIVEN_CARDS}) and status = 'scheduled' and failure is null and images = '{}'
      and content ilike '%http%' and next_step_at > ${now} and next_step_at <= ${new Date(now.getTime() + AHEAD_MS)} order by next_step_at limit ${MOST}`)
  for (const post of posts) {
    const link = postLink(publishedText(post))
    if (link) void cards.cardOf(link)
  }
}
