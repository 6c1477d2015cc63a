import { describe, expect, test } from 'vitest'
import { readLinkCard, type PageCard } from './read-link-card.ts'

const URL_READ = 'https://news.example/2026/a.html'

async function cardOf(head: string, contentType = 'text/html; charset=utf-8'): Promise<PageCard | null> {
  const bytes = new TextEncoder().encode(`<!doctype html><html><head>${head}</head><body><h1>Shown</h1></body></html>`)
  return await readLinkCard({ bytes, contentType, url: URL_READ })
}
const meta = (name: string, content: string) =>
  `<meta ${name.includes(':') && !name.startsWith('tw') ? 'property' : 'name'}="${name}" content="${content}">`

const OPEN_GRAPH = meta('og:title', 'OG') + meta('og:description', 'OG text') + meta('og:image', '/og.jpg')
const FOR_X = meta('twitter:title', 'X') + meta('twitter:description', 'X text') + meta('twitter:image', 'x.jpg')
const PLAIN = '<title>Window</title>' + meta('description', 'Plain text')

describe('link card', () => {
  test.each([
    ['what it says by Open Graph first', PLAIN + FOR_X + OPEN_GRAPH, ['OG', 'OG text', 'https://news.example/og.jpg']],
    ['then what it says for X', PLAIN + FOR_X, ['X', 'X text', 'https://news.example/2026/x.jpg']],
    ['then what any page has', PLAIN, ['Window', 'Plain text', null]],
    [
      'each by itself',
      `${PLAIN}${meta('og:image', 'a.png')}`,
      ['Window', 'Plain text', 'https://news.example/2026/a.png'],
    ],
    ['nothing that is empty', `${PLAIN}${meta('og:title', ' ')}`, ['Window', 'Plain text', null]],
    [
      'its picture by its safe address',
      OPEN_GRAPH + meta('og:image:secure_url', 'https://cdn.example/s.jpg'),
      ['OG', 'OG text', 'https://cdn.example/s.jpg'],
    ],
    [
      'addresses from where the page says',
      `<base href="https://cdn.example/b/">${meta('og:image', 'c.png')}${PLAIN}`,
      ['Window', 'Plain text', 'https://cdn.example/b/c.png'],
    ],
    [
      'text without its entities, marks and line ends',
      meta('og:title', '&#x202E;ثقة\n &amp;amp; عمل'),
      ['ثقة & عمل', null, null],
    ],
  ])("builds a link card from a page's metadata: %s", async (_what, head, [title, description, picture]) => {
    expect(await cardOf(head)).toEqual({ title, description, picture })
  })

  test.each([
    ['a page without a title', meta('og:description', 'Words'), undefined],
    ['a text', '', 'text/plain'],
  ])('returns no link card for %s', async (_what, head, contentType) => {
    expect(await cardOf(head, contentType)).toBeNull()
  })

  test('shortens a long title of a link card between whole characters', async () => {
    // An emoji is one character for readers, but this one has seven code points and eleven UTF-16 units.
    const family = '👨‍👩‍👧‍👦'
    for (const letter of ['a', 'ثَ', family]) {
      const card = await cardOf(meta('og:title', letter.repeat(500)) + meta('og:description', letter.repeat(2_000)))
      for (const [text = '', limit] of [
        [card?.title, 400],
        [card?.description ?? '', 1_000],
      ] as const) {
        expect(text.length).toBeLessThanOrEqual(limit)
        expect(text.length).toBeGreaterThan(limit - 12)
        expect(text).toBe(`${letter.repeat((text.length - 1) / letter.length)}…`)
      }
    }
    expect((await cardOf(meta('og:title', 'x'.repeat(400))))?.title).toBe('x'.repeat(400))
  })
})
