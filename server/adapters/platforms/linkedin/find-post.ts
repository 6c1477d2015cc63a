import { fromLittleText } from '#core/platforms/little-text.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { ListedPost, LookResult } from '#core/publishing/next-step.ts'
import { absent } from '../absent.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { knownListAt, numberAt, textAt } from '../json.ts'
import { failedLookUp, listableSince } from '../list-since-sent.ts'
import type { Access, LostPost } from '../platform-client.ts'
import { dateOf } from '../response-date.ts'
import { sameText } from '../same-text.ts'
import { headers, type Api } from './api.ts'
import { isPage } from './pages.ts'

const AT_ONCE = 100
/**
 * Pages of the list overlap by this many posts, so that a post deleted between two requests cannot hide another one.
 */
const OVERLAP = 10
const MAX_PAGES = 20

/** LinkedIn lists a page's post after this time. Until then, its absence proves nothing. */
const LISTED_AFTER_MS = 5 * 60_000

interface Search {
  api: Api
  author: string
  text: string
  lost: LostPost
  now: () => Date
  readFailure: (answer: PlatformAnswer) => PublishFailure
}

/** Looks for a post in its author's list, from the newest back to the time of the request. */
export async function findPost(search: Search, access: Access, signal: AbortSignal): Promise<Lookup> {
  const { api, author, text, lost, now, readFailure } = search
  let shown: Date | undefined
  let before: ReadonlySet<string> | undefined
  // The pages of LinkedIn's list overlap, so the map keeps each post once.
  const others = new Map<string, ListedPost>()
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await ask(
      listRequest(api, author, page * (AT_ONCE - OVERLAP), access),
      signal,
      (answer) => {
        shown ??= dateOf(answer.headers)
        return knownListAt(answer.json, 'elements')
      },
      readFailure,
    )
    if (!listed.ok) return failedLookUp(listed.failure)
    const posts = listed.value.map(readListed)
    const since = listableSince(lost.sentAt, now(), shown).getTime()
    const unknown = posts.filter(
      ({ id, isPublic, publishedAt }) => isPublic && !lost.known.has(id) && !(publishedAt < since),
    )
    const found = unknown.find((one) => hasText(one, text))
    if (found) return { found: 'post', remoteId: found.id || null }
    for (const one of unknown)
      others.set(one.id, { at: new Date(one.publishedAt), hasText: (given) => hasText(one, given) })
    const isEnd = posts.length === 0 && (before?.size ?? 0) <= AT_ONCE - OVERLAP
    // Many posts were deleted between two requests, so the list may have skipped the post.
    if (before && !isEnd && !posts.some(({ id }) => before?.has(id))) return { found: 'no-answer' }
    // LinkedIn's list is sorted by the last change, so older posts were published before the request.
    if (isEnd || posts.some(({ changedAt }) => changedAt < since))
      return notListed(search, [...others.values()], access)
    before = new Set(posts.map(({ id }) => id))
  }
  return { found: 'no-answer' }
}

type Lookup = Exclude<LookResult, { found: 'post' }> | { found: 'post'; remoteId: string | null }

function notListed({ lost, now }: Search, others: ListedPost[], access: Access): Lookup {
  if (!isPage(access)) return absent(lost, others)
  const sentAtMs = Math.min(lost.sentAt.getTime(), now().getTime())
  return { ...absent(lost, others), provenAt: new Date(sentAtMs + LISTED_AFTER_MS) }
}

const hasText = (listed: Listed, text: string): boolean => sameText(fromLittleText(listed.text), text)

function listRequest(api: Api, author: string, start: number, access: Access): PlatformRequest {
  const page = `start=${start}&count=${AT_ONCE}&sortBy=LAST_MODIFIED`
  return {
    method: 'GET',
    url: `${api.url}/rest/posts?author=${encodeURIComponent(author)}&q=author&${page}`,
    headers: { ...headers(api, access), 'x-restli-method': 'FINDER' },
  }
}

const NOT_PUBLIC = new Set(['DRAFT', 'PUBLISH_FAILED'])

interface Listed {
  id: string
  text: string
  isPublic: boolean
  /** The time of publication. NaN if LinkedIn does not report it: the post then counts as recent. */
  publishedAt: number
  changedAt: number
}

function readListed(json: unknown): Listed {
  return {
    id: textAt(json, 'id') ?? '',
    text: textAt(json, 'commentary') ?? '',
    isPublic: !NOT_PUBLIC.has(textAt(json, 'lifecycleState') ?? ''),
    publishedAt: numberAt(json, 'publishedAt') ?? numberAt(json, 'createdAt') ?? Number.NaN,
    changedAt: numberAt(json, 'lastModifiedAt') ?? Number.NaN,
  }
}
