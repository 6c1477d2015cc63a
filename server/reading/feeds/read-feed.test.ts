import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { readFeed, type FeedReading } from './read-feed.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

const URL_OF_FEED = 'https://supply.example/blog/feed.xml'

function read(text: string | Uint8Array, contentType: string | null = null): FeedReading {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return readFeed({ bytes, contentType, url: URL_OF_FEED })
}
function feed(text: string | Uint8Array, contentType?: string) {
  const reading = read(text, contentType)
  if (reading.kind !== 'feed') throw new Error('It was read as a page')
  return reading
}
const codeOf = (run: () => unknown) => {
  try {
    run()
    return 'READ'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}
const rss = (items: string, head = '<title>Supply Review</title><link>https://supply.example/</link>') =>
  `<?xml version="1.0"?><rss version="2.0"><channel>${head}${items}</channel></rss>`
const atom = (entries: string, more = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${more}><title>Supply Review</title><link rel="self" href="/feed"/>${entries}</feed>`
const titles = (text: string) => feed(text).items.map(({ title }) => title)

describe('formats', () => {
  test('reads RSS 2.0 with the full text of an item', () => {
    const item = `<item><title>Seven signatures</title><link>https://supply.example/seven</link>
      <guid isPermaLink="false">7</guid><pubDate>Tue, 03 Mar 2026 08:30:00 +0300</pubDate>
      <description>Short.</description>
      <content:encoded><![CDATA[<p>A purchase passed through <b>seven</b> people.</p><p>Four never refused.</p>]]></content:encoded></item>`
    const { title, items } = feed(rss(item))
    expect(title).toBe('Supply Review')
    expect(items).toEqual([
      {
        key: expect.stringMatching(/^[\w-]{43}$/) as string,
        addressKey: expect.stringMatching(/^[\w-]{43}$/) as string,
        url: 'https://supply.example/seven',
        title: 'Seven signatures',
        content: 'A purchase passed through seven people.\n\nFour never refused.',
        publishedAt: new Date('2026-03-03T05:30:00Z'),
      },
    ])
  })

  test('reads Atom, with XHTML and links relative to its base', () => {
    const entry = `<entry><id>tag:1</id><title type="html">Fish &amp;amp; &lt;i&gt;chips&lt;/i&gt;</title>
      <link rel="enclosure" href="/a.mp3"/><link href="posts/1"/><updated>2026-03-04T00:00:00Z</updated>
      <published>2026-03-03T00:00:00Z</published>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One &lt; two.</p><p>Three.</p></div></content></entry>`
    expect(feed(atom(entry, ' xml:base="https://cdn.example/blog/"')).items).toMatchObject([
      {
        title: 'Fish & chips',
        url: 'https://cdn.example/blog/posts/1',
        content: 'One < two.\n\nThree.',
        publishedAt: new Date('2026-03-03T00:00:00Z'),
      },
    ])
  })

  test('keeps text that looks like markup in a plain title of Atom', () => {
    expect(titles(atom('<entry><id>1</id><title>Use &lt;b&gt; sparingly</title></entry>'))).toEqual([
      'Use <b> sparingly',
    ])
  })

  test('reads RSS 1.0, and Atom whose elements have a namespace prefix', () => {
    const rdf = `<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel><title>Old</title></channel>
      <item rdf:about="x"><title>First</title><link>https://supply.example/1</link><dc:date>2026-03-03</dc:date></item></rdf:RDF>`
    expect(feed(rdf)).toMatchObject({ title: 'Old', items: [{ title: 'First', publishedAt: new Date('2026-03-03') }] })
    const prefixed = `<atom:feed><atom:title>Old</atom:title><atom:entry><atom:id>1</atom:id><atom:title>First</atom:title></atom:entry></atom:feed>`
    expect(feed(prefixed)).toMatchObject({ title: 'Old', items: [{ title: 'First' }] })
  })

  test('reads JSON Feed', () => {
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'مراجعة',
      items: [
        { id: 2, url: '/two', title: 'Two', content_text: 'a < b\n\nc', date_published: '2026-03-02T00:00:00Z' },
        null,
        'x',
      ],
    }
    expect(feed(JSON.stringify(json))).toMatchObject({
      title: 'مراجعة',
      items: [{ title: 'Two', url: 'https://supply.example/two', content: 'a < b\n\nc' }],
    })
  })

  test.each(['{"version":"2","items":[]}', '{"items":', '{}'])('rejects JSON that is not a feed: %s', (json) => {
    expect(codeOf(() => read(json))).toBe('feed_unreadable')
  })

  test('finds the feeds of a page, and lists comment feeds last', () => {
    const page = `<!doctype html><html><head><base href="https://www.supply.example/en/">
      <link rel="alternate" type="application/rss+xml" title="Comments" href="comments.xml">
      <link rel="alternate" hreflang="ar" href="/ar">
      <link rel="alternate" type="application/atom+xml" href="../feed.xml"></head><body><p>Hello.</p></body></html>`
    expect(read(page, 'text/html')).toEqual({
      kind: 'page',
      feeds: ['https://www.supply.example/feed.xml', 'https://www.supply.example/en/comments.xml'],
    })
    expect(read('<!doctype html><p>Nothing here.</p>', 'text/html')).toEqual({ kind: 'page', feeds: [] })
  })
})

