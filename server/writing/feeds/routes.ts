import type { Language } from '#core/language.ts'
import { languageOf } from '#core/reading/language-of.ts'
import type { Handle } from '../../http/router.ts'
import { findFeed, type FeedFinding } from './find-feed.ts'
import { changeFeed, checkFeedNow, followFeed, listFeeds, removeFeed, type FeedStore } from './store.ts'

const PREVIEWED_ITEMS = 3

interface FollowedFeedParts extends FeedStore, FeedFinding {
  /** Starts this process's background jobs immediately. */
  wake: () => void
}

export function followedFeedRoutes(handle: Handle, parts: FollowedFeedParts): void {
  handle('GET /api/followed-feeds', ({ signedIn, language }) => listFeeds(parts, signedIn.user.id, language))

  handle('POST /api/followed-feeds/preview', async ({ body, language }) => {
    const { url, title, items } = await findFeed(parts, body.url, language)
    return {
      url,
      title,
      language: feedLanguage(items),
      items: items
        .slice(0, PREVIEWED_ITEMS)
        .map((item) => ({ title: item.title, url: item.url, publishedAt: item.publishedAt?.toISOString() ?? null })),
    }
  })

  handle('POST /api/followed-feeds', async ({ body, signedIn, language }) => {
    const found = await findFeed(parts, body.url, language)
    return await followFeed(parts, { id: signedIn.user.id, language }, found, body)
  })

  handle('PATCH /api/followed-feeds/{id}', async ({ params, body, signedIn, language }) => {
    const feed = await changeFeed(parts, { id: signedIn.user.id, language }, params.id, body)
    if (feed.isChecking) parts.wake()
    return feed
  })

  handle('DELETE /api/followed-feeds/{id}', async ({ params, signedIn }) => {
    await removeFeed(parts, signedIn.user.id, params.id)
    return undefined
  })

  handle('POST /api/followed-feeds/{id}/check', async ({ params, signedIn, language }) => {
    const feed = await checkFeedNow(parts, signedIn.user.id, params.id, language)
    parts.wake()
    return feed
  })
}

function feedLanguage(items: readonly { title: string; content: string }[]): Language | null {
  const text = items.slice(0, 10).map(({ title, content }) => `${title}\n${content.slice(0, 500)}`)
  const language = languageOf(text.join('\n'))
  return language === 'ar' || language === 'en' ? language : null
}
