import { describe, expect, test } from 'vitest'
import { readGuestText } from './guest-text.ts'

describe('text of a visitor without an account', () => {
  test.each([
    ['https://news.example.com/a', 'https://news.example.com/a'],
    ['  HTTP://News.example.com/a  ', 'HTTP://News.example.com/a'],
    ['news.example.com/a', 'news.example.com/a'],
    ['www.example.com', 'www.example.com'],
    ['example.com', 'example.com'],
    ['The third quay https://news.example.com/a', 'https://news.example.com/a'],
    ['الرصيف الثالث\nhttps://news.example.com/a', 'https://news.example.com/a'],
    ['http://127.0.0.1:3000/healthz', 'http://127.0.0.1:3000/healthz'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
  ])("finds the web address in a visitor's text: %j", (given, url) => {
    expect(readGuestText(given)).toEqual({ kind: 'address', url })
  })

  test.each([
    'Our night shift halved its handover errors.',
    'We moved from example.com/wiki to plain files.',
    'Node.js',
    'v2.1',
    'layla@example.com',
    'خفّضنا زمن المراجعة 34%',
    'One line\nand another one',
  ])("treats a visitor's short text as a topic: %j", (given) => {
    expect(readGuestText(given)).toEqual({ kind: 'topic', topic: given })
  })

  test('treats several paragraphs as a source text, and their short first line as its title', () => {
    expect(readGuestText('Why approvals slow teams\n\nFour of seven never refused.\n\nWe removed them.')).toEqual({
      kind: 'text',
      title: 'Why approvals slow teams',
      content: 'Four of seven never refused.\n\nWe removed them.',
    })
  })

  test('takes the title from the start of a long paragraph, cut after a whole word', () => {
    const given = 'Review time fell by 34% in one quarter. '.repeat(20).trim()
    const text = readGuestText(given)
    expect(text).toMatchObject({ kind: 'text', content: given })
    const title = text.kind === 'text' ? text.title : ''
    expect(title.length).toBeLessThanOrEqual(121)
    expect(given.startsWith(title.slice(0, -1))).toBe(true)
    expect(given.charAt(title.length - 1)).toBe(' ')
  })

  test('treats an essay that contains a link as a source text, not as a link', () => {
    const given = `${'Four people sign each form. '.repeat(20)}See https://news.example.com/a`
    expect(readGuestText(given).kind).toBe('text')
  })
})