describe('items', () => {
  test('strips HTML from titles, and uses the text of an item without a title as its title', () => {
    const items = `<item><title><![CDATA[<b>Big</b> news &amp; more<script>x</script>]]></title><link>/1</link></item>
      <item><description>&lt;p&gt;An opening sentence.&lt;/p&gt;</description><link>/2</link></item>
      <item><link>https://www.other.example/3</link></item>`
    expect(titles(rss(items))).toEqual(['Big news & more', 'An opening sentence.', 'other.example'])
  })

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://user:pass@a.example/',
    'http://[::',
    'data:text/html,x',
  ])("leaves out an item's unsafe or invalid link %s", (link) => {
    expect(
      feed(rss(`<item><guid isPermaLink="false">1</guid><title>A</title><link>${link}</link></item>`)).items,
    ).toMatchObject([{ url: null }])
  })

  test('sorts items by date, and keeps an item without a date after the item before it', () => {
    const item = (title: string, date?: string) =>
      `<item><title>${title}</title><link>/${title}</link>${date ? `<pubDate>${date}</pubDate>` : ''}</item>`
    const items = [
      item('old', '1 Mar 2026'),
      item('beside old', 'yesterday-ish'),
      item('new', '3 Mar 2026'),
      item('beside new'),
    ]
    expect(titles(rss(items.join('')))).toEqual(['new', 'beside new', 'old', 'beside old'])
  })

  test('keeps only one of several items with the same id or address', () => {
    const items = `<item><guid>a</guid><title>One</title><link>https://supply.example/1?utm_source=rss</link></item>
      <item><guid>a</guid><title>One again</title><link>https://supply.example/1?utm_source=rss</link></item>
      <item><guid>b</guid><title>One once more</title><link>http://www.supply.example/1/#top</link></item>`
    expect(titles(rss(items))).toEqual(['One'])
  })

  test('keeps different items whose ids are equal by mistake', () => {
    const items = [1, 2, 3].map(
      (n) => `<item><guid isPermaLink="false">0</guid><title>${n}</title><link>/${n}</link></item>`,
    )
    const read = feed(rss(items.join(''))).items
    expect(read.map(({ title }) => title)).toEqual(['1', '2', '3'])
    expect(new Set(read.map(({ key }) => key)).size).toBe(3)
  })

  test('gives an item the same keys in a later version of the feed', () => {
    const item = '<item><guid>a</guid><title>A</title><link>https://supply.example/1</link></item>'
    const [before] = feed(rss(item)).items
    const after = feed(
      rss(`<item><guid>b</guid><title>B</title><link>/2</link></item>${item.replace('>A<', '>A, revised<')}`),
    ).items
    expect(after.find(({ title }) => title === 'A, revised')).toMatchObject({
      key: before?.key,
      addressKey: before?.addressKey,
    })
  })

  test('skips an item that has neither an id nor a link nor a text', () => {
    expect(titles(rss('<item></item><item><pubDate>1 Mar 2026</pubDate></item>'))).toEqual([])
  })
})

describe('hostile feeds', () => {
  test('does not expand entities that a document type defines', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
      <rss><channel><title>&b;</title><item><guid>1</guid><title>&c;</title></item></channel></rss>`
    expect(feed(bomb)).toMatchObject({ title: '&b;', items: [{ title: '&c;' }] })
  })

  test('reads 100,000 items in limited time, and returns the newest 100 of the first 2,000', () => {
    const items = Array.from(
      { length: 100_000 },
      (_, n) => `<item><guid>${n}</guid><link>/${n}</link><title>${n}</title></item>`,
    )
    const spent = processorTimer()
    expect(feed(rss(items.join(''))).items).toHaveLength(100)
    expect(spent()).toBeLessThan(5_000)
  })

  test('rejects a feed with deeply nested elements', () => {
    expect(codeOf(() => read(rss(`<item>${'<a>'.repeat(100_000)}`)))).toBe('feed_unreadable')
  })

  test('reads a truncated feed', () => {
    expect(
      titles(
        '<rss><channel><title>T</title><item><guid>1</guid><title>Whole</title></item><item><guid>2</guid><title>Cut',
      ),
    ).toEqual(['Whole', 'Cut'])
  })

  test('decodes a feed whose declared encoding is right or wrong', () => {
    const arabic = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1256"?><rss><channel><title>'),
      Buffer.from([0xc7, 0xe1, 0xda, 0xd1, 0xc8, 0xed, 0xc9]),
      Buffer.from('</title></channel></rss>'),
    ])
    expect(feed(arabic).title).toBe('العربية')
    const utf8 = `<?xml version="1.0" encoding="ISO-8859-1"?>${rss('', '<title>العربية</title>').slice(21)}`
    expect(feed(utf8).title).toBe('العربية')
  })

  test('removes control characters and lone surrogates from titles', () => {
    const { items } = feed(
      '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","title":"a\\u0000b\\ud800c\\u202e"}]}',
    )
    expect(items[0]?.title).toBe('ab\ufffdc')
  })

  test('rejects a binary file as a feed', () => {
    expect(codeOf(() => read(Uint8Array.from({ length: 4_096 }, (_, n) => (n * 7) % 32)))).toBe('page_type')
  })
})
