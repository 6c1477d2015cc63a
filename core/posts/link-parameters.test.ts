import { expect, test } from 'vitest'
import { withLinkParameters } from './link-parameters.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

const names = { source: 'linkedin', medium: 'social', campaign: 'spring' }
const ADDED = 'utm_source=linkedin&utm_medium=social&utm_campaign=spring'
const marked = (text: string) => withLinkParameters(text, names)

test.each([
  ['a plain link', 'https://najd.example/offer', `https://najd.example/offer?${ADDED}`],
  ['a link without a path', 'See https://najd.example.', `See https://najd.example/?${ADDED}.`],
  ['a link with a port', 'http://najd.example:8080/a', `http://najd.example:8080/a?${ADDED}`],
  ['a query', 'https://najd.example/?id=7 now', `https://najd.example/?id=7&${ADDED} now`],
  ['a question mark after it', 'Seen https://najd.example/a?', `Seen https://najd.example/a?${ADDED}?`],
  ['a fragment', 'https://najd.example/a#top', `https://najd.example/a?${ADDED}#top`],
  ['a query and a fragment', 'https://najd.example/a?b=1#!/c?d', `https://najd.example/a?b=1&${ADDED}#!/c?d`],
  ['an Arabic domain', 'https://مثال.السعودية/عرض', `https://مثال.السعودية/عرض?${ADDED}`],
  [
    'an Arabic path',
    'انظر https://najd.example/أخبار-اليوم، وشكرًا',
    `انظر https://najd.example/أخبار-اليوم?${ADDED}، وشكرًا`,
  ],
  ['an encoded path', 'https://najd.example/%D8%B9/x', `https://najd.example/%D8%B9/x?${ADDED}`],
  ['an Arabic word after it', 'https://najd.example/aوشكرا', `https://najd.example/a?${ADDED}وشكرا`],
  ['an Arabic question mark', 'رأيتم https://najd.example/a؟', `رأيتم https://najd.example/a?${ADDED}؟`],
  ['an isolated link', '\u2066https://najd.example/a\u2069', `\u2066https://najd.example/a?${ADDED}\u2069`],
  ['brackets around it', '(https://najd.example/a)', `(https://najd.example/a?${ADDED})`],
  ['brackets in it', 'https://najd.example/Bank_(river)', `https://najd.example/Bank_(river)?${ADDED}`],
  ['quotation marks around it', '«https://najd.example/a»', `«https://najd.example/a?${ADDED}»`],
  [
    'several links',
    'https://a.example/ https://b.example/c',
    `https://a.example/?${ADDED} https://b.example/c?${ADDED}`,
  ],
  ['capital letters', 'HTTPS://Najd.example/A', `HTTPS://Najd.example/A?${ADDED}`],
])('adds the analytics parameters to a link with %s', (_what, text, expected) => {
  expect(marked(text)).toBe(expected)
})

test.each([
  ['without links', 'Good morning, 12:30'],
  ['with a link without https', 'najd.example/offer'],
  ['with a parameter of its own', 'https://najd.example/?utm_source=mail'],
  ['with a parameter in capital letters', 'https://najd.example/?a=1&UTM_Campaign=x#top'],
  ['with a short link', 'https://bit.ly/3xYz https://t.co/abc'],
  ["with a link to a network's post", 'https://x.com/layla/status/1 https://www.linkedin.com/feed/'],
  ['with a link to this machine', 'http://localhost:3000/a'],
  ['with a link that contains a password', 'https://layla:secret@najd.example/'],
  ['with an invalid link', 'https://najd.example:99999/ https://[ https://'],
  ['with an address of mail', 'mailto:layla@najd.example'],
])('adds no analytics parameters to a text %s', (_what, text) => {
  expect(marked(text)).toBe(text)
})

test('adds no analytics parameters to a link that already has them', () => {
  const once = marked('https://najd.example/a#b و https://مثال.السعودية/عرض؟ (https://c.example)')
  expect(once.match(/utm_source/g)).toHaveLength(3)
  expect(marked(once)).toBe(once)
})

test('adds only the analytics parameters that have a value, and changes no link if none has one', () => {
  const only = (given: Partial<typeof names>) =>
    withLinkParameters('https://najd.example/a', { source: '', medium: '', campaign: '', ...given })
  expect(only({ campaign: 'رمضان' })).toBe(`https://najd.example/a?utm_campaign=${encodeURIComponent('رمضان')}`)
  expect(only({})).toBe('https://najd.example/a')
  expect(withLinkParameters('https://najd.example/a', undefined)).toBe('https://najd.example/a')
})

test('adds analytics parameters to a hostile text in linear time', () => {
  const secondsFor = (text: string) => {
    const spent = processorTimer()
    marked(text)
    return spent() / 1_000
  }
  for (const piece of ['https://', 'https://a.example/)', 'https://a.example/(', 'https://aب', '!', 'https://a.b/?'])
    expect(secondsFor(piece.repeat(100_000 / piece.length))).toBeLessThan(1)
  expect(secondsFor(`https://a.example/${'.)'.repeat(50_000)}`)).toBeLessThan(1)
  expect(secondsFor(`https://a.example/${'.)'.repeat(50_000)}a`)).toBeLessThan(1)
  expect(secondsFor(`https://a.example/${'aب'.repeat(50_000)}`)).toBeLessThan(1)
})
