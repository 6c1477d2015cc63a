import { describe, expect, test } from 'vitest'
import { HOSTILE_GROUPS } from '#tests/support/hostile-addresses.ts'
import { checkAddress, hostAndPort, pageAddress } from './page-address.ts'

describe('pasted addresses', () => {
  test.each([
    ['https://news.example/a?b=c#d', 'https://news.example/a?b=c#d'],
    ['  https://news.example/a\n', 'https://news.example/a'],
    ['"https://news.example/a"', 'https://news.example/a'],
    ['“https://news.example/a”', 'https://news.example/a'],
    ['«https://news.example/a»', 'https://news.example/a'],
    ['<https://news.example/a>', 'https://news.example/a'],
    ['\u200fhttps://news.example/a\u200e', 'https://news.example/a'],
    ['\u2067https://news.example/\u200fa\u2069', 'https://news.example/a'],
    ['\ufeffhttps://news.example/a\u200b', 'https://news.example/a'],
    ['news.example/a', 'https://news.example/a'],
    ['news.example', 'https://news.example/'],
    ['//news.example/a', 'https://news.example/a'],
    ['NEWS.example:443/a', 'https://news.example/a'],
    ['http://news.example/(brackets)', 'http://news.example/(brackets)'],
    ['مثال.إختبار/مقال', 'https://xn--mgbh0fb.xn--kgbechtv/%D9%85%D9%82%D8%A7%D9%84'],
    ['The third quay a.example', 'https://a.example/'],
    ['https://The third quay a.example', 'https://a.example/'],
    ['See a.example.', 'https://a.example/'],
    ['news.example: the third quay', 'https://news.example/'],
    ['اقرأ مثال.إختبار، اليوم', 'https://xn--mgbh0fb.xn--kgbechtv/'],
    ['See report.pdf at news.example', 'https://news.example/'],
    ['It is e.g. at news.example:443 now', 'https://news.example/'],
  ])('understands the pasted address %j', (pasted, address) => {
    const url = pageAddress(pasted)
    expect(url.href).toBe(address)
    expect(() => checkAddress(url, [])).not.toThrow()
  })
})

test.each(['It ended.Then ships came', 'See a.example or b.example', 'It is 3.5 m, e.g. here', 'The third quay'])(
  'rejects a pasted text without a clear address: %j',
  (pasted) => {
    expect(() => pageAddress(pasted)).toThrow('url_invalid')
  },
)

test('accepts a port other than the default only for an allowed pair of host and port', () => {
  const allowed = ['news.example:8080', '[::1]:3000', 'localhost:80']
  const isRefused = (address: string) => {
    try {
      checkAddress(new URL(address), allowed)
      return false
    } catch {
      return true
    }
  }
  expect(
    ['http://news.example:8080/', 'https://news.example:8080/', 'http://[::1]:3000/', 'http://localhost/'].filter(
      isRefused,
    ),
  ).toEqual([])
  const others = [
    'http://news.example:8081/',
    'http://www.news.example:8080/',
    'http://news.example.:8080/',
    'http://user@news.example:8080/',
    'ftp://news.example:8080/',
    'http://[::1]:3001/',
    'https://localhost/',
  ]
  expect(others.filter(isRefused)).toEqual(others)
})

test('rejects an internal host name before any DNS lookup', () => {
  const group = HOSTILE_GROUPS.find((item) => item.what === 'names of the local machine and network')
  const names = group?.addresses.map(([address]) => new URL(address)) ?? []
  expect(names.length).toBeGreaterThan(20)
  for (const name of names) expect(() => checkAddress(name, [])).toThrow('url_forbidden')
})

test('formats host and port like the setting EXTRACT_ALLOW_HOSTS', () => {
  expect(hostAndPort(new URL('http://News.example/a'))).toBe('news.example:80')
  expect(hostAndPort(new URL('https://news.example/'))).toBe('news.example:443')
  expect(hostAndPort(new URL('https://[0:0::1]:8080/'))).toBe('[::1]:8080')
})
