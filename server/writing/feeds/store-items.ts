import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import { storable } from '../../db/storable.ts'
import type { FeedItem } from '../../reading/feeds/keyed-items.ts'

const DAY_MS = 86_400_000
/** Items older than this do not become drafts. Otherwise a site that changes all its items' ids would cause many. */
const NEWS_MS = 7 * DAY_MS
/**
 * How often to store the time at which a feed last contained an item. A write per item at each check of the feed would
 * be too many.
 */
const SEEN_EXACT_MS = DAY_MS
const CONTENT_LIMIT = 20_000

/**
 * Stores the items of a feed. New items wait for a draft, unless they are old or another feed of the user has the
 * article.
 * @param isFirst whether this is the first check of the feed: then no item gets a draft
 */
export async function storeItems(
  tx: Queryable,
  { feedId, userId, isFirst }: { feedId: string; userId: string; isFirst: boolean },
  items: readonly FeedItem[],
  now: Date,
): Promise<void> {
  if (items.length === 0) return
  const given = JSON.stringify(
    items.map(({ key, addressKey, url, title, content, publishedAt }, place) => ({
      key,
      address_key: addressKey,
      url: url && storable(url),
      title: storable(title),
      content: isFirst ? '' : storable(content).slice(0, CONTENT_LIMIT),
      // Limit dates to the present: an item with a date in the future would stay at the top.
      published_at: publishedAt && new Date(Math.min(publishedAt.getTime(), now.getTime())),
      place,
    })),
  )
  const oldest = new Date(now.getTime() - NEWS_MS)
  await tx.query(sql`
    insert into feed_items (feed_id, key, address_key, url, title, content, published_at, first_seen_at, last_seen_at,
      state)
    select ${feedId}, n.key, n.address_key, n.url, n.title, case when s.is_new then n.content else '' end,
      -- Items without a date keep their order.
      n.published_at, ${now}::timestamptz - n.place * interval '1 millisecond', ${now},
      case when s.is_new then 'waiting' else 'known' end
    from jsonb_to_recordset(${given}::jsonb) as n (key text, address_key text, url text, title text, content text,
        published_at timestamptz, place integer),
      lateral (select not ${isFirst}::boolean and coalesce(n.published_at > ${oldest}, true) and not exists (
        select from feed_items i join followed_feeds f on f.id = i.feed_id
        where f.user_id = ${userId} and i.address_key = n.address_key) as is_new) s
    on conflict (feed_id, key) do nothing`)
  await tx.query(sql`
    update feed_items set last_seen_at = ${now}
    where feed_id = ${feedId} and key = any(${items.map(({ key }) => key)})
      and last_seen_at < ${new Date(now.getTime() - SEEN_EXACT_MS)}`)
}
