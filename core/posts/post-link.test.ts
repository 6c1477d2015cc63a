import { describe, expect, test } from 'vitest'
import { postLink } from './post-link.ts'

describe('the link of a post', () => {
  test.each([
    ['is its first address', 'Read https://a.example/1 and https://b.example/2', 'https://a.example/1'],
    ['is none where no scheme is written', 'Read example.com', undefined],
    ['is none in an address for mail', 'me@https://a.example', undefined],
    ['leaves the end of the sentence out', 'Is it (https://a.example/x)?', 'https://a.example/x'],
    ['keeps brackets of its own', 'See https://a.example/Bank_(river).', 'https://a.example/Bank_(river)'],
    ['leaves Arabic punctuation out', 'اقرأ https://a.example/x، ثم قرّر', 'https://a.example/x'],
    [
      'keeps an Arabic path',
      'اقرأ https://a.example/مقال/أول اليوم',
      'https://a.example/%D9%85%D9%82%D8%A7%D9%84/%D8%A3%D9%88%D9%84',
    ],
    ['has a name in plain letters', 'https://مثال.إختبار/x', 'https://xn--mgbh0fb.xn--kgbechtv/x'],
    ['ends at an invisible mark', 'https://a.example/x\u200f ثم', 'https://a.example/x'],
    ['may be a number', 'http://192.0.2.7:8080/x', 'http://192.0.2.7:8080/x'],
    ['is not a word alone', 'https://intranet and then https://a.example/', 'https://a.example/'],
    ['is not a thing that merely begins like one', 'https:// and https://]', undefined],
    [
      'is not cut short when it is endless',
      `https://a.example/${'x'.repeat(3_000)} https://b.example/`,
      'https://b.example/',
    ],
  ])('%s', (_what, text, url) => {
    expect(postLink(text)?.url).toBe(url)
  })

  test('is asked for in the language of the post', () => {
    expect(postLink('https://example.com/x نص عربي')?.language).toBe('ar')
    expect(postLink('Some words https://example.com/x')?.language).toBe('en')
  })
})
