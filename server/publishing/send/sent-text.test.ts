import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#tests/support/mixed-texts.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { textIssues } from '#core/platforms/text-issues.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { byDepth } from '#tests/support/depth.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const SEED = 1_446
const POSTS_OF_EACH = byDepth({ gate: 10, all: 200 })
/** The maximum number of random pieces in a post. With so many, some posts reach the network's limit. */
const MOST_PIECES = {
  linkedin: 300,
  twitter: 30,
  facebook: 300,
  instagram: 200,
  threads: 60,
  bluesky: 30,
  mastodon: 60,
  telegram: 300,
} satisfies Record<Platform, number>
const AT_ONCE = 20
const HOUR_MS = 3_600_000

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  await frogy.simulator.liftLimits()
  await frogy.simulator.manners({ processingMs: 0, twitterDuplicateMs: 0, linkedinDuplicateMs: 0 })
  layla = await frogy.person(...PLATFORMS)
})
afterAll(() => frogy[Symbol.asyncDispose]())

interface Written {
  content: string
  hashtags: string[]
  videos: { id: string; url: string }[]
}

test.each(PLATFORMS)(
  `sends the network %s exactly the previewed text of ${POSTS_OF_EACH} posts in English and Arabic`,
  async (platform) => {
    const random = randomFrom(SEED + PLATFORMS.indexOf(platform))
    const images = platform === 'instagram' ? [await picture()] : []
    const written: Written[] = []
    while (written.length < POSTS_OF_EACH) {
      const post = somePost(random, MOST_PIECES[platform])
      if (textIssues({ platform }, publishedText(post), images.length).length === 0) written.push(post)
    }
    const at = new Date(frogy.clock.now().getTime() + HOUR_MS)
    const schedule = ({ content, hashtags, videos }: Written, index: number) =>
      layla.call('POST /api/posts', {
        body: {
          platform,
          content,
          hashtags,
          status: 'scheduled',
          // Give each post a distinct time, which identifies it in the test.
          scheduledAt: new Date(at.getTime() + index).toISOString(),
          media: { images, videos },
        },
      })
    // Schedule the posts in groups. Concurrent requests for all posts would wait too long for a database connection on
    // a busy machine.
    const scheduled = []
    for (let from = 0; from < POSTS_OF_EACH; from += AT_ONCE)
      scheduled.push(
        ...(await Promise.all(written.slice(from, from + AT_ONCE).map((post, n) => schedule(post, from + n)))),
      )
    frogy.clock.advanceTo(new Date(at.getTime() + POSTS_OF_EACH))
    // The posts are published in this order. Once the outcome of the last one is known, all are known.
    const last = scheduled.at(-1)
    if (last) await layla.decided(last)
    const decided = await layla.call('GET /api/posts', { query: { platform } })
    expect(decided.filter(({ status }) => status !== 'published')).toEqual([])
    const received = (await frogy.simulator.posts(platform)).map(({ text }) => text)
    const previewed = written.map((post) => publishedText(post))
    expect(received.map(codePoints)).toEqual(previewed.map((text) => codePoints(asKept(platform, text))))
  },
  120_000,
)

/** X normalizes the text to NFC; the other networks keep it unchanged. */
const asKept = (platform: Platform, text: string): string => (platform === 'twitter' ? text.normalize() : text)

/** Makes invisible characters visible in a diff. */
const codePoints = (text: string): string =>
  text.replaceAll(/[^ -~\n]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)

async function picture(): Promise<string> {
  const file: [string, Uint8Array<ArrayBuffer>] = ['a.png', new Uint8Array(await pictureFile('png', 320, 320))]
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(file) })
  return media.images[0]?.id ?? ''
}

const ENGLISH = [
  'Costs fell',
  'a lot',
  'this year',
  'we learned',
  'Q3',
  'R&D',
  "don't",
  'cafe\u0301',
  'naïve',
  '100%',
  '$5',
  'C++',
]
const ARABIC = ['تكاليف', 'الشحن', 'انخفضت', 'هذا العام', 'مَرْحَبًا', 'كتـاب', '١٢٣', 'می\u200Cخواهم', 'لا', '٪٥٠', '﷼']
const RESERVED = [
  '|',
  '{',
  '}',
  '@',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '#',
  '\\',
  '*',
  '_',
  '~',
  '\\\\',
  '{hashtag|',
  '@[Frogy](urn:li:person:1)',
  '(_*~*_)',
  '<b>',
  '&amp;',
  '&lt;',
]
const EMOJI = ['👩‍💻', '👨‍👩‍👧‍👦', '🇸🇦', '🇦🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '👍🏽', '1️⃣', '🏳️‍🌈', '🚀', '☎']
const LINKS = [
  'https://example.com',
  'https://example.com/a_(b)?q=1&r=~x#top',
  'example.com/path',
  'https://موقع.example/مسار',
  'http://example.org:8080/%D8%B4',
  'me@example.com',
]
const TAGS = ['#launch', '#machine_learning', '#رؤية_2030', '#ثقة', '#1st', '##', '# ']
const MARKS = ['\u200E', '\u200F', '\u061C', '\u202B', '\u202C', '\u2067', '\u2068', '\u2069', '\u00A0', '\u200D']
const BREAKS = ['\n', '\n\n', '\n\n\n', ' \n', '\t', '  ', '\r\n', '\u2028']
const SIGNS = ['،', '؟', '؛', '«', '»', '…', '—', '!', '"', "'", '%', '+', '=', '&', ';', '/', '?', '.', ',']
const KINDS = [ENGLISH, ENGLISH, ARABIC, ARABIC, RESERVED, RESERVED, EMOJI, LINKS, TAGS, MARKS, BREAKS, SIGNS]

function somePost(random: () => number, mostPieces: number): Written {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const kind = () => KINDS[Math.floor(random() * KINDS.length)] ?? ENGLISH
  const parts = Array.from(
    { length: 2 + Math.floor(random() * mostPieces) },
    () => pick(kind()) + (random() < 0.5 ? ' ' : ''),
  )
  const hashtags = Array.from({ length: Math.floor(random() * 3) }, () =>
    pick(['Work', 'ثقة', 'two words', 'AI', 'launch']),
  )
  const videos =
    random() < 0.15 ? [{ id: 'v', url: pick(['https://youtu.be/dQw4w9WgXcQ', 'https://vimeo.com/1?a=b_c']) }] : []
  return { content: `${pick([...ENGLISH, ...ARABIC, ...EMOJI])} ${parts.join('')}`, hashtags, videos }
}
