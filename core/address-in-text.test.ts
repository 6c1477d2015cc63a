import { expect, test } from 'vitest'
import { pastedAddress } from './address-in-text.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

const ADDRESS = 'http://news.example/a'

test.each([
  '&quot;',
  '&gt; ',
  '&#34;&gt;',
  '&nbsp;at night',
  '،',
  '.',
  ')',
  '»',
  '؟',
  '…',
  '؛',
  ':',
  '!',
  '"',
  '”',
  '’',
  '۔',
  '。',
  '、',
  '*',
  '),',
  '».',
  '؟!',
  '> ',
  '...',
  '\u200f',
  '\u200b',
  '\u2069',
  '\u061c',
  '\ufeff',
  '\u00a0',
  '\u200c',
  '\n',
  ' — آخر',
  '،ثم',
])('ends a pasted address before the characters %j', (end) => {
  expect(pastedAddress(`${ADDRESS}${end}`)).toBe(ADDRESS)
})

test.each([
  ['a title before it', `The third quay ${ADDRESS}`],
  ['a title after it', `${ADDRESS} The third quay`],
  ['a title in another line', `The third quay\r\n${ADDRESS}\r\n`],
  ['a title after it in another line', `${ADDRESS}\nThe third quay`],
  ['an Arabic title', `الرصيف الثالث\u200f ${ADDRESS}\u200e، الأخبار`],
  ['a title without a blank', `The third quay${ADDRESS}`],
  ['a tab', `The third quay\t${ADDRESS}\tAlmina News`],
  ['a second address', `${ADDRESS} https://other.example/b`],
  ['quotes', `«${ADDRESS}»`],
  ['brackets', `The quay (${ADDRESS}).`],
  ['angle brackets', `The quay <${ADDRESS}>`],
  ['a label, as chat programs write it', `<${ADDRESS}|The third quay>`],
  ['Markdown', `[The third quay](${ADDRESS})`],
  ['Markdown with a title', `See [the quay](${ADDRESS} "The third quay").`],
  ['Markdown whose label is the address', `[${ADDRESS}](${ADDRESS})`],
  ['a Markdown reference', `[1]: <${ADDRESS}>`],
  ['wiki markup', `[${ADDRESS} The third quay]`],
  ['HTML', `<a href="${ADDRESS}">The third quay</a>`],
  ['a label in front', `Source:${ADDRESS}`],
  ['direction marks', `\u2067${ADDRESS.replace('news', '\u200fnews')}\u2069`],
  ['zero-width spaces after slashes', `http://\u200bnews.example/\u200ba`],
])('extracts an address from a pasted text with %s', (_what, pasted) => {
  expect(pastedAddress(pasted)).toBe(ADDRESS)
})

test.each([
  ['its own brackets', 'https://ar.example/wiki/Quay_(harbour)', 'https://ar.example/wiki/Quay_(harbour)'],
  [
    'its own brackets in brackets',
    '(https://ar.example/wiki/Quay_(harbour))',
    'https://ar.example/wiki/Quay_(harbour)',
  ],
  ['an Arabic path', 'اقرأ https://a.example/مقال/أول، اليوم', 'https://a.example/مقال/أول'],
  ['an Arabic host', 'اقرأ https://مثال.إختبار/مقال؟', 'https://مثال.إختبار/مقال'],
  ['an Arabic host without a scheme', '«مثال.إختبار/مقال»', 'مثال.إختبار/مقال'],
  ['capital letters', 'HTTPS://NEWS.example/A.', 'HTTPS://NEWS.example/A'],
  ['a query', `${ADDRESS}?q=1&r=(2)#x!`, `${ADDRESS}?q=1&r=(2)#x`],
  [
    'another address in it',
    'https://archive.example/web/http://news.example/a',
    'https://archive.example/web/http://news.example/a',
  ],
  ['www alone', 'The third quay: www.news.example/a, today', 'www.news.example/a'],
  ['www in capitals', 'WWW.NEWS.EXAMPLE/a)', 'WWW.NEWS.EXAMPLE/a'],
  ['a host and a path in a sentence', 'Read news.example/a.', 'news.example/a'],
  ['a host alone', ' news.example. ', 'news.example'],
  ['a host in brackets', '(news.example/a)', 'news.example/a'],
  ['an IPv6 host', '[2001:db8::1]:80/a', '[2001:db8::1]:80/a'],
  ['an IPv6 host with a scheme', 'At http://[2001:db8::1]/.', 'http://[2001:db8::1]/'],
  ['an unreadable address before it', `http:// ${ADDRESS}`, ADDRESS],
])('extracts the whole address from a pasted text with %s', (_what, pasted, address) => {
  expect(pastedAddress(pasted)).toBe(address)
})

test.each([
  ['', ''],
  [' «» ', ''],
  ['hello there', 'hello there'],
  ['and/or', 'and/or'],
  ['javascript:alert("http://news.example/a")', 'javascript:alert("http://news.example/a")'],
  ['ftp://news.example/http://news.example/a', 'ftp://news.example/http://news.example/a'],
  ['mailto:mona@news.example?body=http://news.example/a', 'mailto:mona@news.example?body=http://news.example/a'],
])('returns %j, which contains no web address, unchanged for the caller to reject', (pasted, text) => {
  expect(pastedAddress(pasted)).toBe(text)
})

test('reads a long text without an address quickly', () => {
  const spent = processorTimer()
  for (const piece of ['www.', 'a.', 'http://', '(((', 'a.b/', '\u200c"']) pastedAddress(piece.repeat(4_000))
  expect(spent()).toBeLessThan(2_000)
})

test('decodes the ampersands of an address from HTML source', () => {
  expect(pastedAddress('&lt;http://news.example/a?b=1&amp;c=2&gt;')).toBe('http://news.example/a?b=1&c=2')
})
