import { addressesIn } from '#core/address-in-text.ts'
import { storageName } from '../../lib/base-path.ts'
import { isTopicUnset, type Input } from './composer-model.ts'
import { TOPIC_LIMIT } from '#core/writing/options/basic.ts'

/** The cache in which the service worker stores what other apps share (web/worker/service-worker.ts). */
const CACHE = storageName('frogy-shared')

interface SharedText {
  title: string
  text: string
  url: string
}
interface Shared {
  text: SharedText
  pictures: File[]
}

export async function takeShared(): Promise<Shared | null> {
  if (!globalThis.caches || !(await caches.has(CACHE))) return null
  const cache = await caches.open(CACHE)
  const text = await cache.match('/shared/text')
  const shared = text && { text: (await text.json()) as SharedText, pictures: await sharedPictures(cache) }
  await caches.delete(CACHE)
  return shared ?? null
}

async function sharedPictures(cache: Cache): Promise<File[]> {
  const kept = await cache.matchAll()
  const pictures = kept.filter(({ headers }) => headers.has('x-name'))
  return await Promise.all(
    pictures.map(async (picture) => {
      const { 'content-type': type = '', 'x-name': name = '' } = Object.fromEntries(picture.headers)
      return new File([await picture.blob()], decodeURIComponent(name), { type })
    }),
  )
}

/**
 * Separates a shared link from the text around it. Many apps put the link into `text` and the page's title into
 * `title`.
 */
export function splitLink({ title, text, url }: SharedText): { link: string | null; words: string } {
  const link = firstLink(url) ?? firstLink(text) ?? firstLink(title)
  const words = (link ? text.replace(link, '') : text).trim()
  // Omit a text that only repeats the page's title. Without a link, the title may be the only content.
  if (link) return { link, words: words === title.trim() ? '' : words }
  return { link, words: words || title.trim() }
}

const firstLink = (shared: string) => addressesIn(shared).find((address) => URL.canParse(address)) ?? null

export function topicWithShared(input: Input, words: string): string {
  const isReplaced = input.isWritten || isTopicUnset(input)
  return (isReplaced ? words : `${input.topic}\n\n${words}`).slice(0, TOPIC_LIMIT)
}
