import type { Handle } from '../../http/router.ts'
import { feedKind, ownerOf, readFeeds, removeFeed, renewFeed, type FeedParts } from './feeds.ts'
import { writeCalendar, writePublished } from './write-feeds.ts'

export function feedRoutes(handle: Handle, parts: FeedParts): void {
  const { database, clock, publicUrl } = parts

  handle('GET /api/feeds', ({ signedIn }) => readFeeds(parts, signedIn.user.id))

  handle('POST /api/feeds/{kind}', ({ signedIn, params }) => renewFeed(parts, signedIn, feedKind(params.kind)))

  handle('DELETE /api/feeds/{kind}', ({ signedIn, params }) => removeFeed(parts, signedIn, feedKind(params.kind)))

  handle('GET /feeds/calendar.ics', async ({ query, reply }) => {
    const owner = await ownerOf(parts, 'calendar', query.key)
    reply.type('text/calendar; charset=utf-8')
    return Buffer.from(await writeCalendar(database, owner, clock.now(), publicUrl()))
  })

  handle('GET /feeds/published.rss', async ({ query, reply }) => {
    const owner = await ownerOf(parts, 'published', query.key)
    reply.type('application/rss+xml; charset=utf-8')
    return Buffer.from(await writePublished(database, owner, publicUrl()))
  })
}
