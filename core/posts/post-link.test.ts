import { describe, expect, test } from 'vitest'
import { postLink } from './post-link.ts'

describe('link of a post', () => {
  test.each([
    ['the first address', 'Read https://a.example/1 and https://b.example/2', 'https://a.example/1'],
    ['none without a scheme', 'Read example.com', undefined],
    ['none in an email address', 'me@https://a.example', undefined],
    ['without the end of the sentence', 'Is it (https://a.example/x)?', 'https://a.example/x'],
    ['with its own brackets', 'See https://a.example/Bank_(river).', 'https://a.example/Bank_(river)'],
    ['without Arabic punctuation', 'اقرأ https://a.example/x، ثم قرّر', 'https://a.example/x'],
    [
      'with an Arabic path',
      'اقرأ https://a.example/مقال/أول اليوم',
      'https://a.example/%D9%85%D9%82%D8%A7%D9%84/%D8%A3%D9%88%D9%84',
    ],
    ['with its host in ASCII', 'https://مثال.إختبار/x', 'https://xn--mgbh0fb.xn--kgbechtv/x'],
    ['up to an invisible mark', 'https://a.example/x\u200f ثم', 'https://a.example/x'],
    ['with an IP address', 'http://192.0.2.7:8080/x', 'http://192.0.2.7:8080/x'],
    ['with a dot in its host', 'https://intranet and then https://a.example/', 'https://a.example/'],
    ['none without a host', 'https:// and https://]', undefined],
    ['skipping an overlong address', `https://a.example/${'x'.repeat(3_000)} https://b.example/`, 'https://b.example/'],
  ])('finds the link in a text for which networks show a preview: %s', (_what, text, url) => {
    expect(postLink(text)?.url).toBe(url)
  })

  test('returns the language of the post together with its link', () => {
    expect(postLink('https://example.com/x نص عربي')?.language).toBe('ar')
    expect(postLink('Some words https://example.com/x')?.language).toBe('en')
  })
})
